package limit

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is a clock that a test sets. It has no monotonic reading, so that setting
// it back is visible.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
	return c.t
}

func TestSetHeaders(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	tests := []struct {
		name string
		d    Decision
		want http.Header
	}{
		{"off", Decision{Allowed: true}, http.Header{}},
		{
			"allowed",
			Decision{Allowed: true, Limit: 60, Remaining: 59, Reset: at},
			http.Header{"X-Ratelimit-Limit": {"60"}, "X-Ratelimit-Remaining": {"59"}, "X-Ratelimit-Reset": {"1700000000"}},
		},
		{
			"refused, reset rounded up",
			Decision{Limit: 5, Reset: at.Add(time.Nanosecond), RetryAfter: 12 * time.Second},
			http.Header{
				"X-Ratelimit-Limit": {"5"}, "X-Ratelimit-Remaining": {"0"},
				"X-Ratelimit-Reset": {"1700000001"}, "Retry-After": {"12"},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{}
			tt.d.SetHeaders(h)
			if diff := cmp.Diff(tt.want, h); diff != "" {
				t.Error(diff)
			}
		})
	}
	h := http.Header{}
	tests[1].d.SetHeaders(h)
	if h.Get("X-RateLimit-Remaining") != "59" {
		t.Error("the header is not found by its name in D 5")
	}
}

// step is one request of a scenario that the local and the Redis limiter have to
// answer alike.
type step struct {
	wait       time.Duration // before the request
	times      int           // how often it is sent; the last answer is compared
	allowed    bool
	remaining  int
	reset      time.Duration // from the moment of the request
	retryAfter time.Duration
}

// signInSteps is a scenario for the limit of the sign-in link, five per minute.
var signInSteps = []step{
	{times: 1, allowed: true, remaining: 4, reset: 12 * time.Second},
	{times: 4, allowed: true, remaining: 0, reset: time.Minute},
	{times: 1, reset: time.Minute, retryAfter: 12 * time.Second},
	// A client that keeps trying is not shut out longer.
	{times: 50, reset: time.Minute, retryAfter: 12 * time.Second},
	{wait: 11*time.Second + 500*time.Millisecond, times: 1, reset: 48*time.Second + 500*time.Millisecond, retryAfter: time.Second},
	{wait: 500 * time.Millisecond, times: 1, allowed: true, reset: time.Minute},
	{times: 1, reset: time.Minute, retryAfter: 12 * time.Second},
	{wait: 24 * time.Second, times: 1, allowed: true, remaining: 1, reset: 48 * time.Second},
	{wait: time.Hour, times: 5, allowed: true, remaining: 0, reset: time.Minute},
	{times: 1, reset: time.Minute, retryAfter: 12 * time.Second},
}

var signIn = Rate{N: 5, Per: time.Minute}

func playSteps(t *testing.T, l Limiter, advance func(time.Duration) time.Time, steps []step) {
	t.Helper()
	for i, s := range steps {
		at := advance(s.wait)
		var got Decision
		for range s.times {
			got = l.Take(context.Background(), "192.0.2.1")
		}
		want := Decision{
			Allowed: s.allowed, Limit: 5, Remaining: s.remaining,
			Reset: at.Add(s.reset), RetryAfter: s.retryAfter,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("step %d:\n%s", i, diff)
		}
	}
}

func TestRetryAfterIsWholeSeconds(t *testing.T) {
	tests := []struct {
		rate Rate
		want time.Duration
	}{
		{Rate{60, time.Second}, time.Second},        // 17 ms, rounded up
		{Rate{1, time.Second}, time.Second},         // exactly one
		{Rate{1, time.Second + 1}, 2 * time.Second}, // a nanosecond more
		{Rate{5, time.Minute}, 12 * time.Second},
		{Rate{1, time.Hour}, time.Hour},
	}
	for _, tt := range tests {
		c := newClock()
		l := NewLocal(tt.rate, c.now)
		var d Decision
		for range tt.rate.N + 1 {
			d = l.Take(context.Background(), "k")
		}
		if d.Allowed || d.RetryAfter != tt.want {
			t.Errorf("%v: %+v, want refused for %v", tt.rate, d, tt.want)
		}
		c.add(d.RetryAfter)
		if d := l.Take(context.Background(), "k"); !d.Allowed {
			t.Errorf("%v: refused after RetryAfter: %+v", tt.rate, d)
		}
	}
}

func TestExtremeRates(t *testing.T) {
	const huge = int(^uint(0) >> 1)
	for _, r := range []Rate{{huge, time.Second}, {huge, 1}, {1, 1}, {1, 1<<63 - 1}, {huge, 1<<63 - 1}} {
		for _, unit := range []time.Duration{time.Nanosecond, time.Microsecond} {
			g := newGCRA(r, unit)
			if g.interval < 1 || g.burst < g.interval {
				t.Errorf("%v in %v: %+v", r, unit, g)
			}
			if _, allowed := g.take(0); !allowed {
				t.Errorf("%v in %v: the first request is refused", r, unit)
			}
		}
	}
}

func TestRateOfZeroIsOff(t *testing.T) {
	c := newClock()
	for _, r := range []Rate{{}, {0, time.Second}, {-1, time.Second}, {5, 0}} {
		for _, l := range []Limiter{NewLocal(r, c.now), NewRedis(nil, "", r, c.now, nil, nil)} {
			for range 100 {
				if d := l.Take(context.Background(), "k"); d != (Decision{Allowed: true}) {
					t.Fatalf("%v: %+v", r, d)
				}
			}
		}
	}
}
