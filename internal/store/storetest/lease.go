package storetest

import (
	"svcx"
	"svcx/internal/store"
)

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
