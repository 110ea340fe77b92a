package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"svcx"
)

// maxBatch bounds the jobs that share one commit: enough to spread the cost of
// an fsync, few enough to bound the latency of each caller.
const maxBatch = 128

// job is one caller's write: a function, or an item of a batch.
type job struct {
	workspace svcx.WorkspaceID
	run       func(*Tx) error
	batch     *batch
	item      any

	state atomic.Int32 // waiting, taken or abandoned
	done  chan struct{}
	err   error
	hooks []func()
}

const (
	jobWaiting int32 = iota
	jobTaken
	jobAbandoned
)

// batch is a kind of item that is written in groups.
type batch struct {
	run func(tx *Tx, ws svcx.WorkspaceID, items []any) error
}

// committer groups waiting writes into transactions: an fsync costs the same for
// One write as for a hundred. It takes what is waiting and never sleeps to fill
// a batch.
//
// Jobs are kept in queues. A queue has at most one transaction at a time. SQLite
// has one queue, since it has one writer. PostgreSQL has one per workspace,
// ordered across nodes by the workspace's advisory lock.
type committer struct {
	dialect backend
	outage  *Outage
	schema  Schema
	trace   func(query string, args []any)
	// patience is how long a job may wait before a worker takes it.
	patience time.Duration
	// ctx is canceled when the transactions in flight are abandoned.
	ctx  context.Context
	stop context.CancelFunc

	mu     sync.Mutex
	queues map[int64]*queue
	ready  []*queue // with jobs and without a worker
	closed bool
	// idle is a stack of waiting workers. The one that worked last is woken first:
	// its connection has its plans cached and its caches warm.
	idle []chan struct{}

	workers sync.WaitGroup
}

type queue struct {
	key  int64
	jobs []*job
	busy bool
}

func newCommitter(d backend, o Options) *committer {
	c := &committer{dialect: d, outage: NewOutage("write", o.Now, o.Log), schema: o.Schema, trace: o.Trace, patience: o.Patience, queues: make(map[int64]*queue)}
	c.ctx, c.stop = context.WithCancel(context.Background())
	for range d.workers() {
		c.workers.Go(c.work)
	}
	return c
}

// errPatience is returned for a write that no worker took in time.
var errPatience = errors.New("the writes before it take too long")

// do enqueues a job and waits for its commit: for a worker as long as patience
// allows, then as long as a transaction may take.
func (c *committer) do(ctx context.Context, j *job) error {
	j.done = make(chan struct{})
	if err := c.enqueue(j); err != nil {
		return err
	}
	late := time.NewTimer(c.patience)
	defer late.Stop()
	var cause error
	select {
	case <-j.done:
	case <-ctx.Done():
		cause = ctx.Err()
	case <-late.C:
		cause = errPatience
	}
	if cause != nil {
		if j.state.CompareAndSwap(jobWaiting, jobAbandoned) {
			if cause == errPatience {
				c.outage.Failed(1, cause)
			}
			return svcx.Unavailable("waiting to write", cause)
		}
		// A worker has taken the job, so its outcome decides.
		<-j.done
	}
	if j.err != nil {
		return j.err
	}
	for _, hook := range j.hooks {
		hook()
	}
	return nil
}

// Waiting is how many writes wait for a worker.
func (db *DB) Waiting() int {
	db.committer.mu.Lock()
	defer db.committer.mu.Unlock()
	n := 0
	for _, l := range db.committer.queues {
		n += len(l.jobs)
	}
	return n
}

func (c *committer) enqueue(j *job) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return svcx.Unavailable("writing", errors.New("the store is closing"))
	}
	key := c.dialect.queue(j.workspace)
	q := c.queues[key]
	if q == nil {
		q = &queue{key: key}
		c.queues[key] = q
	}
	q.jobs = append(q.jobs, j)
	if !q.busy && len(q.jobs) == 1 {
		c.ready = append(c.ready, q)
		c.wake()
	}
	return nil
}

// wake wakes one idle worker. c.mu must be held.
func (c *committer) wake() {
	if last := len(c.idle) - 1; last >= 0 {
		c.idle[last] <- struct{}{}
		c.idle = c.idle[:last]
	}
}

// close refuses new jobs and returns when the accepted ones are done, or
// abandoned after the patience: a database that does not answer must not keep
// the process from ending.
func (c *committer) close() {
	c.mu.Lock()
	c.closed = true
	for len(c.idle) > 0 {
		c.wake()
	}
	c.mu.Unlock()
	late := time.AfterFunc(c.patience, c.stop)
	defer late.Stop()
	c.workers.Wait()
	c.stop()
}

// work runs one worker, which serves one queue at a time.
func (c *committer) work() {
	w := &worker{dialect: c.dialect, ctx: c.ctx, patience: c.patience, outage: c.outage, schema: c.schema, trace: c.trace}
	defer w.discard()
	woken := make(chan struct{}, 1)
	for {
		q, jobs := c.take(woken)
		if q == nil {
			return
		}
		w.commit(jobs)
		c.release(q)
		w.proveRoom()
	}
}

// take waits for a queue with jobs and takes its oldest ones. It returns nil
// when the committer is closed and drained.
func (c *committer) take(woken chan struct{}) (*queue, []*job) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		for len(c.ready) > 0 {
			q := c.ready[0]
			c.ready = c.ready[1:]
			if jobs := q.take(); len(jobs) > 0 {
				q.busy = true
				return q, jobs
			}
			delete(c.queues, q.key)
		}
		if c.closed {
			return nil, nil
		}
		c.idle = append(c.idle, woken)
		c.mu.Unlock()
		<-woken
		c.mu.Lock()
	}
}

func (q *queue) take() []*job {
	n := min(len(q.jobs), maxBatch)
	taken := make([]*job, 0, n)
	for _, j := range q.jobs[:n] {
		if j.state.CompareAndSwap(jobWaiting, jobTaken) {
			taken = append(taken, j)
		}
	}
	q.jobs = q.jobs[n:]
	if len(taken) == 0 && len(q.jobs) > 0 {
		return q.take()
	}
	return taken
}

// release returns the queue. The same worker takes it again, unless another one
// is faster.
func (c *committer) release(q *queue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	q.busy = false
	if len(q.jobs) == 0 {
		delete(c.queues, q.key)
		return
	}
	c.ready = append(c.ready, q)
}

// worker runs transactions on its own connection. No statement runs under a
// caller's context: on SQLite a canceled one would roll back the whole
// transaction, and each later statement would then commit on its own.
type worker struct {
	dialect  backend
	ctx      context.Context
	patience time.Duration
	outage   *Outage
	schema   Schema
	trace    func(query string, args []any)
	conn     *sql.Conn
	stmts    map[string]*sql.Stmt
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
	return errors.Is(err, errUnknown) || errors.Is(err, errConnecting) || w.ctx.Err() != nil || w.dialect.isStuck(err)
}

// fail answers jobs that were not stored, or that may not have been.
func (w *worker) fail(jobs []*job, err error) {
	if w.dialect.hasNoRoom(err) {
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

// transact runs one transaction within the dialect's time limit. A nil error
// means that it is committed and every job's own error is set. After any other
// error nothing is known to be written, and the connection is closed.
//
// A kept connection may have died since, for example when the server was
// restarted, and so may all others in the pool. That must not fail a write: the
// next connection is tried, until no new one can be made.
func (w *worker) transact(jobs []*job) error {
	ctx, cancel := w.dialect.bound(w.ctx)
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
		if err == nil || tx.begun || gone == maxGone || ctx.Err() != nil || w.dialect.isStuck(err) || !kept && !w.dialect.isGone(err) {
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
	conn, err := w.dialect.writer(ctx)
	if err != nil {
		return err
	}
	w.conn, w.stmts = conn, make(map[string]*sql.Stmt)
	return nil
}

// spare returns the connection to a pool in which others may be waiting for it.
func (w *worker) spare() {
	if w.conn == nil || w.dialect.keepsWriters() {
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
