package store

import (
	"context"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/textsearch"
)

var contactTable = sqldb.NewTable("contact", func(c *svcx.Contact) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &c.ID),
		sqldb.Field("workspace_id", &c.Workspace),
		sqldb.Nullable("external_id", &c.ExternalID),
		sqldb.Field("external_id_defaulted", &c.ExternalIDDefaulted),
		sqldb.Field("name", &c.Name),
		sqldb.Field("email", &c.Email),
		// Of two contacts with the same address from before, one has no key (see package refold).
		sqldb.ComputedFrom("email_key", "email", func() *string { return optional(svcx.EmailKey(c.Email)) }),
		sqldb.Field("avatar_url", &c.AvatarURL),
		sqldb.List("tags", &c.Tags),
		sqldb.Computed("search", func() string { return textsearch.ContactWords(c) }),
		sqldb.Field("blocked_at", &c.BlockedAt),
		sqldb.Field("merged_into", &c.MergedInto),
		sqldb.List("aliases", &c.Aliases),
		sqldb.Field("created_at", &c.CreatedAt),
		sqldb.Field("updated_at", &c.UpdatedAt),
	}
})

// Contact finds a contact of the workspace, also by the id of one that was merged
// into it.
func (r Reads) Contact(ws svcx.WorkspaceID, id svcx.ContactID) (*svcx.Contact, error) {
	for {
		c, err := r.ContactRow(ws, id)
		if err != nil || c.MergedInto == nil {
			return c, err
		}
		id = *c.MergedInto
	}
}

// ContactRow finds the contact with the id itself, even if it was merged into
// another.
func (r Reads) ContactRow(ws svcx.WorkspaceID, id svcx.ContactID) (*svcx.Contact, error) {
	c, err := sqldb.One(sqldb.Brief(r.q), `SELECT `+contactTable.Columns()+` FROM contact WHERE workspace_id = $1 AND id = $2`, contactTable.Scan, ws, id)
	return sqldb.Found(c, err, "contact")
}

// ContactClash finds the contacts other than self that have the external id or
// the e-mail address, which are unique in a workspace; 0 if there is none. Empty
// values clash with nothing.
func (r Reads) ContactClash(ws svcx.WorkspaceID, self svcx.ContactID, externalID, email string) (byExternalID, byEmail svcx.ContactID, err error) {
	if externalID != "" {
		byExternalID, err = r.otherContact(`external_id = $3`, ws, self, externalID)
		if err != nil {
			return 0, 0, err
		}
	}
	if email != "" {
		byEmail, err = r.otherContact(`email_key = $3`, ws, self, svcx.EmailKey(email))
	}
	return byExternalID, byEmail, err
}

func (r Reads) otherContact(condition string, ws svcx.WorkspaceID, self svcx.ContactID, value string) (svcx.ContactID, error) {
	return sqldb.First(r.q, `SELECT id FROM contact WHERE workspace_id = $1 AND id <> $2 AND `+condition, sqldb.ScanValue[svcx.ContactID], ws, self, value)
}

// contactsBy finds contacts by a column with a value among those given.
func contactsBy(tx *Tx, all *[]*svcx.Contact, column string, ws svcx.WorkspaceID, values []string) error {
	if len(values) == 0 {
		return nil
	}
	d := tx.SQL()
	return sqldb.EnqueueCollect(tx, all, d.Lookup(contactTable.Columns(), "contact", column, len(values)), contactTable.Scan, ws, d.Array(values))
}

// ReserveContacts takes n ids for contacts that are about to be created.
func (tx *Tx) ReserveContacts(n int) ([]int64, error) { return tx.Reserve("contact", n) }

// InsertContacts stores contacts whose ids were reserved.
func (tx *Tx) InsertContacts(contacts ...*svcx.Contact) error {
	added := make(map[svcx.WorkspaceID]int)
	for _, c := range contacts {
		added[c.Workspace]++
	}
	if err := contactTable.Insert(tx.Tx, contacts...); err != nil {
		return err
	}
	for _, c := range contacts {
		if err := tx.index().PutContact(tx.Tx, c, true); err != nil {
			return err
		}
	}
	for ws, n := range added {
		if err := tx.count(ws, counterContacts, n); err != nil {
			return err
		}
	}
	return nil
}

const counterContacts = "contact"

var contactUpdate = contactTable.Update("external_id", "external_id_defaulted", "name", "email", "email_key", "avatar_url", "tags", "search",
	"updated_at", "blocked_at", "merged_into", "aliases")

// UpdateContact stores the fields of a contact that may change.
func (tx *Tx) UpdateContact(c *svcx.Contact) error {
	if err := tx.index().MarkContact(tx.Tx, c); err != nil {
		return err
	}
	if err := contactUpdate.Enqueue(tx.Tx, mustExist("contact"), c); err != nil {
		return err
	}
	return tx.index().PutContact(tx.Tx, c, false)
}

// DeleteContacts deletes a contact and those that were merged into it, with their
// merges and back requests. What else is theirs is left to the erasure.
func (r *Remover) DeleteContacts(ids []int64) error {
	d := r.Tx.SQL()
	for _, statement := range []string{
		`DELETE FROM contact WHERE workspace_id = $1 AND ` + d.In("id", "$2"),
		`DELETE FROM contact_merge WHERE workspace_id = $1 AND ` + d.In("contact_id", "$2"),
		`DELETE FROM back_request WHERE workspace_id = $1 AND ` + d.In("contact_id", "$2"),
	} {
		if err := r.Tx.Enqueue(nil, statement, r.Workspace, d.Array(ids)); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := r.Tx.index().RemoveContact(r.Tx.Tx, svcx.ContactID(id)); err != nil {
			return err
		}
	}
	return r.Tx.count(r.Workspace, counterContacts, -1) // merged ones are not counted
}

// TakenEmailKeys finds those of the addresses' keys that contacts have.
func (r *Remover) TakenEmailKeys(keys []string) ([]string, error) {
	d := r.Tx.SQL()
	return sqldb.Collect(r.Tx, `SELECT email_key FROM contact WHERE workspace_id = $1 AND `+d.In("email_key", "$2"), sqldb.ScanValue[string], r.Workspace, d.Array(keys))
}

// TakenExternalIDs finds those of the external ids that contacts have.
func (r *Remover) TakenExternalIDs(ids []string) ([]string, error) {
	d := r.Tx.SQL()
	return sqldb.Collect(r.Tx, `SELECT external_id FROM contact WHERE workspace_id = $1 AND `+d.In("external_id", "$2"), sqldb.ScanValue[string], r.Workspace, d.Array(ids))
}

// Contacts lists contacts, newest first. A search finds those that have, for each
// of its words, a word that begins with it. A search without a letter or digit
// lists all.
func (db *DB) Contacts(ctx context.Context, ws svcx.WorkspaceID, search string, page svcx.Page) (svcx.List[*svcx.Contact], error) {
	q := db.Reader(ctx)
	if !textsearch.HasWords(search) {
		return db.allContacts(q, ws, page)
	}
	ids, total, capped, err := db.Index.Contacts(ctx, ws, search, page)
	list := svcx.List[*svcx.Contact]{Total: total, TotalCapped: capped}
	if err != nil || len(ids) == 0 {
		return list, err
	}
	return list, db.contactsByID(q, &list, ws, ids)
}

// ContactsAfter lists the contacts of Contacts that follow one: at most limit, and the one
// that the next page follows, if there are more. Nothing is counted.
func (db *DB) ContactsAfter(ctx context.Context, ws svcx.WorkspaceID, search string, after svcx.ContactID, limit int) (list svcx.List[*svcx.Contact], next *svcx.ContactID, err error) {
	q := db.Reader(ctx)
	var ids []int64
	if textsearch.HasWords(search) {
		ids, err = db.Index.ContactsAfter(ctx, ws, search, after, limit+1)
	} else {
		ids, err = sqldb.Collect(q, `SELECT id FROM contact WHERE workspace_id = $1 AND merged_into IS NULL AND id < $2 ORDER BY id DESC LIMIT $3`,
			sqldb.ScanValue[int64], ws, after, limit+1)
	}
	if err != nil || len(ids) == 0 {
		return list, nil, err
	}
	if len(ids) > limit {
		ids = ids[:limit]
		last := svcx.ContactID(ids[limit-1])
		next = &last
	}
	err = db.contactsByID(q, &list, ws, ids)
	return list, next, err
}

// contactsByID reads a page of contacts, newest first.
func (db *DB) contactsByID(q sqldb.Reader, list *svcx.List[*svcx.Contact], ws svcx.WorkspaceID, ids []int64) error {
	d := q.SQL()
	from, among := d.ByIDs("id", "$2")
	return db.contactsIn(q, list, ws, from+`contact WHERE workspace_id = $1 AND `+among+` ORDER BY id DESC`, ws, d.Array(ids))
}

// contactsIn reads a page of contacts from rows, in their order.
func (db *DB) contactsIn(q sqldb.Reader, list *svcx.List[*svcx.Contact], ws svcx.WorkspaceID, rows string, args ...any) error {
	items, cut, err := sqldb.CollectUpTo(q, sqldb.PieceBytes, `SELECT `+contactTable.Columns()+` FROM `+rows, contactTable.Scan, args...)
	if err != nil || !cut {
		list.Items = items
		return err
	}
	page, err := sqldb.Collect(q, `SELECT id, octet_length(name) + octet_length(tags) + octet_length(aliases) FROM `+rows, sqldb.ScanSized, args...)
	if err != nil {
		return err
	}
	long, err := sqldb.InPieces(q.Context(), page, func(c *svcx.Contact) int64 { return int64(c.ID) }, func(ctx context.Context, ids []int64) ([]*svcx.Contact, error) {
		q := db.Reader(ctx)
		from, among := q.SQL().ByIDs("id", "$2")
		return sqldb.Collect(q, `SELECT `+contactTable.Columns()+` FROM `+from+`contact WHERE workspace_id = $1 AND `+among, contactTable.Scan, ws, q.SQL().Array(ids))
	})
	list.Items, list.More = long.Items, long.More
	return err
}

func (db *DB) allContacts(q sqldb.Reader, ws svcx.WorkspaceID, page svcx.Page) (svcx.List[*svcx.Contact], error) {
	total, err := counted(q, ws, counterContacts)
	if err != nil {
		return svcx.List[*svcx.Contact]{}, err
	}
	list := svcx.List[*svcx.Contact]{Total: total}
	err = db.contactsIn(q, &list, ws, `(SELECT id AS page_id FROM contact WHERE workspace_id = $1 AND merged_into IS NULL ORDER BY id DESC LIMIT $2 OFFSET $3) AS page
		CROSS JOIN contact WHERE workspace_id = $1 AND id = page_id ORDER BY id DESC`, ws, page.Limit, page.Offset)
	return list, err
}

// optional is NULL for the empty text.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
