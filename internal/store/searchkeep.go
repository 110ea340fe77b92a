package store

import (
	"context"
	"sync"
	"time"

	"svcx"
)

const (
	// searchPause is how long a commit is left alone before it is indexed: what
	// comes close together is indexed together, at a fraction of the cost. What
	// happened last is found without the index meanwhile.
	searchPause = time.Second
	// searchSweep is how often all is looked through, for what another node left
	// behind.
	searchSweep = 10 * time.Minute
	// searchRetry is how long a failure is left alone.
	searchRetry = 5 * time.Second
)

// searchNotifier remembers what there is to index, by lane.
type searchNotifier struct {
	mu       sync.Mutex
	queues   map[int64]bool
	notified chan struct{}
}

func newSearchNotifier() *searchNotifier {
	return &searchNotifier{queues: make(map[int64]bool), notified: make(chan struct{}, 1)}
}

func (b *searchNotifier) notify(lane int64) {
	b.mu.Lock()
	b.queues[lane] = true
	b.mu.Unlock()
	select {
	case b.notified <- struct{}{}:
	default:
	}
}

func (b *searchNotifier) take() map[int64]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	lanes := b.queues
	b.queues = make(map[int64]bool)
	return lanes
}

// notifySearch has the workspace's text index brought up to date after the
// commit.
func (tx *Tx) notifySearch(ws svcx.WorkspaceID) {
	w := tx.worker
	tx.OnCommit(func() { w.search.notify(w.dialect.queue(ws)) })
}

// KeepSearch keeps the text index up to date until ctx ends: behind each commit
// that has to do with it, and at first all that was left undone.
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
		wait = db.indexRung(ctx)
	}
}

// indexRung takes a step for each that rang and returns how long to leave the
// next ones alone.
func (db *DB) indexRung(ctx context.Context) time.Duration {
	wait := searchPause
	for lane := range db.search.take() {
		began := db.now()
		more, err := db.indexStep(ctx, lane)
		if ctx.Err() != nil {
			return wait
		}
		if err != nil {
			db.indexing.failed(1, err)
			db.search.notify(lane)
			return searchRetry
		}
		db.indexing.succeeded()
		if more {
			db.search.notify(lane)
			wait = min(wait, db.dialect.indexRest(db.now().Sub(began)))
		}
	}
	return wait
}

// notifyAll rings for every workspace.
func (db *DB) notifyAll(ctx context.Context) {
	all, err := db.Workspaces(ctx)
	if err != nil {
		if ctx.Err() == nil {
			db.log.Warn("looking for what is to be indexed", "error", err)
		}
		return
	}
	for _, w := range all {
		db.search.notify(db.dialect.queue(w.ID))
	}
}
