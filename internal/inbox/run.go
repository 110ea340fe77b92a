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
	// refoldRetry is how long a failure is left alone.
	refoldRetry = time.Minute
	// lastTime is for what is left at the end.
	lastTime = 5 * time.Second
)

// Run does the inbox's background work until ctx ends: it notes when keys were
// used, a last time at the end, makes the sign-in links that were asked for, frees
// Idempotency-Keys that an outage has left, finishes removals, keeps the search up to date,
// folds anew what a version before has folded, and forgets what is too old.
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
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTime)
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

// refold brings what a version before has stored to the folding of this one.
func (in *Inbox) refold(ctx context.Context) {
	for {
		err := in.db.Refold(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		in.log.Warn("folding names and addresses by the rule of this version, which is tried again", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(refoldRetry):
		}
	}
}

// trim forgets what is too old; a retention of 0 keeps the whole event or audit log.
//
// Every age here is counted from r.Now, which a clock that was set forward does not
// move by much.
func (in *Inbox) trim(ctx context.Context) {
	now := in.Now()
	forget, err := in.db.ForgetTime(ctx, now)
	if err != nil {
		if ctx.Err() == nil {
			in.log.Warn("forgetting what is too old", "error", err)
		}
		return
	}
	if behind := forget < now; behind != in.forgetsLate {
		in.forgetsLate = behind
		if behind {
			in.log.Warn("the clock is far ahead of when old data was last removed, after a long stop or because it was set: what is too old goes more slowly until that has caught up",
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
		in.log.Warn("forgetting what is too old", "error", err)
	}
	in.deleteUnusedFiles(ctx, r.Now)
}
