package storetest

import (
	"fmt"

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
