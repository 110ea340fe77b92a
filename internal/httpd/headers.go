package httpd

import "net/http"

// setHeaders sets the headers that every answer has: no sniffing of types and, if the
// public address is https, HSTS.
func (f *Front) setHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if f.https {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// endUnclearLength closes the connection after a request whose length a proxy in front
// may read differently (request smuggling): what the proxy takes for the rest of the
// body would be read as another request here. A request with both Content-Length and
// Transfer-Encoding must be refused, or read by the latter and its connection closed
// (RFC 9112, 6.1). net/http reads it so, hides that there was a Content-Length, and
// leaves the connection open; so every chunked request is the last of its connection.
// The same goes for HTTP/1.0, which has no chunks: net/http ignores the header there.
func endUnclearLength(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
