package store

import (
	"context"
	"errors"
	"runtime"

	"svcx"
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

// textIndex is the database that has the text index.
type textIndex interface {
	position(ctx context.Context, queue int64) (searchPosition, error)
	// write is DB.Write for the index.
	write(ctx context.Context, queue int64, fn func(*Tx) error) error
	// indexedMark stores in the index the last mark that was indexed. acknowledge stores
	// in the database the version of the position at which marks are deleted. They
	// tell a file that does not belong to the database, or no longer does.
	// acknowledge returns errMoved if the database has another index by now.
	indexedMark(tx *Tx, mark int64) error
	acknowledge(tx *Tx, version int64) error
}

// The kinds of what is pending.
const (
	pendingContact      = "contact"      // the heads of its conversations
	pendingHead         = "head"         // of one conversation
	pendingConversation = "conversation" // and its messages
	pendingMessage      = "message"
)

type indexedDocument struct {
	workspace    svcx.WorkspaceID
	conversation svcx.ConversationID
	message      svcx.MessageID
	words        string
}

// indexed finds the words of documents. It yields the processor before each: no
// write waits for words.
func indexed(d dialect, documents []searchDocument) []indexedDocument {
	all := make([]indexedDocument, len(documents))
	bits := d.bucketBits()
	for i, doc := range documents {
		runtime.Gosched()
		scope := bucketScope(doc.workspace, int64(doc.conversation)>>bits)
		all[i] = indexedDocument{doc.workspace, doc.conversation, doc.message, doc.words(scope)}
	}
	return all
}

// searchPosition is up to where messages and conversations of a queue are indexed.
type searchPosition struct {
	message      svcx.MessageID
	conversation svcx.ConversationID
	version      int64
}

func positionOf(q querier, queue int64) (p searchPosition, err error) {
	all, err := collect(q, `SELECT message_id, conversation_id, version FROM search_position WHERE workspace_id = $1`, func(s scanner) (p searchPosition, err error) {
		return p, s.Scan(&p.message, &p.conversation, &p.version)
	}, queue)
	if len(all) > 0 {
		p = all[0]
	}
	return p, err
}

// errMoved reports that another process or step has moved the position since it was
// read.
var errMoved = errors.New("the text index has moved on")

// movePosition advances the queue's position, unless it was moved since p was read.
func (tx *Tx) movePosition(queue int64, p searchPosition) error {
	n, err := tx.exec(`INSERT INTO search_position (workspace_id, message_id, conversation_id, version) VALUES ($1, $2, $3, 1)
		ON CONFLICT (workspace_id) DO UPDATE SET message_id = excluded.message_id, conversation_id = excluded.conversation_id, version = search_position.version + 1
		WHERE search_position.version = $4`, queue, p.message, p.conversation, p.version)
	if err == nil && n == 0 {
		err = errMoved
	}
	return err
}

// IndexSearch brings the text index of the workspace up to date, in small steps
// between other writes, and returns when nothing is left to do or ctx ends. It may
// run repeatedly, and on several nodes at once.
func (db *DB) IndexSearch(ctx context.Context, ws svcx.WorkspaceID) error {
	for {
		more, err := db.indexStep(ctx, db.dialect.queue(ws))
		if err != nil || !more {
			return err
		}
	}
}

// indexStep takes one step and reports whether there may be another.
func (db *DB) indexStep(ctx context.Context, queue int64) (more bool, err error) {
	err = db.dialect.withIndex(ctx, db, func(ix textIndex) error {
		more, err = db.indexStepIn(ctx, ix, queue)
		return err
	})
	return more, err
}

func (db *DB) indexStepIn(ctx context.Context, ix textIndex, queue int64) (more bool, err error) {
	p, err := ix.position(ctx, queue)
	if err != nil {
		return false, err
	}
	// The texts are read after the position: what changes in between is pending, and
	// indexing that moves the version.
	documents, next, full, err := newDocuments(db.reader(ctx), queue, p)
	if err != nil {
		return false, err
	}
	if len(documents) == 0 {
		return db.reindexStep(ctx, ix, queue)
	}
	words := indexed(db.dialect, documents)
	err = ix.write(ctx, queue, func(tx *Tx) error {
		if err := tx.movePosition(queue, next); err != nil {
			return err
		}
		return tx.dialectOf().indexDocuments(tx, words)
	})
	if errors.Is(err, errMoved) {
		return true, nil
	}
	if err != nil || full {
		return true, err
	}
	// What was stored meanwhile has its own notification, and is indexed then.
	return db.reindexStep(ctx, ix, queue)
}

// newDocuments reads documents after the position, and returns the position after
// them. full reports that there may be more.
func newDocuments(q querier, queue int64, p searchPosition) (documents []searchDocument, next searchPosition, full bool, err error) {
	d := q.dialectOf()
	step := d.indexStep()
	documents, err = collect(q, `SELECT `+headColumns+` FROM conversation c `+headJoin+` WHERE `+d.searchScope("c.workspace_id", "$1")+` AND c.id > $2
		ORDER BY c.id LIMIT $3`, scanHead, queue, p.conversation, step)
	if err != nil {
		return nil, p, false, err
	}
	for _, d := range documents {
		p.conversation = d.conversation
	}
	messages, all, err := readMessages(q, indexBytes, `SELECT `+textColumns+` FROM message WHERE `+d.searchScope("workspace_id", "$1")+` AND id > $2 ORDER BY id LIMIT $3`, queue, p.message, step)
	for _, d := range messages {
		p.message = d.message
	}
	full = !all || len(messages) == step || len(documents) == step
	return append(documents, messages...), p, full, err
}

// The columns that heads and messages are found by.
const (
	headColumns = `c.workspace_id, c.id, c.subject, c.external_id, k.name, k.email, k.external_id, k.aliases`
	headJoin    = `LEFT JOIN contact k ON k.workspace_id = c.workspace_id AND k.id = c.contact_id`
	textColumns = `workspace_id, conversation_id, id, author_name, content, content_type, attachments`
)

func scanHead(s scanner) (d searchDocument, err error) {
	var subject string
	var external, name, email, contact, aliases *string
	if err := s.Scan(&d.workspace, &d.conversation, &subject, &external, &name, &email, &contact, &aliases); err != nil {
		return d, err
	}
	d.texts = []string{subject}
	for _, text := range []*string{external, name, email, contact} {
		if text != nil {
			d.texts = append(d.texts, *text)
		}
	}
	if aliases == nil {
		return d, nil
	}
	// Of the contacts that were merged into this one.
	var merged []string
	err = decodeJSON(*aliases, &merged)
	d.texts = append(d.texts, merged...)
	return d, err
}

func scanText(s scanner) (d searchDocument, err error) {
	var author, content, files string
	var kind svcx.ContentType
	if err := s.Scan(&d.workspace, &d.conversation, &d.message, &author, &content, &kind, &files); err != nil {
		return d, err
	}
	var attachments []svcx.Attachment
	if err := decodeJSON(files, &attachments); err != nil {
		return d, err
	}
	d.texts = messageTexts(author, content, kind, attachments)
	return d, nil
}

// readMessages reads messages until they exceed most bytes, and reports whether it
// has read all.
func readMessages(q querier, most int, query string, args ...any) (documents []searchDocument, all bool, err error) {
	size := 0
	all = true
	err = q.each(query, args, func(s scanner) error {
		if size > most {
			all = false
			return nil
		}
		d, err := scanText(s)
		if err != nil {
			return err
		}
		documents = append(documents, d)
		size += d.size()
		return nil
	})
	if err != nil {
		return nil, false, q.failed(query, err)
	}
	return documents, all, nil
}

// ReindexHeads marks the heads of conversations, with their subject and contact, to
// be indexed again.
func (tx *Tx) ReindexHeads(ws svcx.WorkspaceID, ids ...svcx.ConversationID) error {
	return markAll(tx, ws, pendingHead, ids)
}

// Reindex marks conversations with all their messages to be indexed again, in place
// of what the index has of them.
func (tx *Tx) Reindex(ws svcx.WorkspaceID, ids ...svcx.ConversationID) error {
	return markAll(tx, ws, pendingConversation, ids)
}

// ForgetSearch removes conversations that are being deleted from the text index,
// with their words: at once where the index is in the database, otherwise soon. A
// search finds no conversation without its row.
func (tx *Tx) ForgetSearch(ws svcx.WorkspaceID, ids ...svcx.ConversationID) error {
	for _, id := range ids {
		if err := tx.dialectOf().forgetAtOnce(tx, ws, id); err != nil {
			return err
		}
	}
	// An indexing step under way may have read them before.
	return markAll(tx, ws, pendingConversation, ids)
}

func markAll[T ~int64](tx *Tx, ws svcx.WorkspaceID, kind string, ids []T) error {
	if len(ids) == 0 {
		return nil
	}
	tx.notifySearch(ws)
	for _, id := range ids {
		err := tx.enqueue(nil, `INSERT INTO search_dirty (workspace_id, kind, target_id, after_id) VALUES ($1, $2, $3, 0)
			ON CONFLICT (workspace_id, kind, target_id) DO UPDATE SET after_id = 0, id = excluded.id`, ws, kind, id)
		if err != nil {
			return err
		}
	}
	return nil
}

// markContact marks a contact, and so the heads of its conversations, to be indexed
// again if its words have changed.
func (tx *Tx) markContact(c *svcx.Contact) error {
	tx.notifySearch(c.Workspace)
	return tx.enqueue(nil, `INSERT INTO search_dirty (workspace_id, kind, target_id, after_id)
		SELECT workspace_id, '`+pendingContact+`', id, 0 FROM contact WHERE workspace_id = $1 AND id = $2 AND search <> $3
		ON CONFLICT (workspace_id, kind, target_id) DO UPDATE SET after_id = 0, id = excluded.id`, c.Workspace, c.ID, contactWords(c))
}

// selectPending selects the $2 oldest pending marks of a queue.
func selectPending(scope string) string {
	return `SELECT workspace_id, kind, target_id, after_id, id FROM search_dirty WHERE ` + scope + ` ORDER BY id LIMIT $2`
}
