package store

import (
	"context"
	"math"

	"svcx"
	"svcx/internal/sqldb"
)

// Everything of a workspace is read page by page. Each page is a statement of its
// own that begins where the one before ended: no connection and no snapshot is held
// in between, however slow the reader is, so that the log of the embedded database
// can be reset. What was stored before and stays is read exactly once; what is
// stored or changed meanwhile may or may not be seen.

// A page ends at exportRows rows, the first at exportFirst, or with the row that
// exceeds exportBytes of text.
const (
	exportFirst = 16
	exportRows  = 500
	exportBytes = 1 << 20
)

// pager reads a table page by page. In query $1 is the workspace, followed by the
// key to begin after and the limit; key is the key of a row.
type pager[T any] struct {
	query string
	scan  func(sqldb.Scanner) (T, error)
	key   func(T) []any
}

// each calls page with page after page, beginning after start.
func (w pager[T]) each(ctx context.Context, db *DB, ws svcx.WorkspaceID, start []any, page func([]T) error) error {
	limit := exportFirst
	for after := start; ; {
		items, cut, err := w.read(db.Reader(ctx), ws, after, limit)
		if err != nil || len(items) == 0 {
			return err
		}
		// PostgreSQL sends all rows of a statement, read or not: of long rows few are
		// requested.
		if limit = min(2*limit, exportRows); cut {
			limit = len(items)
		}
		if err := page(items); err != nil {
			return err
		}
		after = w.key(items[len(items)-1])
	}
}

func (w pager[T]) read(r sqldb.Reader, ws svcx.WorkspaceID, after []any, limit int) ([]T, bool, error) {
	return sqldb.CollectUpTo(r, exportBytes, w.query, w.scan, append(append([]any{ws}, after...), limit)...)
}

// EachContact calls page with the workspace's contacts, page by page.
func (db *DB) EachContact(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Contact) error) error {
	return pager[*svcx.Contact]{
		query: `SELECT ` + contactTable.Columns() + ` FROM contact WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  contactTable.Scan,
		key:   func(c *svcx.Contact) []any { return []any{c.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachConversation calls page with the workspace's conversations.
func (db *DB) EachConversation(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Conversation) error) error {
	return pager[*svcx.Conversation]{
		query: `SELECT ` + conversationColumns + ` FROM conversation WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  scanConversation,
		key:   func(c *svcx.Conversation) []any { return []any{c.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// ofExisting leaves out rows of deleted conversations, which are removed in steps.
func ofExisting(table string) string {
	return ` AND EXISTS (SELECT 1 FROM conversation c WHERE c.workspace_id = $1 AND c.id = ` + table + `.conversation_id)`
}

// EachMessage calls page with the workspace's messages and notes, conversation by
// conversation, each oldest first.
func (db *DB) EachMessage(ctx context.Context, ws svcx.WorkspaceID, page func([]svcx.Message) error) error {
	return pager[svcx.Message]{
		query: `SELECT ` + messageTable.Columns() + ` FROM message WHERE workspace_id = $1 AND (conversation_id, sent_at, id) > ($2, $3, $4)` + ofExisting("message") + `
			ORDER BY conversation_id, sent_at, id LIMIT $5`,
		scan: messageTable.ScanRow,
		key:  func(m svcx.Message) []any { return []any{m.Conversation, m.SentAt, m.ID} },
	}.each(ctx, db, ws, []any{0, 0, 0}, page)
}

// EachRating calls page with the workspace's ratings.
func (db *DB) EachRating(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Rating) error) error {
	return pager[*svcx.Rating]{
		query: `SELECT ` + ratingTable.Columns() + ` FROM rating
			WHERE workspace_id = $1 AND conversation_id > $2` + ofExisting("rating") + ` ORDER BY conversation_id LIMIT $3`,
		scan: ratingTable.Scan,
		key:  func(r *svcx.Rating) []any { return []any{r.Conversation} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachHistoryEntry calls page with the history of the workspace's conversations,
// one after the other, each oldest first.
func (db *DB) EachHistoryEntry(ctx context.Context, ws svcx.WorkspaceID, page func([]svcx.HistoryEntry) error) error {
	return pager[svcx.HistoryEntry]{
		query: `SELECT ` + historyTable.Columns() + ` FROM history
			WHERE workspace_id = $1 AND (conversation_id, id) > ($2, $3)` + ofExisting("history") + ` ORDER BY conversation_id, id LIMIT $4`,
		scan: historyTable.ScanRow,
		key:  func(e svcx.HistoryEntry) []any { return []any{e.Conversation, e.ID} },
	}.each(ctx, db, ws, []any{0, 0}, page)
}

// EachAuditEntry calls page with the workspace's audit log, oldest first.
func (db *DB) EachAuditEntry(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.AuditEntry) error) error {
	return pager[*svcx.AuditEntry]{
		query: `SELECT ` + auditTable.Columns() + ` FROM audit
			WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan: auditTable.Scan,
		key:  func(e *svcx.AuditEntry) []any { return []any{e.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachFile calls page with the rows of the workspace's files.
func (db *DB) EachFile(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.File) error) error {
	return pager[*svcx.File]{
		query: `SELECT ` + fileTable.Columns() + ` FROM file WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  fileTable.Scan,
		key:   func(f *svcx.File) []any { return []any{f.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachChannel calls page with the workspace's channels.
func (db *DB) EachChannel(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Channel) error) error {
	return pager[*svcx.Channel]{
		query: `SELECT ` + channelTable.Columns() + ` FROM channel WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  channelTable.Scan,
		key:   func(c *svcx.Channel) []any { return []any{c.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachStaffLink calls page with the workspace's staff links, channel by channel.
func (db *DB) EachStaffLink(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.StaffLink) error) error {
	return pager[*svcx.StaffLink]{
		query: `SELECT ` + staffLinkTable.Columns() + ` FROM staff_link WHERE workspace_id = $1 AND (channel_id, external_id) > ($2, $3)
			ORDER BY channel_id, external_id LIMIT $4`,
		scan: staffLinkTable.Scan,
		key:  func(l *svcx.StaffLink) []any { return []any{l.Channel, l.ExternalID} },
	}.each(ctx, db, ws, []any{0, ""}, page)
}

// ParticipantsOf reads the participants of conversations, in the order in which
// they were added.
func (r Reads) ParticipantsOf(ws svcx.WorkspaceID, conversations []int64) (map[svcx.ConversationID][]*svcx.Participant, error) {
	q := r.q
	all, err := sqldb.Collect(q, `SELECT `+participantTable.Columns()+` FROM participant
		WHERE workspace_id = $1 AND `+r.q.SQL().In("conversation_id", "$2")+` ORDER BY conversation_id, id`, participantTable.Scan, ws, r.q.SQL().Array(conversations))
	by := make(map[svcx.ConversationID][]*svcx.Participant)
	for _, p := range all {
		by[p.Conversation] = append(by[p.Conversation], p)
	}
	return by, err
}

// FieldValuesOf reads the field values of conversations. tooMany reports that they
// exceed exportBytes for more than one conversation; then by is nil.
func (r Reads) FieldValuesOf(ws svcx.WorkspaceID, conversations []int64) (by map[svcx.ConversationID]map[svcx.FieldID]string, tooMany bool, err error) {
	type value struct {
		conversation svcx.ConversationID
		field        svcx.FieldID
		text         string
	}
	most := exportBytes
	if len(conversations) == 1 {
		most = math.MaxInt
	}
	all, tooMany, err := sqldb.CollectUpTo(r.q, most, `SELECT conversation_id, field_id, value FROM field_value
		WHERE workspace_id = $1 AND `+r.q.SQL().In("conversation_id", "$2"),
		func(s sqldb.Scanner) (v value, err error) { return v, s.Scan(&v.conversation, &v.field, &v.text) }, ws, r.q.SQL().Array(conversations))
	if err != nil || tooMany {
		return nil, tooMany, err
	}
	by = make(map[svcx.ConversationID]map[svcx.FieldID]string)
	for _, v := range all {
		if by[v.conversation] == nil {
			by[v.conversation] = make(map[svcx.FieldID]string)
		}
		by[v.conversation][v.field] = v.text
	}
	return by, false, nil
}
