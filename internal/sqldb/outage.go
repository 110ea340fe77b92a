package sqldb

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// How often failing writes are logged: on a full disk every one of them fails, a
// thousand times a second.
const (
	logAgain   = time.Second // after a write succeeded in between
	logOngoing = time.Minute // while none does
	// proofPause is how long after the last write that found no room another one is
	// tried, where no probe does it.
	proofPause = 10 * time.Second
)

// Outage remembers whether the last write, or the last read, failed because of the
// store, so that the log has a line when that begins and one when it ends.
type Outage struct {
	what string
	now  func() time.Time
	log  *slog.Logger
	// broken is failing, for a check without the lock.
	broken atomic.Bool

	mu      sync.Mutex
	failing bool
	// full says that a write found no room. A small write that fits into what is
	// left does not disprove that: the outage ends with proved.
	full     bool
	tried    time.Time // of the last failure
	reported bool      // this outage is in the log
	logged   time.Time // when the last line was written
	unlogged int       // failures since
	total    int       // failures of this outage
}

// NewOutage returns one whose log lines name what fails: "read", "write".
func NewOutage(what string, now func() time.Time, log *slog.Logger) *Outage {
	return &Outage{what: what, now: now, log: log}
}

// Failed records n failures.
func (o *Outage) Failed(n int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	pause := logAgain
	if o.failing {
		pause = logOngoing
	}
	o.failing = true
	o.broken.Store(true)
	o.unlogged += n
	o.total += n
	now := o.now()
	o.tried = now
	if since := now.Sub(o.logged); since >= 0 && since < pause {
		return
	}
	o.log.Error("a "+o.what+" failed", o.what+"s", o.unlogged, "error", err)
	o.reported, o.logged, o.unlogged = true, now, 0
}

// splits records a transaction that failed as a whole and whose writes are run
// again one by one. It is logged only outside of an outage.
func (o *Outage) splits(writes int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.failing {
		o.log.Warn("a batch of writes failed, running them one by one", "writes", writes, "error", err)
	}
}

// Succeeded records a commit, or a read.
func (o *Outage) Succeeded() {
	if !o.broken.Load() {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.failing || o.full {
		return
	}
	o.end()
}

// noRoom records that the failure was a lack of room.
func (o *Outage) noRoom() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.full = true
}

// wantsProof reports whether a write found no room and nothing has shown since that
// there is some; due, whether that is long enough ago to try again.
func (o *Outage) wantsProof() (wanted, due bool) {
	if !o.broken.Load() {
		return false, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	since := o.now().Sub(o.tried)
	return o.full, o.full && (since < 0 || since >= proofPause)
}

// proved records that there is room.
func (o *Outage) proved() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.full {
		return
	}
	o.full = false
	o.end()
}

func (o *Outage) end() {
	o.failing = false
	o.broken.Store(false)
	if !o.reported {
		return
	}
	o.log.Info(o.what+"s succeed again", "failed", o.total)
	o.reported, o.unlogged, o.total = false, 0, 0
}

// open reports whether the last write failed.
func (o *Outage) open() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failing
}
