package inbox

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/outage"
)

// While the database is unavailable, times of last use are kept for any number of workspaces and
// do not fill the log: the store logs the outage (a sibling of fault 102).
func TestUseIsKeptDuringAnOutage(t *testing.T) {
	d := newFixture(t, t.TempDir())
	var log bytes.Buffer
	d.Inbox.log = slog.New(slog.NewTextHandler(&log, nil))
	const keys = 50
	for i := range svcx.KeyID(keys) {
		d.keyUse.note(&svcx.Key{ID: i + 1, Workspace: svcx.WorkspaceID(i + 1)}, d.Now())
	}
	d.seen.note("hash", d.Now())
	must(t, d.db.Close())
	for range 3 {
		d.writeKeyUse(t.Context())
		d.writeSessionUse(t.Context())
	}
	for i := range svcx.KeyID(keys) {
		if at, ok := d.keyUse.last(i + 1); !ok || at != d.Now() {
			t.Fatalf("the use of key %d is lost", i+1)
		}
	}
	if at := d.seen.last("hash"); at != d.Now() {
		t.Error("the use of a session is lost")
	}
	if log.Len() > 0 {
		t.Errorf("log: %s", log.String())
	}
}

// A shutdown waits a bounded time for queued login requests, however many there are and whatever
// the database does; the log has one line for all of them.
func TestLoginRequestsAtShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		in := &Inbox{loginRequests: make(chan func(context.Context) error, maxLinkRequests), log: slog.New(slog.NewTextHandler(&log, nil))}
		in.loginLost = outage.New(in.log, time.Now, "lost", "found")
		for range maxLinkRequests {
			in.loginRequests <- func(ctx context.Context) error {
				<-ctx.Done()
				return svcx.Unavailable("writing", ctx.Err())
			}
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		began := time.Now()
		in.serveLoginRequests(stopped)
		if took := time.Since(began); took != shutdownTime {
			t.Errorf("it took %s", took)
		}
		if n := strings.Count(log.String(), "\n"); n != 1 {
			t.Errorf("%d lines in the log: %s", n, log.String())
		}
	})
}
