package textsearch

import (
	"context"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
)

// pendingStep is how many marks are processed at once at most.
const pendingStep = 50

// pendingIndex is a mark: a contact, conversation, head or message to be indexed
// again.
type pendingIndex struct {
	workspace svcx.WorkspaceID
	kind      Pending
	target    int64
	after     int64
	// id changes when it is marked again.
	id int64
}

func scanPending(s sqldb.Scanner) (d pendingIndex, err error) {
	return d, s.Scan(&d.workspace, &d.kind, &d.target, &d.after, &d.id)
}

// reindexStep indexes some of what is pending and reports whether there was any. The
// index is written first, and is durable when the marks are deleted: a process that
// ends in between leaves marks, and they are processed again. A mark is deleted only
// as it was read, before the texts were: one that was made since stays.
func (ix *Index) reindexStep(ctx context.Context, in indexDatabase, queue int64) (more bool, err error) {
	p, err := in.position(ctx, queue)
	if err != nil {
		return false, err
	}
	r := reindexer{index: ix, ctx: ctx, position: p}
	q := ix.db.Reader(ctx)
	marks, err := sqldb.Collect(q, selectPending(q.SQL().InQueue("workspace_id", "$1")), scanPending, queue, pendingStep)
	if err != nil || len(marks) == 0 {
		return false, err
	}
	for _, mark := range marks {
		if r.documents >= reindexDocuments || r.bytes >= indexBytes {
			break
		}
		if err := r.collect(mark); err != nil {
			return false, err
		}
	}
	err = in.write(ctx, queue, func(tx *sqldb.Tx) error {
		// Also with nothing to write: a step under way may have read older texts.
		if err := movePosition(tx, queue, p); err != nil {
			return err
		}
		return r.write(tx, in)
	})
	if err == nil {
		err = ix.db.Write(ctx, svcx.WorkspaceID(queue), func(tx *sqldb.Tx) error {
			if err := in.acknowledge(tx, p.version+1); err != nil {
				return err
			}
			return r.acknowledge(tx)
		})
	}
	if errors.Is(err, errMoved) {
		err = nil
	}
	return true, err
}

// reindexer reads documents to be indexed again. Those after the position are left
// out: they are read when the position reaches them.
type reindexer struct {
	index            *Index
	ctx              context.Context
	position         position
	read             []reading
	documents, bytes int
}

// reading is what was read for a mark.
type reading struct {
	pendingIndex
	// forget is set if all documents of the conversation are removed first.
	forget    bool
	documents []Document
	// next is where to continue, 0 at the end.
	next int64
}

// collect reads the documents of a mark, all of them or a step.
func (r *reindexer) collect(mark pendingIndex) (err error) {
	m := reading{pendingIndex: mark}
	switch mark.kind {
	case contactHeads:
		err = r.contact(&m)
	case Heads:
		m.documents, err = r.heads(mark.workspace, []int64{mark.target})
	case Messages:
		if id := svcx.MessageID(mark.target); id <= r.position.message {
			m.documents, err = r.index.tables.Message(r.ctx, mark.workspace, id)
		}
	default:
		err = r.conversation(&m)
	}
	if err != nil {
		return err
	}
	r.read = append(r.read, m)
	r.documents += len(m.documents)
	for _, doc := range m.documents {
		r.bytes += doc.Size()
	}
	return nil
}

// contact reads the heads of a contact's conversations.
func (r *reindexer) contact(m *reading) error {
	ids, err := r.index.tables.ConversationsOf(r.ctx, m.workspace, svcx.ContactID(m.target), m.after, reindexDocuments)
	if err != nil || len(ids) == 0 {
		return err
	}
	if len(ids) == reindexDocuments {
		m.next = ids[len(ids)-1]
	}
	m.documents, err = r.heads(m.workspace, ids)
	return err
}

func (r *reindexer) heads(ws svcx.WorkspaceID, ids []int64) ([]Document, error) {
	documents, err := r.index.tables.Heads(r.ctx, ws, ids)
	indexed := documents[:0]
	for _, d := range documents {
		if d.Conversation <= r.position.conversation {
			indexed = append(indexed, d)
		}
	}
	return indexed, err
}

// conversation has all documents of a conversation removed first, then reads its
// head and its messages by their ids. A deleted one is only removed.
func (r *reindexer) conversation(m *reading) (err error) {
	if m.after == 0 {
		m.forget = true
		if m.documents, err = r.heads(m.workspace, []int64{m.target}); err != nil {
			return err
		}
	}
	messages, err := r.index.tables.MessagesBetween(r.ctx, m.workspace, svcx.ConversationID(m.target), svcx.MessageID(m.after), r.position.message,
		ReadLimit{reindexDocuments, indexBytes})
	if err != nil {
		return err
	}
	if len(messages) > 0 {
		m.next = int64(messages[len(messages)-1].Message)
	}
	m.documents = append(m.documents, messages...)
	return nil
}

// write writes the documents to the index.
func (r *reindexer) write(tx *sqldb.Tx, in indexDatabase) error {
	backend := r.index.backend
	last := int64(0)
	for _, m := range r.read {
		last = max(last, m.id)
		if m.forget {
			if err := backend.remove(tx, m.workspace, svcx.ConversationID(m.target)); err != nil {
				return err
			}
		}
		if err := backend.put(tx, r.index.indexed(m.documents)); err != nil {
			return err
		}
	}
	return in.indexedMark(tx, last)
}

// acknowledge deletes the marks, or advances them.
func (r *reindexer) acknowledge(tx *sqldb.Tx) (err error) {
	for _, m := range r.read {
		if m.next != 0 {
			_, err = tx.Exec(`UPDATE search_dirty SET after_id = $3 WHERE workspace_id = $1 AND id = $2`, m.workspace, m.id, m.next)
		} else {
			_, err = tx.Exec(`DELETE FROM search_dirty WHERE workspace_id = $1 AND id = $2`, m.workspace, m.id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
