package limit

import "time"

// Rates above these limits are clamped to them, so that the products below cannot
// overflow.
const (
	maxN   = 1_000_000_000
	maxPer = 365 * 24 * time.Hour
)

// gcra is the arithmetic of one rate, in whole units of a clock: nanoseconds in
// this process, microseconds in Redis, whose numbers are doubles and would round
// nanoseconds.
//
// "Ahead" is how long it takes until a client's bucket is full again: 0 for a
// full bucket, burst for an empty one.
type gcra struct {
	n        int
	unit     time.Duration
	interval int64 // one request's share of the period
	burst    int64 // n intervals
}

// newGCRA rounds the interval up, so that rounding never allows more than the
// rate, and makes the burst a multiple of the interval, so that it never allows
// less than N at once.
func newGCRA(r Rate, unit time.Duration) gcra {
	if r.N <= 0 || r.Per <= 0 {
		return gcra{}
	}
	n, per := min(r.N, maxN), min(r.Per, maxPer)
	whole := int64(n) * int64(unit)
	interval := (int64(per) + whole - 1) / whole
	return gcra{n: n, unit: unit, interval: interval, burst: int64(n) * interval}
}

func (g gcra) off() bool { return g.n == 0 }

// take counts one request of a client that is ahead by this much and returns how
// far ahead it is afterwards. The Lua script in redis.go does the same.
func (g gcra) take(ahead int64) (after int64, allowed bool) {
	// A client can only be more than a whole bucket ahead if the clock was set
	// back. Without the bound it would be shut out for that long.
	ahead = min(max(ahead, 0), g.burst)
	if ahead+g.interval > g.burst {
		return ahead, false
	}
	return ahead + g.interval, true
}

// decision describes the result of take, at a time of the caller's clock.
func (g gcra) decision(ahead int64, allowed bool, at time.Time) Decision {
	d := Decision{
		Allowed:   allowed,
		Limit:     g.n,
		Remaining: int((g.burst - ahead) / g.interval),
		Reset:     at.Add(time.Duration(ahead) * g.unit),
	}
	if !allowed {
		wait := time.Duration(ahead+g.interval-g.burst) * g.unit
		d.RetryAfter = max(1, (wait+time.Second-1)/time.Second) * time.Second
	}
	return d
}
