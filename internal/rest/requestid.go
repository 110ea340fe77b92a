package rest

import (
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"runtime/debug"
)

// RequestIDHeader is the header with a request's id, which is also in the log.
const RequestIDHeader = "X-Request-Id"

// WithRequestID gives every answer its own id (D 5) and turns a panic in next into
// an internal error instead of a cut connection. The id is never taken from the
// request: a client must not be able to write into the log.
func WithRequestID(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var id [12]byte
		rand.Read(id[:]) // never fails
		w.Header().Set(RequestIDHeader, hex.EncodeToString(id[:]))
		defer recovered(w, r, log)
		next.ServeHTTP(w, r)
	})
}

func recovered(w http.ResponseWriter, r *http.Request, log *slog.Logger) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	id := w.Header().Get(RequestIDHeader)
	log.Error("handler panicked", "request", id, "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
	writeJSON(w, http.StatusInternalServerError, []byte(`{"error":{"code":"INTERNAL","message":"internal error, request `+id+`"}}`))
}
