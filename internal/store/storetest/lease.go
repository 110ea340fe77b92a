package storetest

import (
	"context"
	"fmt"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Deliver stores deliveries for a channel, one per given conversation, in that order.
func Deliver(tx *store.Tx, ref store.ChannelRef, now svcx.Time, conversations ...svcx.ConversationID) ([]*svcx.Delivery, error) {
	all := make([]*svcx.Delivery, len(conversations))
	for i, c := range conversations {
		all[i] = &svcx.Delivery{
			Workspace: ref.Workspace, Channel: ref.Channel, Conversation: c, ConversationID: fmt.Sprintf("thread-%d", c), Sequence: int64(i + 1),
			WebhookID: fmt.Sprintf("msg_%d_%d", c, i), Type: svcx.EventMessageCreated, Data: svcx.EventData{Content: fmt.Sprint(i)}, CreatedAt: now,
		}
	}
	return all, tx.InsertDeliveries(ref.Workspace, all...)
}

// Claim leases due deliveries of a channel, as a deliverer does.
func Claim(tx *store.Tx, ref store.ChannelRef, inFlight int, lease string, now, until svcx.Time) (claimed []*svcx.Delivery, err error) {
	if err := tx.DueDeliveries(&claimed, ref, inFlight, now, until); err != nil {
		return nil, err
	}
	return claimed, tx.LeaseDeliveries(ref.Workspace, lease, until, claimed...)
}

// End ends a delivery. It reports false, and does nothing, if the lease was lost.
func End(tx *store.Tx, d *svcx.Delivery, lease string, state svcx.DeliveryState, now svcx.Time) (held bool, err error) {
	leased, _, err := tx.LeasedDeliveries(d.Workspace, d)
	if err != nil || leased[d.ID].Lease != lease {
		return false, err
	}
	return true, tx.EndDeliveries(d.Workspace, leased, state, now, d)
}

// Try makes an attempt at the delivery of a channel that is due, as a deliverer does: it
// ends in the state, or is ready for the next, and is in the event log.
func Try(ctx context.Context, db *store.DB, ws svcx.WorkspaceID, channel svcx.ChannelID, state svcx.DeliveryState, last svcx.Attempt, answer string) error {
	ref := store.ChannelRef{Workspace: ws, Channel: channel}
	return db.Write(ctx, ref.Workspace, func(tx *store.Tx) error {
		due, err := Claim(tx, ref, 1, "lease", last.At, last.At.Add(time.Minute))
		if err != nil || len(due) != 1 {
			return fmt.Errorf("%d deliveries are due: %w", len(due), err)
		}
		d := due[0]
		d.Last = last
		if state == svcx.DeliveryReady {
			_, err = tx.RetryDelivery(d, "lease", d.Attempts+1, last.At.Add(time.Hour))
		} else {
			_, err = End(tx, d, "lease", state, last.At)
		}
		if err != nil {
			return err
		}
		e := &svcx.EventLogEntry{
			Workspace: ref.Workspace, Channel: ref.Channel, Direction: svcx.Outbound, Type: string(d.Type), Status: svcx.EventFailed, Error: last.Error,
			ConversationID: d.ConversationID, ResponseMS: 12, Attempt: d.Attempts + 1, Delivery: &d.ID, CreatedAt: last.At, Response: answer,
		}
		if last.Status != 0 {
			e.ResponseStatus = &last.Status
		}
		return tx.InsertEvents(e)
	})
}
