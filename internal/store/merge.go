package store

import (
	"slices"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/textsearch"
)

// Merged contacts keep their rows: their external ids and addresses stay in the
// unique indexes and lead to the contact that they were merged into. A merge can be
// undone.

// MergeUndo is what is needed to undo a merge: the values of both contacts before,
// and those of the surviving one after.
type MergeUndo struct {
	Merged Identity `json:"merged"`
	Before Identity `json:"before"`
	After  Identity `json:"after"`
	// Tags are the tags that the merge added.
	Tags []string `json:"tags"`
}

// Identity are the values that a merge may pass from one contact to the other.
type Identity struct {
	ExternalID          string `json:"externalId,omitempty"`
	ExternalIDDefaulted bool   `json:"externalIdDefaulted,omitempty"`
	Name                string `json:"name,omitempty"`
	Email               string `json:"email,omitempty"`
	AvatarURL           string `json:"avatarUrl,omitempty"`
}

// PutMerge stores both contacts, with merged merged into into, and begins to move
// its conversations, which Remove continues.
func (tx *Tx) PutMerge(merged, into *svcx.Contact, undo MergeUndo, at svcx.Time) error {
	merged.MergedInto = &into.ID
	// The contact that loses values is stored first: they are unique.
	if err := updateContacts(tx, merged, into); err != nil {
		return err
	}
	if _, err := tx.Exec(`INSERT INTO contact_merge (workspace_id, contact_id, undo, merged_at) VALUES ($1, $2, $3, $4)`,
		merged.Workspace, merged.ID, sqldb.EncodeJSON(undo), at); err != nil {
		return err
	}
	if err := tx.count(merged.Workspace, counterContacts, -1); err != nil {
		return err
	}
	return beginRemoval(tx, merged.Workspace, Removal{kind: removalMerge, target: int64(merged.ID)})
}

func updateContacts(tx *Tx, contacts ...*svcx.Contact) error {
	for _, c := range contacts {
		if err := tx.UpdateContact(c); err != nil {
			return err
		}
	}
	return nil
}

// EndMerge stores both contacts, with merged a contact of its own again, and begins
// to move its conversations back.
func (tx *Tx) EndMerge(merged, into *svcx.Contact) error {
	merged.MergedInto = nil
	if err := updateContacts(tx, into, merged); err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM contact_merge WHERE workspace_id = $1 AND contact_id = $2`, merged.Workspace, merged.ID); err != nil {
		return err
	}
	if err := tx.count(merged.Workspace, counterContacts, 1); err != nil {
		return err
	}
	return beginRemoval(tx, merged.Workspace, Removal{kind: removalUnmerge, target: int64(merged.ID), detail: sqldb.EncodeJSON(into.ID)})
}

// MergeUndo reads what is needed to undo the merge of a contact.
func (r Reads) MergeUndo(ws svcx.WorkspaceID, id svcx.ContactID) (undo MergeUndo, err error) {
	text, err := sqldb.One(r.q, `SELECT undo FROM contact_merge WHERE workspace_id = $1 AND contact_id = $2`, sqldb.ScanValue[string], ws, id)
	if text, err = sqldb.Found(text, err, "merge"); err != nil {
		return undo, err
	}
	return undo, sqldb.DecodeJSON(text, &undo)
}

// MergedContacts lists the contacts that were merged into one, oldest merge first.
func (r Reads) MergedContacts(ws svcx.WorkspaceID, into svcx.ContactID) ([]svcx.MergedContact, error) {
	rows, err := sqldb.Collect(r.q, `SELECT `+contactTable.Columns()+` FROM contact WHERE workspace_id = $1 AND merged_into = $2`, contactTable.Scan, ws, into)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	type moment struct {
		id svcx.ContactID
		at svcx.Time
	}
	ids := make([]int64, len(rows))
	for i, c := range rows {
		ids[i] = int64(c.ID)
	}
	d := r.q.SQL()
	moments, err := sqldb.Collect(r.q, `SELECT contact_id, merged_at FROM contact_merge WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` ORDER BY merged_at, contact_id`,
		func(s sqldb.Scanner) (m moment, err error) { return m, s.Scan(&m.id, &m.at) }, ws, d.Array(ids))
	if err != nil {
		return nil, err
	}
	var merged []svcx.MergedContact
	for _, m := range moments {
		if i := slices.IndexFunc(rows, func(c *svcx.Contact) bool { return c.ID == m.id }); i >= 0 {
			merged = append(merged, svcx.MergedContact{Contact: *rows[i], MergedAt: m.at})
		}
	}
	return merged, nil
}

// withSurvivors adds the contacts that the given ones were merged into.
func (r Reads) withSurvivors(ws svcx.WorkspaceID, contacts []*svcx.Contact) ([]*svcx.Contact, error) {
	known := make(map[svcx.ContactID]bool)
	for _, c := range contacts {
		known[c.ID] = true
	}
	for rest := contacts; ; {
		var missing []int64
		for _, c := range rest {
			if into := c.MergedInto; into != nil && !known[*into] {
				known[*into] = true
				missing = append(missing, int64(*into))
			}
		}
		if len(missing) == 0 {
			return contacts, nil
		}
		d := r.q.SQL()
		more, err := sqldb.Collect(r.q, `SELECT `+contactTable.Columns()+` FROM contact WHERE workspace_id = $1 AND `+d.In("id", "$2"), contactTable.Scan, ws, d.Array(missing))
		if err != nil {
			return nil, err
		}
		contacts, rest = append(contacts, more...), more
	}
}

// movesTo is the contact that a conversation is being moved to, while a merge or
// its undoing is not finished: readers see it under that contact at once. It is
// NULL for all conversations but those that are still to be moved.
const movesTo = `COALESCE((SELECT to_contact.merged_into FROM removal AS going
		CROSS JOIN contact AS to_contact
		WHERE going.workspace_id = conversation.workspace_id AND going.kind = '` + removalMerge + `' AND going.target_id = conversation.contact_id
		AND to_contact.workspace_id = going.workspace_id AND to_contact.id = going.target_id),
	(SELECT going.target_id FROM removal AS going
		CROSS JOIN contact_move
		WHERE going.workspace_id = conversation.workspace_id AND going.kind = '` + removalUnmerge + `' AND going.detail = CAST(conversation.contact_id AS text)
		AND contact_move.workspace_id = going.workspace_id AND contact_move.contact_id = going.target_id AND contact_move.conversation_id = conversation.id))`

// storedContact is the contact in a conversation's row.
func storedContact(c *svcx.Conversation) *svcx.ContactID {
	if c.MovesFrom != nil {
		return c.MovesFrom
	}
	return c.Contact
}

// MovesWith finds the other contact of an unfinished merge or undoing of one; nil
// if there is none. A workspace has at most one at a time.
func (r Reads) MovesWith(ws svcx.WorkspaceID, id svcx.ContactID) (*svcx.ContactID, error) {
	type pair struct{ from, to svcx.ContactID }
	pairs, err := sqldb.Collect(r.q, `SELECT target_id, CASE WHEN kind = '`+removalMerge+`'
		THEN (SELECT merged_into FROM contact WHERE workspace_id = $1 AND id = target_id) ELSE CAST(detail AS bigint) END
		FROM removal WHERE workspace_id = $1 AND kind IN ('`+removalMerge+`', '`+removalUnmerge+`')`,
		func(s sqldb.Scanner) (p pair, err error) { return p, s.Scan(&p.from, &p.to) }, ws)
	for _, p := range pairs {
		switch id {
		case p.from:
			return &p.to, err
		case p.to:
			return &p.from, err
		}
	}
	return nil, err
}

// MovingContacts reports whether a merge or its undoing is still moving
// conversations of the workspace.
func (r Reads) MovingContacts(ws svcx.WorkspaceID) (bool, error) {
	n, err := sqldb.One(r.q, `SELECT count(*) FROM removal WHERE workspace_id = $1 AND kind IN ('`+removalMerge+`', '`+removalUnmerge+`')`, sqldb.ScanValue[int], ws)
	return n > 0, err
}

// mergeStep moves conversations of a contact to the one that it was merged into,
// and records which.
func mergeStep(tx *Tx, ws svcx.WorkspaceID, r *Removal) (done bool, err error) {
	into, err := tx.Contact(ws, svcx.ContactID(r.target))
	if svcx.KindOf(err) == svcx.KindNotFound {
		return true, nil // erased meanwhile
	}
	if err != nil {
		return false, err
	}
	ids, err := sqldb.Collect(tx, `SELECT id FROM conversation WHERE workspace_id = $1 AND contact_id = $2 ORDER BY id LIMIT $3`, sqldb.ScanValue[int64], ws, r.target, RemovalStep)
	if err != nil || len(ids) == 0 || into.ID == svcx.ContactID(r.target) {
		return err == nil, err
	}
	d := tx.SQL()
	if _, err := tx.Exec(`INSERT INTO contact_move (workspace_id, contact_id, conversation_id)
		SELECT workspace_id, contact_id, id FROM conversation`+d.ByID()+` WHERE workspace_id = $1 AND `+d.In("id", "$2"), ws, d.Array(ids)); err != nil {
		return false, err
	}
	if _, err := tx.Exec(`UPDATE conversation`+d.ByID()+` SET contact_id = $2 WHERE workspace_id = $1 AND `+d.In("id", "$3"), ws, into.ID, d.Array(ids)); err != nil {
		return false, err
	}
	return len(ids) < RemovalStep, tx.index().Mark(tx.Tx, ws, textsearch.Heads, ids...)
}

// unmergeStep moves conversations back. Messages written meanwhile under the
// contact's own external id become the contact's; for the others it records that
// the other contact wrote there.
func unmergeStep(tx *Tx, ws svcx.WorkspaceID, r *Removal) (done bool, err error) {
	var from svcx.ContactID
	if err := sqldb.DecodeJSON(r.detail, &from); err != nil {
		return false, err
	}
	ids, err := sqldb.Collect(tx, `SELECT conversation_id FROM contact_move WHERE workspace_id = $1 AND contact_id = $2 ORDER BY conversation_id LIMIT $3`,
		sqldb.ScanValue[int64], ws, r.target, RemovalStep)
	if err != nil || len(ids) == 0 {
		return err == nil, err
	}
	d := tx.SQL()
	moving, err := sqldb.Collect(tx, `SELECT id FROM conversation WHERE workspace_id = $1 AND contact_id = $2 AND `+d.In("id", "$3"), sqldb.ScanValue[int64], ws, from, d.Array(ids))
	if err != nil {
		return false, err
	}
	for _, statement := range []string{
		`UPDATE conversation SET contact_id = $3 WHERE workspace_id = $1 AND contact_id = $2 AND ` + d.In("id", "$4"),
		`UPDATE message SET author_contact_id = $3 WHERE workspace_id = $1 AND author_contact_id = $2 AND ` + d.In("conversation_id", "$4") + `
			AND author_external_id <> '' AND author_external_id = (SELECT external_id FROM contact WHERE workspace_id = $1 AND id = $3)`,
		`INSERT INTO contact_visit (workspace_id, contact_id, conversation_id)
			SELECT DISTINCT workspace_id, author_contact_id, conversation_id FROM message
			WHERE workspace_id = $1 AND author_contact_id = $2 AND author_contact_id <> $3 AND ` + d.In("conversation_id", "$4") + `
			ON CONFLICT DO NOTHING`,
	} {
		if _, err := tx.Exec(statement, ws, from, r.target, d.Array(moving)); err != nil {
			return false, err
		}
	}
	if err := tx.index().Mark(tx.Tx, ws, textsearch.Heads, moving...); err != nil {
		return false, err
	}
	_, err = tx.Exec(`DELETE FROM contact_move WHERE workspace_id = $1 AND contact_id = $2 AND `+d.In("conversation_id", "$3"), ws, r.target, d.Array(ids))
	return len(ids) < RemovalStep, err
}

// CountMoved counts the conversations that the merge of a contact has moved.
func (r Reads) CountMoved(ws svcx.WorkspaceID, merged svcx.ContactID) (int, error) {
	return sqldb.One(r.q, `SELECT count(*) FROM contact_move WHERE workspace_id = $1 AND contact_id = $2`, sqldb.ScanValue[int], ws, merged)
}

// PutVisit records that a contact wrote in a conversation of another contact.
func (tx *Tx) PutVisit(ws svcx.WorkspaceID, contact svcx.ContactID, conversation svcx.ConversationID) error {
	return tx.Enqueue(nil, `INSERT INTO contact_visit (workspace_id, contact_id, conversation_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, ws, contact, conversation)
}

// FirstVisit finds the first conversation of others in which one of the contacts
// wrote; 0 if there is none.
func (r *Remover) FirstVisit(contacts []int64) (svcx.ConversationID, error) {
	d := r.Tx.SQL()
	ids, err := sqldb.Collect(r.Tx, `SELECT conversation_id FROM contact_visit WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` ORDER BY conversation_id LIMIT 1`,
		sqldb.ScanValue[svcx.ConversationID], r.Workspace, d.Array(contacts))
	return first(ids), err
}

// DeleteVisits deletes the records that contacts wrote in a conversation.
func (r *Remover) DeleteVisits(contacts []int64, conversation svcx.ConversationID) error {
	d := r.Tx.SQL()
	return r.Tx.Enqueue(nil, `DELETE FROM contact_visit WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` AND conversation_id = $3`, r.Workspace, d.Array(contacts), conversation)
}

// DeleteMoves deletes records of which conversations merges of the contacts have
// moved, at most limit, and returns how many.
func (r *Remover) DeleteMoves(contacts []int64, limit int) (int64, error) {
	d := r.Tx.SQL()
	return r.Tx.Exec(`DELETE FROM contact_move WHERE workspace_id = $1 AND (contact_id, conversation_id) IN
		(SELECT contact_id, conversation_id FROM contact_move WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` LIMIT $3)`, r.Workspace, d.Array(contacts), limit)
}
