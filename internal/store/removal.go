package store

import (
	"context"

	"svcx"
)

// What is deleted at once for all readers, and takes long to leave the database,
// is removed in small steps: a row of removal has what is left to do, so that the
// process may die in between.

// removalStep is how many rows one transaction of a removal touches: few enough
// that no other write waits long for it.
const removalStep = 500

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

// removal is a row of the table. detail has what the steps need to know and their
// progress.
type removal struct {
	kind   string
	target int64
	detail string
}

// beginRemoval stores a removal, which begins with the next step.
func (tx *Tx) beginRemoval(ws svcx.WorkspaceID, r removal) error {
	_, err := tx.exec(`INSERT INTO removal (workspace_id, kind, target_id, detail) VALUES ($1, $2, $3, $4)`, ws, r.kind, r.target, r.detail)
	return err
}

// MediaOf returns the URLs of outside media in a message.
type MediaOf func(*svcx.Message) []string

// Removals lists the workspaces with removals that are not finished.
func (db *DB) Removals(ctx context.Context) ([]svcx.WorkspaceID, error) {
	return collect(db.reader(ctx), `SELECT DISTINCT workspace_id FROM removal ORDER BY workspace_id`, scanValue[svcx.WorkspaceID])
}

// Remove runs the workspace's removals, in small steps between other writes, and
// returns when none is left or ctx ends. It may run repeatedly, and on several
// nodes at once. Blobs and pictures become pending deletions. Remove calls ended in
// the transaction that ends a removal whose progress was visible to readers.
func (db *DB) Remove(ctx context.Context, ws svcx.WorkspaceID, media MediaOf, ended func(*Tx) error) error {
	for more := true; more; {
		err := db.Write(ctx, ws, func(tx *Tx) (err error) {
			more, err = tx.removeStep(ws, media, ended)
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
	erased, err := collect(db.reader(ctx), `SELECT target_id FROM removal WHERE workspace_id = $1 AND kind = '`+removalPurge+`'`, scanValue[int64], ws)
	if err != nil || len(erased) == 0 {
		return err
	}
	if err := db.IndexSearch(ctx, ws); err != nil {
		return err
	}
	if err := db.search.Purge(ctx); err != nil {
		return err
	}
	if err := db.dialect.emptyLog(ctx); err != nil {
		return err
	}
	d := db.dialect
	return db.Write(ctx, ws, func(tx *Tx) error {
		if d.fileBytes() > 0 {
			if err := tx.SetServerSetting(settingErased, svcx.At(db.now()).String()); err != nil {
				return err
			}
		}
		_, err := tx.exec(`DELETE FROM removal WHERE workspace_id = $1 AND kind = '`+removalPurge+`' AND `+d.in("target_id", "$2"), ws, d.array(erased))
		return err
	})
}

// removeStep takes one step and reports whether there may be another.
func (tx *Tx) removeStep(ws svcx.WorkspaceID, media MediaOf, ended func(*Tx) error) (more bool, err error) {
	waiting, err := collect(tx, `SELECT kind, target_id, detail FROM removal WHERE workspace_id = $1 AND kind <> '`+removalPurge+`' ORDER BY kind, target_id LIMIT 1`,
		func(s scanner) (r removal, err error) { return r, s.Scan(&r.kind, &r.target, &r.detail) }, ws)
	if err != nil || len(waiting) == 0 {
		return false, err
	}
	r := waiting[0]
	before, done := r.detail, false
	switch r.kind {
	case removalCategory:
		done, err = tx.categoryStep(ws, &r)
	case removalField:
		done, err = tx.fieldStep(ws, &r)
	case removalConversation:
		done, err = tx.conversationStep(ws, &r, media)
	case removalContact:
		done, err = tx.erasureStep(ws, &r, media)
	case removalMerge:
		done, err = tx.mergeStep(ws, &r)
	case removalUnmerge:
		done, err = tx.unmergeStep(ws, &r)
	}
	switch {
	case err != nil:
	case done && r.kind == removalContact:
		_, err = tx.exec(`UPDATE removal SET kind = '`+removalPurge+`', detail = '' WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, ws, r.kind, r.target)
	case done:
		_, err = tx.exec(`DELETE FROM removal WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, ws, r.kind, r.target)
	case r.detail != before:
		_, err = tx.exec(`UPDATE removal SET detail = $4 WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, ws, r.kind, r.target, r.detail)
	}
	if err != nil || !done {
		return true, err
	}
	if r.kind == removalConversation {
		return true, nil // not visible since its deletion
	}
	return true, ended(tx)
}

func (tx *Tx) categoryStep(ws svcx.WorkspaceID, r *removal) (done bool, err error) {
	n, err := tx.exec(`UPDATE conversation`+tx.dialectOf().byID()+` SET category_id = NULL WHERE workspace_id = $1 AND id IN
		(SELECT id FROM conversation WHERE workspace_id = $1 AND category_id = $2 ORDER BY updated_at, id LIMIT $3)`, ws, r.target, removalStep)
	return n < removalStep, err
}

func (tx *Tx) fieldStep(ws svcx.WorkspaceID, r *removal) (done bool, err error) {
	n, err := tx.exec(`DELETE FROM field_value WHERE workspace_id = $1 AND field_id = $2 AND conversation_id IN
		(SELECT conversation_id FROM field_value WHERE workspace_id = $1 AND field_id = $2 LIMIT $3)`, ws, r.target, removalStep)
	return n < removalStep, err
}
