package inbox

import (
	"context"
	"slices"
	"sync"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// releasePause is the wait before a failed release is retried.
	releasePause = 500 * time.Millisecond
	// maxReleases bounds the waiting releases. Further keys are free when their lease
	// ends.
	maxReleases = 10_000
	// releaseBatch is how many share a transaction: clients retry during an outage, and
	// each request leaves one.
	releaseBatch = 200
)

// keyReleases are the idempotency keys of requests that ended when the database could not be
// written. Until they are released a retry is answered with 409: after a 503, a client would
// be refused for the rest of the lease.
type keyReleases struct {
	mu      sync.Mutex
	waiting map[svcx.WorkspaceID][]keyRelease
	n       int           // in all workspaces
	notify  chan struct{} // of capacity 1
}

type keyRelease struct {
	svcx.IdempotencyKey
	until svcx.Time // when the lease ends by itself
}

// Release releases the key in the background, unless it has a response by then: whether the
// request was carried out may be unknown.
func (core *Core) Release(o svcx.IdempotencyKey) {
	core.releases.add(keyRelease{o, core.Now().Add(svcx.IdempotencyLease)})
	select {
	case core.releases.notify <- struct{}{}:
	default:
	}
}

func (r *keyReleases) add(some ...keyRelease) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting == nil {
		r.waiting = make(map[svcx.WorkspaceID][]keyRelease)
	}
	for _, o := range some {
		if r.n < maxReleases {
			r.waiting[o.Workspace] = append(r.waiting[o.Workspace], o)
			r.n++
		}
	}
}

// take removes the oldest releases of some workspace; none if none are waiting.
func (r *keyReleases) take() []keyRelease {
	r.mu.Lock()
	defer r.mu.Unlock()
	for w, all := range r.waiting {
		n := min(len(all), releaseBatch)
		r.n -= n
		if r.waiting[w] = all[n:]; n == len(all) {
			delete(r.waiting, w)
		}
		return all[:n]
	}
	return nil
}

// releaseRuns releases keys until ctx ends.
func (core *Core) releaseRuns(ctx context.Context) {
	retry := time.NewTimer(0)
	defer retry.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-retry.C:
		case <-core.releases.notify:
		}
		for some := core.releases.take(); len(some) > 0; some = core.releases.take() {
			if !core.released(ctx, some) {
				core.releases.add(some...)
				retry.Reset(releasePause)
				break
			}
		}
	}
}

// released releases keys of a workspace and reports whether that is done.
func (core *Core) released(ctx context.Context, some []keyRelease) bool {
	now := core.Now()
	held := slices.DeleteFunc(slices.Clone(some), func(r keyRelease) bool { return r.until <= now })
	if len(held) == 0 {
		return true
	}
	return core.DB.Write(ctx, held[0].Workspace, func(tx *store.Tx) error {
		for _, r := range held {
			if err := tx.ReleaseIdempotencyKey(r.IdempotencyKey); err != nil {
				return err
			}
		}
		return nil
	}) == nil
}
