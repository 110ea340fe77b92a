package directory

import (
	"context"
	"time"
)

// refoldRetry is the wait before a retry.
const refoldRetry = time.Minute

// refold updates what an older version has stored to the case folding of this one.
func (s *Service) refold(ctx context.Context) {
	for {
		err := s.db.Refold(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		s.log.Warn("refolding names and addresses failed, retrying", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(refoldRetry):
		}
	}
}
