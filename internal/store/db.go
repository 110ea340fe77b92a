// Package store keeps everything in SQL: embedded SQLite or PostgreSQL, one
// text per statement for both. Reads are methods of DB and take the caller's
// context; writes are methods of Tx, which exists only inside DB.Write and the
// batch queues, so that every write goes through the one committer.
//
// Every statement names the workspace, so that another workspace's row is not
// found rather than refused; the exceptions are listed in storetest.
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

// Options say where the data lies and what the store may use.
type Options struct {
	// URL is postgres://… for PostgreSQL; empty means SQLite in Dir.
	URL string
	// Dir holds the embedded database.
	Dir string
	// MaxConns bounds the connections to PostgreSQL, all uses together: 1 for a
	// command beside a server, which then has neither Appear nor Listen; else 4 or
	// more. 0 is DefaultMaxConns.
	MaxConns int
	// Patience is how long a caller waits for the database until it is told that
	// it cannot be used; 0 is 10 s. All other bounds follow from it: half of it
	// for a new connection and a probe, one and a half for a transaction, twice
	// for a read. Tests make it short.
	Patience time.Duration
	// Now is the clock.
	Now func() time.Time
	Log *slog.Logger
}

// DefaultMaxConns is how many connections to PostgreSQL a node may have.
const DefaultMaxConns = 16

// usualPatience is Options.Patience where nothing else is said.
const usualPatience = 10 * time.Second

// errSlow is for what took longer than the database is waited for.
var errSlow = errors.New("the database did not answer in time")

// DB is an open database. It is safe for concurrent use.
type DB struct {
	dialect   dialect
	reads     *sql.DB
	committer *committer
	reading   *outage
	indexing  *outage
	patience  time.Duration
	search    *searchNotifier
	bounds    searchBounds
	now       func() time.Time
	log       *slog.Logger

	stmts   sync.Map // query text → *sql.Stmt on reads
	schema  sync.Once
	stop    context.CancelFunc
	running sync.WaitGroup
}

// Open opens the database, without bringing its schema up to date: see
// Migrate.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Patience == 0 {
		o.Patience = usualPatience
	}
	d, err := openDialect(ctx, o)
	if err != nil {
		return nil, err
	}
	return startDB(d, o), nil
}

func startDB(d dialect, o Options) *DB {
	background, stop := context.WithCancel(context.Background())
	db := newDB(d, o)
	db.stop = stop
	db.running.Go(func() { d.background(background) })
	return db
}

// newDB is a store without background work.
func newDB(d dialect, o Options) *DB {
	db := &DB{dialect: d, reads: d.reads(), bounds: usualBounds, patience: o.Patience, now: o.Now, log: o.Log, stop: func() {}}
	db.search = newSearchNotifier()
	db.reading = newOutage("read", o.Now, o.Log)
	db.indexing = newOutage("search index update", o.Now, o.Log)
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

// Close waits for the writes that were accepted, then closes the database.
// Writes that come later are refused. A database that answers nothing is left
// after a caller's patience, twice at most: for its writes, and for its end.
func (db *DB) Close() error {
	db.committer.close()
	db.stop()
	closed := make(chan error, 1)
	go func() {
		db.running.Wait()
		closed <- db.dialect.close()
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

// Dialect names the database for people: "sqlite" or "postgres".
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

// checkSchema reads the schema's version, and refuses one that is too old.
func (db *DB) checkSchema(ctx context.Context, q reader) (version int64, err error) {
	version, err = db.schemaVersion(ctx, q)
	if err != nil {
		return 0, err
	}
	if want := latestMigration(db.dialect.name()); version < want {
		return 0, fmt.Errorf("the database schema is version %d, this program needs %d: run svcx migrate, or start svcx serve of this version", version, want)
	}
	db.schema.Do(db.dialect.haveSchema)
	return version, nil
}

// Ready reports whether the database can be read and written, within half a
// caller's patience: a prober gives up early. It reads on a connection of its
// own, so that busy readers make nobody think that the node is gone. It writes
// something of its own only where the last write of others failed, and as much as
// others do where that found no room: so it sees by itself that the disk has some
// again. A schema that a newer node has migrated meanwhile is ready: the nodes of a
// rolling upgrade serve until their turn comes.
func (db *DB) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, db.patience/2, errSlow)
	defer cancel()
	if _, err := db.checkSchema(ctx, reader{db: db, ctx: ctx, pool: db.dialect.probes()}); err != nil {
		if !errors.Is(context.Cause(ctx), errSlow) {
			return err
		}
		// Where nobody else reads, the log is told here.
		db.reading.failed(1, errSlow)
		return svcx.Unavailable("reading", errSlow)
	}
	if !db.committer.outage.open() {
		return nil
	}
	// A write that has begun is waited for by whoever asked for it. Nobody waits
	// for this one: of a queue that stands still there is nothing more to learn.
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

// Write runs fn in a transaction that may be shared with other callers' writes
// and returns after the commit: nil means durable. An error of fn undoes what
// fn wrote and nothing else. fn may be run again after a failure that was not
// its own, so it must depend on nothing but its arguments and the database and
// must set its results anew each time. ctx ends the wait for a turn, not the
// transaction: once fn runs, Write waits for the outcome.
//
// Errors: fn's own, or one of kind Unavailable when nothing was written.
func (db *DB) Write(ctx context.Context, ws svcx.WorkspaceID, fn func(*Tx) error) error {
	return db.committer.do(ctx, &job{workspace: ws, run: storingResponse(ctx, fn)})
}

// Queue writes many small things of one kind together: the waiting items of a
// workspace are handed to one function that loads, decides and writes for all
// of them in a few statements.
type Queue[T any] struct {
	db    *DB
	batch *batch
}

// NewQueue makes a queue whose waiting items are written by run, in order of
// arrival, at least one and all of one workspace. run reports an item's own
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

// Do hands in one item and returns after the commit that holds it. Errors as
// of DB.Write.
func (q *Queue[T]) Do(ctx context.Context, ws svcx.WorkspaceID, item T) error {
	return q.db.committer.do(ctx, &job{workspace: ws, batch: q.batch, item: item})
}

// querier is what a SELECT needs: a read connection or the transaction.
type querier interface {
	dialectOf() dialect
	// each runs a SELECT and hands over its rows.
	each(query string, args []any, row func(scanner) error) error
	// failed notes an error of a statement and dresses it for the caller.
	failed(query string, err error) error
}

// reader runs SELECTs on the read connections under the caller's context, each
// of them no longer than a read may take.
type reader struct {
	db  *DB
	ctx context.Context
	// pool has the connections.
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

// maxGone bounds how many connections in a row are found gone: as many as the
// pool keeps.
const maxGone = 32

// onLiving runs the read on a connection that is still there. After a restart of
// the database each connection that was idle fails once, and a read can be said
// again.
func (r reader) onLiving(ctx context.Context, query string, args []any) (rows *sql.Rows, err error) {
	for range maxGone {
		rows, err = r.pool.QueryContext(ctx, query, args...)
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

// unavailable is the failure of a statement, unless it is damage of what is
// stored: trying again would not help against that.
func unavailable(query string, err error) error {
	if isDamage(err) {
		return fmt.Errorf("%s: %w", firstLine(query), err)
	}
	return svcx.Unavailable(firstLine(query), err)
}

// errDamaged says that a stored value is not what this program stores.
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

// eachRow hands over the rows of a query.
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

// collectUpTo is collect that ends behind the row with which the texts of all
// come to more than most bytes, and says so.
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

// weighing counts the bytes of the texts that are scanned.
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

// one runs a SELECT and scans its first row; sql.ErrNoRows without one.
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

// found turns the absence of a row into a NotFound error.
func found[T any](item T, err error, what string) (T, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return item, svcx.NotFound(what)
	}
	return item, err
}

// scanValue scans a single column.
func scanValue[T any](s scanner) (T, error) {
	var v T
	err := s.Scan(&v)
	return v, err
}
