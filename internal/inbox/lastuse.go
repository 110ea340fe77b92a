package inbox

import (
	"context"
	"sync"

	"svcx"
	"svcx/internal/store"
)

// LastUse holds when things were last used, until that is written: no request waits for it. The
// zero value is empty. It is safe for concurrent use.
type LastUse[K comparable] struct {
	mu   sync.Mutex
	used map[K]svcx.Time
}

// Note notes that a thing was used. The time never moves back.
func (u *LastUse[K]) Note(k K, at svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.used == nil {
		u.used = make(map[K]svcx.Time)
	}
	u.used[k] = max(u.used[k], at)
}

// Last is when a thing was last used, 0 if everything that is known of it is written.
func (u *LastUse[K]) Last(k K) svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.used[k]
}

// Take returns what is to be written, as if it were.
func (u *LastUse[K]) Take() map[K]svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	used := u.used
	u.used = nil
	return used
}

// Restore puts back what could not be written.
func (u *LastUse[K]) Restore(used map[K]svcx.Time) {
	for k, at := range used {
		u.Note(k, at)
	}
}

// Write writes everything in one transaction. While the database is unavailable it is kept, and
// the error is nil: the store logs the outage.
func (u *LastUse[K]) Write(ctx context.Context, db *store.DB, write func(*store.Tx, K, svcx.Time) error) error {
	used := u.Take()
	if len(used) == 0 {
		return nil
	}
	err := db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		for k, at := range used {
			if err := write(tx, k, at); err != nil {
				return err
			}
		}
		return nil
	})
	if svcx.KindOf(err) == svcx.KindUnavailable {
		u.Restore(used)
		return nil
	}
	return err
}
