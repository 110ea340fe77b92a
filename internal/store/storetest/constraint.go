package storetest

import (
	"errors"

	"svcx"
	"svcx/internal/store"
)

// A clash with a unique index undoes the whole write that caused it, and its error
// has the same name on both databases.
func constraintCases(f *fixture) {
	names := func(f *fixture, ws svcx.WorkspaceID) (names []string) {
		for _, c := range must(f.db.Contacts(f.ctx(), ws, "", svcx.Page{Limit: 100}))(f).Items {
			names = append(names, c.Name)
		}
		return names
	}
	f.Case("a clash undoes what the write did before", func(f *fixture) {
		ws := f.workspace()
		f.contacts(ws, &svcx.Contact{Name: "first", ExternalID: "x"})
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			if err := insertContacts(tx, ws, &svcx.Contact{Name: "before"}); err != nil {
				return err
			}
			return insertContacts(tx, ws, &svcx.Contact{Name: "same batch"}, &svcx.Contact{Name: "clash", ExternalID: "x"})
		})
		f.wantConstraint(err, "contact_external_id")
		f.equal("contacts", names(f, ws), []string{"first"})
	})
	f.Case("a wrapped clash is recognized", func(f *fixture) {
		ws := f.workspace()
		f.contacts(ws, &svcx.Contact{ExternalID: "x"})
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			return errors.Join(errors.New("adding a contact"), insertContacts(tx, ws, &svcx.Contact{ExternalID: "x"}))
		})
		f.wantConstraint(err, "contact_external_id")
		f.equal("another name", store.IsConstraint(err, "contact_email"), false)
		f.equal("no error", store.IsConstraint(nil, "contact_email"), false)
	})
	f.Case("a clash that a write ignores is its error nevertheless", func(f *fixture) {
		// PostgreSQL has aborted the transaction by then: what was written before and
		// after the clash would be lost while the writer sees no error.
		ws := f.workspace()
		f.contacts(ws, &svcx.Contact{Name: "first", ExternalID: "x"})
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			if err := insertContacts(tx, ws, &svcx.Contact{Name: "before"}); err != nil {
				return err
			}
			insertContacts(tx, ws, &svcx.Contact{ExternalID: "x"})
			return nil
		})
		f.wantConstraint(err, "contact_external_id")
		err = f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			insertContacts(tx, ws, &svcx.Contact{ExternalID: "x"})
			return insertContacts(tx, ws, &svcx.Contact{Name: "after"})
		})
		f.wantConstraint(err, "contact_external_id")
		f.equal("contacts", names(f, ws), []string{"first"})
	})
}
