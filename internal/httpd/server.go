package httpd

import (
	"io"
	"log"
	"log/slog"
	"net/http"
	"time"
)

// Timeouts of the server. A client has half a minute to send the largest request,
// unless its endpoint gives it more (deadline.go).
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	maxHeader     = 64 << 10
)

// NewServer returns the server of a handler.
func NewServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: quietLog(log),
	}
}

// quietLog is the logger for net/http's own errors, at level debug: clients that
// hang up do not concern an operator. Failures of the server are logged where they
// happen: accepting by the listener, a panic by the handler.
func quietLog(l *slog.Logger) *log.Logger {
	if !l.Enabled(nil, slog.LevelDebug) {
		return log.New(io.Discard, "", 0)
	}
	return slog.NewLogLogger(l.Handler(), slog.LevelDebug)
}
