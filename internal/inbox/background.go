package inbox

import (
	"context"
	"slices"
	"sync"
	"time"

	"svcx"
)

// backgroundTime bounds a piece of background work, which is one or two calls
// to an integrator.
const backgroundTime = 30 * time.Second

// maxBackground is how many pieces may wait or run at once. Beyond it new ones
// are dropped: each is asked for again at the next look.
const maxBackground = 64

// background runs work that an answer does not wait for. It is cut off when Run
// ends.
func (in *Inbox) background(work func(ctx context.Context)) {
	select {
	case in.slots <- struct{}{}:
	default:
		return
	}
	in.working.Go(func() {
		defer func() { <-in.slots }()
		ctx, cancel := context.WithTimeout(in.alive, backgroundTime)
		defer cancel()
		work(ctx)
	})
}

// asking remembers which references are being asked for, so that two readers of
// a conversation cause one call.
type asking struct {
	mu   sync.Mutex
	refs map[svcx.ConversationID][]string
}

// start returns those that nobody asks for yet.
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
