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
	now := svcx.At(d.now())
	delivery.Last = svcx.Attempt{At: now, Error: out.reason.Text()}
	if out.status != nil {
		delivery.Last.Status = *out.status
	}
	r := &result{delivery: delivery, lease: l, outcome: out, state: state, at: now, due: now.Add(wait)}
	err := d.write(ctx, r)
	switch {
	case err != nil:
		// The integrator may receive it twice, with the same webhook-id.
		d.writing.Failed(err)
		return false
	case !r.held:
		d.log.Debug("the lease was lost before the outcome was recorded", "delivery", delivery.ID)
		return false
	}
	d.writing.Works()
	switch {
	case out.skipped:
		d.observe.DeliveryEnded("skipped")
	case state != svcx.DeliveryReady:
		d.observe.DeliveryEnded(string(state))
	}
	d.logOutcome(ctx, delivery, state, out)
	d.logReceiver(delivery, l, out, r.entry)
	if state != svcx.DeliveryReady {
		return true // the conversation's next delivery
	}
	if wait < shortWait && !l.probe {
		time.AfterFunc(wait, func() { d.Wake(r.ref()) })
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

// result is the outcome of an attempt, to be recorded. Those of a workspace that wait
// are written together.
type result struct {
	delivery *svcx.Delivery
	lease    lease
	outcome  outcome
	// state is that of the delivery after the attempt, due when the next one is, if it is
	// to be made again.
	state svcx.DeliveryState
	at    svcx.Time
	due   svcx.Time
	// entry is that of the event log. held is false if the lease was lost.
	entry *svcx.EventLogEntry
	held  bool
}

func (r *result) ref() store.ChannelRef {
	return store.ChannelRef{Workspace: r.delivery.Workspace, Channel: r.delivery.Channel}
}

// write stores the result. It retries while the lease lasts, since an outcome that is
// not stored means a second delivery.
func (d *Deliverer) write(ctx context.Context, r *result) error {
	for pause := recordPause; ; pause *= 2 {
		err := d.results.Do(ctx, r.delivery.Workspace, r)
		if err == nil || svcx.At(d.now()).Add(pause) >= r.lease.until {
			return err
		}
		d.writing.Failed(err)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

// writeResults records the outcomes of attempts with their entries of the event log.
func (d *Deliverer) writeResults(tx *store.Tx, ws svcx.WorkspaceID, results []*result) error {
	all := make([]*svcx.Delivery, len(results))
	for i, r := range results {
		all[i] = r.delivery
	}
	leased, circuits, err := tx.LeasedDeliveries(ws, all...)
	if err != nil {
		return err
	}
	return tx.Finish(func() error {
		ended := make(map[svcx.DeliveryState][]*svcx.Delivery)
		for _, r := range results {
			if r.held = leased[r.delivery.ID].Lease == r.lease.token; r.held && r.state != svcx.DeliveryReady {
				ended[r.state] = append(ended[r.state], r.delivery)
			}
		}
		for _, state := range []svcx.DeliveryState{svcx.DeliveryDelivered, svcx.DeliveryFailed} {
			if err := tx.EndDeliveries(ws, leased, state, results[0].at, ended[state]...); err != nil {
				return err
			}
		}
		var entries []*svcx.EventLogEntry
		var changes []svcx.Change
		for _, r := range results {
			if !r.held {
				continue
			}
			if err := d.writeResult(tx, r, circuits); err != nil {
				return err
			}
			entries = append(entries, r.entry)
			if of := r.delivery.OfMessage(); of != 0 {
				changes = append(changes, svcx.Change{Kind: svcx.ChangeDelivery, Conversation: r.delivery.Conversation, Message: of})
			}
		}
		if err := tx.InsertChanges(ws, results[0].at, changes...); err != nil {
			return err
		}
		if len(changes) > 0 {
			tx.OnCommit(func() { d.changed(ws) })
		}
		return tx.InsertEvents(entries...)
	})
}

// writeResult records what an outcome means for its delivery, if that has not ended,
// and for its channel.
func (d *Deliverer) writeResult(tx *store.Tx, r *result, circuits map[svcx.ChannelID]svcx.Circuit) error {
	again := r.state == svcx.DeliveryReady
	if again {
		if _, err := tx.RetryDelivery(r.delivery, r.lease.token, r.lease.counted(r.delivery.Attempts, r.outcome), r.due); err != nil {
			return err
		}
	}
	// A success leaves a circuit without failures as it is.
	if c, known := circuits[r.delivery.Channel]; r.outcome.verdict != delivered || !known || c.Failures > 0 || c.Open() {
		delete(circuits, r.delivery.Channel)
		if err := d.updateCircuit(tx, r.ref(), r.lease, r.outcome, r.at); err != nil {
			return err
		}
	}
	r.entry = logEntry(r.delivery, r.outcome, r.at)
	return setNextAttempt(tx, r.entry, r.delivery, again)
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
		ResponseStatus: out.status, ResponseMS: out.took.Milliseconds(), Attempt: delivery.Attempts, Delivery: &id, Reference: delivery.WebhookID, CreatedAt: now,
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
