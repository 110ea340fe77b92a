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
	// releasePause is the wait before a release that failed is tried again.
	releasePause = 500 * time.Millisecond
	// maxReleases bounds those that wait; one more waits for its lease to end.
	maxReleases = 10_000
	// releaseBatch is how many share a transaction: callers repeat all through an
	// outage, and each try leaves one.
	releaseBatch = 200
)

// keyReleases are requests under an Idempotency-Key that ended when the database
// could not be written. While it is held such a key is 409: a caller who was told
// 503 would be refused for the rest of the lease.
type keyReleases struct {
	mu      sync.Mutex
	waiting map[svcx.WorkspaceID][]keyRelease
	n       int           // of all workspaces
	ring    chan struct{} // holds one
}

type keyRelease struct {
	svcx.IdempotencyKey
	until svcx.Time // when the lease ends by itself
}

// Release frees the request without waiting for it, unless it has its answer by
// then: the outcome of what was carried out may be unknown.
func (in *Inbox) Release(o svcx.IdempotencyKey) {
	in.releases.add(keyRelease{o, in.Now().Add(svcx.IdempotencyLease)})
	select {
	case in.releases.ring <- struct{}{}:
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

// take removes the oldest of some workspace; none if nobody waits.
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

// releaseRuns works until ctx ends.
func (in *Inbox) releaseRuns(ctx context.Context) {
	again := time.NewTimer(0)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		case <-in.releases.ring:
		}
		for some := in.releases.take(); len(some) > 0; some = in.releases.take() {
			if !in.released(ctx, some) {
				in.releases.add(some...)
				again.Reset(releasePause)
				break
			}
		}
	}
}

// released reports whether there is nothing left to be done about requests of a
// workspace.
func (in *Inbox) released(ctx context.Context, some []keyRelease) bool {
	now := in.Now()
	held := slices.DeleteFunc(slices.Clone(some), func(r keyRelease) bool { return r.until <= now })
	if len(held) == 0 {
		return true
	}
	return in.db.Write(ctx, held[0].Workspace, func(tx *store.Tx) error {
		for _, r := range held {
			if err := tx.ReleaseIdempotencyKey(r.IdempotencyKey); err != nil {
				return err
			}
		}
		return nil
	}) == nil
}
