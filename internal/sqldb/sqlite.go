package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"svcx"
	"svcx/internal/owned"
)

// The driver is modernc.org/sqlite: it is pure Go, has FTS5, and binds $2 before $1
// by number, which other drivers silently do not.

// minSQLite is the first version without a bug that could corrupt the write-ahead
// log.
const minSQLite = "3.51.3"

const (
	// sqliteReaders bounds the read connections, each of which has its own cache.
	sqliteReaders = 4
	// The caches of a connection, in KiB. A page takes twice its size: its allocation
	// of 4.4 KiB is rounded up to 8. SQLite's own slots (SQLITE_CONFIG_PAGECACHE) would
	// save half, and have all of it resident from the start. With 8 and 4 MiB inbound messages, lists, threads
	// and searches of 1,000,000 conversations took as much CPU time, and 56 MB more.
	writerCacheKiB, readerCacheKiB = 4096, 1536
	// Checkpoints run in the background once walSoft bytes of the log are not in the
	// database file yet. They never reach the end of the log while the writer is
	// busy, and SQLite restarts only a log that is entirely in the file: under steady
	// load it grew to 4 GiB in a minute. So past walHard bytes the writer has to wait
	// while the rest is moved.
	walSoft = 32 << 20
	walHard = 256 << 20
	// beforeRestart is how often the rest is moved once more before that, each time
	// less: at 2,000 messages a second half of what it was.
	beforeRestart = 3
	// restartPatience is how long writers wait for readers of the old log.
	restartPatience = 200 * time.Millisecond
)

type sqliteFile struct {
	path    string
	readers *sql.DB
	writers *sql.DB
	// patience is how long to wait for the writer of another process.
	patience time.Duration
	// constraints are Schema.Constraints.
	constraints map[string]string
	log         *slog.Logger
	// wrote wakes the checkpointer after a commit.
	wrote chan struct{}
	// full is held by the checkpointer while the writer must wait.
	full chan struct{}
	// walSoft and walHard are the constants, or smaller in tests.
	walSoft, walHard int
}

// The parts of the backend.
type (
	sqliteDialect struct{}
	sqliteConns   struct{ *sqliteFile }
	sqliteTx      struct{ *sqliteFile }
	sqliteRows    struct{}
	sqliteSchema  struct{ *sqliteFile }
	oneNode       struct{}
)

func openSQLite(ctx context.Context, o Options) (*backend, error) {
	if err := owned.MkdirAll(filepath.Dir(o.Path), 0o700); err != nil {
		return nil, fmt.Errorf("creating the data folder: %w", err)
	}
	if err := makePrivate(o.Path); err != nil {
		return nil, err
	}
	// An fsync forces the new times of the log's file through the file system's journal
	// with each commit; fdatasync does not, and what is committed is as durable. Other
	// systems than Linux may not have it.
	sqlite.Fdatasync(true)
	d := &sqliteFile{path: o.Path, patience: o.Patience, constraints: o.Schema.Constraints, log: o.Log,
		wrote: make(chan struct{}, 1), full: make(chan struct{}, 1), walSoft: walSoft, walHard: walHard}
	var err error
	if d.writers, err = openSQLiteFile(o.Path, cmp.Or(o.CacheKiB, writerCacheKiB), o.Patience); err != nil {
		return nil, err
	}
	if d.readers, err = openSQLiteFile(o.Path, cmp.Or(o.CacheKiB/4, readerCacheKiB), o.Patience, "query_only(1)"); err != nil {
		return nil, err
	}
	d.readers.SetMaxOpenConns(sqliteReaders)
	d.readers.SetMaxIdleConns(sqliteReaders)
	if err := d.prepare(ctx); err != nil {
		d.close()
		return nil, fmt.Errorf("opening %s: %w", o.Path, err)
	}
	return &backend{
		name: "sqlite", Dialect: sqliteDialect{}, connections: sqliteConns{d}, writers: sqliteConns{d}, transactions: sqliteTx{d}, rows: sqliteRows{},
		migrations: sqliteSchema{d}, nodes: oneNode{}, file: d, background: d.background, close: d.close,
	}, nil
}

// makePrivate creates the database file if there is none, and makes it and its
// companions accessible to their owner only, whatever the folder allows. SQLite
// creates the companions with the mode of the database file and, run by root, with
// its owner.
//
// An existing file is not opened: closing it would release the locks that this
// process may have on it.
func makePrivate(path string) error {
	f, err := owned.Create(path, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("creating the database file: %w", err)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := owned.MakePrivate(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("making the database file private: %w", err)
		}
	}
	return nil
}

func openSQLiteFile(path string, cacheKiB int, patience time.Duration, more ...string) (*sql.DB, error) {
	q := url.Values{"mode": {"rw"}}
	for _, pragma := range append([]string{
		"busy_timeout(" + strconv.FormatInt(patience.Milliseconds(), 10) + ")",
		"journal_mode(WAL)",
		"synchronous(FULL)",
		// The default, a checkpoint in the writer, cost 40 % of its throughput.
		"wal_autocheckpoint(0)",
		// A log that is written over is synced in half the time of one that grows, so
		// its file keeps its size when it is restarted.
		"journal_size_limit(" + strconv.Itoa(walHard) + ")",
		"cache_size(-" + strconv.Itoa(cacheKiB) + ")",
		"temp_store(MEMORY)",
		// Deleted data is overwritten, so that erased contacts leave no trace.
		"secure_delete(ON)",
	}, more...) {
		q.Add("_pragma", pragma)
	}
	// For migrations of two processes at once: one waits for the other. If it began
	// by reading, it would fail as soon as the other one writes.
	q.Set("_txlock", "immediate")
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	return db, nil
}

// prepare makes the first connection and refuses a library that could corrupt the
// log.
func (d *sqliteFile) prepare(ctx context.Context) error {
	var version string
	if err := d.writers.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version); err != nil {
		return err
	}
	if versionLess(version, minSQLite) {
		return fmt.Errorf("SQLite is version %s, this program needs %s or later", version, minSQLite)
	}
	return nil
}

func versionLess(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		x, _ := strconv.Atoi(as[i])
		y, _ := strconv.Atoi(bs[i])
		if x != y {
			return x < y
		}
	}
	return len(as) < len(bs)
}

func (d sqliteConns) caches() bool { return true }
func (d sqliteConns) workers() int { return 1 }

// migrator returns the writers' pool, since the readers are read-only.
func (d sqliteSchema) migrator(context.Context) (*sql.DB, func() error, error) {
	return d.writers, func() error { return nil }, nil
}

// watched has nothing to watch: the file is local.
func (d sqliteSchema) watched(ctx context.Context, fn func(context.Context) error) error {
	return fn(ctx)
}

func (d sqliteSchema) tableQuery() string {
	return "SELECT count(*) > 0 FROM sqlite_master WHERE type = 'table' AND name = $1"
}

func (d sqliteConns) pools() (reads, writes *sql.DB) { return d.readers, d.writers }
func (d sqliteConns) probes() *sql.DB                { return d.readers }
func (d sqliteConns) writerPool() *sql.DB            { return d.writers }

// queue is the same for every workspace: there is one writer.
func (d sqliteConns) queue(svcx.WorkspaceID) int64 { return 0 }

func (d *sqliteFile) close() error {
	return errors.Join(d.readers.Close(), d.writers.Close())
}

func (d sqliteConns) writer(ctx context.Context) (*sql.Conn, error) {
	return d.writers.Conn(ctx)
}

func (d sqliteTx) begin(tx *Tx, _ []svcx.WorkspaceID) error {
	d.full <- struct{}{}
	<-d.full
	_, err := tx.worker.conn.ExecContext(tx.ctx, "BEGIN IMMEDIATE")
	return err
}

// beginSnapshot takes no lock. The first statement after it fixes the state that is
// seen.
func (d sqliteTx) beginSnapshot() string { return "BEGIN DEFERRED" }

func (d sqliteConns) keepsWriters() bool { return true }

func (d sqliteConns) lender(pool *sql.DB) *sql.DB { return pool }

// bound sets no limit: a context that ends during a statement would roll back the
// whole transaction, and each later statement would commit on its own. The busy
// timeout bounds the wait for another process.
func (d sqliteConns) bound(context.Context) (context.Context, context.CancelFunc) {
	return context.Background(), func() {}
}

// isStuck reports a database that another process has locked.
func (d sqliteConns) isStuck(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// hasNoRoom reports a full disk, or another reason why the file cannot grow: a
// quota, a limit of the file's size.
func (d sqliteConns) hasNoRoom(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Code()&0xff == sqlite3.SQLITE_FULL || e.Code()&0xff == sqlite3.SQLITE_IOERR
}

func (d sqliteTx) commit(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, "COMMIT")
	return err
}

// The embedded store has one node.
func (d oneNode) hasNodes() bool                               { return false }
func (d oneNode) notify(Querier, string) error                 { return nil }
func (d oneNode) listen(context.Context, func(), func(string)) {}

// No network lies between the program and the file, so no answer can be lost.
func (d sqliteTx) pipelines() bool   { return false }
func (d sqliteTx) isLost(error) bool { return false }

func (d sqliteSchema) migrated(context.Context)                                 {}
func (d sqliteSchema) partitionDays(context.Context, string, []time.Time) error { return nil }

// register registers nothing: there is only one server.
func (d oneNode) register(context.Context) (*Node, error) {
	lost, leave := context.WithCancel(context.Background())
	return &Node{Lost: lost, Leave: leave}, nil
}

func (d oneNode) registered(Querier) ([]string, error) { return nil, nil }

func (d sqliteDialect) In(column, placeholder string) string {
	return column + " IN (SELECT value FROM json_each(" + placeholder + "))"
}

func (d sqliteDialect) ByID() string { return " NOT INDEXED" }

// InQueue: ids become visible in one order for all workspaces.
func (d sqliteDialect) InQueue(_, placeholder string) string { return placeholder + " = 0" }

// ByIDs: for id IN (list) the planner may choose an index on the workspace and read
// all of it. CROSS JOIN fixes the join order.
func (d sqliteDialect) ByIDs(id, placeholder string) (from, condition string) {
	return "(SELECT value AS page_id FROM json_each(" + placeholder + ")) AS page CROSS JOIN ", id + " = page_id"
}

// Merge adds nothing: SQLite applies the order of a compound to its parts.
func (d sqliteDialect) Merge(selects []string, _, _, _ string) string {
	return strings.Join(selects, " UNION ALL ")
}

func (d sqliteDialect) Array(values any) any { return EncodeJSON(values) }

func (d sqliteDialect) Lookup(columns, table, column string, _ int) string {
	return "SELECT " + columns + " FROM " + table + " WHERE workspace_id = $1 AND " + d.In(column, "$2")
}

func (d sqliteDialect) LookupIDs(columns, table string, _ int) string {
	from, among := d.ByIDs(table+".id", "$2")
	return "SELECT " + columns + " FROM " + from + table + " WHERE " + table + ".workspace_id = $1 AND " + among
}

func (d sqliteConns) isGone(error) bool { return false }

func (d sqliteTx) isConstraint(err error) (string, bool) {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return "", false
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return d.constraintName(e.Error()), true
	}
	return "", false
}

// constraintName turns "constraint failed: UNIQUE constraint failed:
// contact.workspace_id, contact.external_id (2067)", which names the columns of the
// index, into the name that PostgreSQL has for it.
func (d sqliteTx) constraintName(message string) string {
	_, columns, _ := strings.Cut(message, "UNIQUE constraint failed: ")
	columns, _, _ = strings.Cut(columns, " (")
	return d.constraints[strings.ReplaceAll(columns, ", ", ",")]
}

// run runs the steps one after the other. Each text is parsed only once: the driver
// does not cache statements.
func (d sqliteTx) run(ctx context.Context, w *worker, steps []step) (int, error) {
	for i := range steps {
		s := &steps[i]
		stmt, err := w.prepared(ctx, s.query)
		switch {
		case err != nil:
		case s.row != nil:
			rows, failed := stmt.QueryContext(ctx, s.args...)
			err = eachRow(rows, failed, s.row)
		default:
			var result sql.Result
			if result, err = stmt.ExecContext(ctx, s.args...); err == nil {
				s.n, err = result.RowsAffected()
			}
		}
		if err != nil {
			return i, err
		}
	}
	return 0, nil
}

// reserve reads the highest id ever assigned. AUTOINCREMENT raises that only with
// an insert, so ids taken in this transaction are remembered in tx.reserved.
func (d sqliteRows) reserve(tx *Tx, table string, n int) ([]int64, error) {
	if tx.reserved == nil {
		tx.reserved = make(map[string]int64)
	}
	last, err := One(tx, `SELECT seq FROM sqlite_sequence WHERE name = $1`, ScanValue[int64], table)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	last = max(last, tx.reserved[table])
	ids := make([]int64, n)
	for i := range ids {
		last++
		ids[i] = last
	}
	tx.reserved[table] = last
	return ids, nil
}

// lastID leaves out ids that were reserved and not used, which are assigned again.
func (d sqliteRows) lastID(tx *Tx, table string) (int64, error) {
	last, err := One(tx, `SELECT seq FROM sqlite_sequence WHERE name = $1`, ScanValue[int64], table)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return last, err
}

// reserveAhead leaves it to reserve, since there is no round trip to save.
func (d sqliteRows) reserveAhead(*Tx, map[string]int) error { return nil }

// insert runs the one-row statement for each row, which is as fast as any other
// way without a network.
func (d sqliteRows) insert(tx *Tx, n *insertion, rows [][]any) error {
	for _, row := range rows {
		if err := tx.Enqueue(nil, n.one, row...); err != nil {
			return err
		}
	}
	return nil
}

// deleteDaily goes by id, which grows with time: the oldest records are the lowest
// ids, and no index by time is paid for with every insert.
func (d sqliteRows) deleteDaily(ctx context.Context, db *DB, table string, before svcx.Time) error {
	return db.DeleteOlder(ctx, `DELETE FROM `+table+` WHERE created_at < $1 AND id IN (SELECT id FROM `+table+` ORDER BY id LIMIT $2)`, before)
}
