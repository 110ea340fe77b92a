package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// A node's connections: one registers the node and listens to the others
// (postgres_session.go), one is for probes, the rest read and write.
const (
	// leastConns is what a node needs: a writer, a reader and those two.
	leastConns = 4
	// mostWriters is how many workspaces may be written at the same time.
	mostWriters = 16
	// fullPause is how long a caller waits when the server has no connection left
	// and this node has none to wait for.
	fullPause = 100 * time.Millisecond
	// growAfter is how often a pool that was refused a connection tries again.
	growAfter = time.Minute
	// idleConnection is how long an unused connection is kept.
	idleConnection = 5 * time.Minute
)

// divide divides a node's connections. A single one is shared by all uses.
func (d *postgresPools) divide(most int) {
	if most == 0 {
		most = DefaultMaxConns
	}
	if most == 1 {
		d.reading = d.openPool(1, d.settings(d.patience*3/2))
		d.writing, d.probing = d.reading, d.reading
		return
	}
	rest := max(most, leastConns) - 2
	writers := min(max(rest/3, 1), mostWriters)
	d.reading = d.openPool(rest-writers, d.settings(d.patience*3/2))
	d.writing = d.openPool(writers, d.settings(d.patience))
	d.probing = d.openPool(1, d.settings(d.patience/2))
}

// single reports whether one connection serves all uses, as in a command.
func (d *postgresPools) single() bool { return d.reading == d.writing }

// pool keeps as many idle connections as may be open: when it kept fewer, each
// burst closed some and opened others, which cost more than two thirds of the
// throughput.
//
// A server may have fewer connections left than the pool may open. The pool then
// makes do with those it has, for which callers wait, and tries to open another
// one from time to time.
type pool struct {
	*sql.DB
	most int
	log  *slog.Logger

	// logged says that it is in the log that the server has fewer; all pools of a
	// node share it.
	logged *atomic.Bool

	mu    sync.Mutex
	limit int
}

func newPool(db *sql.DB, most int, logged *atomic.Bool, log *slog.Logger) *pool {
	p := &pool{DB: db, most: most, logged: logged, log: log}
	db.SetConnMaxIdleTime(idleConnection)
	p.setLimit(most)
	return p
}

func (p *pool) setLimit(n int) {
	p.limit = n
	p.SetMaxOpenConns(n)
	p.SetMaxIdleConns(n)
}

// refused records that the server refused the pool a connection, and returns how
// many the pool has. database/sql counts the refused one too.
func (p *pool) refused() (has int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	has = max(p.Stats().OpenConnections-1, 0)
	if !p.logged.Swap(true) {
		p.log.Warn("PostgreSQL has no connection left for this node, which continues with those it has: SVCX_DATABASE_MAX_CONNS says how many it may open")
	}
	if limit := max(has, 1); limit < p.limit {
		p.setLimit(limit)
	}
	return has
}

// give closes a connection if there are several, a busy one after its use. It
// reports whether it did.
func (p *pool) give() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	has := p.Stats().OpenConnections
	if has < 2 {
		return false
	}
	p.setLimit(has - 1)
	return true
}

// grow raises the limit by one, and reports whether it is back at its maximum.
func (p *pool) grow() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.limit == p.most {
		return true
	}
	p.setLimit(p.limit + 1)
	return false
}

// isFull reports that the server, the database or the role has no connection left.
func isFull(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "53300"
}

// makeRoom frees a connection for a pool that has none.
func (d *postgresPools) makeRoom() {
	for _, p := range []*pool{d.reading, d.writing} {
		if p.give() {
			return
		}
	}
}

// lender is the pool that serves reads: the writers', while the readers' was refused
// its only connection, as when other nodes hold all that the server has. The reads
// then wait for a connection that the node has.
func (d postgresConns) lender(pool *sql.DB) *sql.DB {
	if pool != d.reading.DB || d.single() || !d.reading.starved() {
		return pool
	}
	return d.writing.DB
}

// starved reports whether the server refused the pool connections and it has none.
func (p *pool) starved() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.limit < p.most && p.Stats().OpenConnections == 0
}

// growPools runs until ctx ends.
func (d *postgresPools) growPools(ctx context.Context) {
	tick := time.NewTicker(growAfter)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			reading, writing := d.reading.grow(), d.writing.grow()
			if reading && writing {
				d.fewer.Store(false)
			}
		}
	}
}

func (d postgresConns) writer(ctx context.Context) (*sql.Conn, error) {
	return d.writing.conn(ctx)
}

// conn returns a connection. If the server has no free one, it waits for one of
// the pool's own.
func (p *pool) conn(ctx context.Context) (conn *sql.Conn, err error) {
	for range maxGone {
		conn, err = p.Conn(ctx)
		if err == nil || ctx.Err() != nil || !isFull(err) {
			break
		}
	}
	return conn, err
}

// bound limits a transaction. The server gives up a statement that waits for a
// lock before that.
func (d postgresConns) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, d.patience*3/2, errSlow)
}

// boundRead limits reads and other statements outside of the writers'
// transactions.
func (d *postgresPools) boundRead(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, 2*d.patience, errSlow)
}
