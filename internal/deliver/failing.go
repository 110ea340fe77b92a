package deliver

import (
	"sync"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// tellAgain is how long after a line about a channel's receiver there is none that
	// says that it fails: one that hangs fails many deliveries, and one that fails
	// every other time would fill the log.
	tellAgain = time.Minute
	// maxReceivers bounds the receivers that are remembered.
	maxReceivers = 10_000
)

// receivers remembers which channels' receivers fail at the moment, so that the log
// has a line when that begins, when it fails for another reason, and when it is over.
type receivers struct {
	mu   sync.Mutex
	each map[store.ChannelRef]*failingReceiver
}

type failingReceiver struct {
	reason string    // that was told last
	at     time.Time // when
	failed int       // attempts since it last worked
	told   bool      // since then
}

// failed notes a failed attempt, and says whether that is worth a line.
func (r *receivers) failed(ref store.ChannelRef, reason string, now time.Time) (tell bool) {
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
	f.failed++
	if f.told && f.reason == reason {
		return false
	}
	// A clock that was set back keeps nothing quiet.
	if since := now.Sub(f.at); !f.at.IsZero() && since >= 0 && since < tellAgain {
		return false
	}
	f.told, f.reason, f.at = true, reason, now
	return true
}

// works notes an attempt that succeeded: how many had failed before, where the log
// knows of it, else 0.
func (r *receivers) works(ref store.ChannelRef, now time.Time) (failed int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.each[ref]
	if f == nil {
		return 0
	}
	if f.told {
		failed = f.failed
	}
	f.told, f.failed = false, 0
	if since := now.Sub(f.at); since < 0 || since >= tellAgain {
		delete(r.each, ref)
	}
	return failed
}

// logReceiver tells the operator of a receiver that fails, before deliveries are
// given up. The circuit tells its own.
func (d *Deliverer) logReceiver(delivery *svcx.Delivery, l lease, out outcome, e *svcx.EventLogEntry) {
	ref := store.ChannelRef{Workspace: delivery.Workspace, Channel: delivery.Channel}
	switch {
	case out.verdict == delivered:
		if failed := d.receivers.works(ref, d.now()); failed > 0 && !l.probe {
			d.log.Info("a channel's receiver takes deliveries again", "workspace", ref.Workspace, "channel", ref.Channel, "failed", failed)
		}
	case e.NextAttemptAt != nil:
		if d.receivers.failed(ref, out.reason.Text(), d.now()) {
			d.log.Info("a delivery failed and will be tried again", "workspace", ref.Workspace, "channel", ref.Channel, "delivery", delivery.ID,
				"type", delivery.Type, "attempt", delivery.Attempts, "reason", out.reason.Text(), "nextAttemptAt", e.NextAttemptAt.String())
		}
	}
}
