// Package httpd is the HTTP front of the service: what every request goes through before
// it reaches the API, an integrator's endpoint, media or a page, and every answer
// afterwards.
//
// In this order:
//
//   - Listen accepts the connection, and closes that of a reader that takes nothing
//     (listen.go, stall.go). NewServer bounds the time that a request may take to arrive
//     (server.go).
//   - Front.Handler wraps all endpoints: access line (accesslog.go), request id and
//     panics (requestid.go), headers that every answer has (headers.go).
//   - A Mux finds the endpoint of a path (mux.go).
//   - An endpoint makes the checks that it needs, in the order that its part of the
//     contract has: client address and rate limit (ratelimit.go), origin and session
//     (session.go), time for the body (deadline.go).
//   - It answers, or returns an error, which Front.Fail logs and answers (error.go).
package httpd

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"svcx/internal/limit"
	"svcx/internal/trace"
)

// Options configure a Front. What its endpoints do not use may be left out.
type Options struct {
	// BaseURL is the public address. If it is https, so must be every request of a
	// browser (HSTS), and the session cookie is secure (D 6).
	BaseURL string
	// Proxies are those whose word about a client's address is trusted (proxy.go).
	Proxies Proxies
	// Limiter counts requests by their client's address, LinkLimiter those for sign-in
	// links (W 8, D 6).
	Limiter, LinkLimiter limit.Limiter
	// Budget bounds the memory of bodies and answers; nil bounds nothing.
	Budget   *limit.Budget
	Sessions Sessions
	// Envelope encodes the errors of requests without a workspace, and so without a
	// form. Errors of these kinds look the same in both forms.
	Envelope Envelope
	// Page writes a page that shows an error; without a message it has its own words.
	Page func(w http.ResponseWriter, r *http.Request, status int, message string) error
	// Trace begins the traces of requests, except of those whose paths begin with one of
	// Untraced; nil traces nothing.
	Trace    *trace.Tracer
	Untraced []string
	// Answered is called after each request; nil calls nothing.
	Answered func(Answered)
	Now      func() time.Time
	Log      *slog.Logger
}

// Front is what all endpoints share. It is safe for concurrent use.
type Front struct {
	Options
	https   bool
	origins *http.CrossOriginProtection
	// clock is the system's, which deadlines of connections are compared with.
	clock func() time.Time
}

// New returns a Front.
func New(o Options) *Front {
	f := &Front{Options: o, https: strings.HasPrefix(o.BaseURL, "https://"), origins: http.NewCrossOriginProtection(), clock: time.Now}
	f.trustOwnOrigin()
	return f
}

// Handler returns the endpoints behind what every request passes, in this order. All
// see the same *http.Request, in which a Mux leaves the pattern of the endpoint.
func (f *Front) Handler(endpoints http.Handler) http.Handler {
	return chain(endpoints, f.observe, f.identify, f.recoverPanic, f.setHeaders, endUnclearLength)
}

// middleware does something before and after the next handler.
type middleware func(next http.Handler) http.Handler

// chain wraps a handler; the first of all is the outermost.
func chain(h http.Handler, all ...middleware) http.Handler {
	for _, wrap := range slices.Backward(all) {
		h = wrap(h)
	}
	return h
}
