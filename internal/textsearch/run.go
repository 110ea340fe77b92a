package textsearch

import (
	"context"
	"sync"
	"time"
)

const (
	// pause is the wait between a commit and its indexing: commits close to each
	// other are indexed together, at a fraction of the cost. The latest messages are
	// found without the index meanwhile.
	pause = time.Second
	// sweepEvery is how often all workspaces are indexed, for what another node has
	// left.
	sweepEvery = 10 * time.Minute
	// retryAfter is the wait after a failure.
	retryAfter = 5 * time.Second
)

// notifier has the queues that have something to index.
type notifier struct {
	mu       sync.Mutex
	queues   map[int64]bool
	notified chan struct{}
}

func newNotifier() *notifier {
	return &notifier{queues: make(map[int64]bool), notified: make(chan struct{}, 1)}
}

func (n *notifier) notify(queue int64) {
	n.mu.Lock()
	n.queues[queue] = true
	n.mu.Unlock()
	select {
	case n.notified <- struct{}{}:
	default:
	}
}

func (n *notifier) take() map[int64]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	queues := n.queues
	n.queues = make(map[int64]bool)
	return queues
}

// Run keeps the text index up to date until ctx ends. It begins with all that is
// not indexed yet, and continues after each commit that concerns the index.
func (ix *Index) Run(ctx context.Context) {
	sweep := time.NewTicker(sweepEvery)
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
func (ix *Index) stepPending(ctx context.Context) time.Duration {
	wait := pause
	queues := ix.pending.take()
	for queue := range queues {
		began := ix.now()
		more, err := ix.step(ctx, queue)
		if ctx.Err() != nil {
			return wait
		}
		if err != nil {
			ix.updates.Failed(1, err)
			// This one and those that had no turn yet.
			for queue := range queues {
				ix.pending.notify(queue)
			}
			return retryAfter
		}
		ix.updates.Succeeded()
		delete(queues, queue)
		if more {
			ix.pending.notify(queue)
			wait = min(wait, ix.Rest(ix.now().Sub(began)))
		}
	}
	return wait
}

// notifyAll notifies every workspace's queue.
func (ix *Index) notifyAll(ctx context.Context) {
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
