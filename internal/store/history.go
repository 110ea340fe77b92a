package store

import (
	"svcx/internal/sqldb"

	"svcx"
)

var historyTable = sqldb.NewTable("history", "id bigint", "workspace_id bigint", "conversation_id bigint", "type text",
	"actor_kind text", "actor_id bigint", "actor_name text", "detail text", "created_at bigint")

// InsertHistory adds entries.
func (tx *Tx) InsertHistory(entries ...svcx.HistoryEntry) error {
	ids, err := tx.Reserve("history", len(entries))
	if err != nil {
		return err
	}
	rows := make([][]any, len(entries))
	for i, e := range entries {
		rows[i] = []any{ids[i], e.Workspace, e.Conversation, e.Type, string(e.Actor.Kind), e.Actor.ID, e.Actor.Name, e.Detail, e.At}
	}
	return tx.Insert(historyTable, rows...)
}

// History lists the entries of a conversation, oldest first.
func (r Reads) History(ws svcx.WorkspaceID, conversation svcx.ConversationID, page svcx.Page) (svcx.List[svcx.HistoryEntry], error) {
	q := r.q
	total, err := sqldb.One(q, `SELECT count(*) FROM history WHERE workspace_id = $1 AND conversation_id = $2`, sqldb.ScanValue[int], ws, conversation)
	if err != nil {
		return svcx.List[svcx.HistoryEntry]{}, err
	}
	items, err := sqldb.Collect(q, `SELECT workspace_id, conversation_id, type, actor_kind, actor_id, actor_name, detail, created_at FROM history
		WHERE workspace_id = $1 AND conversation_id = $2 ORDER BY id LIMIT $3 OFFSET $4`, func(s sqldb.Scanner) (e svcx.HistoryEntry, err error) {
		return e, s.Scan(&e.Workspace, &e.Conversation, &e.Type, &e.Actor.Kind, &e.Actor.ID, &e.Actor.Name, &e.Detail, &e.At)
	}, ws, conversation, page.Limit, page.Offset)
	return svcx.List[svcx.HistoryEntry]{Items: items, Total: total}, err
}
