package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

// The kinds of pending deletions: the bytes of a file, named by the blob, and the
// cached copy of outside media, named by its URL.
const (
	PendingBlob    = "blob"
	PendingPicture = "picture"
)

// PendingDeletion is something outside the database that nothing refers to any
// more and that is to be deleted.
type PendingDeletion struct {
	ID         int64
	Workspace  svcx.WorkspaceID
	Kind, Name string
}

var pendingDeletionTable = sqldb.NewTable("discard", func(d *PendingDeletion) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &d.ID),
		sqldb.Field("workspace_id", &d.Workspace),
		sqldb.Field("kind", &d.Kind),
		sqldb.Field("name", &d.Name),
	}
})

// deleteLater has something outside the database deleted after the commit.
func deleteLater(tx *Tx, ws svcx.WorkspaceID, kind string, names ...string) error {
	rows := make([]*PendingDeletion, len(names))
	for i, name := range names {
		rows[i] = &PendingDeletion{Workspace: ws, Kind: kind, Name: name}
	}
	if err := pendingDeletionTable.Reserve(tx.Tx, rows...); err != nil {
		return err
	}
	return pendingDeletionTable.Insert(tx.Tx, rows...)
}

// DeletePictures has cached copies of outside media deleted, by their URLs.
func (r *Remover) DeletePictures(urls ...string) error {
	return deleteLater(r.Tx, r.Workspace, PendingPicture, urls...)
}

// PendingDeletions lists the pending deletions after an id, at most limit.
func (r Reads) PendingDeletions(after int64, limit int) ([]PendingDeletion, error) {
	return sqldb.Collect(r.q, `SELECT `+pendingDeletionTable.Columns()+` FROM discard WHERE id > $1 ORDER BY id LIMIT $2`, pendingDeletionTable.ScanRow, after, limit)
}

// EndPendingDeletion records that it is deleted.
func (tx *Tx) EndPendingDeletion(d PendingDeletion) error {
	_, err := tx.Exec(`DELETE FROM discard WHERE workspace_id = $1 AND id = $2`, d.Workspace, d.ID)
	return err
}
