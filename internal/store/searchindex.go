package store

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"svcx"
	"svcx/internal/sqldb"
)

// textIndex finds conversations and contacts by their words.
type textIndex struct {
	db      *sqldb.DB
	tables  searchTables
	backend searchBackend
	tuning  searchTuning
	bounds  searchBounds
	pending *searchNotifier
	updates *sqldb.Outage
	now     func() time.Time
	log     *slog.Logger
}

// searchTables reads what is indexed, and reads and writes settings. Lists are in
// the order of ids unless they say otherwise.
type searchTables interface {
	// Queues lists those of all workspaces: what one of them has is indexed together.
	Queues(ctx context.Context) ([]int64, error)

	// HeadsAfter reads the heads of a queue's conversations, and MessagesAfter its
	// messages, after an id.
	HeadsAfter(ctx context.Context, queue int64, after svcx.ConversationID, limit int) ([]searchDocument, error)
	MessagesAfter(ctx context.Context, queue int64, after svcx.MessageID, most documentBounds) (documents []searchDocument, all bool, err error)

	// Heads reads the heads of conversations, in any order.
	Heads(ctx context.Context, ws svcx.WorkspaceID, ids []int64) ([]searchDocument, error)
	// ConversationsOf lists a contact's conversations after an id.
	ConversationsOf(ctx context.Context, ws svcx.WorkspaceID, id svcx.ContactID, after int64, limit int) ([]int64, error)

	// Message reads a message; none if it does not exist.
	Message(ctx context.Context, ws svcx.WorkspaceID, id svcx.MessageID) ([]searchDocument, error)
	// MessagesBetween reads the messages of a conversation after an id and up to another.
	MessagesBetween(ctx context.Context, ws svcx.WorkspaceID, id svcx.ConversationID, after, last svcx.MessageID, most documentBounds) ([]searchDocument, error)
	// LastMessages reads the last messages of a conversation, the last one first.
	LastMessages(ctx context.Context, ws svcx.WorkspaceID, id svcx.ConversationID, most documentBounds) ([]searchDocument, error)
	// MessagesIn reads the messages of conversations, in any order.
	MessagesIn(ctx context.Context, ws svcx.WorkspaceID, ids []int64, most documentBounds) (documents []searchDocument, all bool, err error)

	// Setting reads a setting of the deployment, "" if it was never set.
	Setting(q sqldb.Querier, name string) (string, error)
	SetSetting(tx *sqldb.Tx, name, value string) error
}

// documentBounds bound how many documents are read at once, and their texts: the
// document that exceeds the bytes is the last.
type documentBounds struct{ Documents, Bytes int }

// searchBackend is what differs between the databases.
type searchBackend interface {
	// use calls fn with the database that has the index of conversations. The index is
	// created where there is no usable one.
	use(ctx context.Context, fn func(indexDatabase) error) error
	// put and remove change the index in a transaction of that database. removeAtOnce
	// removes a conversation in a transaction of the store, where that is possible.
	put(tx *sqldb.Tx, documents []indexedDocument) error
	remove(tx *sqldb.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error
	removeAtOnce(tx *sqldb.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error
	// buckets lists those in which the workspace may have documents, newest first;
	// none while there is no index. A conversation is in the bucket of its id without
	// the last bits. matching reads the given buckets in order until
	// it has found limit documents with all the terms. It returns their
	// conversations, the number of documents, and the number of buckets read.
	buckets(ctx context.Context, ws svcx.WorkspaceID, bits int) ([]int64, error)
	matching(ctx context.Context, ws svcx.WorkspaceID, terms []searchTerm, buckets []int64, limit int) (matches, error)
	// putContact stores the words of a contact, which fresh says has none yet.
	// matchingContacts reads a page of the contacts that have a word with each of the
	// prefixes, newest first, and how many there are, counted up to a little more than
	// maxCounted.
	putContact(tx *sqldb.Tx, id svcx.ContactID, words string, fresh bool) error
	removeContact(tx *sqldb.Tx, id svcx.ContactID) error
	matchingContacts(ctx context.Context, ws svcx.WorkspaceID, prefixes []string, page svcx.Page) (ids []int64, total int, err error)
	// purge removes what the index keeps of removed documents.
	purge(ctx context.Context) error
	// compact rewrites the index's own file, which has fileBytes.
	compact(ctx context.Context, report func(sqldb.CompactStep)) error
	fileBytes() int64
	close() error
}

// indexDatabase is the database that has the index of conversations.
type indexDatabase interface {
	position(ctx context.Context, queue int64) (searchPosition, error)
	// write is DB.Write for the index.
	write(ctx context.Context, queue int64, fn func(*sqldb.Tx) error) error
	// indexedMark stores in the index the last mark that was indexed. acknowledge stores
	// in the store the version of the position at which marks are deleted. They tell a
	// file that does not belong to the store, or no longer does. acknowledge returns
	// errMoved if the store has another index by now.
	indexedMark(tx *sqldb.Tx, mark int64) error
	acknowledge(tx *sqldb.Tx, version int64) error
}

// searchTuning is what differs between the databases in speed.
type searchTuning struct {
	// bucketBits is the size of a bucket as a power of two.
	bucketBits int
	// step is how many messages, and how many conversations, are indexed in one step.
	step int
	// shares says that a step takes a processor of this machine, which is then left to
	// others for as long.
	shares bool
	// walkMost is how many messages a search reads itself before the index is cheaper.
	walkMost int
}

// Rest is how long a loop in small steps leaves the processors to others after a
// step that took so long: it takes half of one at most.
func (ix *textIndex) Rest(took time.Duration) time.Duration {
	if !ix.tuning.shares {
		return 0
	}
	return max(0, took)
}

// Purge removes what the index keeps of removed documents for a while.
func (ix *textIndex) Purge(ctx context.Context) error { return ix.backend.purge(ctx) }

// Close closes what the index has open.
func (ix *textIndex) Close() error {
	if ix.backend == nil {
		return nil // of the text index's own file
	}
	return ix.backend.close()
}

// errMoved reports that another process or step has moved the position since it was
// read.
var errMoved = errors.New("the text index has moved on")
