package store

import (
	"context"
	"sync"
	"time"
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

func (n *searchNotifier) notify(queue int64) {
	n.mu.Lock()
	n.queues[queue] = true
	n.mu.Unlock()
	select {
	case n.notified <- struct{}{}:
	default:
	}
}

func (n *searchNotifier) take() map[int64]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	queues := n.queues
	n.queues = make(map[int64]bool)
	return queues
}

// Run keeps the text index up to date until ctx ends. It begins with all that is
// not indexed yet, and continues after each commit that concerns the index.
func (ix *textIndex) Run(ctx context.Context) {
	sweep := time.NewTicker(searchSweep)
	defer sweep.Stop()
	wait := time.Duration(0)
	ix.notifyAll(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-sweep.C:
			ix.notifyAll(ctx)
			continue
		case <-ix.pending.notified:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = ix.stepPending(ctx)
	}
}

// stepPending takes a step for each notified queue and returns how long to wait
// before the next ones.
func (ix *textIndex) stepPending(ctx context.Context) time.Duration {
	wait := searchPause
	for queue := range ix.pending.take() {
		began := ix.now()
		more, err := ix.step(ctx, queue)
		if ctx.Err() != nil {
			return wait
		}
		if err != nil {
			ix.updates.Failed(1, err)
			ix.pending.notify(queue)
			return searchRetry
		}
		ix.updates.Succeeded()
		if more {
			ix.pending.notify(queue)
			wait = min(wait, ix.Rest(ix.now().Sub(began)))
		}
	}
	return wait
}

// notifyAll notifies every workspace's queue.
func (ix *textIndex) notifyAll(ctx context.Context) {
	queues, err := ix.tables.Queues(ctx)
	if err != nil {
		if ctx.Err() == nil {
			ix.log.Warn("cannot list the workspaces to index", "error", err)
		}
		return
	}
	for _, queue := range queues {
		ix.pending.notify(queue)
	}
}
