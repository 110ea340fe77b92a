package store

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
	// abandonedTransaction is after how many milliseconds the server ends a
	// transaction whose node says nothing: it holds its workspace's lock, and
	// that node may be frozen or cut off.
	abandonedTransaction = "5000"
	// The server asks a silent node after so many seconds whether it is there,
	// and gives it up when nothing came for as long again: a machine without
	// power says no goodbye.
	silentAfter, askAgain, askTimes = "10", "5", "2"
	// partitionsAhead is how many days of the event log have their partition
	// made in advance.
	partitionsAhead = 7
	// partitionsAtStart is how many of them a start waits for.
	partitionsAtStart = 2
	// partitionsAfter is how long the others wait.
	partitionsAfter = time.Second
	// partitionsEvery is how often they are looked after, partitionsAgain how long
	// after a look that failed.
	partitionsEvery, partitionsAgain = 6 * time.Hour, time.Minute

	oneDay = 24 * time.Hour
	// isTable reads the catalog by the statement's snapshot. to_regclass answers
	// from the session's cache: a session that had asked before, and then waited
	// for the lock of migrations, was told that there was still no table.
	isTable = `SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_class
		WHERE relname = $1::text AND relnamespace = ANY (current_schemas(false)::regnamespace[]))`
)

type postgresDialect struct {
	// reading and writing are for SELECTs and for transactions, probing for the
	// question whether the database can be used; one and the same for a command.
	reading, writing, probing *pool
	// fewer says that the log knows that the server has fewer connections left.
	fewer atomic.Bool
	// sessions has the connection by which the node is present.
	sessions nodeSessions
	// config is what connections are made with, but for the settings.
	config   *pgx.ConnConfig
	patience time.Duration
	now      func() time.Time
	log      *slog.Logger
	// schema wakes the background when there is an event log.
	schema chan struct{}
	// bits is bucketBits in tests, 0 else.
	bits int
}

func parsePostgresURL(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// The cause repeats the URL, password and all.
		return nil, errors.New("SVCX_DATABASE_URL (--database-url) cannot be read: expected postgres://user:password@host:port/database")
	}
	return config, nil
}

func openPostgres(ctx context.Context, o Options) (dialect, error) {
	config, err := parsePostgresURL(o.URL)
	if err != nil {
		return nil, err
	}
	withoutTLSFirst(config)
	config.RuntimeParams["application_name"] = "svcx"
	d := &postgresDialect{config: config, patience: o.Patience, now: o.Now, log: o.Log, schema: make(chan struct{}, 1)}
	d.pools(o.MaxConns)
	if err := d.check(ctx); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *postgresDialect) name() string       { return "postgres" }
func (d *postgresDialect) reads() *sql.DB     { return d.reading.DB }
func (d *postgresDialect) probes() *sql.DB    { return d.probing.DB }
func (d *postgresDialect) caches() bool       { return false }
func (d *postgresDialect) workers() int       { return d.writing.most }
func (d *postgresDialect) keepsWriters() bool { return false }

func (d *postgresDialect) close() error {
	return errors.Join(d.reading.Close(), d.writing.Close(), d.probing.Close())
}

func (d *postgresDialect) tableQuery() string { return isTable }

func (d *postgresDialect) queue(ws svcx.WorkspaceID) int64 { return int64(ws) }

// begin takes the advisory lock of each workspace in a statement of its own,
// before anything is read: the snapshot of what follows then contains every
// commit that was ordered before. Ids taken under the lock become visible in
// their order.
func (d *postgresDialect) begin(tx *Tx, workspaces []svcx.WorkspaceID) error {
	tx.waiting = append(tx.waiting, step{query: "BEGIN"})
	for _, ws := range workspaces {
		tx.waiting = append(tx.waiting, step{query: "SELECT pg_advisory_xact_lock($1)", args: []any{int64(ws)}})
	}
	return nil
}

func (d *postgresDialect) beginSnapshot() string {
	return "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
}

func (d *postgresDialect) run(ctx context.Context, w *worker, steps []step) (int, error) {
	return sendSteps(ctx, w.conn, steps)
}

// sendSteps sends the steps in one go and reads their answers. The server runs
// one after the other, each with a snapshot of its own, and none behind one that
// failed.
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

func (d *postgresDialect) commit(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, "COMMIT")
	if d.isLost(err) {
		err = fmt.Errorf("%w: %w", errUnknown, err)
	}
	return err
}

func (d *postgresDialect) pipelines() bool { return true }

// isLost knows errors that are no answer of the server, of what was sent to it.
func (d *postgresDialect) isLost(err error) bool {
	var refused *pgconn.PgError
	if err == nil || errors.As(err, &refused) && refused.Severity == "ERROR" {
		return false
	}
	return !errors.Is(err, driver.ErrBadConn) && !pgconn.SafeToRetry(err)
}

func (d *postgresDialect) committed() {}

// haveSchema tells the background that the schema is there.
func (d *postgresDialect) haveSchema() {
	select {
	case d.schema <- struct{}{}:
	default:
	}
}

// background keeps the event log's partitions made ahead of time.
func (d *postgresDialect) background(ctx context.Context) {
	var growing sync.WaitGroup
	defer growing.Wait()
	growing.Go(func() { d.growPools(ctx) })
	wait := partitionsEvery
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.schema:
			// A start has better things to do at first.
			select {
			case <-ctx.Done():
				return
			case <-time.After(partitionsAfter):
			}
		case <-time.After(wait):
		}
		wait = partitionsEvery
		if d.partition(ctx, partitionsAhead) != nil {
			wait = partitionsAgain
		}
	}
}

// partition makes the partitions of so many days, from today on. It may run on
// several nodes at once. A day that cannot be made, since its first records are
// in the default partition already, keeps nobody from anything: that one takes
// the others of the day too. The error is of a database that did not answer, and
// is logged.
func (d *postgresDialect) partition(ctx context.Context, days int) error {
	wanted := ctx
	ctx, cancel := d.boundRead(ctx)
	defer cancel()
	present, err := d.hasTable(ctx, "event_log")
	if err != nil && wanted.Err() == nil {
		d.log.Warn("looking for the event log", "error", err)
	}
	if err != nil || !present {
		return err
	}
	day := d.today()
	for range days {
		if err := d.partitionDay(ctx, day); err != nil && wanted.Err() == nil {
			d.log.Warn("making a partition of the event log", "day", day.Format(time.DateOnly), "error", err)
		}
		if ctx.Err() != nil {
			break
		}
		day = day.Add(oneDay)
	}
	return ctx.Err()
}

func (d *postgresDialect) today() time.Time { return d.now().UTC().Truncate(oneDay) }

func partitionOf(day time.Time) string { return "event_log_" + day.Format("20060102") }

func createPartition(day time.Time) string {
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s PARTITION OF event_log FOR VALUES FROM (%d) TO (%d)",
		partitionOf(day), day.UnixMilli(), day.Add(oneDay).UnixMilli())
}

func (d *postgresDialect) partitionDay(ctx context.Context, day time.Time) error {
	// Even "IF NOT EXISTS" would lock the event log where there is nothing to do.
	if made, err := d.hasTable(ctx, partitionOf(day)); err != nil || made {
		return err
	}
	return d.alterEvents(ctx, createPartition(day))
}

// alterEvents makes or drops a partition. That locks the event log for a moment:
// it gives up rather than make writers wait behind a long reader. Of two nodes
// at it at once, one waits for the other.
func (d *postgresDialect) alterEvents(ctx context.Context, statement string) error {
	ctx, cancel := d.boundRead(ctx)
	defer cancel()
	tx, err := d.reading.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, s := range []string{"SELECT pg_advisory_xact_lock(hashtext('event_log partitions'))", "SET LOCAL lock_timeout = '2s'", statement} {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (d *postgresDialect) hasTable(ctx context.Context, name string) (present bool, err error) {
	err = d.reading.QueryRowContext(ctx, isTable, name).Scan(&present)
	return present, err
}

func (d *postgresDialect) in(column, placeholder string) string {
	return column + " = ANY(" + placeholder + ")"
}

// array passes slices on: the driver knows them.
func (d *postgresDialect) byID() string { return "" }

func (d *postgresDialect) array(values any) any { return values }

// merge gives each part its order and a limit: the planner does not tell them that
// an order is asked for, and would read and sort all of them.
func (d *postgresDialect) merge(selects []string, order, limit, offset string) string {
	if len(selects) == 1 {
		return selects[0]
	}
	most := " ORDER BY " + order + " LIMIT CAST(" + limit + " AS bigint) + CAST(" + offset + " AS bigint))"
	return "(" + strings.Join(selects, most+" UNION ALL (") + most
}

// lookup has each value found by the whole key of the index. "= ANY" leaves the
// server the choice, and where it has no statistics yet it may read the whole
// workspace and compare: for as long as the plan is kept, however the workspace
// grows. For one value, which is what a caller alone asks for, the plan is the
// same whatever the value, and is made once.
func (d *postgresDialect) lookup(columns, table, column string, n int) string {
	if n == 1 {
		return "SELECT " + columns + " FROM " + table + " WHERE workspace_id = $1 AND " + column + " = ($2::text[])[1]"
	}
	// OFFSET 0 keeps the server from making any other join of it.
	return "SELECT " + columns + " FROM (SELECT DISTINCT unnest($2::text[])) AS wanted (sought), LATERAL (SELECT * FROM " + table +
		" WHERE workspace_id = $1 AND " + column + " = sought OFFSET 0) AS " + table
}

// isGone knows a server that went away (class 57P), a connection that was closed
// from its side meanwhile, and a server that has no other one to give.
func (d *postgresDialect) isGone(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return strings.HasPrefix(e.Code, "57P") || isFull(err)
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// isStuck knows a server that answered nothing in time, and a statement that it
// ended for having waited too long (query_canceled, lock_not_available).
func (d *postgresDialect) isStuck(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code == "57014" || e.Code == "55P03"
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, os.ErrDeadlineExceeded)
}

// hasNoRoom knows disk_full and io_error.
func (d *postgresDialect) hasNoRoom(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "53100" || e.Code == "58030")
}

func (d *postgresDialect) isConstraint(err error) (string, bool) {
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == "23505" {
		return e.ConstraintName, true
	}
	return "", false
}

func (d *postgresDialect) reserve(tx *Tx, table string, n int) ([]int64, error) {
	return collect(tx, `SELECT nextval($1::text::regclass) FROM generate_series(1, $2::bigint)`, scanValue[int64], table+"_id", n)
}

// lastID reads the sequence itself: what it has given out to a workspace before
// is committed, since its transactions run one after the other.
func (d *postgresDialect) lastID(tx *Tx, table string) (int64, error) {
	return one(tx, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+table+`_id`, scanValue[int64])
}

// reserveIDs asks for all of them in one statement. Each id is named by itself:
// of counts the server would think that a plan is worth making anew each time.
func (d *postgresDialect) reserveIDs(tx *Tx, n map[string]int) error {
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
		row: func(s scanner) error {
			var table string
			var id int64
			err := s.Scan(&table, &id)
			tx.reservedIDs[table] = append(tx.reservedIDs[table], id)
			return err
		},
	})
}

// indexContact has nothing to do: the index is on the contact's own column.
func (d *postgresDialect) indexContact(*Tx, svcx.ContactID, string, bool) error { return nil }

func (d *postgresDialect) unindexContact(*Tx, svcx.ContactID) error { return nil }

// purge leaves it to the server's own vacuum.
func (d *postgresDialect) purge(context.Context, *DB) error { return nil }

// searchWords asks for every word as the beginning of one. Folded words hold
// letters and digits only, so that there is nothing to escape.
func (d *postgresDialect) searchWords(words []string) string {
	var terms []string
	for _, w := range words {
		terms = append(terms, "'"+w+"':*")
	}
	return strings.Join(terms, " & ")
}

// trimEvents drops the partitions of days that are wholly too old, and deletes
// from the default one, which is all but empty.
func (d *postgresDialect) trimEvents(ctx context.Context, db *DB, before svcx.Time) error {
	names, err := collect(db.reader(ctx), `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'event_log'::regclass ORDER BY c.relname`, scanValue[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		day, err := time.Parse("event_log_20060102", name)
		if err != nil || svcx.At(day.Add(oneDay)) > before {
			continue
		}
		if err := d.alterEvents(ctx, "DROP TABLE IF EXISTS "+name); err != nil {
			return fmt.Errorf("dropping partition %s: %w", name, err)
		}
	}
	return db.trim(ctx, `DELETE FROM event_log_default WHERE (workspace_id, id) IN
		(SELECT workspace_id, id FROM event_log_default WHERE created_at < $1 LIMIT $2)`, before)
}
