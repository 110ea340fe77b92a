package store

import (
	"context"
	"slices"
	"sync"

	"svcx/internal/textsearch"
)

// Recorded is a statement of a store.
type Recorded struct {
	Query string
	Args  []any
}

// Recording has the statements of a store.
type Recording struct {
	mu  sync.Mutex
	all []Recorded
}

// OpenRecorded opens a store whose statements are recorded.
func OpenRecorded(ctx context.Context, o Options) (*DB, *Recording, error) {
	r := new(Recording)
	o.Trace = r.add
	db, err := Open(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	db.Index.Bounds = textsearch.Bounds{}
	return db, r, nil
}

// During returns the statements that are recorded while fn runs, each text once.
func (r *Recording) During(fn func()) []Recorded {
	r.mu.Lock()
	r.all = nil
	r.mu.Unlock()
	fn()
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

func (r *Recording) add(query string, args []any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.ContainsFunc(r.all, func(s Recorded) bool { return s.Query == query }) {
		r.all = append(r.all, Recorded{query, args})
	}
}
