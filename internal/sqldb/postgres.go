package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"svcx"
)

const (
	// idleTransactionTimeout is after how many milliseconds the server ends a
	// transaction whose node is silent: it holds its workspace's lock, and the node
	// may be frozen or cut off.
	idleTransactionTimeout = "5000"
	// TCP keepalives, in seconds: the server probes a silent node after 10 s and
	// drops it when nothing came for as long again. A machine that lost power closes
	// no connection.
	keepaliveIdle, keepaliveInterval, keepaliveCount = "10", "5", "2"
	// partitionsAhead is for how many days partitions are created in advance.
	partitionsAhead = 7
	// partitionsEvery is how often they are checked, partitionsAgain how long after a
	// failure, and after a start, which most likely has migrated.
	partitionsEvery, partitionsAgain = 6 * time.Hour, time.Minute

	oneDay = 24 * time.Hour
	// isTable reads the catalog with the statement's snapshot; to_regclass answers
	// from the session's cache.
	isTable = `SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_class
		WHERE relname = $1::text AND relnamespace = ANY (current_schemas(false)::regnamespace[]))`
)

type postgresPools struct {
	// reading is for SELECTs, writing for transactions, probing for readiness
	// probes. A command has a single pool for all three.
	reading, writing, probing *pool
	// fewer says that it is in the log that the server has fewer connections left.
	fewer atomic.Bool
	// config is the configuration of connections, without the settings.
	config   *pgx.ConnConfig
	patience time.Duration
	now      func() time.Time
	log      *slog.Logger
	// daily are the tables with a partition per day.
	daily []string
}

func parsePostgresURL(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// The cause would repeat the URL with its password.
		return nil, errors.New("SVCX_DATABASE_URL (--database-url) cannot be read: expected postgres://user:password@host:port/database")
	}
	return config, nil
}

// The parts of the backend.
type (
	postgresDialect struct{}
	postgresConns   struct{ *postgresPools }
	postgresTx      struct{ *postgresPools }
	postgresRows    struct{ *postgresPools }
	postgresSchema  struct{ *postgresPools }
	noFile          struct{}
)

func openPostgres(ctx context.Context, o Options) (*backend, error) {
	config, err := parsePostgresURL(o.URL)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["application_name"] = "svcx"
	d := &postgresPools{config: config, patience: o.Patience, daily: o.Schema.Daily, now: o.Now, log: o.Log}
	d.divide(o.MaxConns)
	if err := d.check(ctx); err != nil {
		d.close()
		return nil, err
	}
	return &backend{
		name: "postgres", Dialect: postgresDialect{}, connections: postgresConns{d}, writers: postgresConns{d}, transactions: postgresTx{d}, rows: postgresRows{d},
		migrations: postgresSchema{d}, nodes: &postgresNodes{postgresPools: d}, file: noFile{}, background: postgresSchema{d}.background, close: d.close,
	}, nil
}

func (d postgresConns) pools() (reads, writes *sql.DB) { return d.reading.DB, d.reading.DB }
func (d postgresConns) probes() *sql.DB                { return d.probing.DB }
func (d postgresConns) writerPool() *sql.DB            { return d.writing.DB }
func (d postgresConns) caches() bool                   { return false }
func (d postgresConns) workers() int                   { return d.writing.most }
func (d postgresConns) keepsWriters() bool             { return false }

func (d *postgresPools) close() error {
	return errors.Join(d.reading.Close(), d.writing.Close(), d.probing.Close())
}

func (d postgresSchema) tableQuery() string { return isTable }

func (d postgresConns) queue(ws svcx.WorkspaceID) int64 { return int64(ws) }

// begin takes the advisory lock of each workspace in a separate statement, before
// anything is read: the snapshot of what follows then contains every earlier
// commit of the workspace. Ids taken under the lock become visible in their
// order.
func (d postgresTx) begin(tx *Tx, workspaces []svcx.WorkspaceID) error {
	tx.waiting = append(tx.waiting, step{query: "BEGIN"})
	for _, ws := range workspaces {
		tx.waiting = append(tx.waiting, step{query: "SELECT pg_advisory_xact_lock($1)", args: []any{int64(ws)}})
	}
	return nil
}

func (d postgresTx) beginSnapshot() string {
	return "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
}

func (d postgresTx) run(ctx context.Context, w *worker, steps []step) (int, error) {
	return sendSteps(ctx, w.conn, steps)
}

// sendSteps sends the steps in one batch and reads their answers. The server runs
// them in order, each with its own snapshot, up to the first that fails.
func sendSteps(ctx context.Context, c *sql.Conn, steps []step) (at int, err error) {
	raw := c.Raw(func(c any) error {
		at, err = sendBatch(ctx, c.(interface{ Conn() *pgx.Conn }).Conn(), steps)
		return nil
	})
	return at, cmp.Or(err, raw)
}

func sendBatch(ctx context.Context, c *pgx.Conn, steps []step) (at int, err error) {
	batch := new(pgx.Batch)
	for i := range steps {
		batch.Queue(steps[i].query, steps[i].args...)
	}
	results := c.SendBatch(ctx, batch)
	for i := range steps {
		if err := readStep(results, &steps[i]); err != nil {
			results.Close()
			return i, err
		}
	}
	return len(steps) - 1, results.Close()
}

func readStep(results pgx.BatchResults, s *step) error {
	if s.row == nil {
		tag, err := results.Exec()
		s.n = tag.RowsAffected()
		return err
	}
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := s.row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (d postgresTx) commit(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, "COMMIT")
	if d.isLost(err) {
		err = fmt.Errorf("%w: %w", errUnknown, err)
	}
	return err
}

func (d postgresTx) pipelines() bool { return true }

// isLost reports whether err means that something was sent and not answered.
func (d postgresTx) isLost(err error) bool {
	var refused *pgconn.PgError
	if err == nil || errors.As(err, &refused) && refused.Severity == "ERROR" {
		return false
	}
	return !errors.Is(err, driver.ErrBadConn) && !pgconn.SafeToRetry(err)
}

func (d postgresTx) committed() {}

// migrated creates the first partitions: a day's must exist before its first row,
// which would otherwise go to the default partition and prevent its creation.
func (d postgresSchema) migrated(ctx context.Context) { d.partition(ctx) }

// background creates partitions in advance. A command is over before any is needed.
func (d postgresSchema) background(ctx context.Context) {
	if d.single() {
		return
	}
	var growing sync.WaitGroup
	defer growing.Wait()
	growing.Go(func() { d.growPools(ctx) })
	wait := partitionsAgain
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = partitionsEvery
		if d.partition(ctx) != nil {
			wait = partitionsAgain
		}
	}
}

// partition creates the partitions of the coming days, from today on, of each table
// that has one per day. It may run on several nodes at once. A day whose partition
// cannot be created, since its first rows are in the default partition already, does no
// harm: its other rows go there too. The error is that of a database that did not
// answer, and is logged.
func (d postgresSchema) partition(ctx context.Context) error {
	parent := ctx
	ctx, cancel := d.boundRead(ctx)
	defer cancel()
	for _, table := range d.daily {
		present, err := d.hasTable(ctx, table)
		if err != nil && parent.Err() == nil {
			d.log.Warn("cannot check whether a partitioned table exists", "table", table, "error", err)
		}
		if err != nil || !present {
			return err
		}
		day := d.now().UTC().Truncate(oneDay)
		for range partitionsAhead {
			if err := d.partitionDay(ctx, table, day); err != nil && parent.Err() == nil {
				d.log.Warn("cannot create a partition", "table", table, "day", day.Format(time.DateOnly), "error", err)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			day = day.Add(oneDay)
		}
	}
	return ctx.Err()
}

func (d postgresSchema) partitionDays(ctx context.Context, table string, days []time.Time) error {
	for _, day := range days {
		if err := d.partitionDay(ctx, table, day); err != nil {
			return err
		}
	}
	return nil
}

func (d postgresSchema) partitionDay(ctx context.Context, table string, day time.Time) error {
	name := table + "_" + day.Format("20060102")
	// Even with "IF NOT EXISTS" the statement would lock the table.
	if exists, err := d.hasTable(ctx, name); err != nil || exists {
		return err
	}
	return d.alterDaily(ctx, table, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s PARTITION OF %s FOR VALUES FROM (%d) TO (%d)",
		name, table, day.UnixMilli(), day.Add(oneDay).UnixMilli()))
}

// alterDaily creates or drops a partition, which locks the table for a moment. Rather
// than make writers wait for a long read, it gives up. Two nodes that call it at the
// same time take turns.
func (d postgresSchema) alterDaily(ctx context.Context, table, statement string) error {
	ctx, cancel := d.boundRead(ctx)
	defer cancel()
	tx, err := d.reading.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, s := range []string{"SELECT pg_advisory_xact_lock(hashtext('" + table + " partitions'))", "SET LOCAL lock_timeout = '2s'", statement} {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (d postgresSchema) hasTable(ctx context.Context, name string) (exists bool, err error) {
	err = d.reading.QueryRowContext(ctx, isTable, name).Scan(&exists)
	return exists, err
}

func (d postgresDialect) In(column, placeholder string) string {
	return column + " = ANY(" + placeholder + ")"
}

func (d postgresDialect) ByID() string { return "" }

// Array returns the slice itself, which the driver supports.
func (d postgresDialect) Array(values any) any { return values }

// InQueue: ids become visible in order within a workspace, but not across
// workspaces.
func (d postgresDialect) InQueue(column, placeholder string) string {
	return column + " = " + placeholder
}

// ByIDs hides the number of ids from PostgreSQL, which would read the whole table
// for thousands.
func (d postgresDialect) ByIDs(id, placeholder string) (from, condition string) {
	return "", id + " = ANY((SELECT " + placeholder + "::bigint[])::bigint[])"
}

// Merge gives each part the order and a limit: the planner does not push the order
// down into them, and would read and sort all rows.
func (d postgresDialect) Merge(selects []string, order, limit, offset string) string {
	if len(selects) == 1 {
		return selects[0]
	}
	most := " ORDER BY " + order + " LIMIT CAST(" + limit + " AS bigint) + CAST(" + offset + " AS bigint))"
	return "(" + strings.Join(selects, most+" UNION ALL (") + most
}

// Lookup finds each value by the whole key of the index. "= ANY" leaves the choice
// to the server, which may read the whole workspace and compare while it has no
// statistics, and keeps that plan however the workspace grows. For a single value,
// as one caller alone has, the plan does not depend on the value and is made once.
func (d postgresDialect) Lookup(columns, table, column string, n int) string {
	return lookup(columns, table, column, "text", n)
}

func (d postgresDialect) LookupIDs(columns, table string, n int) string {
	return lookup(columns, table, "id", "bigint", n)
}

func lookup(columns, table, column, kind string, n int) string {
	if n == 1 {
		return "SELECT " + columns + " FROM " + table + " WHERE workspace_id = $1 AND " + column + " = ($2::" + kind + "[])[1]"
	}
	// OFFSET 0 keeps the server from choosing another join.
	return "SELECT " + columns + " FROM (SELECT DISTINCT unnest($2::" + kind + "[])) AS wanted (sought), LATERAL (SELECT * FROM " + table +
		" WHERE workspace_id = $1 AND " + column + " = sought OFFSET 0) AS " + table
}

// isGone reports a server that shut down (class 57P), a connection that the server
// closed, or a server without a free connection.
func (d postgresConns) isGone(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return strings.HasPrefix(e.Code, "57P") || isFull(err)
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// isStuck reports a server that did not answer in time, or a statement that it
// ended for having waited too long (query_canceled, lock_not_available).
func (d postgresConns) isStuck(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code == "57014" || e.Code == "55P03"
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, os.ErrDeadlineExceeded)
}

// hasNoRoom reports disk_full or io_error.
func (d postgresConns) hasNoRoom(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "53100" || e.Code == "58030")
}

func (d postgresTx) isConstraint(err error) (string, bool) {
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == "23505" {
		return e.ConstraintName, true
	}
	return "", false
}

func (d postgresRows) reserve(tx *Tx, table string, n int) ([]int64, error) {
	return Collect(tx, `SELECT nextval($1::text::regclass) FROM generate_series(1, $2::bigint)`, ScanValue[int64], table+"_id", n)
}

// lastID reads the sequence itself: ids that it gave to the workspace before are
// committed, since a workspace's transactions run one after the other.
func (d postgresRows) lastID(tx *Tx, table string) (int64, error) {
	return One(tx, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+table+`_id`, ScanValue[int64])
}

// reserveAhead takes all ids in one statement. The table's name is repeated for each
// id: with counts as parameters the server would plan the statement each time.
func (d postgresRows) reserveAhead(tx *Tx, n map[string]int) error {
	var tables []string
	for table, n := range n {
		for range n {
			tables = append(tables, table)
		}
	}
	if len(tables) == 0 {
		return nil
	}
	return tx.add(step{
		query: `SELECT name, nextval((name || '_id')::regclass) FROM unnest($1::text[]) AS wanted (name)`,
		args:  []any{tables},
		row: func(s Scanner) error {
			var table string
			var id int64
			err := s.Scan(&table, &id)
			tx.reservedIDs[table] = append(tx.reservedIDs[table], id)
			return err
		},
	})
}

// emptyLog does nothing: the server vacuums by itself.
func (noFile) emptyLog(context.Context) error { return nil }

func (noFile) compact(context.Context, func(CompactStep)) error { return nil }
func (noFile) copyTo(context.Context, string) error             { return errors.ErrUnsupported }
func (noFile) fileBytes() int64                                 { return 0 }

// deleteDaily drops the partitions of days that are entirely too old, and deletes from
// the default partition, which is almost empty.
func (d postgresRows) deleteDaily(ctx context.Context, db *DB, table string, before svcx.Time) error {
	names, err := Collect(db.Reader(ctx), `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = $1::text::regclass ORDER BY c.relname`, ScanValue[string], table)
	if err != nil {
		return err
	}
	for _, name := range names {
		day, err := time.Parse(table+"_20060102", name)
		if err != nil || svcx.At(day.Add(oneDay)) > before {
			continue
		}
		if err := (postgresSchema{d.postgresPools}).alterDaily(ctx, table, "DROP TABLE IF EXISTS "+name); err != nil {
			return fmt.Errorf("dropping partition %s: %w", name, err)
		}
	}
	rest := table + "_default"
	return db.DeleteOlder(ctx, `DELETE FROM `+rest+` WHERE (workspace_id, id) IN
		(SELECT workspace_id, id FROM `+rest+` WHERE created_at < $1 LIMIT $2)`, before)
}
