package httpd

import (
	"net/http"
	"strconv"
	"strings"

	"svcx/internal/trace"
)

// begin begins the trace of a request; nil if it is not traced.
func (f *Front) begin(r *http.Request) *trace.Span {
	if f.Trace == nil {
		return nil
	}
	for _, path := range f.Untraced {
		if strings.HasPrefix(r.URL.Path, path) {
			return nil
		}
	}
	return f.Trace.Request(r.Header.Get("traceparent"), "")
}

// endSpan ends the span of a request with what the access line has, and less: no path, and
// nothing of a key or of the client.
func endSpan(s *trace.Span, answer *countedAnswer, r *http.Request) {
	if s == nil {
		return
	}
	s.Name = operationOf(r)
	s.Set(trace.Number("http.response.status_code", int64(answer.status)), trace.Text("svcx.request_id", RequestID(answer)))
	if method, route, found := strings.Cut(s.Name, " "); found {
		s.Set(trace.Text("http.request.method", method), trace.Text("http.route", route))
	}
	if org := r.PathValue("org"); org != "" {
		s.Set(trace.Text("svcx.workspace", loggedPath(org)))
	}
	if answer.status >= http.StatusInternalServerError {
		s.Fail(strconv.Itoa(answer.status), "")
	}
	s.End()
}
