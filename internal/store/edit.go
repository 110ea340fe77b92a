package store

import (
	"context"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/textsearch"
)

// Message finds a message or note of the conversation.
func (r Reads) Message(ws svcx.WorkspaceID, conversation svcx.ConversationID, id svcx.MessageID) (*svcx.Message, error) {
	m, err := sqldb.One(r.q, `SELECT `+messageTable.Columns()+` FROM message WHERE workspace_id = $1 AND id = $3 AND conversation_id = $2`, messageTable.ScanRow, ws, conversation, id)
	return sqldb.Found(&m, err, "message")
}

var messageEdit = messageTable.Update("content", "edited_at", "edit_count")

// EditMessage stores the message's new content and count of edits, and the content
// before as a version. The last svcx.MaxVersions are kept.
func (tx *Tx) EditMessage(m *svcx.Message, before svcx.MessageVersion) error {
	if err := tx.index().Mark(tx.Tx, m.Workspace, textsearch.Messages, int64(m.ID)); err != nil {
		return err
	}
	if _, err := messageEdit.Exec(tx.Tx, m); err != nil {
		return err
	}
	if err := versionTable.InsertWith(tx.Tx, &before, sqldb.Set("workspace_id", m.Workspace), sqldb.Set("message_id", m.ID)); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM message_version WHERE workspace_id = $1 AND message_id = $2 AND number <= $3`, m.Workspace, m.ID, before.Number-svcx.MaxVersions)
	return err
}

var versionTable = sqldb.NewTable("message_version", func(v *svcx.MessageVersion) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Other[svcx.WorkspaceID]("workspace_id"),
		sqldb.Other[svcx.MessageID]("message_id"),
		sqldb.Field("number", &v.Number),
		sqldb.Field("content", &v.Content),
		sqldb.Field("reason", &v.Reason),
		sqldb.Field("actor_kind", &v.Editor.Kind),
		sqldb.Field("actor_id", &v.Editor.ID),
		sqldb.Field("actor_name", &v.Editor.Name),
		sqldb.Field("replaced_at", &v.ReplacedAt),
	}
})

// Versions lists the kept versions of a message, oldest first.
func (db *DB) Versions(ctx context.Context, ws svcx.WorkspaceID, id svcx.MessageID, page svcx.Page) (svcx.List[svcx.MessageVersion], error) {
	q := db.Reader(ctx)
	total, err := sqldb.One(q, `SELECT count(*) FROM message_version WHERE workspace_id = $1 AND message_id = $2`, sqldb.ScanValue[int], ws, id)
	if err != nil {
		return svcx.List[svcx.MessageVersion]{}, err
	}
	rows, err := sqldb.Collect(q, `SELECT number, octet_length(content) FROM message_version
		WHERE workspace_id = $1 AND message_id = $2 ORDER BY number LIMIT $3 OFFSET $4`, sqldb.ScanSized, ws, id, page.Limit, page.Offset)
	if err != nil {
		return svcx.List[svcx.MessageVersion]{}, err
	}
	list, err := sqldb.InPieces(ctx, rows, func(v svcx.MessageVersion) int64 { return int64(v.Number) }, func(ctx context.Context, numbers []int64) ([]svcx.MessageVersion, error) {
		q := db.Reader(ctx)
		return sqldb.Collect(q, `SELECT `+versionTable.Columns()+` FROM message_version WHERE workspace_id = $1 AND message_id = $2 AND `+q.SQL().In("number", "$3"),
			versionTable.ScanRow, ws, id, q.SQL().Array(numbers))
	})
	list.Total = total
	return list, err
}

// ReadConversation records that the customer has read all messages from our side
// of a conversation. It returns the messages that were unread, oldest first, and
// when the conversation was read: at, or the time before if nothing was unread.
func (tx *Tx) ReadConversation(ws svcx.WorkspaceID, id svcx.ConversationID, at svcx.Time) (svcx.Time, []svcx.MessageID, error) {
	const unread = `workspace_id = $1 AND conversation_id = $2 AND kind = 'message' AND author_type <> 'customer' AND read_at IS NULL`
	read, err := sqldb.Collect(tx, `SELECT id FROM message WHERE `+unread+` ORDER BY sent_at, id`, sqldb.ScanValue[svcx.MessageID], ws, id)
	if err != nil {
		return 0, nil, err
	}
	if len(read) > 0 {
		if _, err := tx.Exec(`UPDATE message SET read_at = $3 WHERE `+unread, ws, id, at); err != nil {
			return 0, nil, err
		}
	}
	was, err := sqldb.One(tx, `SELECT read_at FROM conversation WHERE workspace_id = $1 AND id = $2`, sqldb.ScanValue[*svcx.Time], ws, id)
	if was, err = sqldb.Found(was, err, "conversation"); err != nil {
		return 0, nil, err
	}
	if len(read) == 0 && was != nil {
		return *was, nil, nil
	}
	return at, read, setReadAt(tx, ws, id, at)
}

// ReadMessage records that the customer has read a message from our side. The
// first time stays; the customer's own messages are left alone.
func (tx *Tx) ReadMessage(m *svcx.Message, at svcx.Time) error {
	n, err := tx.Exec(`UPDATE message SET read_at = $3 WHERE workspace_id = $1 AND id = $2 AND author_type <> 'customer' AND read_at IS NULL`,
		m.Workspace, m.ID, at)
	if err != nil || n == 0 {
		return err
	}
	m.ReadAt = &at
	return setReadAt(tx, m.Workspace, m.Conversation, at)
}

func setReadAt(tx *Tx, ws svcx.WorkspaceID, id svcx.ConversationID, at svcx.Time) error {
	_, err := tx.Exec(`UPDATE conversation SET read_at = $3 WHERE workspace_id = $1 AND id = $2`, ws, id, at)
	return err
}
