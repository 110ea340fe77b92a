package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var historyTable = sqldb.NewTable("history", func(e *svcx.HistoryEntry) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &e.ID),
		sqldb.Field("workspace_id", &e.Workspace),
		sqldb.Field("conversation_id", &e.Conversation),
		sqldb.Field("type", &e.Type),
		sqldb.Field("actor_kind", &e.Actor.Kind),
		sqldb.Field("actor_id", &e.Actor.ID),
		sqldb.Field("actor_name", &e.Actor.Name),
		sqldb.Field("detail", &e.Detail),
		sqldb.Field("created_at", &e.At),
	}
})

// InsertHistory adds entries and sets their ids.
func (tx *Tx) InsertHistory(entries ...svcx.HistoryEntry) error {
	rows := make([]*svcx.HistoryEntry, len(entries))
	for i := range entries {
		rows[i] = &entries[i]
	}
	if err := historyTable.Reserve(tx.Tx, rows...); err != nil {
		return err
	}
	return historyTable.Insert(tx.Tx, rows...)
}

// History lists the entries of a conversation, oldest first.
func (r Reads) History(ws svcx.WorkspaceID, conversation svcx.ConversationID, page svcx.Page) (svcx.List[svcx.HistoryEntry], error) {
	q := r.q
	total, err := sqldb.One(q, `SELECT count(*) FROM history WHERE workspace_id = $1 AND conversation_id = $2`, sqldb.ScanValue[int], ws, conversation)
	if err != nil {
		return svcx.List[svcx.HistoryEntry]{}, err
	}
	items, err := sqldb.Collect(q, `SELECT `+historyTable.Columns()+` FROM history
		WHERE workspace_id = $1 AND conversation_id = $2 ORDER BY id LIMIT $3 OFFSET $4`, historyTable.ScanRow, ws, conversation, page.Limit, page.Offset)
	return svcx.List[svcx.HistoryEntry]{Items: items, Total: total}, err
}
