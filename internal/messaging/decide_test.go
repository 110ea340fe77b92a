package messaging

import (
	"testing"

	"svcx"
	"svcx/internal/store"
)

// In a batch that loads both, in any order.
func TestFirstOfTwoContactsHasTheAddress(t *testing.T) {
	first, second := &svcx.Contact{ID: 1, Email: "ΝΊΚΟΣ@example.com"}, &svcx.Contact{ID: 2, Email: "νίκος@example.com"}
	for _, contacts := range [][]*svcx.Contact{{first, second}, {second, first}} {
		d := newDecider(1, 0, nil, store.InboundState{Contacts: contacts})
		if _, owner := d.find(svcx.InboundSender{Type: svcx.AuthorCustomer, Email: "νίκος@example.com"}); owner == nil || owner.ID != 1 {
			t.Errorf("the address is of %+v", owner)
		}
	}
}
