package store

import (
	"context"

	"svcx"
	"svcx/internal/sqldb"
)

var savedReplyTable = sqldb.NewTable("saved_reply", func(r *svcx.SavedReply) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &r.ID),
		sqldb.Field("workspace_id", &r.Workspace),
		sqldb.Field("title", &r.Title),
		sqldb.Field("content", &r.Content),
		sqldb.Field("shortcut", &r.Shortcut),
		sqldb.ComputedFrom("shortcut_key", "shortcut", func() *string { return optional(nameKey(r.Shortcut)) }),
	}
})

// SavedReplies lists the saved replies of the workspace, oldest first.
func (db *DB) SavedReplies(ctx context.Context, ws svcx.WorkspaceID, page svcx.Page) (list svcx.List[*svcx.SavedReply], err error) {
	rows, err := sqldb.Collect(db.Reader(ctx), `SELECT id, octet_length(content) FROM saved_reply WHERE workspace_id = $1 ORDER BY id`, sqldb.ScanSized, ws)
	if err != nil {
		return list, err
	}
	list, err = sqldb.InPieces(ctx, svcx.Window(rows, page).Items, func(r *svcx.SavedReply) int64 { return int64(r.ID) }, func(ctx context.Context, ids []int64) ([]*svcx.SavedReply, error) {
		q := db.Reader(ctx)
		return sqldb.Collect(q, `SELECT `+savedReplyTable.Columns()+` FROM saved_reply WHERE workspace_id = $1 AND `+q.SQL().In("id", "$2"), savedReplyTable.Scan, ws, q.SQL().Array(ids))
	})
	list.Total = len(rows)
	return list, err
}

// SavedReplies reads all saved replies of the workspace, oldest first.
func (r Reads) SavedReplies(ws svcx.WorkspaceID) ([]*svcx.SavedReply, error) {
	return sqldb.Collect(r.q, `SELECT `+savedReplyTable.Columns()+` FROM saved_reply WHERE workspace_id = $1 ORDER BY id`, savedReplyTable.Scan, ws)
}

// SavedReply finds a saved reply of the workspace.
func (r Reads) SavedReply(ws svcx.WorkspaceID, id svcx.SavedReplyID) (*svcx.SavedReply, error) {
	reply, err := sqldb.One(r.q, `SELECT `+savedReplyTable.Columns()+` FROM saved_reply WHERE workspace_id = $1 AND id = $2`, savedReplyTable.Scan, ws, id)
	return sqldb.Found(reply, err, "saved reply")
}

// SavedReplyByShortcut finds the saved reply with the shortcut, without regard to
// case; nil if there is none.
func (r Reads) SavedReplyByShortcut(ws svcx.WorkspaceID, shortcut string) (*svcx.SavedReply, error) {
	return sqldb.First(r.q, `SELECT `+savedReplyTable.Columns()+` FROM saved_reply WHERE workspace_id = $1 AND shortcut_key = $2`, savedReplyTable.Scan, ws, nameKey(shortcut))
}

// InsertSavedReply stores a new saved reply and sets its id.
func (tx *Tx) InsertSavedReply(r *svcx.SavedReply) error {
	if err := savedReplyTable.Reserve(tx.Tx, r); err != nil {
		return err
	}
	return savedReplyTable.Insert(tx.Tx, r)
}

var savedReplyUpdate = savedReplyTable.Update("title", "content", "shortcut", "shortcut_key")

// UpdateSavedReply stores the fields of a saved reply that may change.
func (tx *Tx) UpdateSavedReply(r *svcx.SavedReply) error {
	_, err := savedReplyUpdate.Exec(tx.Tx, r)
	return err
}

// DeleteSavedReply deletes a saved reply; NotFound if there is none.
func (tx *Tx) DeleteSavedReply(ws svcx.WorkspaceID, id svcx.SavedReplyID) error {
	n, err := tx.Exec(`DELETE FROM saved_reply WHERE workspace_id = $1 AND id = $2`, ws, id)
	if err == nil && n == 0 {
		err = svcx.NotFound("saved reply")
	}
	return err
}
