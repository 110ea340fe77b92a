package store

import (
	"context"
	"errors"

	"svcx"
)

// pendingStep is how many dirty things are cleaned together at the most.
const pendingStep = 50

type pendingIndex struct {
	workspace svcx.WorkspaceID
	kind      string
	target    int64
	after     int64
	// id is another one when it becomes dirty again.
	id int64
}

func scanPending(s scanner) (d pendingIndex, err error) {
	return d, s.Scan(&d.workspace, &d.kind, &d.target, &d.after, &d.id)
}

// reindexStep indexes again some of what is dirty and reports whether there was
// any. The index is written first, and is durable when the marks go: a process
// that ends in between leaves marks, and they are cleaned again. A mark goes only
// as it was read, before the texts were: what became dirty since stays so.
func (db *DB) reindexStep(ctx context.Context, ix textIndex, lane int64) (more bool, err error) {
	p, err := ix.position(ctx, lane)
	if err != nil {
		return false, err
	}
	c := reindexer{q: db.reader(ctx), position: p}
	marks, err := collect(c.q, selectPending(db.dialect.searchScope("workspace_id", "$1")), scanPending, lane, pendingStep)
	if err != nil || len(marks) == 0 {
		return false, err
	}
	for _, d := range marks {
		if c.documents >= reindexDocuments || c.bytes >= indexBytes {
			break
		}
		if err := c.clean(d); err != nil {
			return false, err
		}
	}
	err = ix.write(ctx, lane, func(tx *Tx) error {
		// Also with nothing to write: who indexes right now has read before.
		if err := tx.movePosition(lane, p); err != nil {
			return err
		}
		return c.write(tx, ix)
	})
	if err == nil {
		err = db.Write(ctx, svcx.WorkspaceID(lane), func(tx *Tx) error {
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

// reindexer reads what is to be indexed again. What lies behind the position is
// left out: it is read anew when its turn comes.
type reindexer struct {
	q                querier
	position         searchPosition
	read             []reading
	documents, bytes int
}

// reading is what was read for a mark.
type reading struct {
	pendingIndex
	// forget says that all that is known of the conversation goes first.
	forget    bool
	documents []searchDocument
	// next is where to go on, 0 at the end.
	next int64
}

// clean reads for one dirty thing, to its end or for a step.
func (c *reindexer) clean(d pendingIndex) (err error) {
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

// write is the part of it in the index.
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
	return ix.cleaned(tx, last)
}

// acknowledge takes away the marks, or moves them on.
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
	known := documents[:0]
	for _, d := range documents {
		if d.conversation <= c.position.conversation {
			known = append(known, d)
		}
	}
	return known, err
}

// headsOf reads the heads of conversations, in any order.
func headsOf(q querier, ws svcx.WorkspaceID, ids []int64) ([]searchDocument, error) {
	d := q.dialectOf()
	from, among := d.byIDs("c.id", "$2")
	return collect(q, `SELECT `+headColumns+` FROM `+from+`conversation c `+headJoin+` WHERE c.workspace_id = $1 AND `+among, scanHead, ws, d.array(ids))
}

// conversation has all of a conversation forgotten at first, then reads its head
// and its messages by their ids. One that is gone is forgotten.
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
