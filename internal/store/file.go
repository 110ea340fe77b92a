package store

import (
	"context"

	"svcx"
)

func scanFile(s scanner) (*svcx.File, error) {
	var f svcx.File
	err := s.Scan(&f.ID, &f.Workspace, &f.Name, &f.MIMEType, &f.Size, &f.Blob, &f.User, &f.CreatedAt)
	return &f, err
}

// File finds a stored file of the workspace.
func (db *DB) File(ctx context.Context, ws svcx.WorkspaceID, id svcx.FileID) (*svcx.File, error) {
	f, err := one(db.reader(ctx), `SELECT id, workspace_id, name, mime_type, size, blob, user_id, created_at FROM file
		WHERE workspace_id = $1 AND id = $2`, scanFile, ws, id)
	return found(f, err, "file")
}

// HasBlob reports whether a file of any workspace has the blob.
func (db *DB) HasBlob(ctx context.Context, blob string) (bool, error) {
	n, err := one(db.reader(ctx), `SELECT count(*) FROM file WHERE blob = $1`, scanValue[int], blob)
	return n > 0, err
}

var fileTable = newTable("file", "id bigint", "workspace_id bigint", "name text", "mime_type text", "size bigint", "blob text", "user_id bigint",
	"created_at bigint")

// InsertFile stores what is known of a file and sets its id.
func (tx *Tx) InsertFile(f *svcx.File) error {
	ids, err := tx.reserve("file", 1)
	if err != nil {
		return err
	}
	f.ID = svcx.FileID(ids[0])
	return tx.insert(fileTable, []any{f.ID, f.Workspace, f.Name, f.MIMEType, f.Size, f.Blob, f.User, f.CreatedAt})
}
