// Package httpd is the HTTP front of the service: what a request passes before, and its
// answer after, the API, the integrators' endpoints, media or a page.
//
// In this order:
//
//   - Listen accepts the connection, and closes that of a reader that takes nothing
//     (listen.go, stall.go). NewServer bounds the time that a request may take to arrive
//     (server.go).
//   - Front.Handler wraps all endpoints: access line (accesslog.go), request id and
//     panics (requestid.go), headers that every answer has (headers.go).
package httpd

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Options configure a Front.
type Options struct {
	// BaseURL is the public address. If it is https, so must be every request of a
	// browser (HSTS).
	BaseURL string
	Now     func() time.Time
	Log     *slog.Logger
}

// Front is what all endpoints share. It is safe for concurrent use.
type Front struct {
	Options
	https bool
}

// New returns a Front.
func New(o Options) *Front {
	return &Front{Options: o, https: strings.HasPrefix(o.BaseURL, "https://")}
}

// Handler returns the endpoints behind what every request passes, in this order.
func (f *Front) Handler(endpoints http.Handler) http.Handler {
	return chain(endpoints, f.logAccess, identify, f.recoverPanic, f.setHeaders, endUnclearLength)
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
