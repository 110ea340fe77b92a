package store

import "svcx"

// HistoryEntry is one system entry of a conversation: who changed what.
type HistoryEntry struct {
	Workspace    svcx.WorkspaceID
	Conversation svcx.ConversationID
	Type         string
	Actor        svcx.Actor
	Detail       string
	At           svcx.Time
}

var historyTable = newTable("history", "id bigint", "workspace_id bigint", "conversation_id bigint", "type text",
	"actor_kind text", "actor_id bigint", "actor_name text", "detail text", "created_at bigint")

// InsertHistory adds entries.
func (tx *Tx) InsertHistory(entries ...HistoryEntry) error {
	ids, err := tx.reserve("history", len(entries))
	if err != nil {
		return err
	}
	rows := make([][]any, len(entries))
	for i, e := range entries {
		rows[i] = []any{ids[i], e.Workspace, e.Conversation, e.Type, string(e.Actor.Kind), e.Actor.ID, e.Actor.Name, e.Detail, e.At}
	}
	return tx.insert(historyTable, rows...)
}
