package storetest

import (
	"svcx"
	"svcx/internal/store"
)

// What is folded by the rule of this version is unchanged; for older rules see
// TestRefoldedContactsAreFoundByNameAndAddress.
func refoldCases(f *fixture) {
	f.Case("folding again changes nothing", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Contact{Name: "Νίκος", Email: "νίκος@bücher.example"}
		f.contacts(ws, c)
		for range 2 {
			if err := f.db.Refold(f.ctx()); err != nil {
				f.Fatal(err)
			}
			f.contactPage(ws, "ΝΙΚΟΣ", svcx.Page{Limit: 10}, []svcx.ContactID{c.ID})
			clash := read(f, ws, func(tx *store.Tx) (svcx.ContactID, error) {
				_, byEmail, err := tx.ContactClash(ws, 0, "", "ΝΊΚΟΣ@xn--bcher-kva.example")
				return byEmail, err
			})
			f.equal("found by address", clash, c.ID)
		}
	})
}
