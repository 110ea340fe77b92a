package store

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// How often the log is told of writes that fail: a full disk fails every one of
// them, a thousand times a second.
const (
	logAgain   = time.Second // after a write succeeded in between
	logOngoing = time.Minute // while none does
	// proofPause is how long after the last write that found no room it is tried anew
	// whether there is some, where no prober asks.
	proofPause = 10 * time.Second
)

// outage remembers whether the last write, or the last read, failed for a reason
// of the store, so that the log has a line when that begins and one when it ends.
type outage struct {
	what string
	now  func() time.Time
	log  *slog.Logger
	// broken is failing, for those who look without the lock.
	broken atomic.Bool

	mu      sync.Mutex
	failing bool
	// room says that a write found no room, which no small one that fits into what is
	// left disproves: the outage is over when there is proof, see proved. tried is
	// when there last was none.
	room   bool
	tried  time.Time
	told   bool      // the log knows of this row of failures
	logged time.Time // when the last line was written
	untold int       // failed writes since
	total  int       // failed writes of this row
}

func newOutage(what string, now func() time.Time, log *slog.Logger) *outage {
	return &outage{what: what, now: now, log: log}
}

// failed notes so many that were refused.
func (o *outage) failed(n int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	pause := logAgain
	if o.failing {
		pause = logOngoing
	}
	o.failing = true
	o.broken.Store(true)
	o.untold += n
	o.total += n
	now := o.now()
	o.tried = now
	if since := now.Sub(o.logged); since >= 0 && since < pause {
		return
	}
	o.log.Error("a "+o.what+" failed", o.what+"s", o.untold, "error", err)
	o.told, o.logged, o.untold = true, now, 0
}

// splits notes a transaction that failed as a whole, of which each write gets
// another chance. Once all of them fail that is no news.
func (o *outage) splits(writes int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.failing {
		o.log.Warn("a batch of writes failed, running them one by one", "writes", writes, "error", err)
	}
}

// succeeded notes a commit, or a read.
func (o *outage) succeeded() {
	if !o.broken.Load() {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.failing || o.room {
		return
	}
	o.end()
}

// noRoom notes that what failed found no room.
func (o *outage) noRoom() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.room = true
}

// wantsProof reports whether a write found no room and nothing has shown since that
// there is some; due, whether that is long enough ago to try.
func (o *outage) wantsProof() (wanted, due bool) {
	if !o.broken.Load() {
		return false, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	since := o.now().Sub(o.tried)
	return o.room, o.room && (since < 0 || since >= proofPause)
}

// proved notes that there is room.
func (o *outage) proved() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.room {
		return
	}
	o.room = false
	o.end()
}

func (o *outage) end() {
	o.failing = false
	o.broken.Store(false)
	if !o.told {
		return
	}
	o.log.Info(o.what+"s succeed again", "failed", o.total)
	o.told, o.untold, o.total = false, 0, 0
}

// open reports whether the last write failed.
func (o *outage) open() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failing
}
