package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"svcx"
	"svcx/internal/trace"
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

// writers is how the committer's workers get connections, and what their failures mean.
type writers interface {
	// writer returns a connection for one worker. keepsWriters reports whether the
	// worker keeps it between transactions.
	writer(ctx context.Context) (*sql.Conn, error)
	keepsWriters() bool
	// workers is how many workers the committer runs. queue returns the queue of a
	// workspace: jobs of one queue never run at the same time.
	workers() int
	queue(ws svcx.WorkspaceID) int64
	// bound returns the context of a transaction, which ends when it has taken too
	// long.
	bound(ctx context.Context) (context.Context, context.CancelFunc)
	// isStuck reports whether a statement waited in vain, for a lock or for an
	// answer. Any other statement would wait as long.
	isStuck(err error) bool
	// hasNoRoom reports whether a statement failed because there was no room on the
	// disk; a smaller write may still find some.
	hasNoRoom(err error) bool
}

// committer groups waiting writes into transactions: an fsync costs the same for
// one write as for a hundred. It takes what is waiting and never sleeps to fill
// a batch.
//
// Jobs are kept in queues. A queue has at most one transaction at a time. SQLite
// has one queue, since it has one writer. PostgreSQL has one per workspace,
// ordered across nodes by the workspace's advisory lock.
type committer struct {
	backend *backend
	outage  *Outage
	schema  Schema
	trace   func(query string, args []any)
	// committed is Options.Committed.
	committed func(Commit)
	now       func() time.Time
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

func newCommitter(d *backend, o Options) *committer {
	c := &committer{backend: d, outage: NewOutage("write", o.Now, o.Log), schema: o.Schema, trace: o.Trace, committed: o.Committed, now: o.Now, patience: o.Patience, queues: make(map[int64]*queue)}
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
	span := trace.Of(ctx).Child(trace.Internal, "commit")
	defer span.End()
	err := c.await(ctx, j)
	if span != nil && svcx.KindOf(err) == svcx.KindUnavailable {
		span.Fail("unavailable", "")
	}
	return err
}

func (c *committer) await(ctx context.Context, j *job) error {
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
	key := c.backend.queue(j.workspace)
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
	w := &worker{backend: c.backend, ctx: c.ctx, patience: c.patience, outage: c.outage, schema: c.schema, trace: c.trace, committed: c.committed, now: c.now}
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
