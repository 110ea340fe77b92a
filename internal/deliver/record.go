package deliver

import (
	"context"
	"log/slog"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// shortWait is the wait below which a timer wakes the channel, since the poll is
	// not precise enough.
	shortWait = 2 * time.Second
	// recordPause is the first wait after an outcome could not be written; it doubles
	// each time.
	recordPause = 100 * time.Millisecond
)

// record writes an attempt's outcome and its event log entry in one transaction, or
// nothing if the lease was lost. more reports that the channel may have more to send
// because of it.
func (d *Deliverer) record(ctx context.Context, delivery *svcx.Delivery, l lease, out outcome) (more bool) {
	delivery.Attempts++
	state := svcx.DeliveryDelivered
	if out.verdict != delivered {
		state = svcx.DeliveryFailed
	}
	wait, again := d.next(delivery.Attempts, l, out)
	if again {
		state = svcx.DeliveryReady
	}
	e, held, err := d.write(ctx, l, delivery, state, wait, out)
	switch {
	case err != nil:
		// The integrator may receive it twice, with the same webhook-id.
		d.writing.Failed(err)
		return false
	case !held:
		d.log.Debug("the lease was lost before the outcome was recorded", "delivery", delivery.ID)
		return false
	}
	d.writing.Works()
	d.logOutcome(ctx, delivery, state, out)
	d.logReceiver(delivery, l, out, e)
	if state != svcx.DeliveryReady {
		return true // the conversation's next delivery
	}
	if wait < shortWait && !l.probe {
		ref := store.ChannelRef{Workspace: delivery.Workspace, Channel: delivery.Channel}
		time.AfterFunc(wait, func() { d.Wake(ref) })
	}
	return false
}

// next returns the wait before the next attempt after that many; again is false if
// there is none.
func (d *Deliverer) next(attempts int, l lease, out outcome) (wait time.Duration, again bool) {
	switch {
	case out.verdict == retryable && l.probe:
		// Only the circuit holds it back: a probe does not use the retry schedule.
		return out.retryAfter, true
	case out.verdict == retryable, out.verdict == refused && attempts < maxRefused:
		return d.wait(attempts, out.retryAfter)
	}
	return 0, false
}

// write stores the outcome and returns the attempt's log entry. It retries while the
// lease lasts, since an outcome that is not stored means a second delivery.
func (d *Deliverer) write(ctx context.Context, l lease, delivery *svcx.Delivery, state svcx.DeliveryState, wait time.Duration, out outcome) (e *svcx.EventLogEntry, held bool, err error) {
	now := svcx.At(d.now())
	due := now.Add(wait)
	for pause := recordPause; ; pause *= 2 {
		err = d.db.Write(ctx, delivery.Workspace, func(tx *store.Tx) error {
			var err error
			if state == svcx.DeliveryReady {
				held, err = tx.RetryDelivery(delivery, l.token, l.counted(delivery.Attempts, out), due)
			} else {
				held, err = tx.EndDelivery(delivery, l.token, state, now)
			}
			if err != nil || !held {
				return err
			}
			if err := d.updateCircuit(tx, store.ChannelRef{Workspace: delivery.Workspace, Channel: delivery.Channel}, l, out, now); err != nil {
				return err
			}
			e = logEntry(delivery, out, now)
			if err := setNextAttempt(tx, e, delivery, state == svcx.DeliveryReady); err != nil {
				return err
			}
			return tx.InsertEvents(e)
		})
		if err == nil || svcx.At(d.now()).Add(pause) >= l.until {
			return e, held, err
		}
		d.writing.Failed(err)
		select {
		case <-ctx.Done():
			return nil, false, err
		case <-time.After(pause):
		}
	}
}

// counted returns the number of attempts used up after a failed one. A probe of an open
// circuit does not count unless the body was refused: that delivery would be tried, and
// hold up its conversation, for as long as the circuit is open.
func (l lease) counted(attempts int, out outcome) int {
	if l.probe && out.verdict != refused {
		return attempts - 1
	}
	return attempts
}

// logEntry returns the event log entry of an attempt: one for each (D 4).
func logEntry(delivery *svcx.Delivery, out outcome, now svcx.Time) *svcx.EventLogEntry {
	id := delivery.ID
	e := &svcx.EventLogEntry{
		Workspace: delivery.Workspace, Channel: delivery.Channel, Direction: svcx.Outbound, Type: string(delivery.Type),
		Status: svcx.EventFailed, Error: out.reason.Text(), ConversationID: delivery.ConversationID, Message: delivery.Data.About(),
		ResponseStatus: out.status, ResponseMS: out.took.Milliseconds(), Attempt: delivery.Attempts, Delivery: &id, CreatedAt: now,
		Request: svcx.LoggedBody(out.request), Response: svcx.LoggedBody(out.shown),
	}
	switch {
	case out.verdict == delivered:
		e.Status = svcx.EventOK
	case out.skipped:
		e.Status = svcx.EventSkipped
	}
	return e
}

// setNextAttempt sets in the log entry whether the attempt was the last one, and when
// the next is planned otherwise. It is called after the delivery and the circuit are
// written.
func setNextAttempt(tx *store.Tx, e *svcx.EventLogEntry, delivery *svcx.Delivery, again bool) error {
	final := !again
	e.Final = &final
	if final {
		return nil
	}
	next, err := tx.NextAttempt(delivery)
	e.NextAttemptAt = &next
	return err
}

// logOutcome logs the outcome of an attempt: a warning if the delivery failed for good,
// unless it was not to be sent at all. Other failures are logged by logReceiver, since
// a receiver that is down fails many attempts.
func (d *Deliverer) logOutcome(ctx context.Context, delivery *svcx.Delivery, state svcx.DeliveryState, out outcome) {
	level, text := slog.LevelDebug, "a delivery was made"
	switch {
	case state == svcx.DeliveryReady:
		text = "an attempt at a delivery failed"
	case out.skipped:
		text = "a delivery was skipped"
	case state == svcx.DeliveryFailed:
		level, text = slog.LevelWarn, "a delivery failed for good"
	}
	d.log.Log(ctx, level, text, "workspace", delivery.Workspace, "channel", delivery.Channel, "delivery", delivery.ID,
		"type", delivery.Type, "attempt", delivery.Attempts, "reason", out.reason.Text())
}
