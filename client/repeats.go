package client

import (
	"context"
	"sync"
)

// Repeats knows which events were processed, by their webhook-id: every event arrives at
// least once, and so it may arrive twice. A system with a database stores the ids there, in
// the transaction that processes the event; its Done then has nothing to do.
type Repeats interface {
	// Seen reports whether the event was processed.
	Seen(ctx context.Context, id string) (bool, error)
	// Done is called when it was.
	Done(ctx context.Context, id string) error
}

// Recent returns Repeats that keeps the last n ids in memory: enough for a single process
// for which processing an event again after a restart does no harm.
func Recent(n int) Repeats {
	return &recent{ids: make([]string, 0, max(n, 1)), known: map[string]bool{}}
}

type recent struct {
	mu    sync.Mutex
	ids   []string
	next  int
	known map[string]bool
}

func (r *recent) Seen(_ context.Context, id string) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[id], nil
}

func (r *recent) Done(_ context.Context, id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.known[id]:
		return nil
	case len(r.ids) < cap(r.ids):
		r.ids = append(r.ids, id)
	default:
		delete(r.known, r.ids[r.next])
		r.ids[r.next] = id
		r.next = (r.next + 1) % len(r.ids)
	}
	r.known[id] = true
	return nil
}
