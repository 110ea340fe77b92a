package textsearch

import (
	"context"
	"errors"
	"runtime"

	"svcx"
	"svcx/internal/sqldb"
)

// The text index is filled after the commits: no write waits for it. Messages and
// conversations are read in the order of their ids, beginning after a stored
// position. What changes later is marked as pending in the transaction that changes
// it. So nothing is lost, whenever the process ends.
//
// The rows of a committer's queue are indexed together: all on SQLite, a workspace's
// on PostgreSQL, where ids become visible in their order under the workspace's lock.
//
// The index is in the database on PostgreSQL and in a file of its own on SQLite.
// There it takes no part in the transactions of the store, and no snapshot has both.

const (
	// reindexDocuments is how many documents are indexed again at once.
	reindexDocuments = 250
	// indexBytes bounds what one step reads.
	indexBytes = 2 << 20
)

type indexedDocument struct {
	workspace    svcx.WorkspaceID
	conversation svcx.ConversationID
	message      svcx.MessageID
	words        string
}

// indexed finds the words of documents. It yields the processor before each: no
// write waits for words.
func (ix *Index) indexed(documents []Document) []indexedDocument {
	all := make([]indexedDocument, len(documents))
	for i, doc := range documents {
		runtime.Gosched()
		scope := bucketScope(doc.Workspace, int64(doc.Conversation)>>ix.tuning.bucketBits)
		all[i] = indexedDocument{doc.Workspace, doc.Conversation, doc.Message, doc.words(scope)}
	}
	return all
}

// position is up to where messages and conversations of a queue are indexed.
type position struct {
	message      svcx.MessageID
	conversation svcx.ConversationID
	version      int64
}

func positionOf(q sqldb.Querier, queue int64) (p position, err error) {
	all, err := sqldb.Collect(q, `SELECT message_id, conversation_id, version FROM search_position WHERE workspace_id = $1`, func(s sqldb.Scanner) (p position, err error) {
		return p, s.Scan(&p.message, &p.conversation, &p.version)
	}, queue)
	if len(all) > 0 {
		p = all[0]
	}
	return p, err
}

// movePosition advances the queue's position, unless it was moved since p was read.
func movePosition(tx *sqldb.Tx, queue int64, p position) error {
	n, err := tx.Exec(`INSERT INTO search_position (workspace_id, message_id, conversation_id, version) VALUES ($1, $2, $3, 1)
		ON CONFLICT (workspace_id) DO UPDATE SET message_id = excluded.message_id, conversation_id = excluded.conversation_id, version = search_position.version + 1
		WHERE search_position.version = $4`, queue, p.message, p.conversation, p.version)
	if err == nil && n == 0 {
		err = errMoved
	}
	return err
}

// Update brings the text index of the workspace up to date, in small steps between
// other writes, and returns when nothing is left to do or ctx ends. It may run
// repeatedly, and on several nodes at once.
func (ix *Index) Update(ctx context.Context, ws svcx.WorkspaceID) error {
	for {
		more, err := ix.step(ctx, ix.db.QueueOf(ws))
		if err != nil || !more {
			return err
		}
	}
}

// step takes one step and reports whether there may be another.
func (ix *Index) step(ctx context.Context, queue int64) (more bool, err error) {
	err = ix.backend.use(ctx, func(in indexDatabase) error {
		more, err = ix.stepIn(ctx, in, queue)
		return err
	})
	return more, err
}

func (ix *Index) stepIn(ctx context.Context, in indexDatabase, queue int64) (more bool, err error) {
	p, err := in.position(ctx, queue)
	if err != nil {
		return false, err
	}
	// The texts are read after the position: what changes in between is pending, and
	// indexing that moves the version.
	documents, next, full, err := ix.newDocuments(ctx, queue, p)
	if err != nil {
		return false, err
	}
	if len(documents) == 0 {
		return ix.reindexStep(ctx, in, queue)
	}
	words := ix.indexed(documents)
	err = in.write(ctx, queue, func(tx *sqldb.Tx) error {
		if err := movePosition(tx, queue, next); err != nil {
			return err
		}
		return ix.backend.put(tx, words)
	})
	if errors.Is(err, errMoved) {
		return true, nil
	}
	if err != nil || full {
		return true, err
	}
	// What was stored meanwhile has its own notification, and is indexed then.
	return ix.reindexStep(ctx, in, queue)
}

// newDocuments reads documents after the position, and returns the position after
// them. full reports that there may be more.
func (ix *Index) newDocuments(ctx context.Context, queue int64, p position) (documents []Document, next position, full bool, err error) {
	step := ix.tuning.step
	documents, err = ix.tables.HeadsAfter(ctx, queue, p.conversation, step)
	if err != nil {
		return nil, p, false, err
	}
	for _, d := range documents {
		p.conversation = d.Conversation
	}
	messages, all, err := ix.tables.MessagesAfter(ctx, queue, p.message, ReadLimit{step, indexBytes})
	for _, d := range messages {
		p.message = d.Message
	}
	full = !all || len(messages) == step || len(documents) == step
	return append(documents, messages...), p, full, err
}
