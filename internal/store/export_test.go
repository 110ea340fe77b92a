package store

import (
	"context"
	"database/sql"
	"io/fs"
	"sync/atomic"

	"github.com/jackc/pgx/v5/stdlib"

	"svcx"
)

// Access to internals for the tests of this package.

// Exec runs any statement in the transaction.
func (tx *Tx) Exec(query string, args ...any) error {
	_, err := tx.exec(query, args...)
	return err
}

// Kill closes the transaction's connection. With the embedded database, which has
// none to close, it ends the transaction.
func (tx *Tx) Kill() {
	tx.worker.conn.Raw(func(c any) error {
		if c, ok := c.(*stdlib.Conn); ok {
			return c.Conn().PgConn().Conn().Close()
		}
		return nil
	})
	if tx.worker.dialect.name() == "sqlite" {
		tx.control("ROLLBACK")
	}
}

// Raw is the database without the store, also for writing.
func (db *DB) Raw() *sql.DB {
	if d, ok := db.dialect.(*sqliteDialect); ok {
		return d.writers
	}
	return db.reads
}

// Reads is the pool of the reads.
func (db *DB) Reads() *sql.DB { return db.reads }

// Migrator is the pool of the migrations.
func (db *DB) Migrator(ctx context.Context) (*sql.DB, func() error, error) {
	return db.dialect.migrator(ctx)
}

// Waiting is how many writes wait.
func (db *DB) Waiting() int {
	db.committer.mu.Lock()
	defer db.committer.mu.Unlock()
	n := 0
	for _, l := range db.committer.queues {
		n += len(l.jobs)
	}
	return n
}

// Closing reports whether new writes are refused.
func (db *DB) Closing() bool {
	db.committer.mu.Lock()
	defer db.committer.mu.Unlock()
	return db.committer.closed
}

// Spy counts what the committer does with its database and can make it fail.
type Spy struct {
	dialect
	Commits     atomic.Int64
	Connections atomic.Int64
	// OnConnect runs after connecting and OnBegin before BEGIN, if they are set.
	OnConnect func(*sql.Conn) error
	OnBegin   func() error
}

func (s *Spy) writer(ctx context.Context) (*sql.Conn, error) {
	c, err := s.dialect.writer(ctx)
	if err == nil && s.OnConnect != nil {
		err = s.OnConnect(c)
	}
	s.Connections.Add(1)
	return c, err
}

func (s *Spy) begin(tx *coreTx, workspaces []svcx.WorkspaceID) error {
	if s.OnBegin != nil {
		if err := s.OnBegin(); err != nil {
			return err
		}
	}
	return s.dialect.begin(tx, workspaces)
}

func (s *Spy) committed() {
	s.Commits.Add(1)
	s.dialect.committed()
}

// Watch puts a spy between the committer and the database. set prepares it before
// the first write.
func (db *DB) Watch(set func(*Spy)) *Spy {
	db.committer.close()
	s := &Spy{dialect: db.dialect}
	if set != nil {
		set(s)
	}
	db.committer = newCommitter(s, coreOptions{Now: db.now, Patience: db.patience, Schema: db.schema, Log: db.log, Trace: db.trace})
	return s
}

// SQLiteConstraints are the names of unique indexes by their columns.
var SQLiteConstraints = constraints

// CheckpointPast sets the sizes past which Checkpoint checkpoints the embedded
// database's log and resets it. It stops the background's checkpoints, which would
// interfere with the test's.
func (db *DB) CheckpointPast(soft, hard int) {
	db.stop()
	db.running.Wait()
	d := db.dialect.(*sqliteDialect)
	d.walSoft, d.walHard = soft, hard
}

// Checkpoint checks the log once, as the background does, and returns the next limit
// and the bytes of log.
func (db *DB) Checkpoint(ctx context.Context, limit int) (next, size int, err error) {
	d := db.dialect.(*sqliteDialect)
	if next, err = d.checkpoint(ctx, limit); err != nil {
		return 0, 0, err
	}
	s, err := d.walCheckpoint(ctx, d.writers, "NOOP")
	return next, s.bytes(), err
}

// MigrateTo runs the migrations up to the version one by one, as for a database of an
// older version of the program.
func (db *DB) MigrateTo(ctx context.Context, version int64) error {
	files, err := fs.Sub(migrationFiles, "migrations/"+db.dialect.name())
	if err != nil {
		return err
	}
	pool, done, err := db.dialect.migrator(ctx)
	if err != nil {
		return err
	}
	defer done()
	p, err := migrations(db.dialect.name(), pool, files)
	if err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}

// LatestMigration is the version that Migrate migrates a database to.
func (db *DB) LatestMigration() int64 { return schema.latest(db.dialect.name()) }

// ReportMigration is the migration that added the reports.
const ReportMigration = 12

// MigrationFiles are the migrations of both databases.
var MigrationFiles = migrationFiles

// Matching searches by the index alone, or by reading alone.
func (db *DB) Matching(ctx context.Context, ws svcx.WorkspaceID, q string, indexed bool) (ids []svcx.ConversationID, err error) {
	terms, err := searchTerms(q)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	ix := db.search
	if indexed {
		buckets, err := ix.backend.buckets(ctx, ws, ix.tuning.bucketBits)
		if err != nil {
			return nil, err
		}
		found, err := ix.backend.matching(ctx, ws, terms, buckets, ix.bounds.most)
		return found.ids, err
	}
	s := finder{index: ix, ctx: ctx, ws: ws, terms: terms, limit: 2, list: searchedList{db, conversationsOf(ws, svcx.ConversationFilter{})}}
	_, err = s.walk()
	for _, c := range s.found {
		ids = append(ids, c.ID)
	}
	return ids, err
}

// SetBucketBits sets the size of the text index's buckets, 0 for the usual one.
// Nothing may be indexed yet.
func (db *DB) SetBucketBits(bits int) {
	if bits != 0 {
		db.search.tuning.bucketBits = bits
	}
}

// BoundSearch sets the bounds of searches.
func (db *DB) BoundSearch(first, most, lookups, leastChunk, mostChunk, listed int) {
	db.search.bounds = searchBounds{first, most, lookups, leastChunk, mostChunk, listed}
}

// AfterIndexing has hook run after each commit to the text index, before marks are
// deleted in the store. An error of the hook ends the step.
func (db *DB) AfterIndexing(hook func() error) {
	db.search.backend = hookedBackend{db.search.backend, hook}
}

type hookedBackend struct {
	searchBackend
	hook func() error
}

func (h hookedBackend) use(ctx context.Context, fn func(indexDatabase) error) error {
	return h.searchBackend.use(ctx, func(in indexDatabase) error { return fn(hookedDatabase{in, h.hook}) })
}

type hookedDatabase struct {
	indexDatabase
	hook func() error
}

func (h hookedDatabase) write(ctx context.Context, queue int64, fn func(*coreTx) error) error {
	if err := h.indexDatabase.write(ctx, queue, fn); err != nil {
		return err
	}
	return h.hook()
}

// IndexNotified takes a step of indexing for each notified queue.
func (db *DB) IndexNotified(ctx context.Context) { db.search.stepPending(ctx) }

// SearchNotified reports whether a queue is notified.
func (db *DB) SearchNotified() bool {
	pending := db.search.pending
	pending.mu.Lock()
	defer pending.mu.Unlock()
	return len(pending.queues) > 0
}

// ReconnectSearch closes the idle connections to the text index's file, so that
// searches read the file and not their caches.
func (db *DB) ReconnectSearch() {
	d := db.search.backend.(*sqliteIndex).file.db.dialect.(*sqliteDialect)
	d.readers.SetMaxIdleConns(0)
}

// EmptyLog empties the write-ahead log, a step of Purge.
func (db *DB) EmptyLog(ctx context.Context) error {
	return db.dialect.(*sqliteDialect).emptyLog(ctx)
}

// WantsProof reports whether a write has found no room and no later one has shown
// that there is some.
func (db *DB) WantsProof() bool {
	wanted, _ := db.committer.outage.wantsProof()
	return wanted
}

// RefoldRows is how many rows a page of Refold has.
const RefoldRows = refoldRows
