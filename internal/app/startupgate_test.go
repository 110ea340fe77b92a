package app

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Background work starts when a probe finds the service ready, when none comes in time,
// or when the service stops.
func TestStartupGate(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(b *startupGate, cancel func())
		want time.Duration
	}{
		"found ready":       {func(b *startupGate, _ func()) { b.end() }, 0},
		"found ready twice": {func(b *startupGate, _ func()) { b.end(); b.end() }, 0},
		"no probe":          {func(*startupGate, func()) {}, time.Minute},
		"stopped":           {func(_ *startupGate, cancel func()) { cancel() }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				began := time.Now()
				b := newStartupGate(time.Minute)
				c.do(b, cancel)
				b.wait(ctx)
				if waited := time.Since(began); waited != c.want {
					t.Errorf("waited %s, want %s", waited, c.want)
				}
			})
		})
	}
}
