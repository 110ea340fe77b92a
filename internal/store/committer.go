package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"svcx"
)

// maxBatch bounds how many waiting jobs share one commit: enough to spread the
// cost of an fsync, few enough that one caller's latency stays bounded.
const maxBatch = 128

// job is one caller's write: a function of its own, or an item of a batch.
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

// batch is a kind of item that is written many at a time.
type batch struct {
	run func(tx *Tx, ws svcx.WorkspaceID, items []any) error
}

// committer groups the writes that wait into one transaction each: an fsync
// costs the same for one write and for a hundred. It takes what waits and never
// sleeps to fill a batch.
//
// Jobs are kept in lanes. A lane has at most one transaction at a time: on
// SQLite there is one lane, since there is one writer; on PostgreSQL each
// workspace is a lane, whose advisory lock orders it across nodes.
type committer struct {
	dialect dialect
	outage  *outage
	search  *searchNotifier
	// patience is how long a caller waits for its turn.
	patience time.Duration
	// ctx ends when the transactions in flight are given up.
	ctx  context.Context
	stop context.CancelFunc

	mu     sync.Mutex
	queues map[int64]*queue
	ready  []*queue // have jobs and no worker
	closed bool
	// idle are the workers that wait, the one that worked last at the end: it is
	// taken first, since its connection has its plans made and its caches warm.
	idle []chan struct{}

	workers sync.WaitGroup
}

type queue struct {
	key  int64
	jobs []*job
	busy bool
}

func newCommitter(d dialect, now func() time.Time, patience time.Duration, search *searchNotifier, log *slog.Logger) *committer {
	c := &committer{dialect: d, outage: newOutage("write", now, log), search: search, patience: patience, queues: make(map[int64]*queue)}
	c.ctx, c.stop = context.WithCancel(context.Background())
	for range d.workers() {
		c.workers.Go(c.work)
	}
	return c
}

// errPatience is for a write that got no turn in time.
var errPatience = errors.New("the writes before it take too long")

// do hands in a job and waits for its commit: for its turn as long as a caller
// waits for the database, then as long as a transaction may take.
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
				c.outage.failed(1, cause)
			}
			return svcx.Unavailable("waiting to write", cause)
		}
		// A worker has it: its outcome is the truth, whatever the caller's
		// patience.
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

func (c *committer) enqueue(j *job) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return svcx.Unavailable("writing", errors.New("the store is closing"))
	}
	key := c.dialect.queue(j.workspace)
	l := c.queues[key]
	if l == nil {
		l = &queue{key: key}
		c.queues[key] = l
	}
	l.jobs = append(l.jobs, j)
	if !l.busy && len(l.jobs) == 1 {
		c.ready = append(c.ready, l)
		c.wake()
	}
	return nil
}

// wake has one idle worker look for work.
func (c *committer) wake() {
	if last := len(c.idle) - 1; last >= 0 {
		c.idle[last] <- struct{}{}
		c.idle = c.idle[:last]
	}
}

// close refuses new jobs and returns when those accepted are done, or given up
// after a caller's patience: a database that answers nothing must not keep a
// process from ending.
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

// work is one worker: it owns a connection and serves one lane at a time.
func (c *committer) work() {
	w := &worker{dialect: c.dialect, ctx: c.ctx, patience: c.patience, outage: c.outage, search: c.search}
	defer w.discard()
	woken := make(chan struct{}, 1)
	for {
		l, jobs := c.take(woken)
		if l == nil {
			return
		}
		w.commit(jobs)
		c.release(l)
		w.proveRoom()
	}
}

// take waits for a lane with jobs and takes its oldest ones; nil when closed
// and drained.
func (c *committer) take(woken chan struct{}) (*queue, []*job) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		for len(c.ready) > 0 {
			l := c.ready[0]
			c.ready = c.ready[1:]
			if jobs := l.take(); len(jobs) > 0 {
				l.busy = true
				return l, jobs
			}
			delete(c.queues, l.key)
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

func (l *queue) take() []*job {
	n := min(len(l.jobs), maxBatch)
	taken := make([]*job, 0, n)
	for _, j := range l.jobs[:n] {
		if j.state.CompareAndSwap(jobWaiting, jobTaken) {
			taken = append(taken, j)
		}
	}
	l.jobs = l.jobs[n:]
	if len(taken) == 0 && len(l.jobs) > 0 {
		return l.take()
	}
	return taken
}

// release gives the lane up. The worker takes it again itself, if nobody else
// does before.
func (c *committer) release(l *queue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l.busy = false
	if len(l.jobs) == 0 {
		delete(c.queues, l.key)
		return
	}
	c.ready = append(c.ready, l)
}

// worker runs transactions on a connection of its own. No statement runs under
// a caller's context: a cancelled one would roll back the whole transaction on
// SQLite, and later statements would then commit by themselves.
type worker struct {
	dialect  dialect
	ctx      context.Context
	patience time.Duration
	outage   *outage
	search   *searchNotifier
	conn     *sql.Conn
	stmts    map[string]*sql.Stmt
}

// commit runs the jobs in one transaction and answers them. When it fails for a
// reason that may be one job's, each job is run again in a transaction of its own,
// and only those that fail again are answered with the failure. When it fails for
// a reason of the whole, a database that is locked, silent or gone, all are
// answered at once: run one by one, each would wait as long again, and the last
// one for the patience of all. What may have been stored is not run again.
func (w *worker) commit(jobs []*job) {
	err := w.transact(jobs)
	switch {
	case err == nil:
		w.outage.succeeded()
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
			w.outage.succeeded()
			answer(one)
		case w.isWhole(err):
			w.fail(jobs[i:], err)
			return
		default:
			w.fail(one, err)
		}
	}
}

// isWhole says that a transaction failed for a reason that the next one of any
// other job would meet too, or that its outcome is unknown.
func (w *worker) isWhole(err error) bool {
	return errors.Is(err, errUnknown) || errors.Is(err, errConnecting) || w.ctx.Err() != nil || w.dialect.isStuck(err)
}

// fail answers jobs that were not stored, or not certainly.
func (w *worker) fail(jobs []*job, err error) {
	if w.dialect.hasNoRoom(err) {
		w.outage.noRoom()
	}
	w.outage.failed(len(jobs), err)
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

// errConnecting is for a transaction that found no connection.
var errConnecting = errors.New("connecting")

// transact is one transaction, within the time that the dialect gives it. A nil
// error means that it is committed and every job's own error is set; after any
// other nothing is known to be written and the connection is gone.
//
// A connection that was kept may have died since (the server was restarted,
// say), and so may every other that the pool has, at no writer's cost: the next
// one is tried, until none can be made.
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
	for i, u := range all {
		// A batch begins with what it loads, and the transaction with that.
		// Everybody else may look at the clock, say, before asking anything.
		if u[0].batch == nil && !tx.begun {
			if err := tx.flush(); err != nil {
				return fmt.Errorf("beginning: %w", err)
			}
		}
		if err := w.runGroup(tx, u, len(jobs) > 1, i == len(all)-1); err != nil {
			return err
		}
	}
	if tx.ended {
		return nil
	}
	return tx.commit()
}

// runGroup runs one job, or all jobs of one batch queue, between savepoints. A
// batch that breaks a constraint is run again item by item, so that one item's
// clash costs nobody else anything. last says that the transaction ends with it.
// The error is for a broken transaction only.
func (w *worker) runGroup(tx *Tx, u []*job, shared, last bool) error {
	tx.last = last
	err := tx.attempt(u, shared || len(u) > 1)
	if tx.broken != nil {
		return tx.broken
	}
	if err == nil || len(u) == 1 {
		u[0].err = err
		return nil
	}
	for i, j := range u {
		tx.last = last && i == len(u)-1
		j.err = tx.attempt([]*job{j}, true)
		if tx.broken != nil {
			return tx.broken
		}
	}
	return nil
}

// groups groups the jobs that share a batch queue and a workspace; everything
// else is a unit of its own. Jobs that wait together have no order among them
// but for those of one unit.
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

// spare gives the connection back to a pool that has others waiting for it.
func (w *worker) spare() {
	if w.conn == nil || w.dialect.keepsWriters() {
		return
	}
	w.conn.Close()
	w.conn, w.stmts = nil, nil
}

// discard closes the connection instead of giving it back to a pool: whatever
// transaction it was in is rolled back.
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

// prepared is the statement on this connection, parsed once where the driver
// does not do that itself.
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
