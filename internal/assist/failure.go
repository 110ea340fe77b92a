package assist

import (
	"context"
	"errors"
	"sync"
	"time"

	"svcx"
)

// failureQuiet is how long no further failure of an operation is logged for a workspace.
const failureQuiet = time.Minute

// maxFailures bounds how many operations of workspaces are remembered; old ones are forgotten then.
const maxFailures = 1000

type failureKey struct {
	workspace svcx.WorkspaceID
	operation svcx.AIOperation
}

// failures remembers when a failure was logged.
type failures struct {
	mu   sync.Mutex
	last map[failureKey]time.Time
}

// due reports whether a failure is to be logged, and remembers it.
func (f *failures) due(key failureKey, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	quiet := func(at time.Time) bool { since := now.Sub(at); return since >= 0 && since < failureQuiet }
	if at, ok := f.last[key]; ok && quiet(at) {
		return false
	}
	if f.last == nil {
		f.last = make(map[failureKey]time.Time)
	}
	if len(f.last) >= maxFailures {
		for k, at := range f.last {
			if !quiet(at) {
				delete(f.last, k)
			}
		}
	}
	f.last[key] = now
	return true
}

// logFailure logs that a use that somebody waits for has failed. No error of a call or an answer has a key, or a part of what
// was asked or answered. What is done in the background logs when it gives up.
func (u *use) logFailure(ctx context.Context, err error) {
	if u.automatic != nil || errors.Is(ctx.Err(), context.Canceled) || !u.failures.due(failureKey{u.Workspace.ID, u.operation}, u.Core.Now().Std()) {
		return
	}
	u.Core.Log.Warn("the AI could not be used", "workspace", u.Workspace.ID, "operation", u.operation, "fault", FaultOf(err), "error", err)
}
