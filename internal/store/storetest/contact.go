package storetest

import (
	"fmt"
	"math"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// contacts stores contacts under new ids.
func (f *fixture) contacts(ws svcx.WorkspaceID, contacts ...*svcx.Contact) {
	f.Helper()
	f.write(ws, func(tx *store.Tx) error { return insertContacts(tx, ws, contacts...) })
}

func insertContacts(tx *store.Tx, ws svcx.WorkspaceID, contacts ...*svcx.Contact) error {
	ids, err := tx.ReserveContacts(len(contacts))
	if err != nil {
		return err
	}
	for i, c := range contacts {
		c.ID, c.Workspace = svcx.ContactID(ids[i]), ws
		if c.Tags == nil {
			c.Tags = []string{}
		}
		if c.Aliases == nil {
			c.Aliases = []string{}
		}
	}
	return tx.InsertContacts(contacts...)
}

func contactCases(f *fixture) {
	f.Case("what is stored is read back, with and without the optional values", func(f *fixture) {
		ws := f.workspace()
		full := &svcx.Contact{
			ExternalID: "x-1", ExternalIDDefaulted: true, Name: "Zoë \"Q\" <b>", Email: "Zoe@Example.com", AvatarURL: "https://example.com/a",
			Tags: []string{"vip", "ünï"}, CreatedAt: now, UpdatedAt: now + 1,
		}
		bare := &svcx.Contact{CreatedAt: now, UpdatedAt: now}
		f.contacts(ws, full, bare)
		for _, c := range []*svcx.Contact{full, bare} {
			f.equal("contact", must(f.db.Read(f.ctx()).Contact(ws, c.ID))(f), c)
			f.equal("in a transaction", read(f, ws, func(tx *store.Tx) (*svcx.Contact, error) { return tx.Contact(ws, c.ID) }), c)
		}
	})
	f.Case("another workspace's is not found, by reading or writing", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		c := &svcx.Contact{Name: "Theirs", CreatedAt: now}
		f.contacts(ws, c)
		_, err := f.db.Read(f.ctx()).Contact(other, c.ID)
		f.wantKind(err, svcx.KindNotFound)
		stolen := *c
		stolen.Workspace, stolen.Name = other, "Mine"
		err = f.db.Write(f.ctx(), other, func(tx *store.Tx) error { return tx.UpdateContact(&stolen) })
		f.wantKind(err, svcx.KindNotFound)
		f.equal("untouched", must(f.db.Read(f.ctx()).Contact(ws, c.ID))(f), c)
		f.equal("its total", must(f.db.Contacts(f.ctx(), other, "", svcx.Page{Limit: 10}))(f).Total, 0)
	})
	f.Case("a change can set and clear the optional values", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Contact{ExternalID: "x", Email: "x@example.com", CreatedAt: now, UpdatedAt: now}
		f.contacts(ws, c)
		c.ExternalID, c.Email, c.Name, c.AvatarURL, c.Tags, c.UpdatedAt = "", "", "Named", "https://example.com/b", []string{"t"}, now+9
		f.write(ws, func(tx *store.Tx) error { return tx.UpdateContact(c) })
		f.equal("cleared", must(f.db.Read(f.ctx()).Contact(ws, c.ID))(f), c)
		c.ExternalID, c.ExternalIDDefaulted, c.Email = "y@example.com", true, "y@example.com"
		f.write(ws, func(tx *store.Tx) error { return tx.UpdateContact(c) })
		f.equal("set", must(f.db.Read(f.ctx()).Contact(ws, c.ID))(f), c)
	})
	f.Case("the list is newest first, its total exact", func(f *fixture) {
		ws := f.workspace()
		var want []svcx.ContactID
		for i := range 7 {
			c := &svcx.Contact{Name: fmt.Sprint(i), CreatedAt: now - svcx.Time(i)}
			f.contacts(ws, c)
			want = append(want, c.ID)
		}
		slices.Reverse(want)
		f.contacts(f.workspace(), &svcx.Contact{Name: "another's"})
		for _, page := range []svcx.Page{{Limit: 100}, {Limit: 3}, {Limit: 3, Offset: 6}, {Limit: 3, Offset: 7}, {Limit: 0}} {
			f.contactPage(ws, "", page, want)
		}
	})
	f.Case("external id and address are unique per workspace (R 2.3)", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		f.contacts(ws, &svcx.Contact{ExternalID: "id", Email: "One@example.com"}, &svcx.Contact{}, &svcx.Contact{})
		f.contacts(other, &svcx.Contact{ExternalID: "id", Email: "one@example.com"})
		for constraint, c := range map[string]*svcx.Contact{
			"contact_external_id": {ExternalID: "id"}, "contact_email": {Email: "oNE@Example.com"},
		} {
			err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { return insertContacts(tx, ws, c) })
			f.wantConstraint(err, constraint)
		}
		f.equal("total after the clashes", must(f.db.Contacts(f.ctx(), ws, "", svcx.Page{Limit: 10}))(f).Total, 3)
	})
	f.Case("clashes are found before a write", clashCase)
}

func clashCase(f *fixture) {
	ws := f.workspace()
	a, b := &svcx.Contact{ExternalID: "a", Email: "A@example.com"}, &svcx.Contact{ExternalID: "b", Email: "b@example.com"}
	f.contacts(ws, a, b)
	f.contacts(f.workspace(), &svcx.Contact{ExternalID: "c", Email: "c@example.com"})
	for _, test := range []struct {
		self                svcx.ContactID
		externalID, email   string
		byExternal, byEmail svcx.ContactID
	}{
		{0, "a", "B@example.com", a.ID, b.ID},
		{0, "A", "", 0, 0}, // external ids have case
		{a.ID, "a", "a@EXAMPLE.com", 0, 0},
		{a.ID, "b", "b@example.com", b.ID, b.ID},
		{0, "c", "c@example.com", 0, 0},
		{0, "", "", 0, 0},
	} {
		got := read(f, ws, func(tx *store.Tx) ([]svcx.ContactID, error) {
			byExternal, byEmail, err := tx.ContactClash(ws, test.self, test.externalID, test.email)
			return []svcx.ContactID{byExternal, byEmail}, err
		})
		f.equal(fmt.Sprintf("%+v", test), got, []svcx.ContactID{test.byExternal, test.byEmail})
	}
}

// contactPage checks a page of contacts against the ids of the whole list.
func (f *fixture) contactPage(ws svcx.WorkspaceID, search string, page svcx.Page, all []svcx.ContactID) {
	f.Helper()
	list := must(f.db.Contacts(f.ctx(), ws, search, page))(f)
	got := []svcx.ContactID{}
	for _, c := range list.Items {
		got = append(got, c.ID)
	}
	from := min(page.Offset, len(all))
	want := append([]svcx.ContactID{}, all[from:min(from+page.Limit, len(all))]...)
	f.equal(fmt.Sprintf("search %q, page %+v", search, page), got, want)
	f.equal("total", list.Total, len(all))
	f.equal("capped", list.TotalCapped, false)
	limit := max(page.Limit, 1)
	after, following := svcx.ContactID(math.MaxInt64), []svcx.ContactID{}
	for n := 0; n <= len(all); n++ {
		list, next, err := f.db.ContactsAfter(f.ctx(), ws, search, after, limit)
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range list.Items {
			following = append(following, c.ID)
		}
		if next == nil {
			break
		}
		after = *next
	}
	f.equal(fmt.Sprintf("search %q, pages of %d that follow each other", search, limit), following, append([]svcx.ContactID{}, all...))
}
