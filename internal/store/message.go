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
		sqldb.Field("unsent", &m.Unsent),
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
func (db *DB) Messages(ctx context.Context, c *svcx.Conversation, page svcx.MessagePage) (svcx.MessageList, error) {
	q := thread{db, db.Reader(ctx), c.Workspace, c.ID, ` AND kind = 'message'`}
	list, err := q.page(page)
	list.Total = c.MessageCount
	return list, err
}

// MessagesAndNotes lists a conversation's messages and notes, oldest first.
func (db *DB) MessagesAndNotes(ctx context.Context, ws svcx.WorkspaceID, conversation svcx.ConversationID, page svcx.MessagePage) (list svcx.MessageList, err error) {
	q := thread{db, db.Reader(ctx), ws, conversation, ""}
	list, err = q.page(page)
	if err != nil {
		return list, err
	}
	if n := len(list.Items); page.Offset == 0 && !page.NextTo() && list.More == nil && n < page.Limit {
		list.Total = n
		return list, nil
	}
	list.Total, err = sqldb.One(q.Brief(), `SELECT count(*) FROM message WHERE workspace_id = $1 AND conversation_id = $2`, sqldb.ScanValue[int], ws, conversation)
	return list, err
}

// messageSize is approximately how many bytes of text a message has.
const messageSize = `octet_length(content) + octet_length(attachments)`

// thread are the messages of a conversation that fit a condition.
type thread struct {
	db *DB
	sqldb.Reader
	workspace    svcx.WorkspaceID
	conversation svcx.ConversationID
	condition    string
}

func (t thread) page(page svcx.MessagePage) (list svcx.MessageList, err error) {
	switch {
	case page.Before != nil:
		return t.next("before", *page.Before, page.Limit)
	case page.After != nil:
		return t.next("after", *page.After, page.Limit)
	case page.Around != nil:
		return t.around(*page.Around, page.Limit)
	case page.Following != nil:
		return t.following(*page.Following, page.Limit)
	}
	rows := `FROM message WHERE workspace_id = $1 AND conversation_id = $2` + t.condition + ` ORDER BY sent_at, id LIMIT $3 OFFSET $4`
	args := []any{t.workspace, t.conversation, page.Limit, page.Offset}
	if page.Offset == 0 {
		// Most threads are short: one statement. Behind an offset it would read the rows
		// that it skips.
		items, cut, err := sqldb.CollectUpTo(t.Brief(), sqldb.WholeBytes, `SELECT `+messageTable.Columns()+` `+rows, messageTable.ScanRow, args...)
		if err != nil || !cut {
			list.Items = items
			return list, err
		}
	}
	positions, err := sqldb.Collect(t, `SELECT id, `+messageSize+`, sent_at `+rows, scanPosition, args...)
	if err != nil {
		return list, err
	}
	list.List, err = t.read(positions)
	return list, err
}

// next lists the messages before or after one.
func (t thread) next(direction string, id svcx.MessageID, limit int) (list svcx.MessageList, err error) {
	at, err := t.position(direction, id)
	if err != nil {
		return list, err
	}
	rows, more, err := t.from(direction, at.MessageCursor, limit)
	if err != nil {
		return list, err
	}
	list.HasBefore, list.HasAfter = more, true
	if direction == "after" {
		list.HasBefore, list.HasAfter = true, more
	}
	list.List, err = t.read(rows)
	return list, err
}

// following lists the messages after a position.
func (t thread) following(after svcx.MessageCursor, limit int) (list svcx.MessageList, err error) {
	rows, more, err := t.from("after", after, limit)
	if err != nil {
		return list, err
	}
	if more {
		list.Next = &rows[limit-1].MessageCursor
	}
	list.List, err = t.read(rows)
	return list, err
}

// around lists a message in the middle of others.
func (t thread) around(id svcx.MessageID, limit int) (list svcx.MessageList, err error) {
	at, err := t.position("around", id)
	if err != nil {
		return list, err
	}
	// As many more as the other side lacks.
	before, hasBefore, err := t.from("before", at.MessageCursor, limit-1)
	if err != nil {
		return list, err
	}
	after, hasAfter, err := t.from("after", at.MessageCursor, limit-1)
	if err != nil {
		return list, err
	}
	most := limit - 1
	if keep := max(most/2, most-len(after)); len(before) > keep {
		before, hasBefore = before[len(before)-keep:], true
	}
	if keep := most - len(before); len(after) > keep {
		after, hasAfter = after[:keep], true
	}
	list.HasBefore, list.HasAfter = hasBefore, hasAfter
	list.List, err = t.read(slices.Concat(before, []position{at}, after))
	return list, err
}

// position is that of a message in its thread, with about how many bytes it has.
type position struct {
	svcx.MessageCursor
	size int
}

func scanPosition(s sqldb.Scanner) (p position, err error) {
	return p, s.Scan(&p.ID, &p.size, &p.SentAt)
}

// position finds a message of the conversation, which a parameter names.
func (t thread) position(parameter string, id svcx.MessageID) (p position, err error) {
	p, err = sqldb.One(t, `SELECT id, `+messageSize+`, sent_at FROM message WHERE workspace_id = $1 AND id = $3 AND conversation_id = $2`+t.condition,
		scanPosition, t.workspace, t.conversation, id)
	if errors.Is(err, sql.ErrNoRows) {
		err = svcx.Invalid(parameter, "must be the id of a message of this conversation")
	}
	return p, err
}

// from finds at most limit messages before or after a position, oldest first, and whether
// there are more. It reads them and no others, wherever that is.
func (t thread) from(direction string, at svcx.MessageCursor, limit int) (rows []position, more bool, err error) {
	beyond, order := `>`, `sent_at, id`
	if direction == "before" {
		beyond, order = `<`, `sent_at DESC, id DESC`
	}
	rows, err = sqldb.Collect(t, `SELECT id, `+messageSize+`, sent_at FROM message
		WHERE workspace_id = $1 AND conversation_id = $2`+t.condition+` AND (sent_at, id) `+beyond+` ($3, $4)
		ORDER BY `+order+` LIMIT $5`, scanPosition, t.workspace, t.conversation, at.SentAt, at.ID, limit+1)
	more = len(rows) > limit
	rows = rows[:min(len(rows), limit)]
	if direction == "before" {
		slices.Reverse(rows)
	}
	return rows, more, err
}

// read reads the messages of a page.
func (t thread) read(rows []position) (svcx.List[svcx.Message], error) {
	sized := make([]sqldb.Sized, len(rows))
	for i, row := range rows {
		sized[i] = sqldb.Sized{ID: int64(row.ID), Size: row.size}
	}
	return sqldb.InPieces(t.Context(), sized, messageID, func(ctx context.Context, ids []int64) ([]svcx.Message, error) {
		return messagesByID(t.db.Reader(ctx), t.workspace, ids)
	})
}

func messageID(m svcx.Message) int64 { return int64(m.ID) }

// messagesByID finds messages in no order.
func messagesByID(q sqldb.Querier, ws svcx.WorkspaceID, ids []int64) ([]svcx.Message, error) {
	d := q.SQL()
	from, among := d.ByIDs("id", "$2")
	return sqldb.Collect(q, `SELECT `+messageTable.Columns()+` FROM `+from+`message WHERE workspace_id = $1 AND `+among, messageTable.ScanRow, ws, d.Array(ids))
}

// LastMessages reads the last messages of a conversation that were stored until
// upTo, oldest first, without notes: at most limit, and none before the one with
// which their content exceeds maxBytes. This bounds what is read from a long
// conversation. What is read is sent, so messages of contacts that are being erased
// are left out.
func (r Reads) LastMessages(ws svcx.WorkspaceID, conversation svcx.ConversationID, upTo svcx.Time, limit, maxBytes int) ([]svcx.Message, error) {
	q := r.q
	erasing, err := r.Erasing(ws)
	if err != nil {
		return nil, err
	}
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
	if len(erasing) > 0 {
		return r.withoutMessagesOf(ws, conversation, erasing, items)
	}
	return items, nil
}

// withoutMessagesOf leaves out what contacts wrote, as far as an erasure deletes it.
func (r Reads) withoutMessagesOf(ws svcx.WorkspaceID, conversation svcx.ConversationID, erasing []svcx.ContactID, items []svcx.Message) ([]svcx.Message, error) {
	contact, err := sqldb.First(r.q, `SELECT COALESCE(contact_id, 0) FROM conversation WHERE workspace_id = $1 AND id = $2`, sqldb.ScanValue[svcx.ContactID], ws, conversation)
	own := slices.Contains(erasing, contact)
	return slices.DeleteFunc(items, func(m svcx.Message) bool {
		if m.Author.Contact == nil {
			return own && m.Author.Type == svcx.AuthorCustomer
		}
		return slices.Contains(erasing, *m.Author.Contact)
	}), err
}

// Authorship is the author of a message and its position in the conversation.
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
