package sqldb

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"svcx"
)

// Dialect is how the two databases differ in the text of statements. Beyond this they
// have one text for both, with $1 placeholders bound by number.
type Dialect interface {
	// In returns a condition that the column is among the values of an array
	// parameter; array makes such a parameter of a []string or []int64.
	In(column, placeholder string) string
	Array(values any) any
	// Lookup returns a SELECT of the rows of workspace $1 whose column is among the
	// n values of the array parameter $2. The column is a text with an index on
	// (workspace_id, column).
	Lookup(columns, table, column string, n int) string
	// Merge combines the parts of a list into one statement, which reads no more of
	// Each than limit and offset (placeholders) ask for. The caller appends the
	// order of the whole.
	Merge(selects []string, order, limit, offset string) string
	// ByID follows the table in a statement that names the workspace and some ids.
	// SQLite would otherwise read the whole workspace: it has no statistics and
	// takes an index that begins with the workspace.
	ByID() string
	// InQueue is the condition for the rows of a queue, which are indexed together.
	InQueue(column, placeholder string) string
	// ByIDs selects rows whose id is in an array parameter, however many others the
	// workspace has: what precedes the table, and a condition.
	ByIDs(id, placeholder string) (from, condition string)
}

// backend is everything in which the two databases differ.
type backend interface {
	Dialect
	name() string
	close() error
	// reads returns the pool for SELECTs.
	reads() *sql.DB
	// migrator opens the pool that migrations run on.
	migrator(ctx context.Context) (pool *sql.DB, done func() error, err error)
	// watched runs fn, a migration, which may take as long as it needs. It cancels
	// fn's context when the database no longer answers.
	watched(ctx context.Context, fn func(context.Context) error) error
	// probes returns the pool for readiness probes.
	probes() *sql.DB
	// tableQuery returns the statement that reports whether the table $1 exists.
	tableQuery() string
	// writer returns a connection for one worker of the committer.
	writer(ctx context.Context) (*sql.Conn, error)
	// workers is how many workers the committer runs. queue returns the queue of a
	// workspace: jobs of one queue never run at the same time.
	workers() int
	queue(ws svcx.WorkspaceID) int64
	// keepsWriters reports whether a worker keeps its connection between
	// transactions.
	keepsWriters() bool
	// lender is the pool that serves a read of the given one: another, if that one has
	// no connection and can get none.
	lender(pool *sql.DB) *sql.DB
	// bound returns the context of a transaction, which ends when it has taken too
	// long.
	bound(ctx context.Context) (context.Context, context.CancelFunc)
	// begin opens a transaction and locks the workspaces, either itself or by
	// Adding steps to tx.waiting, which are sent with the first statement. Commits
	// of a workspace happen in the order in which the lock was granted.
	begin(tx *Tx, workspaces []svcx.WorkspaceID) error
	// beginSnapshot returns the statement that opens a read transaction in which
	// every statement sees the same state.
	beginSnapshot() string
	// commit ends the transaction. nil means durable, errUnknown that it may or may
	// not be stored, any other error that nothing is.
	commit(ctx context.Context, c *sql.Conn) error
	// pipelines reports whether steps are sent together, so that COMMIT may go with
	// them. isLost reports whether the answer to a statement was lost; the
	// statement may have run.
	pipelines() bool
	isLost(err error) bool
	// isStuck reports whether a statement waited in vain, for a lock or for an
	// answer. Any other statement would wait as long.
	isStuck(err error) bool
	// hasNoRoom reports whether a statement failed because there was no room on the
	// disk; a smaller write may still find some.
	hasNoRoom(err error) bool
	// committed is called after each commit.
	committed()
	// migrated is called when the schema is up to date.
	migrated(ctx context.Context)
	// registerNode registers a node as running; nodes names the running ones.
	registerNode(ctx context.Context) (*Node, error)
	nodes(q Querier) ([]string, error)
	// background runs until ctx ends (checkpoints, partitions).
	background(ctx context.Context)
	// caches reports whether the caller must cache prepared statements itself.
	caches() bool

	// isGone reports whether a connection was closed under a statement, or no new
	// One could be opened: another connection of the pool may serve it.
	isGone(err error) bool
	// isConstraint reports whether a statement violated a unique index, and names
	// the index.
	isConstraint(err error) (constraint string, ok bool)
	// run runs the steps of a transaction in order up to the first that fails,
	// whose index it returns.
	run(ctx context.Context, w *worker, steps []step) (at int, err error)
	// Reserve takes n ids that were never assigned before. reserveIDs takes ids of
	// several tables, where that saves something over table by table.
	reserve(tx *Tx, table string, n int) ([]int64, error)
	reserveIDs(tx *Tx, n map[string]int) error
	// LastID returns a lower bound for the ids of future rows in the transaction's
	// workspaces: at least the highest that the table has had there, 0 if none.
	lastID(tx *Tx, table string) (int64, error)
	// Insert writes rows.
	insert(tx *Tx, t *Table, rows [][]any) error
	// EmptyLog empties the log of the database's file, which has old copies of pages.
	emptyLog(ctx context.Context) error
	// compact rewrites the file of the database, which has fileBytes.
	compact(ctx context.Context, report func(CompactStep)) error
	fileBytes() int64
	// DeleteDaily deletes rows older than before from a table that has a partition per
	// day where the database has partitions (Schema.Daily).
	trimDaily(ctx context.Context, db *DB, table string, before svcx.Time) error
	// hasNodes reports whether other nodes may use the database; notify and listen
	// are the bus between them (see DB.Notify and DB.Listen).
	hasNodes() bool
	notify(q Querier, payload string) error
	listen(ctx context.Context, connected func(), received func(payload string))
}

// errUnknown is the outcome of a commit whose answer was lost. Only rows that the
// transaction wrote could tell whether it is stored. pg_xact_status was tried: a
// server that recovers from a crash reuses the transaction ids whose log never
// reached the disk, another transaction commits under the same id, and a batch
// that did not exist was acknowledged. The caller gets 503 and repeats, which
// messageId and Idempotency-Key make harmless.
var errUnknown = errors.New("the database did not say whether it was stored")

// Table describes the columns of a bulk insert, with their PostgreSQL types.
type Table struct {
	name    string
	columns []column
	// One and many are the statements that insert one row and, on PostgreSQL,
	// several.
	one, many string
}

type column struct{ name, kind string }

// NewTable describes a table from "name kind" pairs.
func NewTable(name string, columns ...string) *Table {
	t := &Table{name: name}
	var names, values, arrays []string
	for i, c := range columns {
		column := column{}
		column.name, column.kind, _ = strings.Cut(c, " ")
		t.columns = append(t.columns, column)
		names = append(names, column.name)
		values = append(values, Placeholder(i+1))
		arrays = append(arrays, Placeholder(i+1)+"::"+column.kind+"[]")
	}
	into := "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") "
	t.one = into + "VALUES (" + strings.Join(values, ", ") + ")"
	t.many = into + "SELECT * FROM unnest(" + strings.Join(arrays, ", ") + ")"
	return t
}

// Numbered makes inserts continue, in the second column, from the highest number
// among the rows with the same first column. The rows of an insert have one first
// column, and in the place of the number how many each takes.
func (t *Table) Numbered() *Table {
	key, number := t.columns[0].name, t.columns[1].name
	var names, values, arrays []string
	for i, c := range t.columns {
		names = append(names, c.name)
		values = append(values, Placeholder(i+1))
		arrays = append(arrays, Placeholder(i+1)+"::"+c.kind+"[]")
	}
	selects := slices.Clone(names)
	into := "INSERT INTO " + t.name + " (" + strings.Join(names, ", ") + ") "
	values[1] = "$2 + COALESCE((SELECT " + number + " FROM " + t.name + " WHERE " + key + " = $1 ORDER BY " + number + " DESC LIMIT 1), 0)"
	selects[1] = "COALESCE((SELECT MAX(" + number + ") FROM " + t.name + " WHERE " + key + " = ($1::" + t.columns[0].kind + "[])[1]), 0)" +
		" + (SUM(" + number + ") OVER (ORDER BY place))::bigint"
	t.one = into + "VALUES (" + strings.Join(values, ", ") + ")"
	t.many = into + "SELECT " + strings.Join(selects, ", ") + " FROM unnest(" + strings.Join(arrays, ", ") + ")" +
		" WITH ORDINALITY AS fresh (" + strings.Join(names, ", ") + ", place)"
	return t
}

// Adding makes inserts add to the columns named by sums where a row with the key
// exists. The rows of one insert must have different keys.
func (t *Table) Adding(key string, sums ...string) *Table {
	for i, column := range sums {
		sums[i] = column + " = " + t.name + "." + column + " + excluded." + column
	}
	onConflict := " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(sums, ", ")
	t.one += onConflict
	t.many += onConflict
	return t
}

// wrongType names column i in the error of a value of the wrong type.
func (t *Table) wrongType(i int, err error) error {
	return fmt.Errorf("column %s of %s: %w", t.columns[i].name, t.name, err)
}

// firstLine shortens a statement for an error or a log line.
func firstLine(query string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(query), "\n")
	if len(line) > 80 {
		line = line[:80] + "…"
	}
	return line
}

// EncodeJSON encodes the value of a column that holds a list or a structure.
func EncodeJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		// Only types of this package are encoded here, and none of them fails.
		panic("store: encoding a column: " + err.Error())
	}
	return string(b)
}

func DecodeJSON(text string, into any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}
