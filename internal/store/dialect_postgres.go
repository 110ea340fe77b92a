package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"svcx"
)

const (
	// postgresWriters is how many workspaces are written at the same time.
	postgresWriters = 4
	postgresReaders = 8
	// partitionsAhead is how many days of the event log have their partition
	// made in advance.
	partitionsAhead = 7
)

type postgresDialect struct {
	db  *sql.DB
	now func() time.Time
	log *slog.Logger
}

func openPostgres(ctx context.Context, o Options) (dialect, error) {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		// The cause repeats the URL, password and all.
		return nil, errors.New("the database URL cannot be read: expected postgres://user:password@host:port/database")
	}
	// A statement that hangs must not hang the committer with it.
	config.RuntimeParams["statement_timeout"] = "30000"
	config.RuntimeParams["application_name"] = "svcx"
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(postgresReaders + postgresWriters)
	db.SetMaxIdleConns(postgresReaders)
	d := &postgresDialect{db: db, now: o.Now, log: o.Log}
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("connecting to PostgreSQL at %s:%d: %w", config.Host, config.Port, err)
	}
	return d, nil
}

func (d *postgresDialect) name() string   { return "postgres" }
func (d *postgresDialect) close() error   { return d.db.Close() }
func (d *postgresDialect) reads() *sql.DB { return d.db }
func (d *postgresDialect) caches() bool   { return false }
func (d *postgresDialect) workers() int   { return postgresWriters }

func (d *postgresDialect) lane(ws svcx.WorkspaceID) int64 { return int64(ws) }

func (d *postgresDialect) writer(ctx context.Context) (*sql.Conn, error) { return d.db.Conn(ctx) }

// begin takes the advisory lock of each workspace in a statement of its own,
// before anything is read: the snapshot of what follows then contains every
// commit that was ordered before. Ids taken under the lock become visible in
// their order.
func (d *postgresDialect) begin(ctx context.Context, c *sql.Conn, workspaces []svcx.WorkspaceID) error {
	if _, err := c.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	for _, ws := range workspaces {
		if _, err := c.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(ws)); err != nil {
			return err
		}
	}
	return nil
}

func (d *postgresDialect) committed() {}

// background keeps the event log's partitions made ahead of time.
func (d *postgresDialect) background(ctx context.Context) {
	for {
		if err := d.partition(ctx); err != nil && ctx.Err() == nil {
			// The default partition takes the rows meanwhile.
			d.log.Warn("making the event log's partitions", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(6 * time.Hour):
		}
	}
}

// partition makes the partitions of today and the days ahead. It may run on
// several nodes at once.
func (d *postgresDialect) partition(ctx context.Context) error {
	var present bool
	if err := d.db.QueryRowContext(ctx, "SELECT to_regclass('event_log') IS NOT NULL").Scan(&present); err != nil || !present {
		return err
	}
	day := d.now().UTC().Truncate(24 * time.Hour)
	for range partitionsAhead {
		next := day.Add(24 * time.Hour)
		name := "event_log_" + day.Format("20060102")
		_, err := d.db.ExecContext(ctx, fmt.Sprintf(
			"CREATE TABLE IF NOT EXISTS %s PARTITION OF event_log FOR VALUES FROM (%d) TO (%d)",
			name, day.UnixMilli(), next.UnixMilli()))
		if err != nil {
			return fmt.Errorf("making partition %s: %w", name, err)
		}
		day = next
	}
	return nil
}

func (d *postgresDialect) in(column, placeholder string) string {
	return column + " = ANY(" + placeholder + ")"
}

// array passes slices on: the driver knows them.
func (d *postgresDialect) array(values any) any { return values }

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

// insert sends the rows as one statement with an array per column: one round
// trip and one plan for all of them.
func (d *postgresDialect) insert(tx *Tx, t *table, rows [][]any) error {
	arrays := make([]any, len(t.columns))
	for i, c := range t.columns {
		array, err := columnArray(c.kind, rows, i)
		if err != nil {
			return fmt.Errorf("column %s of %s: %w", c.name, t.name, err)
		}
		arrays[i] = array
	}
	_, err := tx.exec(t.postgres, arrays...)
	return err
}

// columnArray gathers column i of the rows, nil for NULL.
func columnArray(kind string, rows [][]any, i int) (any, error) {
	switch kind {
	case "bigint":
		return typedArray[int64](rows, i)
	case "boolean":
		return typedArray[bool](rows, i)
	case "bytea":
		all := make([][]byte, len(rows))
		for r, row := range rows {
			all[r], _ = row[i].([]byte)
		}
		return all, nil
	default:
		return typedArray[string](rows, i)
	}
}

func typedArray[T any](rows [][]any, i int) ([]*T, error) {
	all := make([]*T, len(rows))
	for r, row := range rows {
		plain, err := driver.DefaultParameterConverter.ConvertValue(row[i])
		if err != nil {
			return nil, err
		}
		if plain == nil {
			continue
		}
		v, ok := plain.(T)
		if !ok {
			return nil, fmt.Errorf("a value of type %T", plain)
		}
		all[r] = &v
	}
	return all, nil
}

// indexContact has nothing to do: the index is on the contact's own column.
func (d *postgresDialect) indexContact(*Tx, svcx.ContactID, string, bool) error { return nil }

func (d *postgresDialect) searchContacts(placeholder string) string {
	return "array_to_tsvector(string_to_array(search, ' ')) @@ " + placeholder + "::text::tsquery"
}

// searchWords asks for every word as the beginning of one. Folded words hold
// letters and digits only, so that there is nothing to escape.
func (d *postgresDialect) searchWords(words []string) string {
	var terms []string
	for _, w := range words {
		terms = append(terms, "'"+w+"':*")
	}
	return strings.Join(terms, " & ")
}
