package store

import (
	"context"
	"errors"
	"runtime"

	"svcx"
)

// The text index is filled behind the commits that it is about: nobody waits
// for it. Messages and conversations are read in the order of their ids, past a
// position that is kept; what changes later is noted as dirty in its own
// transaction. So nothing is lost, whenever the process ends.
//
// What is indexed together is a lane of the committer: everything on SQLite, a
// workspace on PostgreSQL, where ids become visible in their order under the
// workspace's lock.
//
// The index lies in the database itself on PostgreSQL, in a file of its own on
// SQLite: it is no part of the transactions that it is about, and no snapshot is
// of both.

const (
	// reindexDocuments is how many documents are indexed again together.
	reindexDocuments = 250
	// indexBytes bounds what one step reads.
	indexBytes = 2 << 20
)

// textIndex is the database that the text index is in.
type textIndex interface {
	position(ctx context.Context, lane int64) (searchPosition, error)
	// write is Write for the index.
	write(ctx context.Context, lane int64, fn func(*Tx) error) error
	// cleaned notes in the index the last mark that it has cleaned, settle in the
	// database the version of the index's position at which marks go: so a file
	// that does not belong to the database, or not any more, is known. settle is
	// errMoved where the database has another index by now.
	cleaned(tx *Tx, mark int64) error
	acknowledge(tx *Tx, version int64) error
}

// The kinds of what is dirty.
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

// indexed lets whatever else there is to do go first, document by document:
// nobody waits for words.
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

// searchPosition is up to where messages and conversations of a lane are
// indexed.
type searchPosition struct {
	message      svcx.MessageID
	conversation svcx.ConversationID
	version      int64
}

func positionOf(q querier, lane int64) (p searchPosition, err error) {
	all, err := collect(q, `SELECT message_id, conversation_id, version FROM search_position WHERE workspace_id = $1`, func(s scanner) (p searchPosition, err error) {
		return p, s.Scan(&p.message, &p.conversation, &p.version)
	}, lane)
	if len(all) > 0 {
		p = all[0]
	}
	return p, err
}

// errMoved says that somebody else has indexed since the position was read.
var errMoved = errors.New("the text index has moved on")

// movePosition moves the lane's position on, unless somebody has moved it since p was
// read.
func (tx *Tx) movePosition(lane int64, p searchPosition) error {
	n, err := tx.exec(`INSERT INTO search_position (workspace_id, message_id, conversation_id, version) VALUES ($1, $2, $3, 1)
		ON CONFLICT (workspace_id) DO UPDATE SET message_id = excluded.message_id, conversation_id = excluded.conversation_id, version = search_position.version + 1
		WHERE search_position.version = $4`, lane, p.message, p.conversation, p.version)
	if err == nil && n == 0 {
		err = errMoved
	}
	return err
}

// IndexSearch brings the text index of the workspace up to date, in small steps
// between other writes, and returns when nothing is left to do or ctx ends. It
// may run on several nodes at once and again.
func (db *DB) IndexSearch(ctx context.Context, ws svcx.WorkspaceID) error {
	for {
		more, err := db.indexStep(ctx, db.dialect.queue(ws))
		if err != nil || !more {
			return err
		}
	}
}

// indexStep takes one step and reports whether there may be another.
func (db *DB) indexStep(ctx context.Context, lane int64) (more bool, err error) {
	err = db.dialect.withIndex(ctx, db, func(ix textIndex) error {
		more, err = db.indexStepIn(ctx, ix, lane)
		return err
	})
	return more, err
}

func (db *DB) indexStepIn(ctx context.Context, ix textIndex, lane int64) (more bool, err error) {
	p, err := ix.position(ctx, lane)
	if err != nil {
		return false, err
	}
	// What is written was read after the position: whatever changes in between
	// is dirty, and who cleans that moves the version.
	documents, next, full, err := newDocuments(db.reader(ctx), lane, p)
	if err != nil {
		return false, err
	}
	if len(documents) == 0 {
		return db.reindexStep(ctx, ix, lane)
	}
	words := indexed(db.dialect, documents)
	err = ix.write(ctx, lane, func(tx *Tx) error {
		if err := tx.movePosition(lane, next); err != nil {
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
	// What came meanwhile rings by itself: it is indexed with what comes next.
	return db.reindexStep(ctx, ix, lane)
}

// newDocuments reads what follows the position, and the position behind it; full
// says that there may be more.
func newDocuments(q querier, lane int64, p searchPosition) (documents []searchDocument, next searchPosition, full bool, err error) {
	d := q.dialectOf()
	step := d.indexStep()
	documents, err = collect(q, `SELECT `+headColumns+` FROM conversation c `+headJoin+` WHERE `+d.searchScope("c.workspace_id", "$1")+` AND c.id > $2
		ORDER BY c.id LIMIT $3`, scanHead, lane, p.conversation, step)
	if err != nil {
		return nil, p, false, err
	}
	for _, d := range documents {
		p.conversation = d.conversation
	}
	messages, all, err := readMessages(q, indexBytes, `SELECT `+textColumns+` FROM message WHERE `+d.searchScope("workspace_id", "$1")+` AND id > $2 ORDER BY id LIMIT $3`, lane, p.message, step)
	for _, d := range messages {
		p.message = d.message
	}
	full = !all || len(messages) == step || len(documents) == step
	return append(documents, messages...), p, full, err
}

// What a head and a message are found by.
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
	// Those of the contacts that were merged into this one.
	var former []string
	err = decodeJSON(*aliases, &former)
	d.texts = append(d.texts, former...)
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

// readMessages reads messages until they come to so many bytes, and says whether
// that was all of them.
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

// ReindexHeads has conversations found by the subject and the contact that they
// have now.
func (tx *Tx) ReindexHeads(ws svcx.WorkspaceID, ids ...svcx.ConversationID) error {
	return markAll(tx, ws, pendingHead, ids)
}

// Reindex has conversations found by all that is in them now, and by nothing
// else.
func (tx *Tx) Reindex(ws svcx.WorkspaceID, ids ...svcx.ConversationID) error {
	return markAll(tx, ws, pendingConversation, ids)
}

// ForgetSearch takes conversations that go out of the text index, words and
// all, as soon as the index lets that be done. It is part of their deletion: a
// search finds none without its row.
func (tx *Tx) ForgetSearch(ws svcx.WorkspaceID, ids ...svcx.ConversationID) error {
	for _, id := range ids {
		if err := tx.dialectOf().forgetAtOnce(tx, ws, id); err != nil {
			return err
		}
	}
	// Whoever indexes right now has read them before.
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

// markContact notes that a contact's conversations are found by other words, if
// these are.
func (tx *Tx) markContact(c *svcx.Contact) error {
	tx.notifySearch(c.Workspace)
	return tx.enqueue(nil, `INSERT INTO search_dirty (workspace_id, kind, target_id, after_id)
		SELECT workspace_id, '`+pendingContact+`', id, 0 FROM contact WHERE workspace_id = $1 AND id = $2 AND search <> $3
		ON CONFLICT (workspace_id, kind, target_id) DO UPDATE SET after_id = 0, id = excluded.id`, c.Workspace, c.ID, contactWords(c))
}

// selectPending is a lane's dirty things, the $2 oldest of them.
func selectPending(scope string) string {
	return `SELECT workspace_id, kind, target_id, after_id, id FROM search_dirty WHERE ` + scope + ` ORDER BY id LIMIT $2`
}
