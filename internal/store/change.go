package store

import (
	"context"

	"svcx"
	"svcx/internal/sqldb"
)

// changeRow is a row of the table: a change of a workspace.
type changeRow struct {
	workspace svcx.WorkspaceID
	svcx.Change
}

// A change is inserted with, in the place of seq, how many sequence numbers it takes.
// The insert continues from the last number of the workspace, to which all its rows
// belong, so there is no answer to wait for.
var changeTable = sqldb.NewTable("change", func(c *changeRow) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &c.workspace),
		sqldb.Field("seq", &c.Seq),
		sqldb.Field("kind", &c.Kind),
		sqldb.Field("conversation_id", &c.Conversation),
		sqldb.Field("message_id", &c.Message),
		sqldb.Field("at", &c.At),
	}
}).Numbered()

// InsertChanges numbers the changes, in order and without a gap, and stores them,
// all at now. Numbers become visible in their order, since a workspace's writes
// are ordered: a reader that has seen one has seen every one before it.
func (tx *Tx) InsertChanges(ws svcx.WorkspaceID, now svcx.Time, changes ...svcx.Change) error {
	rows := make([]*changeRow, len(changes))
	for i, c := range changes {
		c.Seq, c.At = c.Kind.Events(), now
		rows[i] = &changeRow{ws, c}
	}
	return changeTable.Insert(tx.Tx, rows...)
}

// Sequence returns the number of the workspace's last change, 0 before the first.
func (r Reads) Sequence(ws svcx.WorkspaceID) (svcx.Sequence, error) {
	return sqldb.First(r.q, `SELECT seq FROM change WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1`, sqldb.ScanValue[svcx.Sequence], ws)
}

// Changes reads at most limit changes after a number, oldest first.
func (r Reads) Changes(ws svcx.WorkspaceID, after svcx.Sequence, limit int) ([]svcx.Change, error) {
	return sqldb.Collect(r.q, `SELECT `+changeTable.Columns()+`,
			CASE WHEN kind IN ('message', 'both') THEN COALESCE((SELECT `+messageSize+` FROM message WHERE workspace_id = $1 AND id = change.message_id), 0) ELSE 0 END
			+ CASE WHEN kind IN ('conversation', 'both') THEN COALESCE((SELECT octet_length(tags) FROM conversation WHERE workspace_id = $1 AND id = change.conversation_id), 0) ELSE 0 END
		FROM change WHERE workspace_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, func(s sqldb.Scanner) (_ svcx.Change, err error) {
		var row changeRow
		err = changeTable.ScanInto(&row, s, &row.Size)
		return row.Change, err
	}, ws, int64(after), limit)
}

// TrimChanges deletes, in every workspace, changes that are older than before or
// not among the last keep numbers, in small steps between other writes. The
// newest change of a workspace stays.
func (db *DB) TrimChanges(ctx context.Context, before svcx.Time, keep svcx.Sequence) error {
	for ws := svcx.WorkspaceID(0); ; {
		next, err := sqldb.First(db.Reader(ctx), `SELECT workspace_id FROM change WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`, sqldb.ScanValue[svcx.WorkspaceID], ws)
		if err != nil || next == 0 {
			return err
		}
		ws = next
		if err := db.trimChangesOf(ctx, ws, before, keep); err != nil {
			return err
		}
	}
}

func (db *DB) trimChangesOf(ctx context.Context, ws svcx.WorkspaceID, before svcx.Time, keep svcx.Sequence) error {
	for {
		last, err := db.Read(ctx).Sequence(ws)
		if err != nil {
			return err
		}
		oldest, err := db.Read(ctx).Changes(ws, 0, 1)
		if err != nil || len(oldest) == 0 || oldest[0].Seq == last || oldest[0].At >= before && oldest[0].Seq > last-keep {
			return err
		}
		err = db.Write(ctx, ws, func(tx *Tx) error {
			_, err := tx.Exec(`DELETE FROM change WHERE workspace_id = $1 AND seq < $2 AND (at < $3 OR seq <= $4)
				AND seq IN (SELECT seq FROM change WHERE workspace_id = $1 ORDER BY seq LIMIT $5)`, ws, int64(last), before, int64(last-keep), trimStep)
			return err
		})
		if err != nil {
			return err
		}
	}
}

// ChangedMessages finds the messages, including notes, that changes after a
// number and up to another refer to, in no order. They are joined to the changes:
// given a list of ids, SQLite's planner took an index on the workspace and read
// all of it (see Messages).
func (r Reads) ChangedMessages(ws svcx.WorkspaceID, after, upTo svcx.Sequence) ([]svcx.Message, error) {
	return sqldb.Collect(r.q, `SELECT `+messageTable.Columns()+` FROM
		(SELECT DISTINCT message_id AS page_id FROM change WHERE workspace_id = $1 AND seq > $2 AND seq <= $3 AND kind IN ('message', 'both')) AS page
		CROSS JOIN message WHERE workspace_id = $1 AND id = page_id`, messageTable.ScanRow, ws, int64(after), int64(upTo))
}

// ChangedConversations finds the conversations that these changes refer to.
func (r Reads) ChangedConversations(ws svcx.WorkspaceID, after, upTo svcx.Sequence) ([]*svcx.Conversation, error) {
	return sqldb.Collect(r.q, `SELECT `+conversationColumns+` FROM
		(SELECT DISTINCT conversation_id AS page_id FROM change WHERE workspace_id = $1 AND seq > $2 AND seq <= $3 AND kind IN ('conversation', 'both')) AS page
		CROSS JOIN conversation WHERE workspace_id = $1 AND id = page_id`, scanConversation, ws, int64(after), int64(upTo))
}

func plainIDs[T ~int64](ids []T) []int64 {
	plain := make([]int64, len(ids))
	for i, id := range ids {
		plain[i] = int64(id)
	}
	return plain
}

// MarkRead records that a member has read all that a conversation has now. The
// position is an id of a message, not a time: a workspace's ids grow in the order
// of its commits, whatever the clock does.
func (tx *Tx) MarkRead(ws svcx.WorkspaceID, conversation svcx.ConversationID, user svcx.UserID, at svcx.Time) error {
	last, err := tx.LastID("message")
	if err != nil {
		return err
	}
	return tx.InsertReadMarks(ws, ReadMark{Conversation: conversation, User: user, Message: svcx.MessageID(last), At: at})
}

var readTable = sqldb.NewTable("agent_read", func(r *ReadMark) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &r.workspace),
		sqldb.Field("conversation_id", &r.Conversation),
		sqldb.Field("user_id", &r.User),
		sqldb.Field("read_at", &r.At),
		sqldb.Field("message_id", &r.Message),
	}
}).Replacing("workspace_id", "conversation_id", "user_id")

// ReadMark says up to which message a member has read a conversation.
type ReadMark struct {
	workspace    svcx.WorkspaceID
	Conversation svcx.ConversationID
	User         svcx.UserID
	Message      svcx.MessageID
	At           svcx.Time
}

// InsertReadMarks stores marks in place of those that the members had before.
func (tx *Tx) InsertReadMarks(ws svcx.WorkspaceID, marks ...ReadMark) error {
	rows := make([]*ReadMark, len(marks))
	for i := range marks {
		marks[i].workspace, rows[i] = ws, &marks[i]
	}
	return readTable.Insert(tx.Tx, rows...)
}

// Unread counts, for each conversation, the customers' messages that were stored
// since the member last read it and sent since they joined, among the newest
// svcx.MaxUnread. Conversations without any are left out. A message that was stored
// after the member joined but has an earlier time counts too: the clock was set
// back.
//
// All but messages from before the member joined is read in indexes alone. (While each
// was looked up, 50 conversations that a member had never read cost 2.6 ms.)
func (r Reads) Unread(ws svcx.WorkspaceID, user svcx.UserID, conversations []svcx.ConversationID) (map[svcx.ConversationID]int, error) {
	d, unread := r.q.SQL(), make(map[svcx.ConversationID]int)
	// With d.In, SQLite read all conversations of the workspace: 112 ms of a million.
	from, among := d.ByIDs("c.id", "$3")
	_, err := sqldb.Collect(r.q, `SELECT c.id, (SELECT COUNT(*) FROM (SELECT id, sent_at, author_type FROM message
				WHERE workspace_id = $1 AND conversation_id = c.id AND kind = 'message'
				ORDER BY sent_at DESC, id DESC LIMIT $4) AS newest
			WHERE author_type = 'customer' AND id > COALESCE(r.message_id, 0) AND (sent_at > m.created_at OR id > m.message_id AND EXISTS
				(SELECT 1 FROM message late WHERE late.workspace_id = $1 AND late.id = newest.id AND late.created_at <= m.created_at)))
		FROM member m CROSS JOIN `+from+`conversation c
		LEFT JOIN agent_read r ON r.workspace_id = $1 AND r.conversation_id = c.id AND r.user_id = $2
		WHERE m.workspace_id = $1 AND m.user_id = $2 AND c.workspace_id = $1 AND `+among,
		func(s sqldb.Scanner) (none struct{}, err error) {
			var id svcx.ConversationID
			var n int
			if err = s.Scan(&id, &n); n > 0 {
				unread[id] = n
			}
			return none, err
		}, ws, user, d.Array(plainIDs(conversations)), svcx.MaxUnread)
	return unread, err
}
