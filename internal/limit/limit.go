// Package limit limits the rate of requests per client address (R 8, W 8, D 5)
// and the memory that request bodies and answers may take (Budget). Requests are
// counted in this process or, if a Redis or Valkey is configured, exactly across
// all nodes.
//
// Every count is a GCRA bucket: a client may send Rate.N requests at once, after
// which one more is allowed every Rate.Per / Rate.N. In any interval t no client
// is allowed more than N + N*t/Per requests. The state is one number per client,
// the time at which its bucket is full again; once that has passed, the client
// can be forgotten.
//
// A Limiter counts in this process (Local) or in Redis (redis.go), by the same
// arithmetic (gcra.go). httpd.Front.Admit counts a request.
//
// The caller decides which requests are counted: static files and the event
// stream are exempt (D 6), and the sign-in link has a limit of its own.
package limit

import (
	"context"
	"hash/maphash"
	"strconv"
	"sync"
	"time"

	"svcx"
)

// Rate is N requests per Per, all N of which may come at once. If N or Per is
// zero or less, the limit is off. N is at most a billion and Per at most a year;
// more counts as that.
type Rate struct {
	N   int
	Per time.Duration
}

// Limiter counts one request of a client.
type Limiter interface {
	// Take counts one request of key (see Key) and decides whether it may
	// proceed. A refused request is not counted: a client that keeps trying is
	// not shut out longer for it. Take never fails: a limiter that cannot reach
	// its shared count falls back to another. It is safe for concurrent use.
	Take(ctx context.Context, key string) Decision
}

// Decision is the result for one request. A zero Limit means that the limit is
// off; such a decision is allowed and sets no headers.
type Decision struct {
	Allowed bool
	// Limit is the most requests that may come at once (Rate.N).
	Limit int
	// Remaining is how many more requests would be allowed now.
	Remaining int
	// Reset is when the bucket is full again, if no more requests come.
	Reset time.Time
	// RetryAfter is the wait after which a refused client's next request would be
	// allowed, in whole seconds, rounded up, at least one. It is zero for an
	// allowed request.
	RetryAfter time.Duration
}

// Err is nil if the request is allowed.
func (d Decision) Err() error {
	if d.Allowed {
		return nil
	}
	return &svcx.Error{Kind: svcx.KindRateLimited, Message: "too many requests from this address, wait " + strconv.Itoa(int(d.RetryAfter.Seconds())) + " s"}
}

const (
	shardBits  = 6
	shardCount = 1 << shardBits

	// maxClients bounds the memory of one Local, to some 40 MB. Ordinary use
	// comes nowhere near it.
	maxClients = 1 << 20

	// perGeneration is one shard's part of maxClients in one of two generations.
	perGeneration = maxClients / shardCount / 2
)

// Local is a Limiter that counts in this process. It is exact for a single node,
// and the fallback of each of several nodes while Redis is down.
//
// A client is stored as a 64-bit hash with a seed of this process. An entry takes
// 16 bytes whatever the key, and an attacker cannot construct two keys that share
// a bucket.
//
// A bucket is full again one period after its last request. So each shard keeps
// two generations, the entries written during this period and during the last
// one, and drops the older one as a whole. That is O(1), needs no sweep and no
// goroutine, and never forgets a bucket that is not full. The bound is a million
// clients within two periods. Beyond it the oldest are forgotten early, which an
// attacker with that many addresses gains nothing by: each address has a bucket
// of its own anyway.
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
	_       [32]byte         // padding to a cache line: shards are locked by different cores
}

// NewLocal returns a limiter that counts in this process. Time is measured by
// now's monotonic reading, if it has one, so that setting the clock neither frees
// a client nor shuts one out.
func NewLocal(r Rate, now func() time.Time) *Local {
	return &Local{
		rate:  newGCRA(r, time.Nanosecond),
		now:   now,
		start: now(),
		seed:  maphash.MakeSeed(),
		bound: perGeneration,
	}
}

// Take implements Limiter. It ignores the context.
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
	s.rotate(now, l.rate.burst, l.bound)

	full, ok := s.current[h]
	if !ok {
		full, ok = s.last[h]
	}
	before := int64(0)
	if ok {
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

// rotate starts a new generation when the current one has lasted a period or has
// reached its bound. Every entry in current was written before retire, so one
// period after retire all of its buckets are full.
func (s *shard) rotate(now, period int64, bound int) {
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
	// A new map instead of a cleared one, so that memory is freed after a flood.
	s.current = nil
	s.retire = now + period
}
