package textsearch

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"svcx"
	"svcx/internal/sqldb"
)

// Index finds conversations and contacts by their words. A method that takes a
// transaction is part of it: what is indexed, marked or removed is so if it commits.
type Index struct {
	// Bounds bound searches. Tests set others, before the first search.
	Bounds Bounds

	db      *sqldb.DB
	tables  Tables
	backend backend
	tuning  tuning
	pending *notifier
	updates *sqldb.Outage
	now     func() time.Time
	log     *slog.Logger
}

// Options configure an Index.
type Options struct {
	// File has the words of conversations where the database is SQLite; otherwise "".
	File string
	Now  func() time.Time
	Log  *slog.Logger
}

// New returns the text index of a database.
func New(db *sqldb.DB, tables Tables, o Options) *Index {
	ix := &Index{Bounds: usualBounds, db: db, tables: tables, pending: newNotifier(), now: o.Now, log: o.Log}
	ix.updates = sqldb.NewOutage("search index update", o.Now, o.Log)
	if o.File == "" {
		ix.backend, ix.tuning = postgresIndex{db}, postgresTuning
	} else {
		ix.backend, ix.tuning = &sqliteIndex{db: db, file: &indexFile{path: o.File, index: ix}}, sqliteTuning
	}
	return ix
}

// Tables reads what is indexed, and reads and writes settings. Lists are in the order
// of ids unless they say otherwise. all reports that nothing was left out because of
// the limit's bytes.
type Tables interface {
	// Queues lists those of all workspaces: what one of them has is indexed together.
	Queues(ctx context.Context) ([]int64, error)

	// HeadsAfter reads the heads of a queue's conversations, and MessagesAfter its
	// messages, after an id.
	HeadsAfter(ctx context.Context, queue int64, after svcx.ConversationID, limit int) ([]Document, error)
	MessagesAfter(ctx context.Context, queue int64, after svcx.MessageID, most ReadLimit) (documents []Document, all bool, err error)

	// Heads reads the heads of conversations, in any order.
	Heads(ctx context.Context, ws svcx.WorkspaceID, ids []int64) ([]Document, error)
	// ConversationsOf lists a contact's conversations after an id.
	ConversationsOf(ctx context.Context, ws svcx.WorkspaceID, id svcx.ContactID, after int64, limit int) ([]int64, error)

	// Message reads a message; none if it does not exist.
	Message(ctx context.Context, ws svcx.WorkspaceID, id svcx.MessageID) ([]Document, error)
	// MessagesBetween reads the messages of a conversation after an id and up to another.
	MessagesBetween(ctx context.Context, ws svcx.WorkspaceID, id svcx.ConversationID, after, last svcx.MessageID, most ReadLimit) ([]Document, error)
	// LastMessages reads the last messages of a conversation, the last one first.
	LastMessages(ctx context.Context, ws svcx.WorkspaceID, id svcx.ConversationID, most ReadLimit) ([]Document, error)
	// NewestMessages reads the last messages of each of the conversations, so many at most: those of
	// one are in order, the last one first.
	NewestMessages(ctx context.Context, ws svcx.WorkspaceID, ids []int64, each, bytes int) (documents []Document, all bool, err error)
	// MessagesIn reads the messages of conversations, in any order.
	MessagesIn(ctx context.Context, ws svcx.WorkspaceID, ids []int64, most ReadLimit) (documents []Document, all bool, err error)

	// Setting reads a setting of the deployment, "" if it was never set.
	Setting(q sqldb.Querier, name string) (string, error)
	SetSetting(tx *sqldb.Tx, name, value string) error
}

// ReadLimit bounds how many documents are read at once, and their texts: the document
// that exceeds the bytes is the last.
type ReadLimit struct{ Documents, Bytes int }

// backend is what differs between the databases.
type backend interface {
	// use calls fn with the database that has the index of conversations. The index is
	// created where there is no usable one.
	use(ctx context.Context, fn func(indexDatabase) error) error
	// put and remove change the index in a transaction of that database. removeAtOnce
	// removes a conversation in a transaction of the store, where that is possible.
	put(tx *sqldb.Tx, documents []indexedDocument) error
	remove(tx *sqldb.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error
	removeAtOnce(tx *sqldb.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error
	// indexedTo is up to where a queue is indexed; the zero position if that is not known.
	indexedTo(ctx context.Context, queue int64) (position, error)
	// buckets lists those in which the workspace may have documents, newest first;
	// none while there is no index. A conversation is in the bucket of its id without
	// the last bits. matching reads the given buckets in order until it has found limit
	// documents with all the terms.
	buckets(ctx context.Context, ws svcx.WorkspaceID, bits int) ([]int64, error)
	matching(ctx context.Context, ws svcx.WorkspaceID, terms []queryTerm, buckets []int64, limit int) (matches, error)
	// newest finds the newest message of conversations with all the terms, by their ids. Each comes
	// with its last message, or one that is little older.
	newest(ctx context.Context, ws svcx.WorkspaceID, terms []queryTerm, conversations map[svcx.ConversationID]svcx.MessageID, bits int) (map[svcx.ConversationID]svcx.MessageID, error)
	// putContact stores the words of a contact, which fresh says has none yet.
	putContact(tx *sqldb.Tx, id svcx.ContactID, words string, fresh bool) error
	removeContact(tx *sqldb.Tx, id svcx.ContactID) error
	// contactsWith reads contacts that have a word with each of the prefixes, limit at most.
	contactsWith(q sqldb.Reader, ws svcx.WorkspaceID, prefixes []string, limit int) ([]int64, error)
	// matchingContacts reads a page of the contacts that match, newest first, and how many
	// there are, counted up to a little more than Bounds.counted.
	matchingContacts(c contactQuery) (ids []int64, total int, err error)
	// contactsAfter reads the contacts that match and follow one, newest first, limit at
	// most.
	contactsAfter(c contactQuery, after int64, limit int) ([]int64, error)
	// purge removes what the index keeps of removed documents.
	purge(ctx context.Context) error
	// compact rewrites the index's own file, which has fileBytes.
	compact(ctx context.Context, report func(sqldb.CompactStep)) error
	fileBytes() int64
	close() error
}

// indexDatabase is the database that has the index of conversations.
type indexDatabase interface {
	position(ctx context.Context, queue int64) (position, error)
	// write is DB.Write for the index.
	write(ctx context.Context, queue int64, fn func(*sqldb.Tx) error) error
	// indexedMark stores in the index the last mark that was indexed. acknowledge stores
	// in the store the version of the position at which marks are deleted. They tell a
	// file that does not belong to the store, or no longer does. acknowledge returns
	// errMoved if the store has another index by now.
	indexedMark(tx *sqldb.Tx, mark int64) error
	acknowledge(tx *sqldb.Tx, version int64) error
}

// tuning is what differs between the databases in speed.
type tuning struct {
	// bucketBits is the size of a bucket as a power of two.
	bucketBits int
	// step is how many messages, and how many conversations, are indexed in one step.
	step int
	// shares says that a step takes a processor of this machine, which is then left to
	// others for as long.
	shares bool
	// walkMost is how many messages a search reads itself before the index is cheaper.
	walkMost int
	// contactWalk is the same for contacts: beyond it a page is read by the index.
	contactWalk int
	// leastShare is the share of contacts from which on a proof that there are more than
	// are counted is tried, by drawing mostDrawn contacts at most.
	leastShare float64
	mostDrawn  int
	// contactVisit is what the index takes for a contact that matches, in terms of one that
	// is read in the order of the list.
	contactVisit float64
}

// Rest is how long a loop in small steps leaves the processors to others after a
// step that took so long: it takes half of one at most.
func (ix *Index) Rest(took time.Duration) time.Duration {
	if !ix.tuning.shares {
		return 0
	}
	return max(0, took)
}

// Purge removes what the index keeps of removed documents for a while.
func (ix *Index) Purge(ctx context.Context) error { return ix.backend.purge(ctx) }

// CompactFile rewrites the index's own file, if it has one, so that nothing erased is
// left in it.
func (ix *Index) CompactFile(ctx context.Context, report func(sqldb.CompactStep)) error {
	return ix.backend.compact(ctx, report)
}

// FileBytes is the size of the index's own file, 0 if it has none.
func (ix *Index) FileBytes() int64 { return ix.backend.fileBytes() }

// Close closes what the index has open.
func (ix *Index) Close() error { return ix.backend.close() }

// errMoved reports that another process or step has moved the position since it was
// read.
var errMoved = errors.New("the text index has moved on")
