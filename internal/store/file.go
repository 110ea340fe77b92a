package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var fileTable = sqldb.NewTable("file", func(f *svcx.File) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &f.ID),
		sqldb.Field("workspace_id", &f.Workspace),
		sqldb.Field("name", &f.Name),
		sqldb.Field("mime_type", &f.MIMEType),
		sqldb.Field("size", &f.Size),
		sqldb.Field("blob", &f.Blob),
		sqldb.Field("user_id", &f.User),
		sqldb.Field("created_at", &f.CreatedAt),
		// NULL while a message shows the file.
		sqldb.Computed("unused_since", func() *svcx.Time { return &f.CreatedAt }),
	}
})

// File finds a stored file of the workspace.
func (r Reads) File(ws svcx.WorkspaceID, id svcx.FileID) (*svcx.File, error) {
	f, err := sqldb.One(r.q, `SELECT `+fileTable.Columns()+` FROM file
		WHERE workspace_id = $1 AND id = $2`, fileTable.Scan, ws, id)
	return sqldb.Found(f, err, "file")
}

// HasBlob reports whether a file of any workspace has the blob.
func (r Reads) HasBlob(blob string) (bool, error) {
	n, err := sqldb.One(r.q, `SELECT count(*) FROM file WHERE blob = $1`, sqldb.ScanValue[int], blob)
	return n > 0, err
}

// InsertFile stores the row of a file and sets its id.
func (tx *Tx) InsertFile(f *svcx.File) error {
	if err := fileTable.Reserve(tx.Tx, f); err != nil {
		return err
	}
	return fileTable.Insert(tx.Tx, f)
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
	return sqldb.Collect(r.q, `SELECT `+fileTable.Columns()+` FROM file
		WHERE unused_since < $1 ORDER BY unused_since LIMIT $2`, fileTable.Scan, before, limit)
}

// DeleteUnusedFile deletes a file, unless a message has come to show it.
func (tx *Tx) DeleteUnusedFile(f *svcx.File) error {
	n, err := sqldb.One(tx, `SELECT count(*) FROM file WHERE workspace_id = $1 AND id = $2 AND unused_since IS NOT NULL`, sqldb.ScanValue[int], f.Workspace, f.ID)
	if err != nil || n == 0 {
		return err
	}
	return deleteFile(tx, f.Workspace, f.ID)
}
