package store

import (
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

// ContactsOf reads the contacts that conversations name, by their ids; those that were
// merged into others too.
func (r Reads) ContactsOf(ws svcx.WorkspaceID, ids []svcx.ContactID) ([]*svcx.Contact, error) {
	from, among := r.q.SQL().ByIDs("id", "$2")
	rows, err := sqldb.Collect(r.q, `SELECT `+contactTable.Columns()+` FROM `+from+`contact WHERE workspace_id = $1 AND `+among, contactTable.Scan, ws, r.q.SQL().Array(plainIDs(ids)))
	if err != nil {
		return nil, err
	}
	return r.withSurvivors(ws, rows)
}

// Excerpts reads the beginning of the last message of each conversation, no note: at most
// that many characters of its content, or sixteen times as many of HTML, which has its
// text behind style sheets and tags.
func (r Reads) Excerpts(ws svcx.WorkspaceID, conversations []svcx.ConversationID, characters int) ([]svcx.Excerpt, error) {
	d := r.q.SQL()
	from, among := d.ByIDs("c.id", "$2")
	last, err := sqldb.Collect(r.q, `SELECT COALESCE((SELECT id FROM message WHERE workspace_id = $1 AND conversation_id = c.id AND kind = 'message'
			ORDER BY sent_at DESC, id DESC LIMIT 1), 0)
		FROM `+from+`conversation c WHERE c.workspace_id = $1 AND `+among, sqldb.ScanValue[int64], ws, d.Array(plainIDs(conversations)))
	if err != nil {
		return nil, err
	}
	from, among = d.ByIDs("id", "$2")
	return sqldb.Collect(r.q, `SELECT conversation_id, author_type, author_name, author_user_id, substr(content, 1, CASE content_type WHEN 'html' THEN 16 * CAST($3 AS integer) ELSE CAST($3 AS integer) END), content_type, markdown, attachments <> '[]'
		FROM `+from+`message WHERE workspace_id = $1 AND `+among,
		func(s sqldb.Scanner) (e svcx.Excerpt, err error) {
			return e, s.Scan(&e.Conversation, &e.Author.Type, &e.Author.Name, &e.Author.User, &e.Text, &e.ContentType, &e.Markdown, &e.HasFiles)
		}, ws, d.Array(last), characters)
}

// RowMarks reads what lists and the live stream mark conversations with.
func (r Reads) RowMarks(ws svcx.WorkspaceID, conversations []svcx.ConversationID) ([]svcx.RowMark, error) {
	d := r.q.SQL()
	from, among := d.ByIDs("c.id", "$2")
	return sqldb.Collect(r.q, `SELECT c.id, COALESCE((SELECT state FROM delivery
			WHERE workspace_id = $1 AND conversation_id = c.id AND message_id IS NOT NULL ORDER BY message_id DESC LIMIT 1), ''),
			COALESCE((SELECT created_at FROM delivery
			WHERE workspace_id = $1 AND conversation_id = c.id AND message_id IS NOT NULL ORDER BY message_id DESC LIMIT 1), 0),
			COALESCE((SELECT id FROM history WHERE workspace_id = $1 AND conversation_id = c.id ORDER BY id DESC LIMIT 1), 0),
			COALESCE((SELECT CASE WHEN type = 'conversation.assigned' AND detail <> '' AND NOT (actor_kind = 'user' AND CAST(actor_id AS text) = detail)
				THEN actor_kind || ' ' || CAST(actor_id AS text) || ' ' || CAST(created_at AS text) || ' ' || actor_name ELSE '' END
				FROM history WHERE workspace_id = $1 AND conversation_id = c.id ORDER BY id DESC LIMIT 1), '')
		FROM `+from+`conversation c WHERE c.workspace_id = $1 AND `+among,
		func(s sqldb.Scanner) (m svcx.RowMark, err error) {
			var by string
			err = s.Scan(&m.Conversation, &m.Delivery, &m.SentAt, &m.Event, &by)
			if kind, rest, found := strings.Cut(by, " "); found {
				parts := strings.SplitN(rest, " ", 3)
				m.HandedBy.Kind, m.HandedBy.Name = svcx.ActorKind(kind), parts[2]
				m.HandedBy.ID, _ = strconv.ParseInt(parts[0], 10, 64)
				at, _ := strconv.ParseInt(parts[1], 10, 64)
				m.HandedAt = svcx.Time(at)
			}
			return m, err
		}, ws, d.Array(plainIDs(conversations)))
}
