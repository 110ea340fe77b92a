package deliver

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Due times are times of a clock, and a clock can be set. Set forward it makes
// things due too early, which costs an attempt. Set back it would have them wait
// for a time that is far away by then, with all that comes behind them: those
// are made due when that is noticed.

const (
	// clockInterval is how often waits are looked at that are too long without a
	// sign that the clock was set: it may have been another node's.
	clockInterval = 10 * time.Minute
	// clockStep is from when on a step of the clock is worth a word: what waits for
	// no longer than that may have been decided a moment ago, or by another node.
	clockStep = 5 * time.Second
)

// clockWatch is what the last look at the clock saw.
type clockWatch struct {
	// last is when it was, looked when the waits were last looked at.
	last, looked time.Time
}

// watchClock tells the log of a step of the clock, and ends waits that are too
// long: the first time, after a step back, and now and then.
func (d *Deliverer) watchClock(ctx context.Context, w *clockWatch) error {
	now := d.now()
	last := w.last
	w.last = now
	if !last.IsZero() {
		// Times with a monotonic reading are subtracted by that.
		step := now.Round(0).Sub(last.Round(0)) - now.Sub(last)
		if step.Abs() >= clockStep {
			d.log.Warn("the clock was set, or stood still with the machine", "by", step.Round(time.Second), "from", last.Round(0).Add(now.Sub(last)).UTC(), "to", now.UTC())
		}
	}
	back := now.Round(0).Before(last.Round(0))
	if passed := now.Round(0).Sub(w.looked.Round(0)); !w.looked.IsZero() && !back && passed < clockInterval {
		return nil
	}
	slack := store.ClockSlack
	if back {
		slack = clockStep
	}
	if err := d.endWaits(ctx, svcx.At(now), slack); err != nil {
		if back {
			w.looked = time.Time{}
		}
		return err
	}
	w.looked = now
	return nil
}

// endWaits makes due what waits for longer than it can, and what was never tried
// and waits for longer than slack.
func (d *Deliverer) endWaits(ctx context.Context, now svcx.Time, slack time.Duration) error {
	longest := maxRetryAfter
	for _, wait := range d.schedule {
		longest = max(longest, time.Duration(float64(wait)*(1+jitterShare)))
	}
	waits := store.Waits{
		Now: now, Untried: now.Add(slack), Retry: now.Add(longest + store.ClockSlack), Lease: now.Add(leaseTime + store.ClockSlack),
	}
	channels, err := d.db.WaitingTooLong(ctx, waits)
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
		d.log.Warn("deliveries waited for a time that a clock had before it was set back: they are due now", "channels", len(channels))
	}
	return nil
}
