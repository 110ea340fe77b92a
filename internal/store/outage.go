package store

import (
	"log/slog"
	"sync"
	"time"
)

// How often the log is told of writes that fail: a full disk fails every one of
// them, a thousand times a second.
const (
	logAgain   = time.Second // after a write succeeded in between
	logOngoing = time.Minute // while none does
)

// outage remembers whether the last write failed for a reason of the store.
type outage struct {
	now func() time.Time
	log *slog.Logger

	mu      sync.Mutex
	failing bool
	told    bool      // the log knows of this row of failures
	logged  time.Time // when the last line was written
	untold  int       // failed writes since
}

// failed notes writes that were refused.
func (o *outage) failed(writes int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	pause := logAgain
	if o.failing {
		pause = logOngoing
	}
	o.failing = true
	o.untold += writes
	now := o.now()
	if since := now.Sub(o.logged); since >= 0 && since < pause {
		return
	}
	o.log.Error("a write failed", "writes", o.untold, "error", err)
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

// succeeded notes a commit.
func (o *outage) succeeded() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.failing {
		return
	}
	o.failing = false
	if !o.told {
		return
	}
	o.told = false
	o.log.Info("writes succeed again", "failed", o.untold)
	o.untold = 0
}

// open reports whether the last write failed.
func (o *outage) open() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failing
}
