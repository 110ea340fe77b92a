package inbox

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/store"
)

// How long bodies of event log records are kept, and how often what is too old
// is deleted.
const (
	bodyRetention = 7 * 24 * time.Hour
	trimInterval  = 10 * time.Minute
)

// Run does the inbox's background work until ctx ends: it notes when keys were
// used, a last time at the end, and forgets what is too old and finishes removals.
func (in *Inbox) Run(ctx context.Context) {
	use, trim := time.NewTicker(keyUseInterval), time.NewTicker(trimInterval)
	defer use.Stop()
	defer trim.Stop()
	in.trim(ctx)
	in.finishRemovals(ctx)
	for {
		select {
		case <-ctx.Done():
			in.quit()
			in.working.Wait()
			in.writeKeyUse(context.WithoutCancel(ctx))
			in.writeSessionUse(context.WithoutCancel(ctx))
			return
		case <-use.C:
			in.writeKeyUse(ctx)
			in.writeSessionUse(ctx)
		case <-trim.C:
			in.trim(ctx)
			in.finishRemovals(ctx)
		}
	}
}

// trim forgets what is too old; a retention of 0 keeps everything.
func (in *Inbox) trim(ctx context.Context) {
	if in.retention <= 0 {
		return
	}
	now := in.Now()
	err := in.db.Trim(ctx, store.Retention{Events: now.Add(-in.retention), Bodies: max(svcx.Time(0), now.Add(-min(bodyRetention, in.retention)))})
	if err != nil && ctx.Err() == nil {
		in.log.Warn("forgetting old event log records", "error", err)
	}
}
