package store

// IDReservation says how many ids of each kind to reserve.
type IDReservation struct{ Contacts, Conversations, Messages, Events, Deliveries int }

// ReserveIDs takes ids in advance, in one statement, where each later Reserve and
// Insert would send its own. Those that are not used are lost.
func (tx *Tx) ReserveIDs(n IDReservation) error {
	return tx.ReserveAhead(map[string]int{
		"contact": n.Contacts, "conversation": n.Conversations, "message": n.Messages, "event_log": n.Events, "delivery": n.Deliveries,
	})
}
