// Package sqldb is the engine under the tables of package store, on embedded SQLite or
// PostgreSQL. It knows no table: what it must know of them is passed in as a Schema.
//
// A read runs on a read connection under its caller's context (read.go). A write is a
// job of the committer (committer.go), which groups waiting jobs into one transaction:
// on PostgreSQL those of a workspace, on SQLite all of them. A worker (worker.go) runs
// them in it, a savepoint each, commits, and answers their callers: nil means durable.
// Within a transaction (tx.go) statements that need no answer yet are sent together
// (pipeline.go). Whole rows are read, inserted and updated by the description of their
// table (table.go, column.go), with ids that are taken in advance.
//
// Callers see one type for both databases. What differs is a backend
// (dialect.go), whose parts are small interfaces beside their users; the texts of
// statements differ in a Dialect alone.
//
// The rest keeps it running: migrations (migrate.go), nodes and the bus between them
// (node.go), outages and full disks (outage.go, room.go), partitions and retention
// (trim.go, postgres.go), checkpoints and compaction (sqlite_checkpoint.go,
// sqlite_compact.go).
package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"svcx"
)

// Options configure a DB.
type Options struct {
	// URL is postgres://… for PostgreSQL; empty means SQLite.
	URL string
	// Path is the file of SQLite, in a folder that is created if there is none.
	Path string
	// CacheKiB is the cache of its writer, of which each reader has a quarter; 0 means 4 MiB
	// and 1.5.
	CacheKiB int
	// MaxConns bounds the connections to PostgreSQL, for all uses together: 1 for
	// a command that runs beside a server, which then can call neither
	// RegisterNode nor Listen, otherwise at least 4. 0 means DefaultMaxConns.
	MaxConns int
	// Patience is how long a caller waits for the database before it gets an
	// error of kind Unavailable; 0 means 10 s. All other bounds follow from it:
	// half of it for a new connection and for a probe, one and a half for a
	// transaction, twice for a read. Tests make it short.
	Patience time.Duration
	Schema   Schema
	Now      func() time.Time
	Log      *slog.Logger
	// Trace, if set, is called with each statement of reads and transactions.
	Trace func(query string, args []any)
	// Committed, if set, is called after each transaction of the committer.
	Committed func(Commit)
}

// Commit is a transaction of the committer.
type Commit struct {
	// Writes is how many shared it.
	Writes int
	Took   time.Duration
	// Failed is set if it was rolled back, or its outcome is unknown.
	Failed bool
}

// Schema is what the engine must know of the tables.
type Schema struct {
	// Migrations has the folders migrations/sqlite and migrations/postgres.
	Migrations fs.FS
	// Daily are the tables that have a partition per day on PostgreSQL, made with a
	// default one by their migration. They have the columns workspace_id, id and, which
	// decides about the day, created_at.
	Daily []string
	// Constraints are the names that PostgreSQL has for unique indexes, by their
	// columns: "table.column,table.column".
	Constraints map[string]string
	// Keep stores a value of any size in place of the one before, to prove that there
	// is room on the disk.
	Keep func(tx *Tx, value string) error
}

// DefaultMaxConns is how many connections to PostgreSQL a node may have.
const DefaultMaxConns = 16

// usualPatience is the default of Options.Patience.
const usualPatience = 10 * time.Second

// errSlow is returned when the database took longer than the patience allows.
var errSlow = errors.New("the database did not answer in time")

// DB is an open database. It is safe for concurrent use.
type DB struct {
	backend   *backend
	reads     *sql.DB
	committer *committer
	reading   *Outage
	patience  time.Duration
	schema    Schema
	trace     func(query string, args []any)
	now       func() time.Time
	log       *slog.Logger

	stmts   sync.Map // query text → *sql.Stmt on reads
	stop    context.CancelFunc
	running sync.WaitGroup
}

// Open opens the database. It does not migrate the schema: see Migrate.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Patience == 0 {
		o.Patience = usualPatience
	}
	if o.Trace == nil {
		o.Trace = func(string, []any) {}
	}
	d, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	return startDB(d, o), nil
}

// OpenBeside opens another file of SQLite, without tables that the engine knows, with
// the options of this database.
func (db *DB) OpenBeside(ctx context.Context, path string, cacheKiB int) (*DB, error) {
	return Open(ctx, Options{Path: path, CacheKiB: cacheKiB, Patience: db.patience, Now: db.now, Log: db.log, Trace: db.trace})
}

// Pools returns the connections themselves, for what looks at a database without the
// engine, such as tests. writes is the same as reads where one pool can do both.
func (db *DB) Pools() (reads, writes *sql.DB) {
	return db.backend.pools()
}

func startDB(d *backend, o Options) *DB {
	background, stop := context.WithCancel(context.Background())
	db := newDB(d, o)
	db.stop = stop
	db.running.Go(func() { d.background(background) })
	return db
}

// newDB returns a DB without background work.
func newDB(d *backend, o Options) *DB {
	reads, _ := d.pools()
	db := &DB{backend: d, reads: reads, patience: o.Patience, schema: o.Schema, trace: o.Trace, now: o.Now, log: o.Log, stop: func() {}}
	db.reading = NewOutage("read", o.Now, o.Log)
	db.committer = newCommitter(d, o)
	return db
}

// CheckURL refuses an Options.URL that Open would not understand.
func CheckURL(url string) error {
	if url == "" {
		return nil
	}
	_, err := parsePostgresURL(url)
	return err
}

// Close waits for the accepted writes, then closes the database. Later writes
// are refused. A database that does not answer is abandoned after at most twice
// the patience: once for its writes, once for closing it.
func (db *DB) Close() error {
	db.committer.close()
	db.stop()
	closed := make(chan error, 1)
	go func() {
		db.running.Wait()
		closed <- db.backend.close()
	}()
	late := time.NewTimer(db.patience)
	defer late.Stop()
	select {
	case err := <-closed:
		return err
	case <-late.C:
		return fmt.Errorf("closing the database: %w", errSlow)
	}
}

// Dialect names the database, for display: "sqlite" or "postgres".
func (db *DB) Dialect() string { return db.backend.name }

// SQL is how the database writes what differs in statements.
func (db *DB) SQL() Dialect { return db.backend }

// QueueOf returns the queue of a workspace: writes of a queue never run at the same
// time, and ids of its rows become visible in order.
func (db *DB) QueueOf(ws svcx.WorkspaceID) int64 { return db.backend.queue(ws) }

// Ping reports whether the database answers and its schema is this version's.
func (db *DB) Ping(ctx context.Context) error {
	version, err := db.checkSchema(ctx, db.Reader(ctx))
	if err != nil {
		return err
	}
	if latest := db.LatestMigration(); version > latest {
		return newerSchema(version, latest)
	}
	return nil
}

// checkSchema reads the schema's version and refuses one that is too old.
func (db *DB) checkSchema(ctx context.Context, q Reader) (version int64, err error) {
	version, err = db.schemaVersion(ctx, q)
	if err != nil {
		return 0, err
	}
	if want := db.LatestMigration(); version < want {
		return 0, fmt.Errorf("the database schema is version %d, this program needs %d: run svcx migrate, or start svcx serve of this version", version, want)
	}
	return version, nil
}

// Ready reports whether the database can be read and written, within half the
// patience, since probers give up early. It reads on its own connection, so that
// busy readers do not make the node look dead. It writes only if the last write
// failed, and 1 MiB if that one found no room on the disk, so that it detects by
// itself when there is room again. A schema that a newer node has migrated in the
// meantime is ready: in a rolling upgrade the old nodes serve until they are
// replaced.
func (db *DB) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, db.patience/2, errSlow)
	defer cancel()
	if _, err := db.checkSchema(ctx, Reader{db: db, ctx: ctx, pool: db.backend.probes()}); err != nil {
		if !errors.Is(context.Cause(ctx), errSlow) {
			return err
		}
		// There may be no other reads that would log the outage.
		db.reading.Failed(1, errSlow)
		return svcx.Unavailable("reading", errSlow)
	}
	if !db.committer.outage.open() {
		return nil
	}
	// DB.Write waits for a write that has begun. Ready does not: from a stalled
	// queue there is nothing more to learn.
	wrote := make(chan error, 1)
	go func() {
		if wanted, _ := db.committer.outage.wantsProof(); wanted {
			wrote <- db.proveRoom(ctx)
			return
		}
		wrote <- db.Write(ctx, 0, db.clearBulk)
	}()
	select {
	case err := <-wrote:
		if db.backend.hasNoRoom(err) {
			err = &svcx.Error{Kind: svcx.KindUnavailable, Message: "nothing can be stored: the disk of the database is full, or cannot be written", Err: err}
		}
		return err
	case <-ctx.Done():
		return svcx.Unavailable("writing", context.Cause(ctx))
	}
}

// Write runs fn in a transaction that may be shared with other callers' writes
// and returns after the commit: nil means durable. An error of fn undoes what fn
// wrote and nothing else. fn may run again after a failure that was not its own,
// so it must depend only on its arguments and the database, and must set its
// results each time it runs. ctx cancels the wait in the queue, not the
// transaction: once fn runs, Write waits for the outcome.
//
// The error is fn's own, or one of kind Unavailable. After the latter nothing was
// written, unless the answer to the commit was lost: then the write may be there.
func (db *DB) Write(ctx context.Context, ws svcx.WorkspaceID, fn func(*Tx) error) error {
	return db.committer.do(ctx, &job{workspace: ws, run: fn})
}

// Queue writes many small items of one kind together: the waiting items of a
// workspace are passed to one function that loads, decides and writes for all of
// them in a few statements.
type Queue[T any] struct {
	db    *DB
	batch *batch
}

// NewQueue returns a queue whose waiting items are written by run, in order of
// arrival, at least one and all of the same workspace. run reports an item's own
// failure in the item; an error of run means that nothing of the batch was
// written, and its items are then run again one by one.
func NewQueue[T any](db *DB, run func(tx *Tx, ws svcx.WorkspaceID, items []T) error) *Queue[T] {
	b := &batch{run: func(tx *Tx, ws svcx.WorkspaceID, items []any) error {
		typed := make([]T, len(items))
		for i, item := range items {
			typed[i] = item.(T)
		}
		return run(tx, ws, typed)
	}}
	return &Queue[T]{db: db, batch: b}
}

// Do enqueues one item and returns after the commit that contains it. Errors are
// those of DB.Write.
func (q *Queue[T]) Do(ctx context.Context, ws svcx.WorkspaceID, item T) error {
	return q.db.committer.do(ctx, &job{workspace: ws, batch: q.batch, item: item})
}
