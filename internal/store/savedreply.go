package store

import (
	"context"

	"svcx"
	"svcx/internal/sqldb"
)

const savedReplyColumns = `id, workspace_id, title, content, shortcut`

func scanSavedReply(s sqldb.Scanner) (*svcx.SavedReply, error) {
	var r svcx.SavedReply
	err := s.Scan(&r.ID, &r.Workspace, &r.Title, &r.Content, &r.Shortcut)
	return &r, err
}

// SavedReplies lists the saved replies of the workspace, oldest first.
func (db *DB) SavedReplies(ctx context.Context, ws svcx.WorkspaceID, page svcx.Page) (list svcx.List[*svcx.SavedReply], err error) {
	rows, err := sqldb.Collect(db.Reader(ctx), `SELECT id, octet_length(content) FROM saved_reply WHERE workspace_id = $1 ORDER BY id`, sqldb.ScanSized, ws)
	if err != nil {
		return list, err
	}
	list, err = sqldb.InPieces(ctx, pageOf(rows, page), func(r *svcx.SavedReply) int64 { return int64(r.ID) }, func(ctx context.Context, ids []int64) ([]*svcx.SavedReply, error) {
		q := db.Reader(ctx)
		return sqldb.Collect(q, `SELECT `+savedReplyColumns+` FROM saved_reply WHERE workspace_id = $1 AND `+q.SQL().In("id", "$2"), scanSavedReply, ws, q.SQL().Array(ids))
	})
	list.Total = len(rows)
	return list, err
}

// SavedReplies is the same within the transaction.
func (r Reads) SavedReplies(ws svcx.WorkspaceID) ([]*svcx.SavedReply, error) {
	return sqldb.Collect(r.q, `SELECT `+savedReplyColumns+` FROM saved_reply WHERE workspace_id = $1 ORDER BY id`, scanSavedReply, ws)
}

// SavedReply finds a saved reply of the workspace.
func (r Reads) SavedReply(ws svcx.WorkspaceID, id svcx.SavedReplyID) (*svcx.SavedReply, error) {
	reply, err := sqldb.One(r.q, `SELECT `+savedReplyColumns+` FROM saved_reply WHERE workspace_id = $1 AND id = $2`, scanSavedReply, ws, id)
	return found(reply, err, "saved reply")
}

// SavedReplyByShortcut finds the saved reply with the shortcut, without regard to
// case; nil if there is none.
func (r Reads) SavedReplyByShortcut(ws svcx.WorkspaceID, shortcut string) (*svcx.SavedReply, error) {
	all, err := sqldb.Collect(r.q, `SELECT `+savedReplyColumns+` FROM saved_reply WHERE workspace_id = $1 AND shortcut_key = $2`, scanSavedReply, ws, nameKey(shortcut))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all[0], nil
}

var savedReplyTable = sqldb.NewTable("saved_reply", "id bigint", "workspace_id bigint", "title text", "content text", "shortcut text", "shortcut_key text")

// InsertSavedReply stores a new saved reply and sets its id.
func (tx *Tx) InsertSavedReply(r *svcx.SavedReply) error {
	ids, err := tx.Reserve("saved_reply", 1)
	if err != nil {
		return err
	}
	r.ID = svcx.SavedReplyID(ids[0])
	return tx.Insert(savedReplyTable, []any{r.ID, r.Workspace, r.Title, r.Content, r.Shortcut, optional(nameKey(r.Shortcut))})
}

// UpdateSavedReply stores the fields of a saved reply that may change.
func (tx *Tx) UpdateSavedReply(r *svcx.SavedReply) error {
	_, err := tx.Exec(`UPDATE saved_reply SET title = $3, content = $4, shortcut = $5,
		shortcut_key = CASE WHEN shortcut = $5 THEN shortcut_key ELSE $6 END WHERE workspace_id = $1 AND id = $2`,
		r.Workspace, r.ID, r.Title, r.Content, r.Shortcut, optional(nameKey(r.Shortcut)))
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

// pageOf is the part of a list that a page holds.
func pageOf[T any](all []T, page svcx.Page) []T {
	return all[min(page.Offset, len(all)):min(page.Offset+page.Limit, len(all))]
}
