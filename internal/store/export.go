package store

import (
	"context"
	"math"

	"svcx"
)

// Reading everything of a workspace goes page by page, each a statement of its
// own behind the place where the one before ended: no connection and no
// snapshot is held in between, however slow the reader is, so that the log of
// the embedded database can be begun anew. What is stored before and stays is
// found once; what comes or changes meanwhile may or may not be seen.

// A page ends at exportRows rows, the first at exportFirst, or with the row that
// exceeds exportBytes of text.
const (
	exportFirst = 16
	exportRows  = 500
	exportBytes = 1 << 20
)

// walk is a statement that reads a page: $1 is the workspace, then come the
// place to begin behind and the limit.
type walk[T any] struct {
	query string
	scan  func(scanner) (T, error)
	place func(T) []any
}

// pages hands over page after page, from the first behind start.
func (w walk[T]) pages(ctx context.Context, db *DB, ws svcx.WorkspaceID, start []any, page func([]T) error) error {
	limit := exportFirst
	for place := start; ; {
		items, cut, err := w.read(db.reader(ctx), ws, place, limit)
		if err != nil || len(items) == 0 {
			return err
		}
		// PostgreSQL sends what was asked for, read or not: long rows are asked for
		// by few.
		if limit = min(2*limit, exportRows); cut {
			limit = len(items)
		}
		if err := page(items); err != nil {
			return err
		}
		place = w.place(items[len(items)-1])
	}
}

func (w walk[T]) read(r reader, ws svcx.WorkspaceID, place []any, limit int) ([]T, bool, error) {
	return collectUpTo(r, exportBytes, w.query, w.scan, append(append([]any{ws}, place...), limit)...)
}

// EachContact hands over the workspace's contacts, page by page.
func (db *DB) EachContact(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Contact) error) error {
	return walk[*svcx.Contact]{
		query: `SELECT ` + contactColumns + ` FROM contact WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  scanContact,
		place: func(c *svcx.Contact) []any { return []any{c.ID} },
	}.pages(ctx, db, ws, []any{0}, page)
}

// EachConversation hands over the workspace's conversations, those without a
// channel first, then channel by channel: a conversation never changes its
// channel. Each channel is walked by itself, because SQLite does not use the id
// behind it in (channel_id, id) > (?, ?).
func (db *DB) EachConversation(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Conversation) error) error {
	err := walk[*svcx.Conversation]{
		query: `SELECT ` + conversationColumns + ` FROM conversation WHERE workspace_id = $1 AND channel_id IS NULL AND id > $2 ORDER BY id LIMIT $3`,
		scan:  scanConversation,
		place: func(c *svcx.Conversation) []any { return []any{c.ID} },
	}.pages(ctx, db, ws, []any{0}, page)
	ofChannel := walk[*svcx.Conversation]{
		query: `SELECT ` + conversationColumns + ` FROM conversation WHERE workspace_id = $1 AND channel_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
		scan:  scanConversation,
		place: func(c *svcx.Conversation) []any { return []any{*c.Channel, c.ID} },
	}
	for channel := svcx.ChannelID(0); err == nil; {
		next, failed := one(db.reader(ctx), `SELECT min(channel_id) FROM conversation WHERE workspace_id = $1 AND channel_id > $2`,
			scanValue[*svcx.ChannelID], ws, channel)
		if failed != nil || next == nil {
			return failed
		}
		channel = *next
		err = ofChannel.pages(ctx, db, ws, []any{channel, 0}, page)
	}
	return err
}

// ofThose leaves out what a deleted conversation still has, which goes in steps.
func ofThose(table string) string {
	return ` AND EXISTS (SELECT 1 FROM conversation c WHERE c.workspace_id = $1 AND c.id = ` + table + `.conversation_id)`
}

// EachMessage hands over the workspace's messages and notes, conversation by
// conversation, each oldest first.
func (db *DB) EachMessage(ctx context.Context, ws svcx.WorkspaceID, page func([]svcx.Message) error) error {
	return walk[svcx.Message]{
		query: `SELECT ` + messageColumns + ` FROM message WHERE workspace_id = $1 AND (conversation_id, sent_at, id) > ($2, $3, $4)` + ofThose("message") + `
			ORDER BY conversation_id, sent_at, id LIMIT $5`,
		scan:  scanMessage,
		place: func(m svcx.Message) []any { return []any{m.Conversation, m.SentAt, m.ID} },
	}.pages(ctx, db, ws, []any{0, 0, 0}, page)
}

// EachRating hands over the workspace's ratings.
func (db *DB) EachRating(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Rating) error) error {
	return walk[*svcx.Rating]{
		query: `SELECT ` + ratingColumns + ` FROM rating
			WHERE workspace_id = $1 AND conversation_id > $2` + ofThose("rating") + ` ORDER BY conversation_id LIMIT $3`,
		scan:  scanRating,
		place: func(r *svcx.Rating) []any { return []any{r.Conversation} },
	}.pages(ctx, db, ws, []any{0}, page)
}

// numberedEntry is an entry of a history with its own id.
type numberedEntry struct {
	svcx.HistoryEntry
	id int64
}

// EachHistoryEntry hands over the history of the workspace's conversations, one
// after the other, each oldest first.
func (db *DB) EachHistoryEntry(ctx context.Context, ws svcx.WorkspaceID, page func([]svcx.HistoryEntry) error) error {
	return walk[numberedEntry]{
		query: `SELECT id, workspace_id, conversation_id, type, actor_kind, actor_id, actor_name, detail, created_at FROM history
			WHERE workspace_id = $1 AND (conversation_id, id) > ($2, $3)` + ofThose("history") + ` ORDER BY conversation_id, id LIMIT $4`,
		scan: func(s scanner) (e numberedEntry, err error) {
			return e, s.Scan(&e.id, &e.Workspace, &e.Conversation, &e.Type, &e.Actor.Kind, &e.Actor.ID, &e.Actor.Name, &e.Detail, &e.At)
		},
		place: func(e numberedEntry) []any { return []any{e.Conversation, e.id} },
	}.pages(ctx, db, ws, []any{0, 0}, func(all []numberedEntry) error {
		entries := make([]svcx.HistoryEntry, len(all))
		for i, e := range all {
			entries[i] = e.HistoryEntry
		}
		return page(entries)
	})
}

// EachAuditEntry hands over the workspace's audit log, oldest first.
func (db *DB) EachAuditEntry(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.AuditEntry) error) error {
	return walk[*svcx.AuditEntry]{
		query: `SELECT ` + auditColumns + ` FROM audit
			WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  scanAudit,
		place: func(e *svcx.AuditEntry) []any { return []any{e.ID} },
	}.pages(ctx, db, ws, []any{0}, page)
}

// EachFile hands over what is known of the workspace's files.
func (db *DB) EachFile(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.File) error) error {
	return walk[*svcx.File]{
		query: `SELECT id, workspace_id, name, mime_type, size, blob, user_id, created_at FROM file WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		scan:  scanFile,
		place: func(f *svcx.File) []any { return []any{f.ID} },
	}.pages(ctx, db, ws, []any{0}, page)
}

// EachChannel hands over the workspace's channels.
func (db *DB) EachChannel(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.Channel) error) error {
	return walk[*svcx.Channel]{
		query: `SELECT ` + channelColumns + ` FROM channel c WHERE c.workspace_id = $1 AND c.id > $2 ORDER BY c.id LIMIT $3`,
		scan:  scanChannel,
		place: func(c *svcx.Channel) []any { return []any{c.ID} },
	}.pages(ctx, db, ws, []any{0}, page)
}

// EachStaffLink hands over the workspace's staff links, channel by channel.
func (db *DB) EachStaffLink(ctx context.Context, ws svcx.WorkspaceID, page func([]*svcx.StaffLink) error) error {
	return walk[*svcx.StaffLink]{
		query: `SELECT ` + staffLinkColumns + ` FROM staff_link WHERE workspace_id = $1 AND (channel_id, external_id) > ($2, $3)
			ORDER BY channel_id, external_id LIMIT $4`,
		scan:  scanStaffLink,
		place: func(l *svcx.StaffLink) []any { return []any{l.Channel, l.ExternalID} },
	}.pages(ctx, db, ws, []any{0, ""}, page)
}

// ParticipantsOf reads the participants of some conversations, in the order in
// which each was added.
func (db *DB) ParticipantsOf(ctx context.Context, ws svcx.WorkspaceID, conversations []int64) (map[svcx.ConversationID][]*svcx.Participant, error) {
	q := db.reader(ctx)
	all, err := collect(q, `SELECT id, workspace_id, conversation_id, name, email, external_id, role, added_at FROM participant
		WHERE workspace_id = $1 AND `+db.dialect.in("conversation_id", "$2")+` ORDER BY conversation_id, id`, scanParticipant, ws, db.dialect.array(conversations))
	by := make(map[svcx.ConversationID][]*svcx.Participant)
	for _, p := range all {
		by[p.Conversation] = append(by[p.Conversation], p)
	}
	return by, err
}

// FieldValuesOf reads what some conversations have in their fields, unless that is
// more than exportBytes for more than one of them: then there are too many.
func (db *DB) FieldValuesOf(ctx context.Context, ws svcx.WorkspaceID, conversations []int64) (by map[svcx.ConversationID]map[svcx.FieldID]string, tooMany bool, err error) {
	type value struct {
		conversation svcx.ConversationID
		field        svcx.FieldID
		text         string
	}
	most := exportBytes
	if len(conversations) == 1 {
		most = math.MaxInt
	}
	all, tooMany, err := collectUpTo(db.reader(ctx), most, `SELECT conversation_id, field_id, value FROM field_value
		WHERE workspace_id = $1 AND `+db.dialect.in("conversation_id", "$2"),
		func(s scanner) (v value, err error) { return v, s.Scan(&v.conversation, &v.field, &v.text) }, ws, db.dialect.array(conversations))
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
