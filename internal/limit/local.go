package limit

import (
	"context"
	"hash/maphash"
	"sync"
	"time"
)

const (
	shardBits  = 6
	shardCount = 1 << shardBits

	// maxClients bounds the memory of one Local (at most some 40 MB, and
	// nothing near it in ordinary use).
	maxClients = 1 << 20

	// perGeneration is one shard's part of it; there are two generations.
	perGeneration = maxClients / shardCount / 2
)

// Local counts in this process: exact for one node, and what each node falls
// back to when there are several and Redis is away.
//
// A client is remembered by a 64-bit hash under a seed of this process, so an
// entry has 16 bytes whatever the key, and nobody outside can construct two
// keys that share a bucket.
//
// Memory: a bucket is full again one period after its last request, so each
// shard keeps two generations, the entries written during this period and
// during the last one, and drops the older one whole. That is O(1), needs no
// sweeping and no goroutine, and forgets no bucket that is not full. A million
// clients within two periods is the bound; past it the oldest are forgotten
// early, which a sweep over that many addresses gains nothing by: each of them
// has a bucket of its own anyway.
type Local struct {
	rate   gcra
	now    func() time.Time
	start  time.Time
	seed   maphash.Seed
	bound  int // clients in one generation of one shard
	shards [shardCount]shard
}

type shard struct {
	mu      sync.Mutex
	current map[uint64]int64 // hash of the key → when its bucket is full, in ns since start
	last    map[uint64]int64 // the generation before
	retire  int64            // when current becomes last
	_       [32]byte         // one shard a cache line: they are locked by different cores
}

// NewLocal returns a limiter that counts in this process. Time is measured by
// now's monotonic reading, if it has one, so setting the clock frees nobody and
// shuts nobody out.
func NewLocal(r Rate, now func() time.Time) *Local {
	return &Local{
		rate:  newGCRA(r, time.Nanosecond),
		now:   now,
		start: now(),
		seed:  maphash.MakeSeed(),
		bound: perGeneration,
	}
}

// Take implements Limiter. It does not look at the context.
func (l *Local) Take(_ context.Context, key string) Decision {
	if l.rate.off() {
		return Decision{Allowed: true}
	}
	h := maphash.String(l.seed, key)
	ahead, allowed, at := l.take(&l.shards[h>>(64-shardBits)], h)
	return l.rate.decision(ahead, allowed, at)
}

func (l *Local) take(s *shard, h uint64) (ahead int64, allowed bool, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// Read under the lock, so that time never runs backwards within a shard.
	at = l.now()
	now := int64(at.Sub(l.start))
	s.turn(now, l.rate.burst, l.bound)

	full, known := s.current[h]
	if !known {
		full, known = s.last[h]
	}
	before := int64(0)
	if known {
		before = full - now
	}
	ahead, allowed = l.rate.take(before)
	// A refusal changes nothing, unless the clock was set back.
	if allowed || ahead < before {
		if s.current == nil {
			s.current = make(map[uint64]int64)
		}
		s.current[h] = now + ahead
	}
	return ahead, allowed, at
}

// turn starts a new generation when the current one has lasted a period or is
// at its bound. Everything in current was written before retire, so a period
// after retire all of it is full, too.
func (s *shard) turn(now, period int64, bound int) {
	if now < s.retire && len(s.current) < bound {
		if s.retire-now > period { // the clock was set back
			s.retire = now + period
		}
		return
	}
	if now-s.retire < period {
		s.last = s.current
	} else {
		s.last = nil
	}
	// A new map and not a cleared one: after a flood the memory goes back.
	s.current = nil
	s.retire = now + period
}
