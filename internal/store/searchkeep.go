package store

import (
	"context"
	"sync"
	"time"

	"svcx"
)

const (
	// searchPause is the wait between a commit and its indexing: commits close to each
	// other are indexed together, at a fraction of the cost. The latest messages are
	// found without the index meanwhile.
	searchPause = time.Second
	// searchSweep is how often all workspaces are indexed, for what another node has
	// left.
	searchSweep = 10 * time.Minute
	// searchRetry is the wait after a failure.
	searchRetry = 5 * time.Second
)

// searchNotifier has the queues that have something to index.
type searchNotifier struct {
	mu       sync.Mutex
	queues   map[int64]bool
	notified chan struct{}
}

func newSearchNotifier() *searchNotifier {
	return &searchNotifier{queues: make(map[int64]bool), notified: make(chan struct{}, 1)}
}

func (b *searchNotifier) notify(queue int64) {
	b.mu.Lock()
	b.queues[queue] = true
	b.mu.Unlock()
	select {
	case b.notified <- struct{}{}:
	default:
	}
}

func (b *searchNotifier) take() map[int64]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	queues := b.queues
	b.queues = make(map[int64]bool)
	return queues
}

// notifySearch has the workspace's text index brought up to date after the
// commit.
func (tx *Tx) notifySearch(ws svcx.WorkspaceID) {
	w := tx.worker
	tx.OnCommit(func() { w.search.notify(w.dialect.queue(ws)) })
}

// KeepSearch keeps the text index up to date until ctx ends. It begins with all that
// is not indexed yet, and continues after each commit that concerns the index.
func (db *DB) KeepSearch(ctx context.Context) {
	sweep := time.NewTicker(searchSweep)
	defer sweep.Stop()
	wait := time.Duration(0)
	db.notifyAll(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-sweep.C:
			db.notifyAll(ctx)
			continue
		case <-db.search.notified:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = db.indexNotified(ctx)
	}
}

// indexNotified takes a step for each notified queue and returns how long to wait
// before the next ones.
func (db *DB) indexNotified(ctx context.Context) time.Duration {
	wait := searchPause
	for queue := range db.search.take() {
		began := db.now()
		more, err := db.indexStep(ctx, queue)
		if ctx.Err() != nil {
			return wait
		}
		if err != nil {
			db.indexing.failed(1, err)
			db.search.notify(queue)
			return searchRetry
		}
		db.indexing.succeeded()
		if more {
			db.search.notify(queue)
			wait = min(wait, db.dialect.indexRest(db.now().Sub(began)))
		}
	}
	return wait
}

// notifyAll notifies every workspace's queue.
func (db *DB) notifyAll(ctx context.Context) {
	all, err := db.Workspaces(ctx)
	if err != nil {
		if ctx.Err() == nil {
			db.log.Warn("cannot list the workspaces to index", "error", err)
		}
		return
	}
	for _, w := range all {
		db.search.notify(db.dialect.queue(w.ID))
	}
}
