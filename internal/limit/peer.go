package limit

import (
	"sync"
	"sync/atomic"
	"time"
)

// peers are the clients that hold a share for as long as they send or read.
type peers struct {
	mu  sync.Mutex
	all map[*peer]struct{}
}

// peer is a client that sends a body or reads an answer.
type peer struct {
	// done is how many bytes it has sent or read.
	done atomic.Int64
	// then is the value of done at the time marked.
	marked time.Time
	then   int64
	// cut ends the connection; off is set once it was called.
	cut func()
	off bool
}

// add registers a peer that begins.
func (all *peers) add(now time.Time, cut func()) *peer {
	p := &peer{marked: now, cut: cut}
	all.mu.Lock()
	defer all.mu.Unlock()
	all.all[p] = struct{}{}
	return p
}

// remove removes a peer that has ended and reports whether it was cut off.
func (all *peers) remove(p *peer) (off bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.all, p)
	return p.off
}

// press cuts off slow peers every second until it is stopped.
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

// cutSlow cuts off peers that were slower than slowest since they were last
// marked. A peer marked less than cutAfter ago is left for the next time.
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
