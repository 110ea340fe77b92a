package limit

import (
	"sync"
	"time"
)

const (
	// breakAfter failures in a row show that it is not one slow answer.
	breakAfter = 3
	// breakFor is the wait between two attempts on something that fails: one
	// request a second has to sit out the timeout, all others go by.
	breakFor = time.Second
)

// breaker keeps requests away from something that fails: after breakAfter
// failures in a row only one attempt per breakFor goes through, until one
// succeeds.
type breaker struct {
	mu       sync.Mutex
	failures int
	until    time.Time
}

// allow says whether to try. The attempt that it lets through while failing
// moves the next one away at once: requests that come meanwhile are not let
// through with it.
func (b *breaker) allow(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < breakAfter {
		return true
	}
	// The second condition: a clock that was set back must not keep us away.
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
