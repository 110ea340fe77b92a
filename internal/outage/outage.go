// Package outage logs outages of external services: one line when an outage begins
// and one when it ends, however many calls fail in between.
package outage

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// quiet is the minimum time between two logged beginnings: a service that fails now
// and then would fill the log.
const quiet = time.Minute

// Outage remembers whether the last call of a service failed. It is safe for
// concurrent use.
type Outage struct {
	log        *slog.Logger
	now        func() time.Time
	begin, end string
	args       []any
	// failing can be read without the lock.
	failing atomic.Bool

	mu     sync.Mutex
	logged bool      // the beginning of this outage was logged
	last   time.Time // when a beginning was logged last
	failed int       // calls since the outage began
}

// New returns an Outage that logs begin and end as the messages of its two lines,
// both with args as in slog.
func New(log *slog.Logger, now func() time.Time, begin, end string, args ...any) *Outage {
	return &Outage{log: log, now: now, begin: begin, end: end, args: args}
}

// Failed records a call that failed. The first error of an outage is logged.
func (o *Outage) Failed(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failing.Store(true)
	o.failed++
	now := o.now()
	// A clock that was set back must not suppress a line.
	if since := now.Sub(o.last); o.logged || !o.last.IsZero() && since >= 0 && since < quiet {
		return
	}
	o.logged, o.last = true, now
	o.log.Warn(o.begin, append(o.args[:len(o.args):len(o.args)], "error", err)...)
}

// Works records a call that succeeded. args are added to the line that ends an
// outage.
func (o *Outage) Works(args ...any) {
	if !o.failing.Load() {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.failing.Load() {
		return
	}
	o.failing.Store(false)
	logged, failed := o.logged, o.failed
	o.logged, o.failed = false, 0
	if logged {
		all := append(o.args[:len(o.args):len(o.args)], "failed", failed)
		o.log.Info(o.end, append(all, args...)...)
	}
}
