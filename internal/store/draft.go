package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var draftTable = sqldb.NewTable("draft", func(d *svcx.Draft) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &d.Workspace),
		sqldb.Field("conversation_id", &d.Conversation),
		sqldb.Field("user_id", &d.User),
		sqldb.Field("kind", &d.Kind),
		sqldb.Field("content", &d.Content),
		sqldb.Field("markdown", &d.Markdown),
		sqldb.Field("saved_at", &d.SavedAt),
	}
}).Replacing("workspace_id", "conversation_id", "user_id", "kind")

// Drafts reads and writes the drafts of a member.
type Drafts struct {
	Workspace svcx.WorkspaceID
	User      svcx.UserID
}

// In reads the drafts in a conversation, of each kind at most one.
func (m Drafts) In(r Reads, conversation svcx.ConversationID) ([]svcx.Draft, error) {
	return sqldb.Collect(r.q, `SELECT `+draftTable.Columns()+` FROM draft WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3`,
		draftTable.ScanRow, m.Workspace, conversation, m.User)
}

// Among finds the latest draft in each of the conversations, with that many characters of it at most.
func (m Drafts) Among(r Reads, conversations []svcx.ConversationID, characters int) (map[svcx.ConversationID]svcx.Draft, error) {
	d := r.q.SQL()
	found, err := sqldb.Collect(r.q, `SELECT conversation_id, kind, substr(content, 1, CAST($4 AS integer)), markdown, saved_at FROM draft
		WHERE workspace_id = $1 AND user_id = $2 AND `+d.In("conversation_id", "$3")+` ORDER BY saved_at, kind`,
		func(s sqldb.Scanner) (one svcx.Draft, err error) {
			one.Workspace, one.User = m.Workspace, m.User
			return one, s.Scan(&one.Conversation, &one.Kind, &one.Content, &one.Markdown, &one.SavedAt)
		}, m.Workspace, m.User, d.Array(plainIDs(conversations)), characters)
	drafts := make(map[svcx.ConversationID]svcx.Draft, len(found))
	for _, one := range found {
		drafts[one.Conversation] = one
	}
	return drafts, err
}

// Put stores a draft in place of the one that was there, and deletes the oldest ones beyond
// svcx.MaxDrafts.
func (m Drafts) Put(tx *Tx, d svcx.Draft) error {
	d.Workspace, d.User = m.Workspace, m.User
	if err := draftTable.Insert(tx.Tx, &d); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM draft WHERE workspace_id = $1 AND user_id = $2 AND saved_at < COALESCE(
		(SELECT saved_at FROM draft WHERE workspace_id = $1 AND user_id = $2 ORDER BY saved_at DESC LIMIT 1 OFFSET $3), 0)`, m.Workspace, m.User, svcx.MaxDrafts-1)
	return err
}

// Delete deletes the draft of a kind in a conversation, if there is one.
func (m Drafts) Delete(tx *Tx, conversation svcx.ConversationID, kind svcx.DraftKind) error {
	_, err := tx.Exec(`DELETE FROM draft WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3 AND kind = $4`, m.Workspace, conversation, m.User, kind)
	return err
}

// DeleteDrafts deletes what members have written in a conversation and not sent.
func (r *Remover) DeleteDrafts(conversation svcx.ConversationID) error {
	return r.Tx.Enqueue(nil, `DELETE FROM draft WHERE workspace_id = $1 AND conversation_id = $2`, r.Workspace, conversation)
}
