package deliver

import (
	"net/http"
	"net/url"
	"strconv"

	"svcx/internal/trace"
)

// endSpan ends the span of a call with its outcome. Of the URL it has the host alone: the rest
// may hold an integrator's secret.
func endSpan(s *trace.Span, c call, out outcome, err error) {
	if s == nil {
		return
	}
	s.Set(trace.Text("http.request.method", http.MethodPost), trace.Text("svcx.webhook_id", c.id), trace.Number("svcx.channel", int64(c.channel.ID)))
	if u, err := url.Parse(c.url); err == nil {
		s.Set(trace.Text("server.address", u.Hostname()))
		if port, err := strconv.Atoi(u.Port()); err == nil {
			s.Set(trace.Number("server.port", int64(port)))
		}
	}
	if c.attempt > 0 {
		s.Set(trace.Text("svcx.event", c.what), trace.Number("svcx.attempt", int64(c.attempt)))
	}
	if out.status != nil {
		s.Set(trace.Number("http.response.status_code", int64(*out.status)))
	}
	switch {
	case err != nil:
		s.Fail("cut", err.Error())
	case out.verdict != delivered:
		s.Fail(out.reason.Code, out.reason.Detail)
	}
	s.End()
}
