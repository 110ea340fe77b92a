package deliver

import (
	"context"
	"log/slog"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// shortWait is below what the poll can keep to: a timer wakes the channel.
	shortWait = 2 * time.Second
	// recordPause is the first wait after an outcome could not be written.
	recordPause = 100 * time.Millisecond
)

// record writes what an attempt came to, with its record in the event log: one
// transaction, or nothing at all if the lease was lost. more says that the
// channel may have something to send because of it.
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
		// The integrator may get it twice, under the same webhook-id.
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
		return true // the next of its conversation
	}
	if wait < shortWait && !l.probe {
		ref := store.ChannelRef{Workspace: delivery.Workspace, Channel: delivery.Channel}
		time.AfterFunc(wait, func() { d.Wake(ref) })
	}
	return false
}

// next is the wait before the next attempt at a delivery of which so many were made;
// again is false where that was the last one.
func (d *Deliverer) next(attempts int, l lease, out outcome) (wait time.Duration, again bool) {
	switch {
	case out.verdict == retryable && l.probe:
		// Only the circuit holds it back: the schedule is for attempts.
		return out.retryAfter, true
	case out.verdict == retryable, out.verdict == refused && attempts < maxRefused:
		return d.wait(attempts, out.retryAfter)
	}
	return 0, false
}

// write stores the outcome and returns the attempt's record. While the lease lasts it tries again: an outcome
// that is not stored is a delivery that is made twice.
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
			if err := d.note(tx, store.ChannelRef{Workspace: delivery.Workspace, Channel: delivery.Channel}, l, out, now); err != nil {
				return err
			}
			e = logRecord(delivery, out, now)
			if err := tell(tx, e, delivery, state == svcx.DeliveryReady); err != nil {
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

// counted is how many attempts a failed one leaves used up: a probe of an open
// circuit does not count, unless the body was refused: it would be tried, and hold
// up its conversation, as long as the circuit is open.
func (l lease) counted(attempts int, out outcome) int {
	if l.probe && out.verdict != refused {
		return attempts - 1
	}
	return attempts
}

// logRecord is the attempt in the event log: one record each (decisions 4).
func logRecord(delivery *svcx.Delivery, out outcome, now svcx.Time) *svcx.EventLogEntry {
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

// tell says in the record whether the attempt was the last one, else when the next
// is planned: it is called when the delivery and the circuit are written.
func tell(tx *store.Tx, e *svcx.EventLogEntry, delivery *svcx.Delivery, again bool) error {
	final := !again
	e.Final = &final
	if final {
		return nil
	}
	next, err := tx.NextAttempt(delivery)
	e.NextAttemptAt = &next
	return err
}

// logOutcome tells the operator of the one delivery: a warning where it is given up
// for good, unless it was not to be sent at all. Of attempts that failed logReceiver
// tells, since a receiver that is down fails many.
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
