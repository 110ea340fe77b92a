package admin_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// A pause that is there already, and the end of one that is not, were in the audit log as if they
// had changed something.
func TestPauseIsAuditedOnce(t *testing.T) {
	for name, options := range map[string]func(t *testing.T) store.Options{
		"sqlite":   func(t *testing.T) store.Options { return store.Options{Dir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Options { return store.Options{URL: storetest.PostgresURL(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			var passed atomic.Int64 // the clock goes on
			o.Now = func() time.Time { return time.UnixMilli(1_800_000_000_000 + passed.Add(1)) }
			own := newFixtureOn(t, o).fresh(t, "w")
			call := inbox.Call{Workspace: own.workspace, Actor: inbox.Operator}
			var since svcx.Time
			for i, pause := range []bool{false, true, true, false, false} {
				do := own.ResumeDelivery
				if pause {
					do = own.PauseDelivery
				}
				ch, err := do(t.Context(), call, own.channel.ID)
				must(t, err)
				if (ch.PausedAt != nil) != pause {
					t.Errorf("step %d: paused at %v", i, ch.PausedAt)
				}
				if pause {
					if since == 0 {
						since = *ch.PausedAt
					}
					if *ch.PausedAt != since {
						t.Errorf("step %d: paused at %v, not %v", i, *ch.PausedAt, since)
					}
				}
			}
			list, err := own.AuditLog(t.Context(), own.workspace, svcx.Page{Limit: 100})
			must(t, err)
			var got []svcx.AuditAction
			for _, e := range list.Items {
				if e.Action == svcx.AuditChannelPause || e.Action == svcx.AuditChannelResume {
					got = append(got, e.Action)
				}
			}
			if want := []svcx.AuditAction{svcx.AuditChannelResume, svcx.AuditChannelPause}; !slices.Equal(got, want) {
				t.Errorf("the audit log has %v, want %v", got, want)
			}
		})
	}
}
