package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Deliveries has the use cases of the deliveries of messages to the integrator.
type Deliveries struct{ core *inbox.Core }

// NewDeliveries returns them.
func NewDeliveries(core *inbox.Core) Deliveries { return Deliveries{core} }

// OfMessages finds the deliveries of messages. A message that was sent to nobody has none,
// and neither has one whose delivery is no longer kept.
func (d Deliveries) OfMessages(ctx context.Context, w *svcx.Workspace, messages []svcx.MessageID) (map[svcx.MessageID]svcx.MessageDelivery, error) {
	found := make(map[svcx.MessageID]svcx.MessageDelivery)
	if len(messages) == 0 {
		return found, nil
	}
	all, err := d.core.DB.Read(ctx).MessageDeliveries(w.ID, messages)
	for _, one := range all {
		found[one.Message] = one
	}
	return found, err
}

// Marks finds what lists mark conversations with.
func (d Deliveries) Marks(ctx context.Context, w *svcx.Workspace, conversations []svcx.ConversationID) (map[svcx.ConversationID]svcx.RowMark, error) {
	found := make(map[svcx.ConversationID]svcx.RowMark)
	if len(conversations) == 0 {
		return found, nil
	}
	marks, err := d.core.DB.Read(ctx).RowMarks(w.ID, conversations)
	for _, m := range marks {
		found[m.Conversation] = m
	}
	return found, err
}

// Attempts lists the attempts at a delivery, newest first, as far as the event log still
// has them.
func (d Deliveries) Attempts(ctx context.Context, w *svcx.Workspace, of svcx.MessageDelivery) ([]svcx.AttemptRecord, error) {
	return d.core.DB.Read(ctx).Attempts(w.ID, of)
}

// SendAgain sends a message of a conversation again whose delivery has failed, as a
// redelivery does (D 4), or makes its next attempt now. One that was accepted
// is left alone; one of which nothing is known is NotFound.
func (d Deliveries) SendAgain(ctx context.Context, call inbox.Call, conversation svcx.ConversationID, message svcx.MessageID) error {
	return d.core.DB.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		all, err := tx.MessageDeliveries(call.Workspace.ID, []svcx.MessageID{message})
		switch {
		case err != nil:
			return err
		case len(all) == 0 || all[0].Conversation != conversation:
			return svcx.NotFound("delivery")
		case all[0].State == svcx.DeliveryDelivered:
			return nil
		}
		ref := store.ChannelRef{Workspace: call.Workspace.ID, Channel: all[0].Channel}
		again, err := tx.ResendDelivery(ref, all[0].Delivery, d.core.Now())
		if err == nil && !again {
			err = tx.RetryNow(ref, all[0].Delivery, d.core.Now())
		}
		if err != nil {
			return err
		}
		if err := d.core.ShowDelivery(tx, call.Workspace.ID, conversation, message); err != nil {
			return err
		}
		tx.OnCommit(func() { d.core.Wake(ref) })
		return d.core.Audit(tx, call, svcx.AuditRedeliver, "channel", ref.Channel, "delivery", all[0].Delivery)
	})
}
