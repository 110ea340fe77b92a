package app

import (
	"context"
	"sync"
	"time"
)

// beginWithin is how long a server serves before it does anything else, unless
// a probe finds it ready before.
const beginWithin = 100 * time.Millisecond

// beginning holds back what runs beside the requests. All of it wants connections
// to the database at once, and their making took half of a start for which
// somebody waits.
type beginning struct {
	once sync.Once
	over chan struct{}
}

// newBeginning is over when end is called, or after a time.
func newBeginning(most time.Duration) *beginning {
	b := &beginning{over: make(chan struct{})}
	time.AfterFunc(most, b.end)
	return b
}

func (b *beginning) end() { b.once.Do(func() { close(b.over) }) }

// wait returns when it is over, or ctx.
func (b *beginning) wait(ctx context.Context) {
	select {
	case <-b.over:
	case <-ctx.Done():
	}
}
