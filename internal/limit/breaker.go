package limit

import (
	"sync"
	"time"
)

const (
	// breakAfter is how many failures in a row open the breaker: one could be a
	// single slow answer.
	breakAfter = 3
	// breakFor is the wait between two attempts while the breaker is open: one
	// request per second waits for the timeout, all others skip it.
	breakFor = time.Second
)

// breaker keeps requests away from a failing service: after breakAfter failures
// in a row it lets one attempt through per breakFor, until one succeeds.
type breaker struct {
	mu       sync.Mutex
	failures int
	until    time.Time
}

// allow reports whether to try. While the breaker is open, an attempt that it
// lets through postpones the next one at once, so that requests that arrive
// meanwhile do not follow it.
func (b *breaker) allow(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < breakAfter {
		return true
	}
	// The second condition is for a clock that was set back: it must not keep
	// requests away for longer.
	if wait := b.until.Sub(now); wait > 0 && wait <= breakFor {
		return false
	}
	b.until = now.Add(breakFor)
	return true
}

func (b *breaker) succeeded() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures = 0
}

func (b *breaker) failed(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures = min(b.failures+1, breakAfter)
	b.until = now.Add(breakFor)
}
