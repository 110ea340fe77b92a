package store

import (
	"svcx/internal/sqldb"

	"svcx"
)

func scanFile(s sqldb.Scanner) (*svcx.File, error) {
	var f svcx.File
	err := s.Scan(&f.ID, &f.Workspace, &f.Name, &f.MIMEType, &f.Size, &f.Blob, &f.User, &f.CreatedAt)
	return &f, err
}

// File finds a stored file of the workspace.
func (r Reads) File(ws svcx.WorkspaceID, id svcx.FileID) (*svcx.File, error) {
	f, err := sqldb.One(r.q, `SELECT id, workspace_id, name, mime_type, size, blob, user_id, created_at FROM file
		WHERE workspace_id = $1 AND id = $2`, scanFile, ws, id)
	return found(f, err, "file")
}

// HasBlob reports whether a file of any workspace has the blob.
func (r Reads) HasBlob(blob string) (bool, error) {
	n, err := sqldb.One(r.q, `SELECT count(*) FROM file WHERE blob = $1`, sqldb.ScanValue[int], blob)
	return n > 0, err
}

var fileTable = sqldb.NewTable("file", "id bigint", "workspace_id bigint", "name text", "mime_type text", "size bigint", "blob text", "user_id bigint",
	"created_at bigint", "unused_since bigint")

// InsertFile stores the row of a file and sets its id.
func (tx *Tx) InsertFile(f *svcx.File) error {
	ids, err := tx.Reserve("file", 1)
	if err != nil {
		return err
	}
	f.ID = svcx.FileID(ids[0])
	return tx.Insert(fileTable, []any{f.ID, f.Workspace, f.Name, f.MIMEType, f.Size, f.Blob, f.User, f.CreatedAt, f.CreatedAt})
}

// useFiles records that a new message shows stored files. NotFound if one was
// deleted meanwhile.
func useFiles(tx *Tx, m *svcx.Message) error {
	for _, a := range m.Attachments {
		if a.File == 0 {
			continue
		}
		if err := tx.Enqueue(mustExist("file"), `UPDATE file SET unused_since = NULL WHERE workspace_id = $1 AND id = $2`, m.Workspace, a.File); err != nil {
			return err
		}
		if err := tx.Enqueue(nil, `INSERT INTO file_use (workspace_id, file_id, message_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
			m.Workspace, a.File, m.ID); err != nil {
			return err
		}
	}
	return nil
}

// releaseFiles records that a message is deleted, and deletes those of its files
// that no other message shows.
func releaseFiles(tx *Tx, m *svcx.Message) error {
	for _, a := range m.Attachments {
		if a.File == 0 {
			continue
		}
		if _, err := tx.Exec(`DELETE FROM file_use WHERE workspace_id = $1 AND file_id = $2 AND message_id = $3`, m.Workspace, a.File, m.ID); err != nil {
			return err
		}
		others, err := sqldb.One(tx, `SELECT count(*) FROM file_use WHERE workspace_id = $1 AND file_id = $2`, sqldb.ScanValue[int], m.Workspace, a.File)
		if err != nil {
			return err
		}
		if others == 0 {
			if err := deleteFile(tx, m.Workspace, a.File); err != nil {
				return err
			}
		}
	}
	return nil
}

func deleteFile(tx *Tx, ws svcx.WorkspaceID, id svcx.FileID) error {
	blobs, err := sqldb.Collect(tx, `SELECT blob FROM file WHERE workspace_id = $1 AND id = $2`, sqldb.ScanValue[string], ws, id)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM file WHERE workspace_id = $1 AND id = $2`, ws, id); err != nil {
		return err
	}
	return deleteLater(tx, ws, PendingBlob, blobs...)
}

// UnusedFiles lists files that no message has shown since the given time.
func (r Reads) UnusedFiles(before svcx.Time, limit int) ([]*svcx.File, error) {
	return sqldb.Collect(r.q, `SELECT id, workspace_id, name, mime_type, size, blob, user_id, created_at FROM file
		WHERE unused_since < $1 ORDER BY unused_since LIMIT $2`, scanFile, before, limit)
}

// DeleteUnusedFile deletes a file, unless a message has come to show it.
func (tx *Tx) DeleteUnusedFile(f *svcx.File) error {
	n, err := sqldb.One(tx, `SELECT count(*) FROM file WHERE workspace_id = $1 AND id = $2 AND unused_since IS NOT NULL`, sqldb.ScanValue[int], f.Workspace, f.ID)
	if err != nil || n == 0 {
		return err
	}
	return deleteFile(tx, f.Workspace, f.ID)
}
