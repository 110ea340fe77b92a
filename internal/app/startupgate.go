package app

import (
	"context"
	"sync"
	"time"
)

// startupWithin is how long background work waits after the start of serving, unless
// a readiness probe succeeds earlier.
const startupWithin = 100 * time.Millisecond

// startupGate delays background work, all of which opens connections to the database
// at once: that took half of the time until the first answer.
type startupGate struct {
	once sync.Once
	over chan struct{}
}

// newStartupGate returns a gate that opens when end is called, at the latest after most.
func newStartupGate(most time.Duration) *startupGate {
	b := &startupGate{over: make(chan struct{})}
	time.AfterFunc(most, b.end)
	return b
}

func (b *startupGate) end() { b.once.Do(func() { close(b.over) }) }

// wait returns when the gate is open or ctx is done.
func (b *startupGate) wait(ctx context.Context) {
	select {
	case <-b.over:
	case <-ctx.Done():
	}
}
