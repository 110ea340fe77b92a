package deliver

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Due times are wall-clock times, and a clock can be set. If it is set forward,
// deliveries are due too early, which costs an attempt. If it is set back, they and
// everything queued after them would wait for a time that is far away; those are made
// due once that is noticed.

const (
	// clockInterval is how often waits that are too long are looked for without a
	// sign that the clock was set: another node's may have been.
	clockInterval = 10 * time.Minute
	// clockStep is the smallest step of the clock that is logged. A shorter wait may
	// have been decided a moment ago, or by another node.
	clockStep = 5 * time.Second
)

// clockWatch is the state of watchClock.
type clockWatch struct {
	// last is the time of the last call, checked that of the last call that looked for
	// long waits.
	last, checked time.Time
}

// watchClock logs a step of the clock and ends waits that are too long. It looks for
// those on the first call, after a step back, and every clockInterval.
func (d *Deliverer) watchClock(ctx context.Context, w *clockWatch) error {
	now := d.now()
	last := w.last
	w.last = now
	if !last.IsZero() {
		// Sub uses the monotonic reading unless Round strips it.
		step := now.Round(0).Sub(last.Round(0)) - now.Sub(last)
		if step.Abs() >= clockStep {
			d.log.Warn("the clock was set, or the machine was suspended", "by", step.Round(time.Second), "from", last.Round(0).Add(now.Sub(last)).UTC(), "to", now.UTC())
		}
	}
	back := now.Round(0).Before(last.Round(0))
	if passed := now.Round(0).Sub(w.checked.Round(0)); !w.checked.IsZero() && !back && passed < clockInterval {
		return nil
	}
	slack := store.ClockSlack
	if back {
		slack = clockStep
	}
	if err := d.endWaits(ctx, svcx.At(now), slack); err != nil {
		if back {
			w.checked = time.Time{}
		}
		return err
	}
	w.checked = now
	return nil
}

// endWaits makes deliveries due that wait for longer than any wait can be, and those
// that were never tried and wait for longer than slack.
func (d *Deliverer) endWaits(ctx context.Context, now svcx.Time, slack time.Duration) error {
	longest := maxRetryAfter
	for _, wait := range d.schedule {
		longest = max(longest, time.Duration(float64(wait)*(1+jitterShare)))
	}
	waits := store.Waits{
		Now: now, Untried: now.Add(slack), Retry: now.Add(longest + store.ClockSlack), Lease: now.Add(leaseTime + store.ClockSlack),
	}
	channels, err := d.db.Read(ctx).WaitingTooLong(waits)
	if err != nil {
		return err
	}
	for _, ref := range channels {
		if err := d.db.Write(ctx, ref.Workspace, func(tx *store.Tx) error { return tx.EndWaits(ref, waits) }); err != nil {
			return err
		}
		d.Wake(ref)
	}
	if len(channels) > 0 {
		d.log.Warn("deliveries were due too far in the future, since a clock was set back: they are due now", "channels", len(channels))
	}
	return nil
}
