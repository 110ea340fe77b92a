package textsearch

import (
	"svcx"
	"svcx/internal/sqldb"
)

// Pending says what a mark is for: which kind of id is marked.
type Pending string

const (
	Heads         Pending = "head"         // the head of a conversation
	Conversations Pending = "conversation" // a conversation with its messages
	Messages      Pending = "message"      // a message
	// contactHeads is for the heads of a contact's conversations (see MarkContact).
	contactHeads Pending = "contact"
)

// Notify makes the indexer run after the commit, for what the transaction stores in the
// workspace.
func (ix *Index) Notify(tx *sqldb.Tx, ws svcx.WorkspaceID) {
	tx.OnCommit(func() { ix.pending.notify(ix.db.QueueOf(ws)) })
}

// Mark marks heads, conversations or messages to be indexed again, in place of what
// the index has of them.
func (ix *Index) Mark(tx *sqldb.Tx, ws svcx.WorkspaceID, kind Pending, ids ...int64) error {
	if len(ids) == 0 {
		return nil
	}
	ix.Notify(tx, ws)
	for _, id := range ids {
		err := tx.Enqueue(nil, `INSERT INTO search_dirty (workspace_id, kind, target_id, after_id) VALUES ($1, $2, $3, 0)
			ON CONFLICT (workspace_id, kind, target_id) DO UPDATE SET after_id = 0, id = excluded.id`, ws, string(kind), id)
		if err != nil {
			return err
		}
	}
	return nil
}

// Forget removes a conversation that is being deleted from the text index, with its
// words: at once where the index is in the database, otherwise soon. A search finds
// no conversation without its row.
func (ix *Index) Forget(tx *sqldb.Tx, ws svcx.WorkspaceID, id svcx.ConversationID) error {
	if err := ix.backend.removeAtOnce(tx, ws, id); err != nil {
		return err
	}
	// An indexing step under way may have read it before.
	return ix.Mark(tx, ws, Conversations, int64(id))
}

// MarkContact marks a contact that is about to be stored, and so the heads of its
// conversations, to be indexed again if its words change.
func (ix *Index) MarkContact(tx *sqldb.Tx, c *svcx.Contact) error {
	ix.Notify(tx, c.Workspace)
	return tx.Enqueue(nil, `INSERT INTO search_dirty (workspace_id, kind, target_id, after_id)
		SELECT workspace_id, '`+string(contactHeads)+`', id, 0 FROM contact WHERE workspace_id = $1 AND id = $2 AND search <> $3
		ON CONFLICT (workspace_id, kind, target_id) DO UPDATE SET after_id = 0, id = excluded.id`, c.Workspace, c.ID, ContactWords(c))
}

// selectPending selects the $2 oldest pending marks of a queue.
func selectPending(scope string) string {
	return `SELECT workspace_id, kind, target_id, after_id, id FROM search_dirty WHERE ` + scope + ` ORDER BY id LIMIT $2`
}
