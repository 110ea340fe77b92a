package httpd

import (
	"log/slog"
	"net/http"

	"svcx"
)

// maxLoggedPath bounds the path in a log line, in bytes.
const maxLoggedPath = 300

// logAccess logs each request when it is answered, at level debug. It leaves out the
// query, which may hold a sign-in token or a signature, and anything in the path that
// looks like a key.
func (f *Front) logAccess(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !f.Log.Enabled(r.Context(), slog.LevelDebug) {
			next.ServeHTTP(w, r)
			return
		}
		start, counted := f.Now(), &countedAnswer{ResponseWriter: w}
		path := r.URL.Path
		defer func() {
			args := []any{"request", RequestID(w), "method", r.Method, "path", loggedPath(path)}
			// Set by the mux that found the endpoint.
			if r.Pattern != "" {
				args = append(args, "operation", r.Pattern)
			}
			if org := r.PathValue("org"); org != "" {
				args = append(args, "workspace", loggedPath(org))
			}
			status := counted.status
			if status == 0 {
				status = http.StatusOK
			}
			f.Log.Debug("a request was answered", append(args, "status", status, "ms", f.Now().Sub(start).Milliseconds(), "bytes", counted.bytes)...)
		}()
		next.ServeHTTP(counted, r)
	})
}

func loggedPath(path string) string {
	path = svcx.LoggedText(path)
	if len(path) > maxLoggedPath {
		return path[:maxLoggedPath] + "…"
	}
	return path
}

// countedAnswer records the status of an answer and the bytes of its body.
type countedAnswer struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap is for http.ResponseController.
func (c *countedAnswer) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *countedAnswer) WriteHeader(status int) {
	if c.status == 0 && status >= 200 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *countedAnswer) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(p)
	c.bytes += int64(n)
	return n, err
}
