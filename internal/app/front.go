package app

import (
	"net/http"
	"strings"
)

// secured puts on every answer what browsers are to know of it, whoever gives
// it: its type is what it says, and, behind https, that there is no other way
// here.
func secured(next http.Handler, baseURL string) http.Handler {
	https := strings.HasPrefix(baseURL, "https://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if https {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// unambiguous ends the connection behind a request of whose length a proxy in
// front may think otherwise: what that one takes for more of the body would here
// be the next request, of whoever sent the first (request smuggling). A request
// with Content-Length and Transfer-Encoding is to be refused, or read by the
// latter and its connection closed (RFC 9112, 6.1). net/http reads it so, hides
// that there was a Content-Length and leaves the connection open; therefore every
// chunked request is the last of its connection. HTTP/1.0 knows no chunks, and
// net/http passes over their announcement: the same.
func unambiguous(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
