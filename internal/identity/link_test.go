package identity

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/outage"
)

// A shutdown waits a bounded time for queued login requests, however many there are and whatever
// the database does; the log has one line for all of them.
func TestLoginRequestsAtShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := &Service{loginRequests: make(chan func(context.Context) error, maxLinkRequests), log: slog.New(slog.NewTextHandler(&log, nil))}
		s.loginLost = outage.New(s.log, time.Now, "lost", "found")
		for range maxLinkRequests {
			s.loginRequests <- func(ctx context.Context) error {
				<-ctx.Done()
				return svcx.Unavailable("writing", ctx.Err())
			}
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		began := time.Now()
		s.serveLoginRequests(stopped)
		if took := time.Since(began); took != inbox.ShutdownTime {
			t.Errorf("it took %s", took)
		}
		if n := strings.Count(log.String(), "\n"); n != 1 {
			t.Errorf("%d lines in the log: %s", n, log.String())
		}
	})
}
