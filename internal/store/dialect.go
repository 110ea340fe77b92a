package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"svcx"
)

// dialect is all in which the two databases differ. Statements elsewhere have
// one text for both, with $1 placeholders bound by number.
type dialect interface {
	name() string
	close() error
	// reads is the pool for SELECTs.
	reads() *sql.DB
	// migrator opens the pool that migrations run on.
	migrator(ctx context.Context) (pool *sql.DB, done func() error, err error)
	// watched runs what may take as long as it needs, a migration, but ends its
	// context when the database answers nothing any more.
	watched(ctx context.Context, fn func(context.Context) error) error
	// probes is the pool for the question whether the database can be used.
	probes() *sql.DB
	// tableQuery says whether a table of a name is there.
	tableQuery() string
	// writer opens a connection of its own for a committer's worker.
	writer(ctx context.Context) (*sql.Conn, error)
	// workers is how many workers the committer runs, and lane which jobs may
	// not run at the same time.
	workers() int
	queue(ws svcx.WorkspaceID) int64
	// keepsWriters says that a worker keeps its connection between transactions.
	keepsWriters() bool
	// bound is the context of a transaction, which ends when it has taken too long.
	bound(ctx context.Context) (context.Context, context.CancelFunc)
	// begin opens a transaction and takes the workspaces' order, either itself or
	// by steps that wait in tx to be sent with the first: commits of a workspace
	// happen in the order in which that returned.
	begin(tx *Tx, workspaces []svcx.WorkspaceID) error
	// beginSnapshot is the statement that opens a transaction for reading, all of
	// which sees the same state.
	beginSnapshot() string
	// commit ends it: nil means durable, errUnknown that it may or may not be
	// there, any other error that nothing is.
	commit(ctx context.Context, c *sql.Conn) error
	// pipelines says that steps are sent together, so that COMMIT may go with
	// them; isLost that the answer to a statement was lost, which may have run.
	pipelines() bool
	isLost(err error) bool
	// isStuck says that a statement waited in vain: for a lock, or for an answer.
	// The next one of anybody else would wait as long.
	isStuck(err error) bool
	// hasNoRoom says that a statement failed because there is no room for what it
	// writes; a smaller one may still find some.
	hasNoRoom(err error) bool
	// committed is told after each commit.
	committed()
	// haveSchema is told that the schema is there.
	haveSchema()
	// registerNode makes a node present, present names those that are.
	registerNode(ctx context.Context) (*Node, error)
	nodes(q querier) ([]string, error)
	// background runs until ctx ends (checkpoints, partitions).
	background(ctx context.Context)
	// caches says that the caller must keep prepared statements itself.
	caches() bool

	// in is a condition that the column is among the values of an array
	// parameter; array makes such a parameter of []string or []int64.
	in(column, placeholder string) string
	array(values any) any
	// lookup reads the rows of workspace $1 whose column, a text that is indexed
	// behind the workspace, is among the n values of the array parameter $2.
	lookup(columns, table, column string, n int) string
	// merge makes one statement of parts of a list, that reads no more of each than
	// limit and offset (placeholders) ask for; the order of it all comes behind.
	merge(selects []string, order, limit, offset string) string
	// byID stands behind the table of a statement that names the workspace and
	// some ids. SQLite would look at the whole workspace for them otherwise: it
	// has no statistics and takes an index that begins with the workspace.
	byID() string
	// isGone says that a connection ended under a statement, or that another one
	// could not be had: one that there is may serve it.
	isGone(err error) bool
	// isConstraint says that a statement broke a unique index, and names it.
	isConstraint(err error) (constraint string, ok bool)
	// run runs the steps of a transaction in order, up to the first that fails,
	// which it names.
	run(ctx context.Context, w *worker, steps []step) (at int, err error)
	// reserve takes n ids that were never given before; reserveIDs takes ids of
	// several tables, if that is any better than table by table.
	reserve(tx *Tx, table string, n int) ([]int64, error)
	reserveIDs(tx *Tx, n map[string]int) error
	// lastID is an id that no row to come in a workspace of the transaction goes
	// below: at least the highest that the table has had there, 0 if it had none.
	lastID(tx *Tx, table string) (int64, error)
	// insert writes rows.
	insert(tx *Tx, t *table, rows [][]any) error
	// insertChanges writes rows of changeTable, all of one workspace. The statement
	// itself counts on from the last number: no answer is waited for.
	insertChanges(tx *Tx, rows [][]any) error
	// purge makes sure that nothing of what was erased is left where the database
	// alone would keep it for a while.
	purge(ctx context.Context, db *DB) error
	// trimEvents deletes the event log's records that are older.
	trimEvents(ctx context.Context, db *DB, before svcx.Time) error
	// indexContact keeps the text index of a contact; matchingContacts reads a
	// page of the contacts with all of the folded words that searchWords puts
	// together, newest first, and how many there are, up to more than maxCounted.
	indexContact(tx *Tx, id svcx.ContactID, words string, fresh bool) error
	unindexContact(tx *Tx, id svcx.ContactID) error
	matchingContacts(q reader, ws svcx.WorkspaceID, words string, page svcx.Page) (ids []int64, total int, err error)
	searchWords(words []string) string
	// hasNodes says that other nodes may work on the database; notify and
	// listen are the word between them (see DB.Notify and DB.Listen).
	hasNodes() bool
	notify(q querier, payload string) error
	listen(ctx context.Context, connected func(), heard func(payload string))
	// withIndex has fn work on the text index of conversations, which is made where
	// there is none that can be used.
	withIndex(ctx context.Context, db *DB, fn func(textIndex) error) error
	// searchScope is the condition for the rows that are indexed with those of a
	// lane; indexDocuments and forgetDocuments keep the text index, in a transaction
	// of it, and forgetAtOnce takes a conversation out of it in a transaction of the
	// database, where that is possible. A conversation is in the bucket of its id
	// without the last bucketBits.
	searchScope(column, placeholder string) string
	indexDocuments(tx *Tx, documents []indexedDocument) error
	forgetDocuments(tx *Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error
	forgetAtOnce(tx *Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error
	bucketBits() int
	// buckets are those in which the workspace may have documents, newest first.
	// matching goes through some of them, in the order given, until there are limit
	// documents that have all the terms: their conversations, how many documents
	// that are, and through how many buckets it went. While there is no index, there
	// is no bucket.
	buckets(q reader, ws svcx.WorkspaceID) ([]int64, error)
	matching(q reader, ws svcx.WorkspaceID, terms []searchTerm, buckets []int64, limit int) (matches, error)
	// indexStep is how many messages, and how many conversations, are indexed
	// together, and indexRest how long to leave the processors to others after a
	// step that took so long and before the next one.
	indexStep() int
	indexRest(took time.Duration) time.Duration
	// walkMost is how many messages a search reads before the text index is the
	// cheaper way.
	walkMost() int
	// byIDs is for rows whose id is among an array parameter's, however many
	// others the workspace has: what stands before the table, and a condition.
	byIDs(id, placeholder string) (from, condition string)
}

// errUnknown is the outcome of a commit whose answer was lost. Nothing but rows
// that the transaction wrote could tell. pg_xact_status was asked once: a server
// that recovers from a crash gives out again the transaction ids whose log never
// reached the disk, another transaction commits under the same id, and a batch
// that is nowhere was acknowledged. The caller is told 503 and repeats, which
// messageId and Idempotency-Key make harmless.
var errUnknown = errors.New("the database did not say whether it was stored")

// table describes the columns of a bulk insert, with the types that PostgreSQL
// knows them by.
type table struct {
	name    string
	columns []column
	// one and many are the statements for a row and, on PostgreSQL, for several,
	// made once.
	one, many string
}

type column struct{ name, kind string }

// newTable describes a table from "name kind" pairs.
func newTable(name string, columns ...string) *table {
	t := &table{name: name}
	var names, values, arrays []string
	for i, c := range columns {
		column := column{}
		column.name, column.kind, _ = strings.Cut(c, " ")
		t.columns = append(t.columns, column)
		names = append(names, column.name)
		values = append(values, placeholder(i+1))
		arrays = append(arrays, placeholder(i+1)+"::"+column.kind+"[]")
	}
	into := "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") "
	t.one = into + "VALUES (" + strings.Join(values, ", ") + ")"
	t.many = into + "SELECT * FROM unnest(" + strings.Join(arrays, ", ") + ")"
	return t
}

// adding has inserts add to the columns named by sums where a row with the key is
// there already. The rows of one insert must have different keys.
func (t *table) adding(key string, sums ...string) *table {
	for i, column := range sums {
		sums[i] = column + " = " + t.name + "." + column + " + excluded." + column
	}
	onConflict := " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(sums, ", ")
	t.one += onConflict
	t.many += onConflict
	return t
}

// wrong says that column i has been given a value of another type.
func (t *table) wrong(i int, err error) error {
	return fmt.Errorf("column %s of %s: %w", t.columns[i].name, t.name, err)
}

// firstLine names a statement in an error or a log line.
func firstLine(query string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(query), "\n")
	if len(line) > 80 {
		line = line[:80] + "…"
	}
	return line
}

// encodeJSON is for the columns that hold lists and structures.
func encodeJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		// Only types of this package's choosing come here; none of them fails.
		panic("store: encoding a column: " + err.Error())
	}
	return string(b)
}

func decodeJSON(text string, into any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}
