package httpd

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"svcx"
	"svcx/internal/trace"
)

// maxLoggedPath bounds the path in a log line, in bytes.
const maxLoggedPath = 300

// Answered is a request that was answered.
type Answered struct {
	// Operation is its method and the pattern of its endpoint, "none" if it has none.
	Operation string
	Status    int
	Took      time.Duration
	// Stream is set for a live stream, which ends when its reader leaves.
	Stream bool
}

// observe passes each request on to Options.Answered when it is answered, and logs it at
// level debug. The line leaves out the query, which may hold a sign-in token or a
// signature, and anything in the path that looks like a key.
func (f *Front) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		logs := f.Log.Enabled(r.Context(), slog.LevelDebug)
		span := f.begin(r)
		if !logs && f.Answered == nil && span == nil {
			next.ServeHTTP(w, r)
			return
		}
		if span != nil {
			// The mux leaves the pattern in this one, which all that follow see.
			r = r.WithContext(trace.With(r.Context(), span))
		}
		start, counted := f.Now(), &countedAnswer{ResponseWriter: w}
		path := r.URL.Path
		defer func() {
			if counted.status == 0 {
				counted.status = http.StatusOK
			}
			took := f.Now().Sub(start)
			if f.Answered != nil {
				f.Answered(Answered{operationOf(r), counted.status, took, w.Header().Get("Content-Type") == "text/event-stream"})
			}
			if logs {
				f.logAccess(counted, r, path, span, took)
			}
			endSpan(span, counted, r)
		}()
		next.ServeHTTP(counted, r)
	})
}

// operationOf names the endpoint that answered a request, in few words however many
// requests there are.
func operationOf(r *http.Request) string {
	// Set by the mux that found the endpoint.
	if r.Pattern == "" {
		return "none"
	}
	if !strings.HasPrefix(r.Pattern, "/") {
		return r.Pattern
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return r.Method + " " + r.Pattern
	}
	return "other " + r.Pattern
}

func (f *Front) logAccess(counted *countedAnswer, r *http.Request, path string, span *trace.Span, took time.Duration) {
	args := []any{"request", RequestID(counted), "method", r.Method, "path", loggedPath(path)}
	if r.Pattern != "" {
		args = append(args, "operation", operationOf(r))
	}
	if org := r.PathValue("org"); org != "" {
		args = append(args, "workspace", loggedPath(org))
	}
	if counted.key != "" {
		args = append(args, "key", counted.key)
	}
	if span != nil {
		args = append(args, "trace", span.Trace.String())
	}
	f.Log.Debug("a request was answered", append(args, "status", counted.status, "ms", took.Milliseconds(), "bytes", counted.bytes)...)
}

// NoteKey adds to the line of a request the prefix of the key that it was authenticated
// with, by which admins know the key.
func NoteKey(w http.ResponseWriter, prefix string) {
	for w != nil {
		if counted, ok := w.(*countedAnswer); ok {
			counted.key = prefix
		}
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return
		}
		w = inner.Unwrap()
	}
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
	// key is the prefix of the key that the request was authenticated with.
	key string
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
