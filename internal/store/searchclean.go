package store

import (
	"context"

	"svcx"
)

// dirtyStep is how many dirty things one transaction cleans at the most.
const dirtyStep = 50

type dirt struct {
	workspace svcx.WorkspaceID
	kind      string
	target    int64
	after     int64
}

func scanDirt(s scanner) (d dirt, err error) {
	return d, s.Scan(&d.workspace, &d.kind, &d.target, &d.after)
}

// cleanStep indexes again some of what is dirty and reports whether there was
// any. It reads and writes in one transaction: what becomes dirty meanwhile
// stays so.
func (db *DB) cleanStep(ctx context.Context, q querier, lane int64) (more bool, err error) {
	query := selectDirty(q.dialectOf().searchScope("workspace_id", "$1"))
	found, err := collect(q, query, scanDirt, lane, 1)
	if err != nil || len(found) == 0 {
		return false, err
	}
	err = db.Write(ctx, svcx.WorkspaceID(lane), func(tx *Tx) error {
		p, err := positionOf(tx, lane)
		if err != nil {
			return err
		}
		if err := tx.movePosition(lane, p); err != nil {
			return err
		}
		all, err := collect(tx, query, scanDirt, lane, dirtyStep)
		if err != nil {
			return err
		}
		c := cleaner{tx: tx, position: p}
		for _, d := range all {
			if c.written >= indexStep {
				break
			}
			if err := c.clean(d); err != nil {
				return err
			}
		}
		return nil
	})
	return true, err
}

// cleaner indexes again within a transaction. What lies behind the position is
// left out: it is read anew when its turn comes.
type cleaner struct {
	tx       *Tx
	position searchPosition
	written  int
}

// clean takes one dirty thing on, to its end or by a step.
func (c *cleaner) clean(d dirt) error {
	var documents []searchDocument
	var err error
	next := int64(0) // none
	switch d.kind {
	case dirtyContact:
		documents, next, err = c.contact(d)
	case dirtyHead:
		documents, err = c.heads(d.workspace, []int64{d.target})
	case dirtyMessage:
		documents, err = collect(c.tx, `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND id = $2 AND id <= $3`,
			scanText, d.workspace, d.target, c.position.message)
	default:
		documents, next, err = c.conversation(d)
	}
	if err != nil {
		return err
	}
	c.written += len(documents)
	if err := c.tx.dialectOf().indexDocuments(c.tx, indexed(documents)); err != nil {
		return err
	}
	if next != 0 {
		_, err = c.tx.exec(`UPDATE search_dirty SET after_id = $4 WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, d.workspace, d.kind, d.target, next)
	} else {
		_, err = c.tx.exec(`DELETE FROM search_dirty WHERE workspace_id = $1 AND kind = $2 AND target_id = $3`, d.workspace, d.kind, d.target)
	}
	return err
}

// contact reads the heads of a contact's conversations, and where to go on.
func (c *cleaner) contact(d dirt) (documents []searchDocument, next int64, err error) {
	ids, err := collect(c.tx, `SELECT id FROM conversation WHERE workspace_id = $1 AND contact_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
		scanValue[int64], d.workspace, d.target, d.after, indexStep)
	if err != nil || len(ids) == 0 {
		return nil, 0, err
	}
	if len(ids) == indexStep {
		next = ids[len(ids)-1]
	}
	documents, err = c.heads(d.workspace, ids)
	return documents, next, err
}

func (c *cleaner) heads(ws svcx.WorkspaceID, ids []int64) ([]searchDocument, error) {
	documents, err := headsOf(c.tx, ws, ids)
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

// conversation forgets all of a conversation at first, then reads its head and
// its messages by their ids, and where to go on. One that is gone is forgotten.
func (c *cleaner) conversation(d dirt) (documents []searchDocument, next int64, err error) {
	if d.after == 0 {
		if err := c.tx.dialectOf().forgetDocuments(c.tx, d.workspace, svcx.ConversationID(d.target)); err != nil {
			return nil, 0, err
		}
		if documents, err = c.heads(d.workspace, []int64{d.target}); err != nil {
			return nil, 0, err
		}
	}
	messages, _, err := readMessages(c.tx, indexBytes, `SELECT `+textColumns+` FROM message
		WHERE workspace_id = $1 AND conversation_id = $2 AND id > $3 AND id <= $4 ORDER BY id LIMIT $5`,
		d.workspace, d.target, d.after, c.position.message, indexStep)
	if err != nil {
		return nil, 0, err
	}
	if len(messages) > 0 {
		next = int64(messages[len(messages)-1].message)
	}
	return append(documents, messages...), next, nil
}
