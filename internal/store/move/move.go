// Package move copies a store from the embedded database to PostgreSQL: every table that both
// have, as their schemas describe it, so that no list of tables can be forgotten.
//
//	move.go      the steps, and where a move stands
//	target.go    which databases are accepted
//	table.go     the tables of both databases
//	copy.go      copying, in batches that can be continued
//	verify.go    counts and checksums of both
//
// Rows are copied in the order of their primary keys. The transaction that stores a batch
// also stores how far it has come, so that a move continues where it ended, however it
// ended. At the end all rows of both databases are read again and compared.
//
// While a move is unfinished neither database is to be used: both have its State in their
// settings, which the caller checks. Afterwards the embedded one says where its data is.
package move

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"svcx/internal/sqldb"
)

// Setting is the server setting with the State.
const Setting = "move"

// Phase is how far a move has come.
type Phase string

const (
	// Started is a move that is not finished, in both databases.
	Started Phase = "started"
	// Finished is one whose data is compared, in both databases.
	Finished Phase = "finished"
)

// State is where a move stands, as both databases have it.
type State struct {
	// ID is the same in both databases.
	ID    string `json:"id"`
	Phase Phase  `json:"phase"`
	// At is when it began, To where the data goes, without a password.
	At string `json:"at"`
	To string `json:"to"`
	// Schema is the version that both have. Tables are those that were copied, and how far.
	// Both are in the target alone.
	Schema int64                `json:"schema,omitzero"`
	Tables map[string]*progress `json:"tables,omitempty"`
}

// progress is how far a table is copied.
type progress struct {
	Rows int64 `json:"rows"`
	// After is the key of the last row that was copied.
	After keyValues `json:"after,omitempty"`
	Done  bool      `json:"done,omitzero"`
	// Changed is how many texts had what PostgreSQL does not take.
	Changed int64 `json:"changed,omitzero"`
}

// ParseState reads the setting; the zero State if there was no move.
func ParseState(text string) (s State, err error) {
	if text == "" {
		return s, nil
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return s, fmt.Errorf("reading where a move stands: %w", err)
	}
	return s, nil
}

// Text is what ParseState reads.
func (s State) Text() string { return sqldb.EncodeJSON(s) }

// Options describe a move.
type Options struct {
	// From is the embedded database, To that of PostgreSQL. Their schema is this version's.
	From, To *sqldb.DB
	// Rebuilt are tables that are made from the others.
	Rebuilt []string
	// Daily has the column of the time, in milliseconds, of tables with a partition per day.
	Daily map[string]string
	// State is the move, as From has it.
	State State
	// Report is called about every second with how far a step has come.
	Report func(Progress)
	Now    func() time.Time
	// rows is how many rows a batch has at most; tests make it small.
	rows int
}

// Progress is how far a step has come, in rows.
type Progress struct {
	What        string
	Done, Total int64
}

// Table is a table whose rows are the same in both databases.
type Table struct {
	Name string
	Rows int64
	// Checksum is the sum of the SHA-256 of the rows, in hexadecimal digits.
	Checksum string
	// Changed is how many texts had what PostgreSQL does not take, and were stored as such
	// texts are when they arrive.
	Changed int64
}

// mover is a move under way.
type mover struct {
	Options
	tables []table
	// state is what the target has.
	state State
	// from reads the source, to writes the target.
	from *sql.DB
	to   *sql.Conn
	// reported is when Report was called last.
	reported time.Time
}

// Run copies and compares, or continues that. The caller keeps other processes off From and
// stores there that the move has begun. After an error the same call continues. At the end
// To is still marked as unfinished: see Finish.
func Run(ctx context.Context, o Options) ([]Table, error) {
	m := &mover{Options: o}
	if m.rows == 0 {
		m.rows = batchRows
	}
	m.from, _ = o.From.Pools()
	if err := m.compareSchemas(ctx); err != nil {
		return nil, err
	}
	if err := m.addPartitions(ctx); err != nil {
		return nil, err
	}
	var all []Table
	err := o.From.Whole(ctx, func(ctx context.Context, writers *sql.DB) error {
		return m.frozen(ctx, writers, func() error {
			return o.To.Whole(ctx, func(ctx context.Context, pool *sql.DB) (err error) {
				if m.to, err = pool.Conn(ctx); err != nil {
					return err
				}
				defer m.to.Close()
				all, err = m.run(ctx)
				return err
			})
		})
	})
	if err != nil && ctx.Err() != nil {
		err = ctx.Err() // whatever failed because of it
	}
	return all, err
}

// frozen runs fn while nothing else writes to the source: a command that was started before
// the move would write rows that are copied already.
func (m *mover) frozen(ctx context.Context, writers *sql.DB, fn func() error) error {
	lock, err := writers.Conn(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()
	if _, err := lock.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("locking the embedded database: %w", err)
	}
	err = fn()
	_, failed := lock.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	return cmp.Or(err, failed)
}

func (m *mover) run(ctx context.Context) ([]Table, error) {
	if err := m.begin(ctx); err != nil {
		return nil, err
	}
	for i := range m.tables {
		if err := m.copyTable(ctx, &m.tables[i]); err != nil {
			return nil, fmt.Errorf("copying %s: %w", m.tables[i].name, err)
		}
	}
	if err := m.setSequences(ctx); err != nil {
		return nil, err
	}
	all, err := m.verify(ctx)
	if err != nil {
		return nil, err
	}
	// Plans made without statistics would be kept.
	if _, err := m.to.ExecContext(ctx, "ANALYZE"); err != nil {
		return nil, fmt.Errorf("collecting statistics: %w", err)
	}
	return all, nil
}

// begin reads how far the target has come, or marks it as begun.
func (m *mover) begin(ctx context.Context) error {
	var text string
	err := m.to.QueryRowContext(ctx, `SELECT value FROM server_setting WHERE name = $1`, Setting).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if m.state, err = ParseState(text); err != nil {
		return err
	}
	schema := m.To.LatestMigration()
	switch {
	case text == "":
		m.state = State{ID: m.State.ID, Phase: Started, At: m.State.At, To: m.State.To, Schema: schema, Tables: make(map[string]*progress)}
		_, err = m.to.ExecContext(ctx, `INSERT INTO server_setting (name, value) VALUES ($1, $2)`, Setting, m.state.Text())
		return err
	case m.state.ID != m.State.ID || m.state.Phase != Started:
		return errNotEmpty
	case m.state.Schema != schema:
		return fmt.Errorf("an earlier version has begun to fill the database (schema %d, this program has %d): give an empty one", m.state.Schema, schema)
	}
	if m.state.Tables == nil {
		m.state.Tables = make(map[string]*progress)
	}
	return nil
}

// store stores how far the target has come, in the transaction of a batch.
func (m *mover) store(ctx context.Context) error {
	_, err := m.to.ExecContext(ctx, `UPDATE server_setting SET value = $2 WHERE name = $1`, Setting, m.state.Text())
	return err
}

// report reports at most once a second, and the first time.
func (m *mover) report(what string, done, total int64) {
	if now := m.Now(); now.Sub(m.reported) >= time.Second {
		m.reported = now
		m.Report(Progress{What: what, Done: done, Total: total})
	}
}

// setSequences continues the ids of each table after the last one that the source has given.
func (m *mover) setSequences(ctx context.Context) error {
	for _, t := range m.numbered() {
		last, err := t.lastID(ctx, m.from)
		if err != nil {
			return err
		}
		if last == 0 {
			continue
		}
		if _, err := m.to.ExecContext(ctx, `SELECT setval($1::text::regclass, $2)`, t.name+"_id", last); err != nil {
			return fmt.Errorf("continuing the ids of %s: %w", t.name, err)
		}
	}
	return nil
}

func (m *mover) numbered() []table {
	return slices.DeleteFunc(slices.Clone(m.tables), func(t table) bool { return !t.numbered })
}

// addPartitions creates the partitions of all days that the source has rows of. Those rows
// would otherwise stay in one partition, and be deleted one by one when they are old.
func (m *mover) addPartitions(ctx context.Context) error {
	const day = int64(24 * time.Hour / time.Millisecond)
	for name, column := range m.Daily {
		days, err := collect(ctx, m.from, `SELECT DISTINCT `+column+` / $1 FROM `+name, func(r *sql.Rows) (at time.Time, err error) {
			var n int64
			err = r.Scan(&n)
			return time.UnixMilli(n * day).UTC(), err
		}, day)
		if err == nil {
			err = m.To.PartitionDays(ctx, name, days)
		}
		if err != nil {
			return fmt.Errorf("creating the partitions of %s: %w", name, err)
		}
	}
	return nil
}

// collect runs a SELECT and scans every row.
func collect[T any](ctx context.Context, db queryer, query string, scan func(*sql.Rows) (T, error), args ...any) (all []T, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, rows.Err()
}

// queryer is a pool or one of its connections.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}
