package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

var messageTable = sqldb.NewTable("message", func(m *svcx.Message) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &m.ID),
		sqldb.Field("workspace_id", &m.Workspace),
		sqldb.Field("conversation_id", &m.Conversation),
		sqldb.Field("kind", &m.Kind),
		sqldb.Field("author_type", &m.Author.Type),
		sqldb.Field("author_name", &m.Author.Name),
		sqldb.Field("author_email", &m.Author.Email),
		sqldb.Field("author_external_id", &m.Author.ExternalID),
		sqldb.Field("author_user_id", &m.Author.User),
		sqldb.Field("author_contact_id", &m.Author.Contact),
		sqldb.Field("content", &m.Content),
		sqldb.Field("content_type", &m.ContentType),
		sqldb.Field("markdown", &m.Markdown),
		sqldb.Nullable("external_id", &m.ExternalID),
		sqldb.List("attachments", &m.Attachments),
		sqldb.Field("sent_at", &m.SentAt),
		sqldb.Field("created_at", &m.CreatedAt),
		sqldb.Field("edited_at", &m.EditedAt),
		sqldb.Field("edit_count", &m.EditCount),
		sqldb.Field("read_at", &m.ReadAt),
	}
})

// ReserveMessages takes n ids for messages that are about to be created.
func (tx *Tx) ReserveMessages(n int) ([]int64, error) { return tx.Reserve("message", n) }

// InsertMessages stores messages whose ids were reserved. The caller raises the
// conversation's message count.
func (tx *Tx) InsertMessages(messages ...*svcx.Message) error {
	for _, m := range messages {
		if err := useFiles(tx, m); err != nil {
			return err
		}
	}
	if len(messages) > 0 {
		tx.index().Notify(tx.Tx, messages[0].Workspace)
	}
	return messageTable.Insert(tx.Tx, messages...)
}

// Messages lists a conversation's messages, oldest first, without notes (D 5). The
// conversation must belong to the workspace.
func (db *DB) Messages(ctx context.Context, c *svcx.Conversation, page svcx.MessagePage) (list svcx.MessageList, err error) {
	q := db.Reader(ctx)
	if page.Before != nil {
		return db.messagesBefore(q, c, *page.Before, page.Limit)
	}
	rows, err := sqldb.Collect(q, `SELECT id, `+messageSize+` FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message'
		ORDER BY sent_at, id LIMIT $3 OFFSET $4`, sqldb.ScanSized, c.Workspace, c.ID, page.Limit, page.Offset)
	if err != nil {
		return list, err
	}
	list.List, err = db.messagesIn(ctx, c.Workspace, rows)
	list.Total = c.MessageCount
	return list, err
}

// messageSize is approximately how many bytes of text a message has.
const messageSize = `octet_length(content) + octet_length(attachments)`

// messagesIn reads the messages of a page.
func (db *DB) messagesIn(ctx context.Context, ws svcx.WorkspaceID, rows []sqldb.Sized) (svcx.List[svcx.Message], error) {
	return sqldb.InPieces(ctx, rows, messageID, func(ctx context.Context, ids []int64) ([]svcx.Message, error) {
		return messagesByID(db.Reader(ctx), ws, ids)
	})
}

func messageID(m svcx.Message) int64 { return int64(m.ID) }

// messagesByID finds messages in no order.
func messagesByID(q sqldb.Querier, ws svcx.WorkspaceID, ids []int64) ([]svcx.Message, error) {
	d := q.SQL()
	from, among := d.ByIDs("id", "$2")
	return sqldb.Collect(q, `SELECT `+messageTable.Columns()+` FROM `+from+`message WHERE workspace_id = $1 AND `+among, messageTable.ScanRow, ws, d.Array(ids))
}

// MessagesAndNotes lists a conversation's messages and notes, oldest first.
func (db *DB) MessagesAndNotes(ctx context.Context, ws svcx.WorkspaceID, conversation svcx.ConversationID, page svcx.Page) (list svcx.List[svcx.Message], err error) {
	q := db.Reader(ctx)
	total, err := sqldb.One(q, `SELECT count(*) FROM message WHERE workspace_id = $1 AND conversation_id = $2`, sqldb.ScanValue[int], ws, conversation)
	if err != nil {
		return list, err
	}
	rows, err := sqldb.Collect(q, `SELECT id, `+messageSize+` FROM message WHERE workspace_id = $1 AND conversation_id = $2
		ORDER BY sent_at, id LIMIT $3 OFFSET $4`, sqldb.ScanSized, ws, conversation, page.Limit, page.Offset)
	if err != nil {
		return list, err
	}
	list, err = db.messagesIn(ctx, ws, rows)
	list.Total = total
	return list, err
}

// messagesBefore lists the messages before a message of the conversation.
func (db *DB) messagesBefore(q sqldb.Reader, c *svcx.Conversation, before svcx.MessageID, limit int) (list svcx.MessageList, err error) {
	sentAt, err := sqldb.One(q, `SELECT sent_at FROM message WHERE workspace_id = $1 AND id = $3 AND conversation_id = $2 AND kind = 'message'`,
		sqldb.ScanValue[svcx.Time], c.Workspace, c.ID, before)
	if errors.Is(err, sql.ErrNoRows) {
		return list, svcx.Invalid("before", "must be the id of a message of this conversation")
	}
	if err != nil {
		return list, err
	}
	rows, err := sqldb.Collect(q, `SELECT id, `+messageSize+` FROM message
		WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message' AND (sent_at, id) < ($3, $4)
		ORDER BY sent_at DESC, id DESC LIMIT $5`, sqldb.ScanSized, c.Workspace, c.ID, sentAt, before, limit+1)
	if err != nil {
		return list, err
	}
	more := len(rows) > limit
	rows = rows[:min(len(rows), limit)]
	slices.Reverse(rows)
	list.List, err = db.messagesIn(q.Context(), c.Workspace, rows)
	list.HasMore, list.Total = more, c.MessageCount
	return list, err
}

// LastMessages reads the last messages of a conversation that were stored until
// upTo, oldest first, without notes: at most limit, and none before the one with
// which their content exceeds maxBytes. This bounds what is read from a long
// conversation.
func (r Reads) LastMessages(ws svcx.WorkspaceID, conversation svcx.ConversationID, upTo svcx.Time, limit, maxBytes int) ([]svcx.Message, error) {
	q := r.q
	rows, err := sqldb.Collect(q, `SELECT id, octet_length(content) FROM message
		WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message' AND created_at <= $3
		ORDER BY sent_at DESC, id DESC LIMIT $4`, sqldb.ScanSized, ws, conversation, upTo, limit)
	if err != nil {
		return nil, err
	}
	ids, size := make([]int64, 0, len(rows)), 0
	for _, row := range rows {
		ids = append(ids, row.ID)
		if size += row.Size; size > maxBytes {
			break
		}
	}
	items, err := messagesByID(q, ws, ids)
	if err != nil {
		return nil, err
	}
	items = sqldb.InOrder(ids, items, messageID)
	slices.Reverse(items)
	return items, nil
}

// Authorship is the author of a message and its place in the conversation.
type Authorship struct {
	SentAt  svcx.Time
	Message svcx.MessageID
	Contact *svcx.ContactID
	// Name, Email and ExternalID are those of the contact when it wrote.
	Name, Email, ExternalID string
}

// AuthorsAfter reads the authors of a conversation's messages after the given one,
// in the order of the messages, at most limit.
func (r *Remover) AuthorsAfter(conversation svcx.ConversationID, sentAt svcx.Time, id svcx.MessageID, limit int) ([]Authorship, error) {
	return sqldb.Collect(r.Tx, `SELECT sent_at, id, author_contact_id, author_name, author_email, author_external_id FROM message
		WHERE workspace_id = $1 AND conversation_id = $2 AND (sent_at, id) > ($3, $4) ORDER BY sent_at, id LIMIT $5`,
		func(s sqldb.Scanner) (a Authorship, err error) {
			return a, s.Scan(&a.SentAt, &a.Message, &a.Contact, &a.Name, &a.Email, &a.ExternalID)
		}, r.Workspace, conversation, sentAt, id, limit)
}
