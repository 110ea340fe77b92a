package store

import (
	"context"

	"svcx"
)

// What is discarded: the bytes of a file, by the blob's name, and what is cached
// of outside media, by its URL.
const (
	DiscardBlob    = "blob"
	DiscardPicture = "picture"
)

// Discard is something outside the database that nothing refers to any more.
type Discard struct {
	ID         int64
	Workspace  svcx.WorkspaceID
	Kind, Name string
}

var discardTable = newTable("discard", "id bigint", "workspace_id bigint", "kind text", "name text")

// discard has something outside the database removed after the commit.
func (tx *Tx) discard(ws svcx.WorkspaceID, kind string, names ...string) error {
	ids, err := tx.reserve("discard", len(names))
	if err != nil {
		return err
	}
	rows := make([][]any, len(names))
	for i, name := range names {
		rows[i] = []any{ids[i], ws, kind, name}
	}
	return tx.insert(discardTable, rows...)
}

// Discards lists what is to be removed outside the database, behind an id.
func (db *DB) Discards(ctx context.Context, after int64, limit int) ([]Discard, error) {
	return collect(db.reader(ctx), `SELECT id, workspace_id, kind, name FROM discard WHERE id > $1 ORDER BY id LIMIT $2`, func(s scanner) (d Discard, err error) {
		return d, s.Scan(&d.ID, &d.Workspace, &d.Kind, &d.Name)
	}, after, limit)
}

// EndDiscard notes that it is gone.
func (tx *Tx) EndDiscard(d Discard) error {
	_, err := tx.exec(`DELETE FROM discard WHERE workspace_id = $1 AND id = $2`, d.Workspace, d.ID)
	return err
}
