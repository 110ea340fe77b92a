package store

import (
	"context"
	"errors"

	"svcx"
)

// pendingStep is how many marks are processed at once at most.
const pendingStep = 50

// pendingIndex is a mark: a contact, conversation, head or message to be indexed
// again.
type pendingIndex struct {
	workspace svcx.WorkspaceID
	kind      string
	target    int64
	after     int64
	// id changes when it is marked again.
	id int64
}

func scanPending(s scanner) (d pendingIndex, err error) {
	return d, s.Scan(&d.workspace, &d.kind, &d.target, &d.after, &d.id)
}

// reindexStep indexes some of what is pending and reports whether there was any. The
// index is written first, and is durable when the marks are deleted: a process that
// ends in between leaves marks, and they are processed again. A mark is deleted only
// as it was read, before the texts were: one that was made since stays.
func (db *DB) reindexStep(ctx context.Context, ix textIndex, queue int64) (more bool, err error) {
	p, err := ix.position(ctx, queue)
	if err != nil {
		return false, err
	}
	c := reindexer{q: db.reader(ctx), position: p}
	marks, err := collect(c.q, selectPending(db.dialect.searchScope("workspace_id", "$1")), scanPending, queue, pendingStep)
	if err != nil || len(marks) == 0 {
		return false, err
	}
	for _, d := range marks {
		if c.documents >= reindexDocuments || c.bytes >= indexBytes {
			break
		}
		if err := c.collect(d); err != nil {
			return false, err
		}
	}
	err = ix.write(ctx, queue, func(tx *Tx) error {
		// Also with nothing to write: a step under way may have read older texts.
		if err := tx.movePosition(queue, p); err != nil {
			return err
		}
		return c.write(tx, ix)
	})
	if err == nil {
		err = db.Write(ctx, svcx.WorkspaceID(queue), func(tx *Tx) error {
			if err := ix.acknowledge(tx, p.version+1); err != nil {
				return err
			}
			return c.acknowledge(tx)
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
	q                querier
	position         searchPosition
	read             []reading
	documents, bytes int
}

// reading is what was read for a mark.
type reading struct {
	pendingIndex
	// forget is set if all documents of the conversation are removed first.
	forget    bool
	documents []searchDocument
	// next is where to continue, 0 at the end.
	next int64
}

// collect reads the documents of a mark, all of them or a step.
func (c *reindexer) collect(d pendingIndex) (err error) {
	r := reading{pendingIndex: d}
	switch d.kind {
	case pendingContact:
		err = c.contact(&r)
	case pendingHead:
		r.documents, err = c.heads(d.workspace, []int64{d.target})
	case pendingMessage:
		r.documents, err = collect(c.q, `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND id = $2 AND id <= $3`,
			scanText, d.workspace, d.target, c.position.message)
	default:
		err = c.conversation(&r)
	}
	if err != nil {
		return err
	}
	c.read = append(c.read, r)
	c.documents += len(r.documents)
	for _, doc := range r.documents {
		c.bytes += doc.size()
	}
	return nil
}

// write writes the documents to the index.
func (c *reindexer) write(tx *Tx, ix textIndex) error {
	last := int64(0)
	for _, r := range c.read {
		last = max(last, r.id)
		if r.forget {
			if err := tx.dialectOf().forgetDocuments(tx, r.workspace, svcx.ConversationID(r.target)); err != nil {
				return err
			}
		}
		if err := tx.dialectOf().indexDocuments(tx, indexed(c.q.dialectOf(), r.documents)); err != nil {
			return err
		}
	}
	return ix.indexedMark(tx, last)
}

// acknowledge deletes the marks, or advances them.
func (c *reindexer) acknowledge(tx *Tx) (err error) {
	for _, r := range c.read {
		if r.next != 0 {
			_, err = tx.exec(`UPDATE search_dirty SET after_id = $3 WHERE workspace_id = $1 AND id = $2`, r.workspace, r.id, r.next)
		} else {
			_, err = tx.exec(`DELETE FROM search_dirty WHERE workspace_id = $1 AND id = $2`, r.workspace, r.id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// contact reads the heads of a contact's conversations.
func (c *reindexer) contact(r *reading) error {
	ids, err := collect(c.q, `SELECT id FROM conversation WHERE workspace_id = $1 AND contact_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
		scanValue[int64], r.workspace, r.target, r.after, reindexDocuments)
	if err != nil || len(ids) == 0 {
		return err
	}
	if len(ids) == reindexDocuments {
		r.next = ids[len(ids)-1]
	}
	r.documents, err = c.heads(r.workspace, ids)
	return err
}

func (c *reindexer) heads(ws svcx.WorkspaceID, ids []int64) ([]searchDocument, error) {
	documents, err := headsOf(c.q, ws, ids)
	indexed := documents[:0]
	for _, d := range documents {
		if d.conversation <= c.position.conversation {
			indexed = append(indexed, d)
		}
	}
	return indexed, err
}

// headsOf reads the heads of conversations, in any order.
func headsOf(q querier, ws svcx.WorkspaceID, ids []int64) ([]searchDocument, error) {
	d := q.dialectOf()
	from, among := d.byIDs("c.id", "$2")
	return collect(q, `SELECT `+headColumns+` FROM `+from+`conversation c `+headJoin+` WHERE c.workspace_id = $1 AND `+among, scanHead, ws, d.array(ids))
}

// conversation has all documents of a conversation removed first, then reads its
// head and its messages by their ids. A deleted one is only removed.
func (c *reindexer) conversation(r *reading) (err error) {
	if r.after == 0 {
		r.forget = true
		if r.documents, err = c.heads(r.workspace, []int64{r.target}); err != nil {
			return err
		}
	}
	messages, _, err := readMessages(c.q, indexBytes, `SELECT `+textColumns+` FROM message
		WHERE workspace_id = $1 AND conversation_id = $2 AND id > $3 AND id <= $4 ORDER BY id LIMIT $5`,
		r.workspace, r.target, r.after, c.position.message, reindexDocuments)
	if err != nil {
		return err
	}
	if len(messages) > 0 {
		r.next = int64(messages[len(messages)-1].message)
	}
	r.documents = append(r.documents, messages...)
	return nil
}
