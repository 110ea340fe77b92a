package inbox

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"svcx"
)

// backgroundTime bounds a background task, which makes one or two calls to an
// integrator.
const backgroundTime = 30 * time.Second

// maxBackground is how many tasks may run at once. Further ones are dropped; the next
// request for the conversation starts them again.
const maxBackground = 64

// errBusy is why a background task is dropped.
var errBusy = errors.New("too many are running")

// background runs a task that no response waits for. It is canceled when Run ends. Dropped
// and failed tasks are logged once until one succeeds; a task that finds something deleted
// has not failed.
func (in *Inbox) background(task func(ctx context.Context) error) {
	select {
	case in.slots <- struct{}{}:
		in.tasksDropped.Works()
	default:
		in.tasksDropped.Failed(errBusy)
		return
	}
	in.working.Go(func() {
		defer func() { <-in.slots }()
		ctx, cancel := context.WithTimeout(in.alive, backgroundTime)
		defer cancel()
		err := task(ctx)
		switch {
		case err == nil || svcx.KindOf(err) == svcx.KindNotFound:
			in.tasksFailed.Works()
		case in.alive.Err() == nil:
			in.tasksFailed.Failed(err)
		}
	})
}

// asking holds the references that are being requested, so that two clients that show
// a conversation cause one call.
type asking struct {
	mu   sync.Mutex
	refs map[svcx.ConversationID][]string
}

// start adds references and returns those that were not being requested yet.
func (a *asking) start(c svcx.ConversationID, refs []string) (fresh []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refs == nil {
		a.refs = make(map[svcx.ConversationID][]string)
	}
	for _, ref := range refs {
		if !slices.Contains(a.refs[c], ref) {
			fresh = append(fresh, ref)
		}
	}
	a.refs[c] = append(a.refs[c], fresh...)
	return fresh
}

func (a *asking) end(c svcx.ConversationID, refs []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.refs[c] = slices.DeleteFunc(a.refs[c], func(ref string) bool { return slices.Contains(refs, ref) })
	if len(a.refs[c]) == 0 {
		delete(a.refs, c)
	}
}
