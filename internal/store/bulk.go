package store

import (
	"context"

	"svcx"
	"svcx/internal/store/bulk"
)

type (
	BulkReads   = bulk.Reads
	BulkWrites  = bulk.Writes
	WaitingItem = bulk.WaitingItem
)

// BulkOf returns the reads of bulk actions.
func BulkOf(r Reads) BulkReads { return bulk.Of(r.q) }

// BulkIn returns the writes of bulk actions.
func BulkIn(tx *Tx) BulkWrites { return bulk.In(tx.Tx) }

// ConversationIDs lists the conversations of a filter that a search finds, all of them for "",
// last message first and at most limit. What is read is one state of the list.
func (db *DB) ConversationIDs(ctx context.Context, ws svcx.WorkspaceID, f svcx.ConversationFilter, q string, limit int) ([]svcx.ConversationID, error) {
	f.Sort = svcx.SortNewest
	list, err := db.Read(ctx).conversationsOf(ws, f)
	if err != nil {
		return nil, err
	}
	searched := searchedList{db, list, filtered(ws, f)}
	var ids []svcx.ConversationID
	if q != "" {
		found, err := db.Index.Search(ctx, ws, searched, q, nil, limit)
		for _, c := range found {
			ids = append(ids, c.ID)
		}
		return ids, err
	}
	all, err := searched.NextMany(ctx, nil, limit)
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	return ids, err
}

// trimBulk deletes old bulk actions: the items first, which are found by them.
func (db *DB) trimBulk(ctx context.Context, before svcx.Time) error {
	if err := db.DeleteOlder(ctx, `DELETE FROM bulk_item WHERE (workspace_id, conversation_id, bulk_id) IN
		(SELECT item.workspace_id, item.conversation_id, item.bulk_id FROM bulk CROSS JOIN bulk_item AS item
		WHERE bulk.created_at < $1 AND item.workspace_id = bulk.workspace_id AND item.bulk_id = bulk.id LIMIT $2)`, before); err != nil {
		return err
	}
	return db.DeleteOlder(ctx, `DELETE FROM bulk WHERE created_at < $1 AND (workspace_id, id) IN
		(SELECT workspace_id, id FROM bulk WHERE created_at < $1 LIMIT $2)`, before)
}
