package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Recorded is a statement that reached the driver.
type Recorded struct {
	Query string
	Args  []any
}

// Recording has the statements of a store.
type Recording struct {
	db  *DB
	mu  sync.Mutex
	all []Recorded
}

// OpenRecorded opens a store without background work, whose statements are
// recorded.
func OpenRecorded(ctx context.Context, o Options) (*DB, *Recording, error) {
	o.Patience = usualPatience
	d, err := openDialect(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	r := new(Recording)
	switch d := d.(type) {
	case *sqliteDialect:
		d.readers, d.writers = r.wrap(d.readers), r.wrap(d.writers)
	case *postgresDialect:
		d.reading = newPool(r.wrap(d.reading.DB), d.reading.most, &d.fewer, o.Log)
		d.writing = newPool(r.wrap(d.writing.DB), d.writing.most, &d.fewer, o.Log)
	}
	db := newDB(d, o)
	db.openSearch(o)
	db.search.bounds = searchBounds{}
	db.committer.close()
	db.committer = newCommitter(recordingDialect{d, r}, o.Now, o.Patience, db.search, o.Log)
	r.db = db
	return db, r, nil
}

// During returns the statements that are recorded while fn runs, each text once.
// Prepared statements are dropped before, since they would not be recorded again.
func (r *Recording) During(fn func()) []Recorded {
	r.db.stmts.Clear()
	r.db.committer.close()
	r.db.committer = newCommitter(recordingDialect{r.db.dialect, r}, r.db.now, r.db.patience, r.db.search, r.db.log)
	if b, ok := r.db.search.backend.(*sqliteIndex); ok {
		r.recordSearchFile(b.file)
	}
	r.mu.Lock()
	r.all = nil
	r.mu.Unlock()
	fn()
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// recordSearchFile records the statements in the text index's file too, if it is
// open.
func (r *Recording) recordSearchFile(f *searchFile) {
	if f.db == nil {
		return
	}
	f.db.committer.close()
	// Its checkpoints use the connections that are replaced here.
	f.db.stop()
	f.db.running.Wait()
	d := f.db.dialect.(*sqliteDialect)
	f.db.stmts.Clear()
	if _, wrapped := d.readers.Driver().(recordingDriver); !wrapped {
		d.readers, d.writers = r.wrap(d.readers), r.wrap(d.writers)
		f.db.reads = d.readers
	}
	f.db.committer = newCommitter(recordingDialect{d, r}, f.db.now, f.db.patience, f.db.search, f.db.log)
}

// recordingDialect records statements that bypass the connections' own methods.
type recordingDialect struct {
	dialect
	r *Recording
}

func (d recordingDialect) run(ctx context.Context, w *worker, steps []step) (int, error) {
	for _, s := range steps {
		args := make([]driver.NamedValue, len(s.args))
		for i := range args {
			args[i].Value = s.args[i]
		}
		d.r.add(s.query, args)
	}
	return d.dialect.run(ctx, w, steps)
}

func (r *Recording) add(query string, args []driver.NamedValue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.ContainsFunc(r.all, func(s Recorded) bool { return s.Query == query }) {
		return
	}
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a.Value
	}
	r.all = append(r.all, Recorded{query, values})
}

// wrap returns a pool of recording connections from another pool.
func (r *Recording) wrap(pool *sql.DB) *sql.DB { return sql.OpenDB(&recordingConnector{pool, r}) }

// recordingDriver is the driver of a wrapped pool.
type recordingDriver struct{ driver.Driver }

type recordingConnector struct {
	pool *sql.DB
	r    *Recording
}

func (c *recordingConnector) Driver() driver.Driver { return recordingDriver{c.pool.Driver()} }
func (c *recordingConnector) Close() error          { return c.pool.Close() }

func (c *recordingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	held, err := c.pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	recording := &recordingConn{held: held, r: c.r}
	err = held.Raw(func(inner any) error {
		recording.fullConn = inner.(fullConn)
		return nil
	})
	return recording, err
}

// fullConn has the methods of both drivers' connections.
type fullConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.QueryerContext
	driver.ExecerContext
}

type recordingConn struct {
	fullConn
	held *sql.Conn
	r    *Recording
}

func (c *recordingConn) Close() error { return c.held.Close() }

// Conn is pgx's own connection.
func (c *recordingConn) Conn() *pgx.Conn { return c.fullConn.(*stdlib.Conn).Conn() }

func (c *recordingConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	c.r.add(query, nil)
	return c.fullConn.PrepareContext(ctx, query)
}

func (c *recordingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.r.add(query, args)
	return c.fullConn.QueryContext(ctx, query, args)
}

func (c *recordingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	c.r.add(query, args)
	return c.fullConn.ExecContext(ctx, query, args)
}

// CheckNamedValue passes on the types that the driver accepts beyond the plain ones.
func (c *recordingConn) CheckNamedValue(v *driver.NamedValue) error {
	if checker, ok := c.fullConn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(v)
	}
	return driver.ErrSkip
}
