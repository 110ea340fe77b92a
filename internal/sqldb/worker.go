package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"time"

	"svcx"
)

// worker runs transactions on its own connection. No statement runs under a
// caller's context: on SQLite a canceled one would roll back the whole
// transaction, and each later statement would then commit on its own.
type worker struct {
	backend  *backend
	ctx      context.Context
	patience time.Duration
	outage   *Outage
	schema   Schema
	trace    func(query string, args []any)
	// committed is Options.Committed.
	committed func(Commit)
	now       func() time.Time
	conn      *sql.Conn
	stmts     map[string]*sql.Stmt
}

// commit runs the jobs in one transaction and answers them. When the failure may
// be the fault of one job, each job is run again in its own transaction, and only
// those that fail again are answered with the error. When the failure concerns
// all of them (the database is locked, silent or gone), all are answered at once:
// run one by one, each would wait as long again, and the last one for the
// patience of all. Jobs that may have been stored are not run again.
func (w *worker) commit(jobs []*job) {
	err := w.transact(jobs)
	switch {
	case err == nil:
		w.outage.Succeeded()
		answer(jobs)
		return
	case len(jobs) == 1 || w.isWhole(err):
		w.fail(jobs, err)
		return
	}
	w.outage.splits(len(jobs), err)
	ctx, cancel := context.WithTimeout(w.ctx, w.patience)
	defer cancel()
	for i := range jobs {
		if ctx.Err() != nil {
			w.fail(jobs[i:], err)
			return
		}
		one := jobs[i : i+1]
		err = w.transact(one)
		switch {
		case err == nil:
			w.outage.Succeeded()
			answer(one)
		case w.isWhole(err):
			w.fail(jobs[i:], err)
			return
		default:
			w.fail(one, err)
		}
	}
}

// isWhole reports whether a transaction failed for a reason that any other job
// would meet too, or with an unknown outcome.
func (w *worker) isWhole(err error) bool {
	return errors.Is(err, errUnknown) || errors.Is(err, errConnecting) || w.ctx.Err() != nil || w.backend.isStuck(err)
}

// fail answers jobs that were not stored, or that may not have been.
func (w *worker) fail(jobs []*job, err error) {
	if w.backend.hasNoRoom(err) {
		w.outage.noRoom()
	}
	w.outage.Failed(len(jobs), err)
	for _, j := range jobs {
		j.err = svcx.Unavailable("writing", err)
	}
	answer(jobs)
}

func answer(jobs []*job) {
	for _, j := range jobs {
		close(j.done)
	}
}

// errConnecting is wrapped when a transaction found no connection.
var errConnecting = errors.New("connecting")

// transact runs one transaction within the backend's time limit. A nil error
// means that it is committed and every job's own error is set. After any other
// error nothing is known to be written, and the connection is closed.
//
// A kept connection may have died since, for example when the server was
// restarted, and so may all others in the pool. That must not fail a write: the
// next connection is tried, until no new one can be made.
func (w *worker) transact(jobs []*job) (err error) {
	if w.committed != nil {
		start := w.now()
		defer func() { w.committed(Commit{Writes: len(jobs), Took: w.now().Sub(start), Failed: err != nil}) }()
	}
	ctx, cancel := w.backend.bound(w.ctx)
	defer cancel()
	defer w.spare()
	for gone := 0; ; gone++ {
		kept := w.conn != nil
		if !kept {
			if err := w.connect(ctx); err != nil {
				return fmt.Errorf("%w: %w", errConnecting, err)
			}
		}
		tx := &Tx{worker: w, ctx: ctx}
		err := w.attempt(tx, jobs)
		if err == nil || tx.begun || gone == maxGone || ctx.Err() != nil || w.backend.isStuck(err) || !kept && !w.backend.isGone(err) {
			return err
		}
	}
}

func (w *worker) attempt(tx *Tx, jobs []*job) (err error) {
	defer func() {
		if err != nil {
			w.discard()
		}
	}()
	all := groups(jobs)
	if err := tx.begin(workspacesOf(jobs)); err != nil {
		return fmt.Errorf("beginning: %w", err)
	}
	for i, group := range all {
		// A batch loads its data first, so BEGIN goes with that statement. Other
		// writes may do something else before their first query, such as read the
		// clock.
		if group[0].batch == nil && !tx.begun {
			if err := tx.flush(); err != nil {
				return fmt.Errorf("beginning: %w", err)
			}
		}
		if err := w.runGroup(tx, group, len(jobs) > 1, i == len(all)-1); err != nil {
			return err
		}
	}
	if tx.ended {
		return nil
	}
	return tx.commit()
}

// runGroup runs one job, or all jobs of one batch, within a savepoint. A batch
// that violates a constraint is run again item by item, so that one item's
// conflict does not affect the others. last says that the transaction ends with
// this group. The error is for a broken transaction only.
func (w *worker) runGroup(tx *Tx, group []*job, shared, last bool) error {
	tx.last = last
	err := tx.attempt(group, shared || len(group) > 1)
	if tx.broken != nil {
		return tx.broken
	}
	if err == nil || len(group) == 1 {
		group[0].err = err
		return nil
	}
	for i, j := range group {
		tx.last = last && i == len(group)-1
		j.err = tx.attempt([]*job{j}, true)
		if tx.broken != nil {
			return tx.broken
		}
	}
	return nil
}

// groups groups the jobs that share a batch and a workspace; every other job is
// a group by itself. Jobs that wait together have no order among them, except
// within a group.
func groups(jobs []*job) [][]*job {
	type key struct {
		batch     *batch
		workspace svcx.WorkspaceID
	}
	var all [][]*job
	index := make(map[key]int)
	for _, j := range jobs {
		j.err, j.hooks = nil, nil
		if j.batch == nil {
			all = append(all, []*job{j})
			continue
		}
		k := key{j.batch, j.workspace}
		if i, ok := index[k]; ok {
			all[i] = append(all[i], j)
			continue
		}
		index[k] = len(all)
		all = append(all, []*job{j})
	}
	return all
}

func workspacesOf(jobs []*job) []svcx.WorkspaceID {
	var ids []svcx.WorkspaceID
	for _, j := range jobs {
		ids = append(ids, j.workspace)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (w *worker) connect(ctx context.Context) error {
	conn, err := w.backend.writer(ctx)
	if err != nil {
		return err
	}
	w.conn, w.stmts = conn, make(map[string]*sql.Stmt)
	return nil
}

// spare returns the connection to a pool in which others may be waiting for it.
func (w *worker) spare() {
	if w.conn == nil || w.backend.keepsWriters() {
		return
	}
	w.conn.Close()
	w.conn, w.stmts = nil, nil
}

// discard closes the connection instead of returning it to the pool, which rolls
// back any open transaction.
func (w *worker) discard() {
	if w.conn == nil {
		return
	}
	for _, stmt := range w.stmts {
		stmt.Close()
	}
	w.conn.Raw(func(any) error { return driver.ErrBadConn })
	w.conn.Close()
	w.conn, w.stmts = nil, nil
}

// prepared returns the statement on this connection, parsed only once where the
// driver does not cache statements itself.
func (w *worker) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := w.stmts[query]; ok {
		return stmt, nil
	}
	stmt, err := w.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	w.stmts[query] = stmt
	return stmt, nil
}
