// Package store keeps everything in SQL, in embedded SQLite or in PostgreSQL,
// with one statement text for both. Reads are methods of DB and take the
// caller's context. Writes are methods of Tx, which exists only inside DB.Write
// and the batch queues, so that every write goes through one committer.
//
// Every statement names the workspace, so that a row of another workspace is not
// found rather than refused. The exceptions are listed in statement_test.go.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"svcx"
)

// Options configure a DB.
type Options struct {
	// URL is postgres://… for PostgreSQL; empty means SQLite in Dir.
	URL string
	// Dir holds the embedded database.
	Dir string
	// MaxConns bounds the connections to PostgreSQL, for all uses together: 1 for
	// a command that runs beside a server, which then can call neither
	// RegisterNode nor Listen, otherwise at least 4. 0 means DefaultMaxConns.
	MaxConns int
	// Patience is how long a caller waits for the database before it gets an
	// error of kind Unavailable; 0 means 10 s. All other bounds follow from it:
	// half of it for a new connection and for a probe, one and a half for a
	// transaction, twice for a read. Tests make it short.
	Patience time.Duration
	Now      func() time.Time
	Log      *slog.Logger
}

// DefaultMaxConns is how many connections to PostgreSQL a node may have.
const DefaultMaxConns = 16

// usualPatience is the default of Options.Patience.
const usualPatience = 10 * time.Second

// errSlow is returned when the database took longer than the patience allows.
var errSlow = errors.New("the database did not answer in time")

// DB is an open database. It is safe for concurrent use.
type DB struct {
	dialect   dialect
	reads     *sql.DB
	committer *committer
	reading   *outage
	patience  time.Duration
	search    *textIndex
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
	d, err := openDialect(ctx, o)
	if err != nil {
		return nil, err
	}
	db := startDB(d, o)
	db.openSearch(o)
	return db, nil
}

// openSearch sets up the text index.
func (db *DB) openSearch(o Options) {
	if o.URL != "" {
		db.search.backend, db.search.tuning = postgresIndex{db}, postgresTuning
	} else {
		db.search.backend, db.search.tuning = newSQLiteIndex(db.search, o.Dir), sqliteTuning
	}
}

func startDB(d dialect, o Options) *DB {
	background, stop := context.WithCancel(context.Background())
	db := newDB(d, o)
	db.stop = stop
	db.running.Go(func() { d.background(background) })
	return db
}

// newDB returns a DB without background work.
func newDB(d dialect, o Options) *DB {
	db := &DB{dialect: d, reads: d.reads(), patience: o.Patience, now: o.Now, log: o.Log, stop: func() {}}
	db.search = &textIndex{db: db, tables: searchedTables{db}, bounds: usualBounds, pending: newSearchNotifier(), updates: newOutage("search index update", o.Now, o.Log)}
	db.reading = newOutage("read", o.Now, o.Log)
	db.committer = newCommitter(d, o.Now, o.Patience, db.search, o.Log)
	return db
}

// Exists reports whether the folder holds an embedded database.
func Exists(dir string) (bool, error) {
	_, err := os.Stat(sqlitePath(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func openDialect(ctx context.Context, o Options) (dialect, error) {
	if o.URL != "" {
		return openPostgres(ctx, o)
	}
	return openSQLite(ctx, o)
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
		closed <- errors.Join(db.search.Close(), db.dialect.close())
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
func (db *DB) Dialect() string { return db.dialect.name() }

// Ping reports whether the database answers and its schema is this version's.
func (db *DB) Ping(ctx context.Context) error {
	version, err := db.checkSchema(ctx, db.reader(ctx))
	if err != nil {
		return err
	}
	if latest := latestMigration(db.dialect.name()); version > latest {
		return newerSchema(version, latest)
	}
	return nil
}

// checkSchema reads the schema's version and refuses one that is too old.
func (db *DB) checkSchema(ctx context.Context, q reader) (version int64, err error) {
	version, err = db.schemaVersion(ctx, q)
	if err != nil {
		return 0, err
	}
	if want := latestMigration(db.dialect.name()); version < want {
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
	if _, err := db.checkSchema(ctx, reader{db: db, ctx: ctx, pool: db.dialect.probes()}); err != nil {
		if !errors.Is(context.Cause(ctx), errSlow) {
			return err
		}
		// There may be no other reads that would log the outage.
		db.reading.failed(1, errSlow)
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
		wrote <- db.Write(ctx, 0, clearBulk(svcx.At(db.now())))
	}()
	select {
	case err := <-wrote:
		return err
	case <-ctx.Done():
		return svcx.Unavailable("writing", context.Cause(ctx))
	}
}

// AllWorkspaces is the workspace of writes that concern no workspace alone.
const AllWorkspaces svcx.WorkspaceID = 0

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

// querier runs SELECTs, on a read connection or in a transaction.
type querier interface {
	dialectOf() dialect
	// each runs a SELECT and calls row for each of its rows.
	each(query string, args []any, row func(scanner) error) error
	// failed records a statement's error and wraps it for the caller.
	failed(query string, err error) error
}

// reader runs SELECTs on the read connections under the caller's context, each
// bounded by twice the patience.
type reader struct {
	db   *DB
	ctx  context.Context
	pool *sql.DB
}

func (db *DB) reader(ctx context.Context) reader { return reader{db: db, ctx: ctx, pool: db.reads} }

func (r reader) dialectOf() dialect { return r.db.dialect }

func (r reader) rows(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if !r.db.dialect.caches() {
		return r.onLiving(ctx, query, args)
	}
	stmt, ok := r.db.stmts.Load(query)
	if !ok {
		prepared, err := r.pool.PrepareContext(ctx, query)
		if err != nil {
			return nil, err
		}
		var loaded bool
		if stmt, loaded = r.db.stmts.LoadOrStore(query, prepared); loaded {
			prepared.Close()
		}
	}
	return stmt.(*sql.Stmt).QueryContext(ctx, args...)
}

// maxGone bounds how many dead connections are tried in a row: as many as the
// pool keeps.
const maxGone = 32

// onLiving runs the query, again if the connection turns out to be dead. After a
// restart of the database each idle connection fails once, and a read can be
// repeated.
func (r reader) onLiving(ctx context.Context, query string, args []any) (rows *sql.Rows, err error) {
	for range maxGone {
		rows, err = r.db.dialect.lender(r.pool).QueryContext(ctx, query, args...)
		if err == nil || ctx.Err() != nil || !r.db.dialect.isGone(err) {
			break
		}
	}
	return rows, err
}

func (r reader) failed(query string, err error) error {
	if r.ctx.Err() != nil {
		return fmt.Errorf("%s: %w", firstLine(query), r.ctx.Err())
	}
	if !isDamage(err) {
		r.db.reading.failed(1, err)
	}
	return unavailable(query, err)
}

// unavailable returns a statement's failure as one of kind Unavailable, unless
// stored data is damaged, which trying again would not mend.
func unavailable(query string, err error) error {
	if isDamage(err) {
		return fmt.Errorf("%s: %w", firstLine(query), err)
	}
	return svcx.Unavailable(firstLine(query), err)
}

// errDamaged is wrapped when a stored value is not what this program stores.
var errDamaged = errors.New("a stored value cannot be read")

func isDamage(err error) bool { return errors.Is(err, errDamaged) }

type scanner interface{ Scan(dest ...any) error }

func (r reader) each(query string, args []any, row func(scanner) error) error {
	ctx, cancel := context.WithTimeoutCause(r.ctx, 2*r.db.patience, errSlow)
	defer cancel()
	rows, err := r.rows(ctx, query, args)
	if err = eachRow(rows, err, row); err == nil {
		r.db.reading.succeeded()
		return nil
	}
	if ctx.Err() != nil && r.ctx.Err() == nil {
		return fmt.Errorf("%w: %w", errSlow, err)
	}
	return err
}

// eachRow calls row for each row of a query.
func eachRow(rows *sql.Rows, err error, row func(scanner) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// collect runs a SELECT and scans every row.
func collect[T any](q querier, query string, scan func(scanner) (T, error), args ...any) ([]T, error) {
	var all []T
	err := q.each(query, args, func(s scanner) error {
		item, err := scan(s)
		all = append(all, item)
		return err
	})
	if err != nil {
		return nil, q.failed(query, err)
	}
	return all, nil
}

// collectUpTo is like collect, but stops after the row with which the texts of
// all rows exceed most bytes, and reports whether it did.
func collectUpTo[T any](q querier, most int, query string, scan func(scanner) (T, error), args ...any) (all []T, cut bool, err error) {
	size := 0
	err = q.each(query, args, func(s scanner) error {
		item, err := scan(weighing{s, &size})
		if err != nil {
			return err
		}
		if all = append(all, item); size > most {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return all, true, nil
	}
	if err != nil {
		return nil, false, q.failed(query, err)
	}
	return all, false, nil
}

var errEnough = errors.New("enough was read")

// weighing is a scanner that counts the bytes of the scanned texts.
type weighing struct {
	scanner
	size *int
}

func (w weighing) Scan(dest ...any) error {
	if err := w.scanner.Scan(dest...); err != nil {
		return err
	}
	for _, d := range dest {
		switch text := d.(type) {
		case *string:
			*w.size += len(*text)
		case **string:
			if *text != nil {
				*w.size += len(**text)
			}
		case *[]byte:
			*w.size += len(*text)
		}
	}
	return nil
}

// one runs a SELECT and scans its first row. It returns sql.ErrNoRows if there is
// none.
func one[T any](q querier, query string, scan func(scanner) (T, error), args ...any) (T, error) {
	all, err := collect(q, query, scan, args...)
	if err != nil {
		var none T
		return none, err
	}
	if len(all) == 0 {
		var none T
		return none, sql.ErrNoRows
	}
	return all[0], nil
}

// scanValue scans a single column.
func scanValue[T any](s scanner) (T, error) {
	var v T
	err := s.Scan(&v)
	return v, err
}
