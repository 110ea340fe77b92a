package httpd

import (
	"net/http"
	"runtime/debug"
	"strconv"

	"svcx/internal/seal"
)

// requestIDHeader is the header with a request's id, which is also in the log.
const requestIDHeader = "X-Request-Id"

// RequestID returns the id that a request was given; it is a header of its answer.
func RequestID(w http.ResponseWriter) string { return w.Header().Get(requestIDHeader) }

// identify gives every answer its own id (D 5). The id is never taken from the request:
// a client must not be able to write into the log.
//
// Ids are in the order of their times, for the index of those that the event log keeps.
func (f *Front) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(requestIDHeader, seal.TimedHex(f.clock(), 24))
		next.ServeHTTP(w, r)
	})
}

// recoverPanic logs a panic with its stack and turns it into an internal error. If the
// answer has begun it cuts the connection: an answer that is cut short must not look
// complete.
func (f *Front) recoverPanic(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		counted := &countedAnswer{ResponseWriter: w}
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			id := RequestID(w)
			f.Log.Error("handler panicked", "request", id, "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
			if counted.status != 0 {
				panic(http.ErrAbortHandler)
			}
			if WantsPage(r) && f.Page != nil {
				f.FailPage(w, r, http.StatusInternalServerError, "")
				return
			}
			WriteJSON(w, http.StatusInternalServerError, []byte(`{"error":{"code":"INTERNAL","message":"internal error, request `+id+`"}}`))
		}()
		next.ServeHTTP(counted, r)
	})
}

// WriteJSON writes a JSON answer.
func WriteJSON(w http.ResponseWriter, status int, body []byte) {
	SetJSON(w.Header(), len(body))
	w.WriteHeader(status)
	w.Write(body)
}

// SetJSON sets the headers of a JSON answer of size bytes; -1 if that is unknown.
func SetJSON(h http.Header, size int) {
	h.Set("Content-Type", "application/json")
	if size >= 0 {
		h.Set("Content-Length", strconv.Itoa(size))
	}
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
}
