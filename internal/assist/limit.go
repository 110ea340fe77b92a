package assist

import (
	"context"
	"fmt"
	"time"

	"svcx"
	"svcx/internal/limit"
	"svcx/internal/store"
)

// newCall is the use at a time. Uses are counted by member and workspace (D 6); those on resolve by
// themselves, so that they take nothing from the member who resolved.
func (u *use) newCall(at svcx.Time) store.AICall {
	c := store.AICall{Workspace: u.Workspace.ID, Operation: u.operation, At: at}
	switch {
	case u.automatic != nil:
		c.Automatic, c.User = true, *u.automatic
	case u.Actor.Kind == svcx.ActorUser:
		c.User = svcx.UserID(u.Actor.ID)
	}
	return c
}

// begin counts the use, before the call: two at the same time cannot both be the last. A use over
// the limit is not counted.
func (u *use) begin(ctx context.Context) error {
	return u.db.Write(ctx, u.Workspace.ID, func(tx *store.Tx) error {
		now := u.Core.Now()
		call, w := u.newCall(now), store.AssistIn(tx)
		since := now.Add(-svcx.AIWindow)
		calls, err := w.Calls(call, since)
		if err != nil {
			return err
		}
		if len(calls) >= u.operation.Rule().PerHour {
			u.limit = decide(u.operation, calls, now)
			u.limit.Allowed = false
			return overLimit(u.operation, u.limit)
		}
		if err := w.BeginCall(&call, since); err != nil {
			return err
		}
		u.call, u.limit = &call, decide(u.operation, append(calls, now), now)
		return nil
	})
}

// decide says what is left after these uses, oldest first.
func decide(op svcx.AIOperation, calls []svcx.Time, now svcx.Time) limit.Decision {
	most := op.Rule().PerHour
	d := limit.Decision{Allowed: true, Limit: most, Remaining: max(0, most-len(calls)), Reset: now.Std()}
	if n := len(calls); n > 0 {
		d.Reset = calls[n-1].Add(svcx.AIWindow).Std()
		oldest := calls[max(0, n-most)].Add(svcx.AIWindow).Std().Sub(now.Std())
		d.RetryAfter = max(time.Second, (oldest + time.Second - 1).Truncate(time.Second))
	}
	return d
}

// giveBack is the decision after a use that was not counted in the end.
func giveBack(d limit.Decision) limit.Decision {
	d.Remaining = min(d.Limit, d.Remaining+1)
	return d
}

func overLimit(op svcx.AIOperation, d limit.Decision) error {
	return &svcx.Error{Kind: svcx.KindRateLimited, Message: fmt.Sprintf("%s is limited to %d uses an hour, wait %d s", names[op], d.Limit, int(d.RetryAfter.Seconds()))}
}
