package store

import (
	"context"

	"svcx"
)

// removalStep is how many rows one transaction of a removal touches: few enough
// that nobody waits for it.
const removalStep = 500

// What is removed: the mark of a category on conversations, the values of a
// field.
const (
	removalCategory = "category"
	removalField    = "field"
)

type removal struct {
	kind   string
	target int64
}

// Removals lists the workspaces in which traces of definitions that are gone
// are still to be removed.
func (db *DB) Removals(ctx context.Context) ([]svcx.WorkspaceID, error) {
	return collect(db.reader(ctx), `SELECT DISTINCT workspace_id FROM removal ORDER BY workspace_id`, scanValue[svcx.WorkspaceID])
}

// Remove removes the traces of definitions of the workspace that are gone, in
// small steps between other writes, and returns when none is left or ctx ends.
// It may run on several nodes at once and again. done is called in the
// transaction that ends a removal.
func (db *DB) Remove(ctx context.Context, ws svcx.WorkspaceID, done func(*Tx) error) error {
	for more := true; more; {
		err := db.Write(ctx, ws, func(tx *Tx) (err error) {
			more, err = tx.removeStep(ws, done)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// removeStep takes one step and reports whether there may be another.
func (tx *Tx) removeStep(ws svcx.WorkspaceID, done func(*Tx) error) (more bool, err error) {
	waiting, err := collect(tx, `SELECT kind, target_id FROM removal WHERE workspace_id = $1 ORDER BY kind, target_id LIMIT 1`,
		func(s scanner) (r removal, err error) { return r, s.Scan(&r.kind, &r.target) }, ws)
	if err != nil || len(waiting) == 0 {
		return false, err
	}
	r, n := waiting[0], int64(0)
	if r.kind == removalCategory {
		n, err = tx.exec(`UPDATE conversation SET category_id = NULL WHERE workspace_id = $1 AND id IN
			(SELECT id FROM conversation WHERE workspace_id = $1 AND category_id = $2 ORDER BY updated_at, id LIMIT $3)`, ws, r.target, removalStep)
	} else {
		n, err = tx.exec(`DELETE FROM field_value WHERE workspace_id = $1 AND field_id = $2 AND conversation_id IN
			(SELECT conversation_id FROM field_value WHERE workspace_id = $1 AND field_id = $2 LIMIT $3)`, ws, r.target, removalStep)
	}
	if err != nil || n == removalStep {
		return true, err
	}
	if _, err = tx.exec(`DELETE FROM removal WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, ws, r.kind, r.target); err != nil {
		return true, err
	}
	return true, done(tx)
}
