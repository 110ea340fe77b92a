package removal

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/store"
)

// bodyRetention is how long the bodies of event log entries are kept.
const bodyRetention = 7 * 24 * time.Hour

// Trim deletes old data. A retention of 0 keeps the event or audit log forever.
//
// Ages are counted from r.Now, which does not jump if the clock is set forward.
func (s *Service) Trim(ctx context.Context) {
	now := s.core.Now()
	forget, err := s.db.ForgetTime(ctx, now)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Warn("deleting old data failed", "error", err)
		}
		return
	}
	if behind := forget < now; behind != s.forgetsLate {
		s.forgetsLate = behind
		if behind {
			s.log.Warn("the clock is far ahead of the last deletion of old data, after a long stop or because it was set: old data is deleted more slowly until that has caught up",
				"clock", now, "counted", forget)
		}
	}
	r := store.Retention{Now: forget}
	if s.retention > 0 {
		r.Events, r.Bodies = r.Now.Add(-s.retention), max(svcx.Time(0), r.Now.Add(-min(bodyRetention, s.retention)))
		r.Feed = r.Now.Add(-max(svcx.FeedAge, s.retention))
	}
	if s.auditRetention > 0 {
		r.Audit = r.Now.Add(-s.auditRetention)
	}
	if err := s.db.Trim(ctx, r); err != nil && ctx.Err() == nil {
		s.log.Warn("deleting old data failed", "error", err)
	}
	s.deleteUnusedFiles(ctx, r.Now)
}
