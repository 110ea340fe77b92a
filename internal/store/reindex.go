package store

import (
	"context"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/documents"
	"svcx/internal/textsearch"
)

// ReindexHeads marks the heads of conversations, with their subject and contact, to
// be indexed again.
func (tx *Tx) ReindexHeads(ws svcx.WorkspaceID, ids ...svcx.ConversationID) error {
	return tx.index().Mark(tx.Tx, ws, textsearch.Heads, plainIDs(ids)...)
}

// Reindex marks conversations with all their messages to be indexed again, in place
// of what the index has of them.
func (tx *Tx) Reindex(ws svcx.WorkspaceID, ids ...svcx.ConversationID) error {
	return tx.index().Mark(tx.Tx, ws, textsearch.Conversations, plainIDs(ids)...)
}

// ForgetSearch removes a conversation that is being deleted from the text index.
func (tx *Tx) ForgetSearch(ws svcx.WorkspaceID, id svcx.ConversationID) error {
	return tx.index().Forget(tx.Tx, ws, id)
}

func (tx *Tx) index() *textsearch.Index { return tx.db.Index }

// SearchedTables are the tables whose rows a search finds.
func SearchedTables(db *DB) textsearch.Tables { return searchedTables{documents.Reader{DB: db.DB}, db} }

type searchedTables struct {
	documents.Reader
	db *DB
}

// Queues are those of all workspaces, in order.
func (t searchedTables) Queues(ctx context.Context) ([]int64, error) {
	all, err := t.db.Read(ctx).Workspaces()
	var queues []int64
	for _, w := range all {
		queues = append(queues, t.db.QueueOf(w.ID))
	}
	slices.Sort(queues)
	return slices.Compact(queues), err
}

func (t searchedTables) Setting(q sqldb.Querier, name string) (string, error) {
	return readsOf(q).ServerSetting(name)
}

func (t searchedTables) SetSetting(tx *sqldb.Tx, name, value string) error {
	return setServerSetting(tx, name, value)
}
