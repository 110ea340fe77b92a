// Package outage tells the log about something outside that does not work: one
// line when that begins and one when it is over, however many calls fail in
// between.
package outage

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// quiet is how long after the beginning of one outage that of another is not
// told: what fails now and then would fill the log.
const quiet = time.Minute

// Outage remembers whether the last call of something failed. It is safe for
// concurrent use.
type Outage struct {
	log        *slog.Logger
	now        func() time.Time
	begin, end string
	args       []any
	// failing is for those who look without the lock.
	failing atomic.Bool

	mu     sync.Mutex
	told   bool      // the log knows of this outage
	last   time.Time // when a beginning was told
	failed int       // calls since the outage began
}

// New makes an Outage with the texts of its two lines. args stand in both, as
// slog has them.
func New(log *slog.Logger, now func() time.Time, begin, end string, args ...any) *Outage {
	return &Outage{log: log, now: now, begin: begin, end: end, args: args}
}

// Failed notes a call that failed. The error's text goes to the log.
func (o *Outage) Failed(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failing.Store(true)
	o.failed++
	now := o.now()
	// A clock that was set back must keep nothing quiet.
	if since := now.Sub(o.last); o.told || !o.last.IsZero() && since >= 0 && since < quiet {
		return
	}
	o.told, o.last = true, now
	o.log.Warn(o.begin, append(o.args[:len(o.args):len(o.args)], "error", err)...)
}

// Works notes a call that succeeded. args go to the line, if there is one.
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
	told, failed := o.told, o.failed
	o.told, o.failed = false, 0
	if told {
		all := append(o.args[:len(o.args):len(o.args)], "failed", failed)
		o.log.Info(o.end, append(all, args...)...)
	}
}
