package inbox

import (
	"context"
	"sync"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// releasePause is the wait before a release that failed is tried again.
	releasePause = 500 * time.Millisecond
	// maxReleases bounds those that wait; one more waits for its lease to end.
	maxReleases = 10_000
)

// onceReleases are requests under an Idempotency-Key that ended when the database
// could not be written. While it is held such a key is 409: a caller who was told
// 503 would be refused for the rest of the lease.
type onceReleases struct {
	mu      sync.Mutex
	waiting []onceRelease
	ring    chan struct{} // holds one
}

type onceRelease struct {
	svcx.Once
	until svcx.Time // when the lease ends by itself
}

// Release frees the request without waiting for it, unless it has its answer by
// then: the outcome of what was carried out may be unknown.
func (in *Inbox) Release(o svcx.Once) {
	r := &in.releases
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.waiting) < maxReleases {
		r.waiting = append(r.waiting, onceRelease{o, in.Now().Add(svcx.OnceLease)})
	}
	select {
	case r.ring <- struct{}{}:
	default:
	}
}

func (r *onceReleases) take() []onceRelease {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.waiting
	r.waiting = nil
	return taken
}

// releaseRuns works until ctx ends.
func (in *Inbox) releaseRuns(ctx context.Context) {
	again := time.NewTimer(0)
	defer again.Stop()
	var waiting []onceRelease
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		case <-in.releases.ring:
		}
		waiting = append(waiting, in.releases.take()...)
		for len(waiting) > 0 && in.released(ctx, waiting[0]) {
			waiting = waiting[1:]
		}
		if len(waiting) > 0 {
			again.Reset(releasePause)
		}
	}
}

// released reports whether there is nothing left to be done about the request.
func (in *Inbox) released(ctx context.Context, r onceRelease) bool {
	if in.Now() >= r.until {
		return true
	}
	return in.db.Write(ctx, r.Workspace, func(tx *store.Tx) error { return tx.ForgetOnce(r.Once) }) == nil
}
