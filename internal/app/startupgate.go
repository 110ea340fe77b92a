package app

import (
	"context"
	"sync"
	"time"
)

// startupWithin is how long a server serves before it does anything else, unless
// a probe finds it ready before.
const startupWithin = 100 * time.Millisecond

// startupGate holds back what runs beside the requests. All of it wants connections
// to the database at once, and their making took half of a start for which
// somebody waits.
type startupGate struct {
	once sync.Once
	over chan struct{}
}

// newStartupGate is over when end is called, or after a time.
func newStartupGate(most time.Duration) *startupGate {
	b := &startupGate{over: make(chan struct{})}
	time.AfterFunc(most, b.end)
	return b
}

func (b *startupGate) end() { b.once.Do(func() { close(b.over) }) }

// wait returns when it is over, or ctx.
func (b *startupGate) wait(ctx context.Context) {
	select {
	case <-b.over:
	case <-ctx.Done():
	}
}
