package storetest

import (
	"svcx"
	"svcx/internal/store"
)

// deliver stores deliveries for the channel, one per given conversation, in that
// order.
func (f *fixture) deliver(ch store.ChannelRef, conversations ...svcx.ConversationID) []*svcx.Delivery {
	f.Helper()
	return read(f, ch.Workspace, func(tx *store.Tx) ([]*svcx.Delivery, error) { return Deliver(tx, ch, now, conversations...) })
}

// claim leases the deliveries that are due at the time, for a minute.
func (f *fixture) claim(ch store.ChannelRef, inFlight int, lease string, at svcx.Time) []*svcx.Delivery {
	f.Helper()
	return read(f, ch.Workspace, func(tx *store.Tx) ([]*svcx.Delivery, error) {
		return Claim(tx, ch, inFlight, lease, at, at+leaseTime)
	})
}

const leaseTime = svcx.Time(60_000)

func (f *fixture) end(d *svcx.Delivery, lease string, state svcx.DeliveryState, at svcx.Time) bool {
	f.Helper()
	return read(f, d.Workspace, func(tx *store.Tx) (bool, error) { return End(tx, d, lease, state, at) })
}

func deliveryIDs(deliveries []*svcx.Delivery) []svcx.DeliveryID {
	ids := []svcx.DeliveryID{}
	for _, d := range deliveries {
		ids = append(ids, d.ID)
	}
	return ids
}
