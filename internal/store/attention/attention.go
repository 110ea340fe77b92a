// Package attention stores which conversations wait for whom: members whom notes mention, and
// those to whom conversations were handed.
package attention

import (
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

// Table describes the table.
var Table = sqldb.NewTable("attention", func(a *svcx.Attention) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &a.Workspace),
		sqldb.Field("conversation_id", &a.Conversation),
		sqldb.Field("user_id", &a.User),
		sqldb.Field("message_id", &a.Message),
		sqldb.Field("name", &a.Name),
		sqldb.Field("created_at", &a.At),
		sqldb.Field("seen_at", &a.SeenAt),
	}
}).Replacing("workspace_id", "conversation_id", "user_id", "message_id")

// Reads reads what waits.
type Reads struct{ q sqldb.Querier }

// Of returns the reads.
func Of(q sqldb.Querier) Reads { return Reads{q} }

// Mentions reads whom notes mention, by note.
func (r Reads) Mentions(ws svcx.WorkspaceID, notes []svcx.MessageID) (map[svcx.MessageID][]svcx.Mention, error) {
	d := r.q.SQL()
	rows, err := sqldb.Collect(r.q, `SELECT `+Table.Columns()+` FROM attention WHERE workspace_id = $1 AND message_id > 0 AND `+d.In("message_id", "$2")+` ORDER BY message_id, user_id`,
		Table.ScanRow, ws, d.Array(plain(notes)))
	all := make(map[svcx.MessageID][]svcx.Mention, len(notes))
	for _, a := range rows {
		all[a.Message] = append(all[a.Message], svcx.Mention{User: a.User, Name: a.Name})
	}
	return all, err
}

// SetMentions sets the mentions of the notes among messages.
func (r Reads) SetMentions(ws svcx.WorkspaceID, messages []svcx.Message) error {
	var notes []svcx.MessageID
	for _, m := range messages {
		if m.Kind == svcx.MessageKindNote && strings.Contains(m.Content, "@") {
			notes = append(notes, m.ID)
		}
	}
	if len(notes) == 0 {
		return nil
	}
	mentions, err := r.Mentions(ws, notes)
	for i := range messages {
		messages[i].Mentions = mentions[messages[i].ID]
	}
	return err
}

// Waiting reads for whom conversations wait, and why.
func (r Reads) Waiting(ws svcx.WorkspaceID, conversations []svcx.ConversationID) (map[svcx.ConversationID]map[svcx.UserID]svcx.Waiting, error) {
	d := r.q.SQL()
	type row struct {
		conversation svcx.ConversationID
		user         svcx.UserID
		first, last  int64
	}
	rows, err := sqldb.Collect(r.q, `SELECT conversation_id, user_id, min(message_id), max(message_id) FROM attention
		WHERE workspace_id = $1 AND `+d.In("conversation_id", "$2")+` AND seen_at IS NULL GROUP BY conversation_id, user_id`,
		func(s sqldb.Scanner) (w row, err error) {
			return w, s.Scan(&w.conversation, &w.user, &w.first, &w.last)
		}, ws, d.Array(plain(conversations)))
	all := make(map[svcx.ConversationID]map[svcx.UserID]svcx.Waiting)
	for _, w := range rows {
		if all[w.conversation] == nil {
			all[w.conversation] = make(map[svcx.UserID]svcx.Waiting)
		}
		all[w.conversation][w.user] = svcx.Waiting{Mentioned: w.last > 0, Handed: w.first == 0, Note: svcx.MessageID(w.last)}
	}
	return all, err
}

// Notes reads the beginning of notes, as store.Reads.Excerpts does that of last messages.
func (r Reads) Notes(ws svcx.WorkspaceID, notes []svcx.MessageID, characters int) (map[svcx.MessageID]svcx.Excerpt, error) {
	d := r.q.SQL()
	from, among := d.ByIDs("id", "$2")
	type row struct {
		id svcx.MessageID
		svcx.Excerpt
	}
	rows, err := sqldb.Collect(r.q, `SELECT id, conversation_id, author_type, author_name, author_user_id, substr(content, 1, CASE content_type WHEN 'html' THEN 16 * CAST($3 AS integer) ELSE CAST($3 AS integer) END), content_type, markdown
		FROM `+from+`message WHERE workspace_id = $1 AND `+among,
		func(s sqldb.Scanner) (n row, err error) {
			return n, s.Scan(&n.id, &n.Conversation, &n.Author.Type, &n.Author.Name, &n.Author.User, &n.Text, &n.ContentType, &n.Markdown)
		}, ws, d.Array(plain(notes)), characters)
	all := make(map[svcx.MessageID]svcx.Excerpt, len(rows))
	for _, n := range rows {
		all[n.id] = n.Excerpt
	}
	return all, err
}

// Latest finds the latest note of conversations that mentions a member, seen or not.
func (r Reads) Latest(ws svcx.WorkspaceID, user svcx.UserID, conversations []svcx.ConversationID) ([]svcx.MessageID, error) {
	d := r.q.SQL()
	return sqldb.Collect(r.q, `SELECT max(message_id) FROM attention WHERE workspace_id = $1 AND `+d.In("conversation_id", "$3")+` AND user_id = $2 AND message_id > 0 GROUP BY conversation_id`,
		sqldb.ScanValue[svcx.MessageID], ws, user, d.Array(plain(conversations)))
}

// Mentioning lists the conversations whose notes mention a member, those of the latest notes: at
// most limit.
func (r Reads) Mentioning(ws svcx.WorkspaceID, user svcx.UserID, limit int) ([]svcx.ConversationID, error) {
	return sqldb.Collect(r.q, `SELECT conversation_id FROM attention WHERE workspace_id = $1 AND user_id = $2 AND message_id > 0 ORDER BY message_id DESC LIMIT $3`,
		sqldb.ScanValue[svcx.ConversationID], ws, user, limit)
}

// CountMentioned counts the conversations whose mentions of a member they have not seen, up to
// limit.
func (r Reads) CountMentioned(ws svcx.WorkspaceID, user svcx.UserID, limit int) (int, error) {
	return sqldb.One(r.q, `SELECT count(*) FROM (SELECT DISTINCT conversation_id FROM attention
		WHERE workspace_id = $1 AND user_id = $2 AND seen_at IS NULL AND message_id > 0 LIMIT $3) AS waiting`, sqldb.ScanValue[int], ws, user, limit)
}

// Writes writes in a transaction.
type Writes struct {
	Reads
	tx *sqldb.Tx
}

// In returns the writes of a transaction.
func In(tx *sqldb.Tx) Writes { return Writes{Of(tx), tx} }

// Mention stores whom a note mentions. Its author has seen it.
func (w Writes) Mention(note *svcx.Message) error {
	for _, m := range note.Mentions {
		a := &svcx.Attention{Workspace: note.Workspace, User: m.User, Conversation: note.Conversation, Message: note.ID, Name: m.Name, At: note.CreatedAt}
		if by := note.Author.User; by != nil && *by == m.User {
			a.SeenAt = &note.CreatedAt
		}
		if err := Table.Insert(w.tx, a); err != nil {
			return err
		}
	}
	return nil
}

// Hand stores that a conversation was handed to a member, and no longer to another; nobody waits
// for it if user is 0.
func (w Writes) Hand(ws svcx.WorkspaceID, conversation svcx.ConversationID, user svcx.UserID, at svcx.Time) error {
	if err := w.tx.Enqueue(nil, `DELETE FROM attention WHERE workspace_id = $1 AND conversation_id = $2 AND message_id = 0`, ws, conversation); err != nil || user == 0 {
		return err
	}
	return Table.Insert(w.tx, &svcx.Attention{Workspace: ws, User: user, Conversation: conversation, At: at})
}

// See ends the waiting of a conversation for a member, who looks at it.
func (w Writes) See(ws svcx.WorkspaceID, conversation svcx.ConversationID, user svcx.UserID, at svcx.Time) error {
	return w.tx.Pipeline(func() error {
		if err := w.tx.Enqueue(nil, `UPDATE attention SET seen_at = $4 WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3 AND message_id > 0 AND seen_at IS NULL`, ws, conversation, user, at); err != nil {
			return err
		}
		return w.tx.Enqueue(nil, `DELETE FROM attention WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3 AND message_id = 0`, ws, conversation, user)
	})
}

// Forget deletes what a conversation that is deleted waits for.
func Forget(tx *sqldb.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error {
	_, err := tx.Exec(`DELETE FROM attention WHERE workspace_id = $1 AND conversation_id = $2`, ws, conversation)
	return err
}

// ForgetMember deletes what was handed to a member who is removed. The mentions stay with their
// notes.
func ForgetMember(tx *sqldb.Tx, ws svcx.WorkspaceID, user svcx.UserID) error {
	_, err := tx.Exec(`DELETE FROM attention WHERE workspace_id = $1 AND user_id = $2 AND message_id = 0`, ws, user)
	return err
}

func plain[T ~int64](ids []T) []int64 {
	all := make([]int64, len(ids))
	for i, id := range ids {
		all[i] = int64(id)
	}
	return all
}
