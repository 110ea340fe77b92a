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
		query: `SELECT ` + contactColumns + ` FROM contact WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  scanContact,
		key:   func(c *svcx.Contact) []any { return []any{c.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachConversation calls page with the workspace's conversations, those without a
// channel first, then channel by channel: a conversation never changes its
// channel. Each channel is read by itself, because SQLite does not use the id in
// (channel_id, id) > (?, ?).
func (db *DB) EachConversation(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Conversation) error) error {
	err := pager[*svcx.Conversation]{
		query: `SELECT ` + conversationColumns + ` FROM conversation WHERE workspace_id = $1 AND channel_id IS NULL AND id > $2 ORDER BY id LIMIT $3`,
		scan:  scanConversation,
		key:   func(c *svcx.Conversation) []any { return []any{c.ID} },
	}.each(ctx, db, ws, []any{0}, page)
	ofChannel := pager[*svcx.Conversation]{
		query: `SELECT ` + conversationColumns + ` FROM conversation WHERE workspace_id = $1 AND channel_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
		scan:  scanConversation,
		key:   func(c *svcx.Conversation) []any { return []any{*c.Channel, c.ID} },
	}
	for channel := svcx.ChannelID(0); err == nil; {
		next, failed := sqldb.One(db.Reader(ctx), `SELECT min(channel_id) FROM conversation WHERE workspace_id = $1 AND channel_id > $2`,
			sqldb.ScanValue[*svcx.ChannelID], ws, channel)
		if failed != nil || next == nil {
			return failed
		}
		channel = *next
		err = ofChannel.each(ctx, db, ws, []any{channel, 0}, page)
	}
	return err
}

// ofExisting leaves out rows of deleted conversations, which are removed in steps.
func ofExisting(table string) string {
	return ` AND EXISTS (SELECT 1 FROM conversation c WHERE c.workspace_id = $1 AND c.id = ` + table + `.conversation_id)`
}

// EachMessage calls page with the workspace's messages and notes, conversation by
// conversation, each oldest first.
func (db *DB) EachMessage(ctx context.Context, ws svcx.WorkspaceID, page func([]svcx.Message) error) error {
	return pager[svcx.Message]{
		query: `SELECT ` + messageColumns + ` FROM message WHERE workspace_id = $1 AND (conversation_id, sent_at, id) > ($2, $3, $4)` + ofExisting("message") + `
			ORDER BY conversation_id, sent_at, id LIMIT $5`,
		scan: scanMessage,
		key:  func(m svcx.Message) []any { return []any{m.Conversation, m.SentAt, m.ID} },
	}.each(ctx, db, ws, []any{0, 0, 0}, page)
}

// EachRating calls page with the workspace's ratings.
func (db *DB) EachRating(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Rating) error) error {
	return pager[*svcx.Rating]{
		query: `SELECT ` + ratingColumns + ` FROM rating
			WHERE workspace_id = $1 AND conversation_id > $2` + ofExisting("rating") + ` ORDER BY conversation_id LIMIT $3`,
		scan: scanRating,
		key:  func(r *svcx.Rating) []any { return []any{r.Conversation} },
	}.each(ctx, db, ws, []any{0}, page)
}

// numberedEntry is an entry of a history with its own id.
type numberedEntry struct {
	svcx.HistoryEntry
	id int64
}

// EachHistoryEntry calls page with the history of the workspace's conversations,
// one after the other, each oldest first.
func (db *DB) EachHistoryEntry(ctx context.Context, ws svcx.WorkspaceID, page func([]svcx.HistoryEntry) error) error {
	return pager[numberedEntry]{
		query: `SELECT id, workspace_id, conversation_id, type, actor_kind, actor_id, actor_name, detail, created_at FROM history
			WHERE workspace_id = $1 AND (conversation_id, id) > ($2, $3)` + ofExisting("history") + ` ORDER BY conversation_id, id LIMIT $4`,
		scan: func(s sqldb.Scanner) (e numberedEntry, err error) {
			return e, s.Scan(&e.id, &e.Workspace, &e.Conversation, &e.Type, &e.Actor.Kind, &e.Actor.ID, &e.Actor.Name, &e.Detail, &e.At)
		},
		key: func(e numberedEntry) []any { return []any{e.Conversation, e.id} },
	}.each(ctx, db, ws, []any{0, 0}, func(all []numberedEntry) error {
		entries := make([]svcx.HistoryEntry, len(all))
		for i, e := range all {
			entries[i] = e.HistoryEntry
		}
		return page(entries)
	})
}

// EachAuditEntry calls page with the workspace's audit log, oldest first.
func (db *DB) EachAuditEntry(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.AuditEntry) error) error {
	return pager[*svcx.AuditEntry]{
		query: `SELECT ` + auditColumns + ` FROM audit
			WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan: scanAudit,
		key:  func(e *svcx.AuditEntry) []any { return []any{e.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachFile calls page with the rows of the workspace's files.
func (db *DB) EachFile(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.File) error) error {
	return pager[*svcx.File]{
		query: `SELECT id, workspace_id, name, mime_type, size, blob, user_id, created_at FROM file WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  scanFile,
		key:   func(f *svcx.File) []any { return []any{f.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachChannel calls page with the workspace's channels.
func (db *DB) EachChannel(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Channel) error) error {
	return pager[*svcx.Channel]{
		query: `SELECT ` + channelColumns + ` FROM channel c WHERE c.workspace_id = $1 AND c.id > $2 ORDER BY c.id LIMIT $3`,
		scan:  scanChannel,
		key:   func(c *svcx.Channel) []any { return []any{c.ID} },
	}.each(ctx, db, ws, []any{0}, page)
}

// EachStaffLink calls page with the workspace's staff links, channel by channel.
func (db *DB) EachStaffLink(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.StaffLink) error) error {
	return pager[*svcx.StaffLink]{
		query: `SELECT ` + staffLinkColumns + ` FROM staff_link WHERE workspace_id = $1 AND (channel_id, external_id) > ($2, $3)
			ORDER BY channel_id, external_id LIMIT $4`,
		scan: scanStaffLink,
		key:  func(l *svcx.StaffLink) []any { return []any{l.Channel, l.ExternalID} },
	}.each(ctx, db, ws, []any{0, ""}, page)
}

// ParticipantsOf reads the participants of conversations, in the order in which
// they were added.
func (r Reads) ParticipantsOf(ws svcx.WorkspaceID, conversations []int64) (map[svcx.ConversationID][]*svcx.Participant, error) {
	q := r.q
	all, err := sqldb.Collect(q, `SELECT id, workspace_id, conversation_id, name, email, external_id, role, added_at FROM participant
		WHERE workspace_id = $1 AND `+r.q.SQL().In("conversation_id", "$2")+` ORDER BY conversation_id, id`, scanParticipant, ws, r.q.SQL().Array(conversations))
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
