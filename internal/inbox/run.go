package inbox

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// bodyRetention is how long the bodies of event log entries are kept.
	bodyRetention = 7 * 24 * time.Hour
	// trimInterval is how often old data is deleted.
	trimInterval = 10 * time.Minute
	// refoldRetry is the wait before a retry.
	refoldRetry = time.Minute
	// shutdownTime is for the remaining work at the end.
	shutdownTime = 5 * time.Second
)

// Run does the inbox's background work until ctx ends: it stores when keys and sessions were
// used, the last time at the end, serves login requests, releases idempotency keys after an
// outage, finishes removals, updates the search index, refolds what an older version has
// folded, and deletes old data.
func (in *Inbox) Run(ctx context.Context) {
	use, trim := time.NewTicker(keyUseInterval), time.NewTicker(trimInterval)
	defer use.Stop()
	defer trim.Stop()
	in.working.Go(func() { in.serveLoginRequests(ctx) })
	in.working.Go(func() { in.db.KeepSearch(ctx) })
	in.working.Go(func() { in.refold(ctx) })
	in.working.Go(func() { in.releaseRuns(ctx) })
	in.trim(ctx)
	in.finishRemovals(ctx)
	for {
		select {
		case <-ctx.Done():
			in.quit()
			in.working.Wait()
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
			defer cancel()
			in.writeKeyUse(last)
			in.writeSessionUse(last)
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

// refold updates what an older version has stored to the case folding of this one.
func (in *Inbox) refold(ctx context.Context) {
	for {
		err := in.db.Refold(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		in.log.Warn("refolding names and addresses failed, retrying", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(refoldRetry):
		}
	}
}

// trim deletes old data. A retention of 0 keeps the event or audit log forever.
//
// Ages are counted from r.Now, which does not jump if the clock is set forward.
func (in *Inbox) trim(ctx context.Context) {
	now := in.Now()
	forget, err := in.db.ForgetTime(ctx, now)
	if err != nil {
		if ctx.Err() == nil {
			in.log.Warn("deleting old data failed", "error", err)
		}
		return
	}
	if behind := forget < now; behind != in.forgetsLate {
		in.forgetsLate = behind
		if behind {
			in.log.Warn("the clock is far ahead of the last deletion of old data, after a long stop or because it was set: old data is deleted more slowly until that has caught up",
				"clock", now, "counted", forget)
		}
	}
	r := store.Retention{Now: forget}
	if in.retention > 0 {
		r.Events, r.Bodies = r.Now.Add(-in.retention), max(svcx.Time(0), r.Now.Add(-min(bodyRetention, in.retention)))
		r.Feed = r.Now.Add(-max(svcx.FeedAge, in.retention))
	}
	if in.auditRetention > 0 {
		r.Audit = r.Now.Add(-in.auditRetention)
	}
	if err := in.db.Trim(ctx, r); err != nil && ctx.Err() == nil {
		in.log.Warn("deleting old data failed", "error", err)
	}
	in.deleteUnusedFiles(ctx, r.Now)
}
