package identity

import (
	"context"
	"sync"

	"svcx"
	"svcx/internal/store"
)

// sessionUse holds the times of last use of sessions that are not written yet.
type sessionUse struct {
	mu   sync.Mutex
	seen map[string]svcx.Time
}

func (u *sessionUse) note(hash string, at svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.seen == nil {
		u.seen = make(map[string]svcx.Time)
	}
	u.seen[hash] = at
}

// last is when a session was last used, if that is not written yet.
func (u *sessionUse) last(hash string) svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.seen[hash]
}

func (u *sessionUse) take() map[string]svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	seen := u.seen
	u.seen = nil
	return seen
}

// restore puts back what could not be written.
func (u *sessionUse) restore(seen map[string]svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.seen == nil {
		u.seen = make(map[string]svcx.Time)
	}
	for hash, at := range seen {
		u.seen[hash] = max(u.seen[hash], at)
	}
}

// writeSessionUse stores when sessions were last used, in one transaction. While the database is
// unavailable the times are kept; the store logs the outage.
func (s *Service) writeSessionUse(ctx context.Context) {
	seen := s.seen.take()
	if len(seen) == 0 {
		return
	}
	err := s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		for hash, at := range seen {
			if err := tx.TouchSession(hash, at); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case svcx.KindOf(err) == svcx.KindUnavailable:
		s.seen.restore(seen)
	case err != nil:
		s.log.Warn("storing when sessions were last used failed", "error", err)
	}
}
