package deliver

import (
	"sync"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// logInterval is the least time between two lines about the failures of one
	// channel's receiver: one that hangs fails many deliveries, and one that fails every
	// other time would fill the log.
	logInterval = time.Minute
	// maxReceivers bounds the receivers that are tracked.
	maxReceivers = 10_000
)

// receivers tracks which channels' receivers are failing, so that one line is logged
// when that begins, when the reason changes, and when it ends.
type receivers struct {
	mu   sync.Mutex
	each map[store.ChannelRef]*failingReceiver
}

type failingReceiver struct {
	reason   string    // of the last line
	at       time.Time // of the last line
	failures int       // attempts since it last worked
	logged   bool      // since it last worked
}

// failed counts a failed attempt and reports whether to log it.
func (r *receivers) failed(ref store.ChannelRef, reason string, now time.Time) (log bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.each[ref]
	if f == nil {
		if r.each == nil || len(r.each) >= maxReceivers {
			r.each = make(map[store.ChannelRef]*failingReceiver)
		}
		f = &failingReceiver{}
		r.each[ref] = f
	}
	f.failures++
	if f.logged && f.reason == reason {
		return false
	}
	// A clock that was set back must not suppress lines.
	if since := now.Sub(f.at); !f.at.IsZero() && since >= 0 && since < logInterval {
		return false
	}
	f.logged, f.reason, f.at = true, reason, now
	return true
}

// works records a successful attempt. It returns how many had failed before, if that
// was logged, and 0 otherwise.
func (r *receivers) works(ref store.ChannelRef, now time.Time) (failures int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.each[ref]
	if f == nil {
		return 0
	}
	if f.logged {
		failures = f.failures
	}
	f.logged, f.failures = false, 0
	if since := now.Sub(f.at); since < 0 || since >= logInterval {
		delete(r.each, ref)
	}
	return failures
}

// logReceiver logs a failing receiver before its deliveries fail for good. The circuit
// logs its own changes.
func (d *Deliverer) logReceiver(delivery *svcx.Delivery, l lease, out outcome, e *svcx.EventLogEntry) {
	ref := store.ChannelRef{Workspace: delivery.Workspace, Channel: delivery.Channel}
	switch {
	case out.verdict == delivered:
		if failures := d.receivers.works(ref, d.now()); failures > 0 && !l.probe {
			d.log.Info("a channel's receiver takes deliveries again", "workspace", ref.Workspace, "channel", ref.Channel, "failed", failures)
		}
	case e.NextAttemptAt != nil:
		if d.receivers.failed(ref, out.reason.Text(), d.now()) {
			d.log.Info("a delivery failed and will be tried again", "workspace", ref.Workspace, "channel", ref.Channel, "delivery", delivery.ID,
				"type", delivery.Type, "attempt", delivery.Attempts, "reason", out.reason.Text(), "nextAttemptAt", e.NextAttemptAt.String())
		}
	}
}
