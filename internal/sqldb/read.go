package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"svcx"
)

// connections is how reads get one.
type connections interface {
	// pools returns the pools of SELECTs and of writes. probes returns that of
	// readiness probes.
	pools() (reads, writes *sql.DB)
	probes() *sql.DB
	// writerPool is that of the committer's connections.
	writerPool() *sql.DB
	// lender is the pool that serves a read of the given one: another, if that one has
	// no connection and can get none.
	lender(pool *sql.DB) *sql.DB
	// caches reports whether the caller must cache prepared statements itself.
	caches() bool
	// isGone reports whether a connection was closed under a statement, or no new
	// one could be opened: another connection of the pool may serve it.
	isGone(err error) bool
}

// Querier runs SELECTs, on a read connection or in a transaction.
type Querier interface {
	SQL() Dialect
	// Each runs a SELECT and calls row for each of its rows.
	Each(query string, args []any, row func(Scanner) error) error
	// Failed records a statement's error and wraps it for the caller.
	Failed(query string, err error) error
}

// Reader runs SELECTs on the read connections under the caller's context, each
// bounded by twice the patience.
type Reader struct {
	db    *DB
	ctx   context.Context
	pool  *sql.DB
	brief bool
}

// Reader returns the SELECTs under the caller's context.
func (db *DB) Reader(ctx context.Context) Reader { return Reader{db: db, ctx: ctx, pool: db.reads} }

// Brief returns q for a statement that reads few rows by their whole key, or those of one
// conversation from an index, and so cannot take long. Where no network can delay it, it runs without a deadline: to watch a
// context, database/sql and the driver start a goroutine each, which was a fifth of the CPU
// time of a page of a thread.
func Brief(q Querier) Querier {
	if r, ok := q.(Reader); ok {
		return r.Brief()
	}
	return q
}

// Brief is the same for a Reader.
func (r Reader) Brief() Reader {
	r.brief = r.db.backend.caches()
	return r
}

// hasFree reports whether the pool has a free connection. If another read takes it
// meanwhile, a brief one waits for one of those that run, which are bounded.
func (r Reader) hasFree() bool {
	stats := r.pool.Stats()
	return stats.InUse < stats.MaxOpenConnections
}

// Context is the caller's.
func (r Reader) Context() context.Context { return r.ctx }

// SQL implements Querier.
func (r Reader) SQL() Dialect { return r.db.backend }

func (r Reader) rows(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if !r.db.backend.caches() {
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
func (r Reader) onLiving(ctx context.Context, query string, args []any) (rows *sql.Rows, err error) {
	for range maxGone {
		rows, err = r.db.backend.lender(r.pool).QueryContext(ctx, query, args...)
		if err == nil || ctx.Err() != nil || !r.db.backend.isGone(err) {
			break
		}
	}
	return rows, err
}

// Failed implements Querier.
func (r Reader) Failed(query string, err error) error {
	if r.ctx.Err() != nil {
		return fmt.Errorf("%s: %w", firstLine(query), r.ctx.Err())
	}
	if !isDamage(err) {
		r.db.reading.Failed(1, err)
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

// ErrDamaged is wrapped when a stored value is not what this program stores.
var ErrDamaged = errors.New("a stored value cannot be read")

func isDamage(err error) bool { return errors.Is(err, ErrDamaged) }

// Scanner scans the columns of a row.
type Scanner interface{ Scan(dest ...any) error }

// Each implements Querier.
func (r Reader) Each(query string, args []any, row func(Scanner) error) error {
	ctx := context.Background()
	if !r.brief || !r.hasFree() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(r.ctx, 2*r.db.patience, errSlow)
		defer cancel()
	} else if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	r.db.trace(query, args)
	rows, err := r.rows(ctx, query, args)
	if err = eachRow(rows, err, row); err == nil {
		r.db.reading.Succeeded()
		return nil
	}
	if ctx.Err() != nil && r.ctx.Err() == nil {
		return fmt.Errorf("%w: %w", errSlow, err)
	}
	return err
}

// eachRow calls row for each row of a query.
func eachRow(rows *sql.Rows, err error, row func(Scanner) error) error {
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

// Collect runs a SELECT and scans every row.
func Collect[T any](q Querier, query string, scan func(Scanner) (T, error), args ...any) ([]T, error) {
	var all []T
	err := q.Each(query, args, func(s Scanner) error {
		item, err := scan(s)
		all = append(all, item)
		return err
	})
	if err != nil {
		return nil, q.Failed(query, err)
	}
	return all, nil
}

// CollectUpTo is like Collect, but stops after the row with which the texts of
// all rows exceed most bytes, and reports whether it did. q is a Reader: a
// transaction would take the early end for a failure.
func CollectUpTo[T any](q Querier, most int, query string, scan func(Scanner) (T, error), args ...any) (all []T, cut bool, err error) {
	size := 0
	err = q.Each(query, args, func(s Scanner) error {
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
		return nil, false, q.Failed(query, err)
	}
	return all, false, nil
}

var errEnough = errors.New("enough was read")

// weighing is a scanner that counts the bytes of the scanned texts.
type weighing struct {
	Scanner
	size *int
}

func (w weighing) Scan(dest ...any) error {
	if err := w.Scanner.Scan(dest...); err != nil {
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

// One runs a SELECT and scans its first row. It returns sql.ErrNoRows if there is
// none.
func One[T any](q Querier, query string, scan func(Scanner) (T, error), args ...any) (T, error) {
	all, err := Collect(q, query, scan, args...)
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

// First is One, but the zero value stands for no row.
func First[T any](q Querier, query string, scan func(Scanner) (T, error), args ...any) (T, error) {
	item, err := One(q, query, scan, args...)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return item, err
}

// ScanValue scans a single column.
func ScanValue[T any](s Scanner) (T, error) {
	var v T
	err := s.Scan(&v)
	return v, err
}
