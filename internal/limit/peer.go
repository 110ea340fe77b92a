package limit

import (
	"sync"
	"sync/atomic"
	"time"
)

// peers are those who hold a share for as long as they take.
type peers struct {
	mu  sync.Mutex
	all map[*peer]struct{}
}

// peer sends a body or reads an answer.
type peer struct {
	// done is how many bytes it has sent or read.
	done atomic.Int64
	// At marked that was then.
	marked time.Time
	then   int64
	// cut ends it; off says that it was.
	cut func()
	off bool
}

// add notes that one begins.
func (all *peers) add(now time.Time, cut func()) *peer {
	p := &peer{marked: now, cut: cut}
	all.mu.Lock()
	defer all.mu.Unlock()
	all.all[p] = struct{}{}
	return p
}

// remove notes that it is through, and reports whether it was cut off.
func (all *peers) remove(p *peer) (off bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.all, p)
	return p.off
}

// press cuts slow ones off each second until it is stopped.
func (all *peers) press(now func() time.Time) (stop func()) {
	done := make(chan struct{})
	go func() {
		every := time.NewTicker(cutAfter)
		defer every.Stop()
		for {
			select {
			case <-every.C:
				all.cutSlow(now())
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

// cutSlow looks at what each has done since the last look that is long enough
// ago.
func (all *peers) cutSlow(now time.Time) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for p := range all.all {
		took, done := now.Sub(p.marked), p.done.Load()
		if took < cutAfter {
			continue
		}
		if !p.off && float64(done-p.then) < slowest*took.Seconds() {
			p.off = true
			p.cut()
		}
		p.marked, p.then = now, done
	}
}
