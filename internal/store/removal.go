package store

import (
	"context"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/outbound"
)

// What is deleted at once for all readers, and takes long to leave the database,
// is removed in small steps: a row of removal has what is left to do, so that the
// process may die in between.

// RemovalStep is how many rows one transaction of a removal touches: few enough
// that no other write waits long for it.
const RemovalStep = 500

// The kinds of removals: a category's references in conversations, the values of a
// field, what belongs to a conversation or a contact; and moves of conversations
// between contacts.
const (
	removalCategory     = "category"
	removalField        = "field"
	removalConversation = "conversation"
	removalContact      = "contact"
	removalMerge        = "merge"
	removalUnmerge      = "unmerge"
	// removalPurge is for an erased contact whose rows are deleted: see Purge.
	removalPurge = "scrub"
)

// Removal is a row of the table: something deleted that has left something. Its
// detail has what the steps need to know and their progress.
type Removal struct {
	kind   string
	target int64
	detail string
}

// Detail decodes the detail into a structure, SetDetail encodes one.
func (r *Removal) Detail(into any) error { return sqldb.DecodeJSON(r.detail, into) }

// SetDetail sets what Detail returns; Remove stores it with the step.
func (r *Removal) SetDetail(detail any) { r.detail = sqldb.EncodeJSON(detail) }

// beginRemoval stores a removal, which begins with the next step.
func beginRemoval(tx *Tx, ws svcx.WorkspaceID, r Removal) error {
	_, err := tx.Exec(`INSERT INTO removal (workspace_id, kind, target_id, detail) VALUES ($1, $2, $3, $4)`, ws, r.kind, r.target, r.detail)
	return err
}

// Remover takes the steps of a workspace's removals in a transaction. Its methods
// read and rewrite what they need of each table, in the file of the table.
type Remover struct {
	Tx        *Tx
	Workspace svcx.WorkspaceID
	Media     MediaOf
	outbound.Eraser
}

// NewRemover returns a Remover of the transaction and the workspace. media may be nil if
// no message is deleted.
func NewRemover(tx *Tx, ws svcx.WorkspaceID, media MediaOf) *Remover {
	return &Remover{Tx: tx, Workspace: ws, Media: media, Eraser: outbound.NewEraser(tx.Tx, ws)}
}

// MediaOf returns the URLs of outside media in a message.
type MediaOf func(*svcx.Message) []string

// EraseStep takes the next step of the erasure of a contact. What is erased is
// decided by package directory.
type EraseStep func(*Remover, *Removal) (done bool, err error)

// BeginErasure stores the removal of what a deleted contact has left, with its
// detail, whose member contacts lists the contact and those that were merged into
// it. EraseStep takes the steps.
func (r *Remover) BeginErasure(contact svcx.ContactID, detail any) error {
	return beginRemoval(r.Tx, r.Workspace, Removal{kind: removalContact, target: int64(contact), detail: sqldb.EncodeJSON(detail)})
}

// Erasing lists the contacts that are being erased, with those that were merged
// into them.
func (r Reads) Erasing(ws svcx.WorkspaceID) (contacts []svcx.ContactID, err error) {
	details, err := sqldb.Collect(r.q, `SELECT detail FROM removal WHERE workspace_id = $1 AND kind = '`+removalContact+`'`, sqldb.ScanValue[string], ws)
	for _, detail := range details {
		var erasure struct {
			Contacts []svcx.ContactID `json:"contacts"`
		}
		err = errors.Join(err, sqldb.DecodeJSON(detail, &erasure))
		contacts = append(contacts, erasure.Contacts...)
	}
	return contacts, err
}

func scanRemoval(s sqldb.Scanner) (r Removal, err error) {
	return r, s.Scan(&r.kind, &r.target, &r.detail)
}

// Removals lists the workspaces with removals that are not finished.
func (r Reads) Removals() ([]svcx.WorkspaceID, error) {
	return sqldb.Collect(r.q, `SELECT DISTINCT workspace_id FROM removal ORDER BY workspace_id`, sqldb.ScanValue[svcx.WorkspaceID])
}

// Remove runs the workspace's removals, in small steps between other writes, and
// returns when none is left or ctx ends. It may run repeatedly, and on several
// nodes at once. Blobs and pictures become pending deletions. Remove calls ended in
// the transaction that ends a removal whose progress was visible to readers.
func (db *DB) Remove(ctx context.Context, ws svcx.WorkspaceID, media MediaOf, erase EraseStep, ended func(*Tx) error) error {
	for more := true; more; {
		err := db.Write(ctx, ws, func(tx *Tx) (err error) {
			more, err = NewRemover(tx, ws, media).step(erase, ended)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Purge clears what is left of erased contacts in the text index and in the
// database's logs. What is left in the slack of pages stays until Compact. It is called after Remove.
func (db *DB) Purge(ctx context.Context, ws svcx.WorkspaceID) error {
	erased, err := sqldb.Collect(db.Reader(ctx), `SELECT target_id FROM removal WHERE workspace_id = $1 AND kind = '`+removalPurge+`'`, sqldb.ScanValue[int64], ws)
	if err != nil || len(erased) == 0 {
		return err
	}
	if err := db.Index.Update(ctx, ws); err != nil {
		return err
	}
	if err := db.Index.Purge(ctx); err != nil {
		return err
	}
	if err := db.EmptyLog(ctx); err != nil {
		return err
	}
	d := db.SQL()
	return db.Write(ctx, ws, func(tx *Tx) error {
		if db.FileBytes() > 0 {
			if err := tx.SetServerSetting(settingErased, svcx.At(db.now()).String()); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`DELETE FROM removal WHERE workspace_id = $1 AND kind = '`+removalPurge+`' AND `+d.In("target_id", "$2"), ws, d.Array(erased))
		return err
	})
}

// step takes one step and reports whether there may be another.
func (r *Remover) step(erase EraseStep, ended func(*Tx) error) (more bool, err error) {
	tx, ws := r.Tx, r.Workspace
	waiting, err := sqldb.Collect(tx, `SELECT kind, target_id, detail FROM removal WHERE workspace_id = $1 AND kind <> '`+removalPurge+`' ORDER BY kind, target_id LIMIT 1`, scanRemoval, ws)
	if err != nil || len(waiting) == 0 {
		return false, err
	}
	next := &waiting[0]
	before, done := next.detail, false
	err = tx.Pipeline(func() (err error) {
		switch next.kind {
		case removalCategory:
			done, err = categoryStep(tx, ws, next)
		case removalField:
			done, err = fieldStep(tx, ws, next)
		case removalConversation:
			done, err = r.conversationStep(next)
		case removalContact:
			done, err = erase(r, next)
		case removalMerge:
			done, err = mergeStep(tx, ws, next)
		case removalUnmerge:
			done, err = unmergeStep(tx, ws, next)
		}
		return err
	})
	switch {
	case err != nil:
	case done && next.kind == removalContact:
		_, err = tx.Exec(`UPDATE removal SET kind = '`+removalPurge+`', detail = '' WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, ws, next.kind, next.target)
	case done:
		_, err = tx.Exec(`DELETE FROM removal WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, ws, next.kind, next.target)
	case next.detail != before:
		_, err = tx.Exec(`UPDATE removal SET detail = $4 WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, ws, next.kind, next.target, next.detail)
	}
	if err != nil || !done {
		return true, err
	}
	if next.kind == removalConversation {
		return true, nil // not visible since its deletion
	}
	return true, ended(tx)
}

func categoryStep(tx *Tx, ws svcx.WorkspaceID, r *Removal) (done bool, err error) {
	type listed struct {
		id     int64
		status svcx.Status
	}
	rows, err := sqldb.Collect(tx, `SELECT id, status FROM conversation WHERE workspace_id = $1 AND category_id = $2 ORDER BY status, updated_at, id LIMIT $3`,
		func(s sqldb.Scanner) (l listed, err error) { return l, s.Scan(&l.id, &l.status) }, ws, r.target, RemovalStep)
	if err != nil || len(rows) == 0 {
		return true, err
	}
	ids, counts := make([]int64, len(rows)), make(listCounts)
	for i, l := range rows {
		ids[i] = l.id
		counts[listCount{ws, byCategory, idKey(&r.target), l.status}]--
	}
	if err := counts.write(tx); err != nil {
		return false, err
	}
	d := tx.SQL()
	_, err = tx.Exec(`UPDATE conversation`+d.ByID()+` SET category_id = NULL WHERE workspace_id = $1 AND `+d.In("id", "$2"), ws, d.Array(ids))
	return len(rows) < RemovalStep, err
}

func fieldStep(tx *Tx, ws svcx.WorkspaceID, r *Removal) (done bool, err error) {
	n, err := tx.Exec(`DELETE FROM field_value WHERE workspace_id = $1 AND field_id = $2 AND conversation_id IN
		(SELECT conversation_id FROM field_value WHERE workspace_id = $1 AND field_id = $2 LIMIT $3)`, ws, r.target, RemovalStep)
	return n < RemovalStep, err
}
