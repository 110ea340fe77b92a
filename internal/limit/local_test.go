package limit

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

func TestLocalSteps(t *testing.T) {
	c := newClock()
	playSteps(t, NewLocal(signIn, c.now), c.add, signInSteps)
}

func TestLocalKeepsClientsApart(t *testing.T) {
	c := newClock()
	l := NewLocal(Rate{1, time.Second}, c.now)
	for i := range 1000 {
		if !l.Take(context.Background(), fmt.Sprint(i)).Allowed {
			t.Fatalf("client %d is refused for another's requests", i)
		}
	}
	for i := range 1000 {
		if l.Take(context.Background(), fmt.Sprint(i)).Allowed {
			t.Fatalf("client %d was forgotten", i)
		}
	}
}

// No interval has more than N + N*t/Per allowed requests (R 8).
func TestLocalNeverAllowsMoreThanTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rate{
			N:   rapid.IntRange(1, 20).Draw(t, "n"),
			Per: time.Duration(rapid.Int64Range(1, int64(2*time.Minute)).Draw(t, "per")),
		}
		c := newClock()
		l := NewLocal(r, c.now)
		interval := int64(r.Per)/int64(r.N) + 2
		var allowed []time.Time
		for range rapid.IntRange(1, 150).Draw(t, "requests") {
			at := c.add(time.Duration(rapid.Int64Range(0, interval).Draw(t, "wait")))
			// Other clients come and go in the same shards.
			l.Take(context.Background(), fmt.Sprint(rapid.IntRange(0, 99).Draw(t, "other")))
			if l.Take(context.Background(), "the client").Allowed {
				allowed = append(allowed, at)
			}
		}
		for i := range allowed {
			for j := i; j < len(allowed); j++ {
				span := allowed[j].Sub(allowed[i])
				most := r.N + int(int64(r.N)*int64(span)/int64(r.Per))
				if got := j - i + 1; got > most {
					t.Fatalf("%v: %d allowed within %v, at most %d", r, got, span, most)
				}
			}
		}
	})
}

// Dropping generations changes no answer: they are those of a limiter that never
// forgets.
func TestLocalForgetsOnlyFullBuckets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rate{N: rapid.IntRange(1, 4).Draw(t, "n"), Per: time.Second}
		c := newClock()
		l := NewLocal(r, c.now)
		rate := newGCRA(r, time.Nanosecond)
		full := map[string]int64{}
		for range rapid.IntRange(1, 200).Draw(t, "requests") {
			now := c.add(time.Duration(rapid.Int64Range(0, int64(3*time.Second)).Draw(t, "wait") /
				rapid.SampledFrom([]int64{1, 10, 1000}).Draw(t, "pace"))).UnixNano()
			key := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "key")
			ahead, want := rate.take(full[key] - now)
			if want {
				full[key] = now + ahead
			}
			got := l.Take(context.Background(), key)
			if got.Allowed != want || got.Reset.UnixNano() != now+ahead {
				t.Fatalf("%s: %+v, want allowed %v, full at %d", key, got, want, now+ahead)
			}
		}
	})
}

func TestLocalClockSetBack(t *testing.T) {
	c := newClock()
	l := NewLocal(signIn, c.now)
	for range 5 {
		l.Take(context.Background(), "k")
	}
	c.add(-24 * time.Hour)
	if d := l.Take(context.Background(), "k"); d.Allowed || d.RetryAfter != 12*time.Second {
		t.Fatalf("just after: %+v", d)
	}
	c.add(12 * time.Second)
	if d := l.Take(context.Background(), "k"); !d.Allowed {
		t.Fatalf("shut out by the clock: %+v", d)
	}
	// Entries expire by the new time.
	for i := range 10_000 {
		l.Take(context.Background(), sweepKey(i))
		c.add(time.Second)
	}
	if n := l.size(); n > 1000 {
		t.Errorf("%d clients are kept, of which 120 came in the last two minutes", n)
	}
}

// With time.Now the monotonic reading counts.
func TestLocalWithTheRealClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLocal(Rate{60, time.Second}, time.Now)
		allowed := 0
		for range 2000 { // two seconds of a thousand requests a second
			if l.Take(t.Context(), "k").Allowed {
				allowed++
			}
			time.Sleep(time.Millisecond)
		}
		if allowed < 60+118 || allowed > 60+120 {
			t.Errorf("%d allowed in two seconds", allowed)
		}
	})
}

func TestLocalConcurrent(t *testing.T) {
	c := newClock()
	l := NewLocal(Rate{1000, time.Hour}, c.now)
	var allowed atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 1000 {
				if l.Take(context.Background(), "one").Allowed {
					allowed.Add(1)
				}
				l.Take(context.Background(), fmt.Sprint(i))
			}
		})
	}
	wg.Wait()
	if allowed.Load() != 1000 {
		t.Errorf("%d allowed, want 1000", allowed.Load())
	}
}

func (l *Local) size() (n int) {
	for i := range l.shards {
		n += len(l.shards[i].current) + len(l.shards[i].last)
	}
	return n
}

func TestLocalMemoryIsBounded(t *testing.T) {
	c := newClock()
	l := NewLocal(Rate{60, time.Second}, c.now)
	// A slow sweep: a thousand new addresses per second for a minute. Only those
	// of the last two seconds are kept.
	for i := range 60_000 {
		l.Take(context.Background(), sweepKey(i))
		c.add(time.Millisecond)
	}
	if n := l.size(); n > 3000 {
		t.Errorf("%d clients are kept after a slow sweep", n)
	}
	// A sweep in no time: the hard bound.
	l.bound = 50
	for i := range 50_000 {
		l.Take(context.Background(), sweepKey(i))
	}
	if n := l.size(); n > 2*50*shardCount {
		t.Errorf("%d clients are kept, the bound is %d", n, 2*50*shardCount)
	}
	// An hour later the first request of each shard drops everything.
	c.add(time.Hour)
	for i := range 5000 {
		l.Take(context.Background(), sweepKey(i))
	}
	if n := l.size(); n > 5000 {
		t.Errorf("%d clients are kept an hour later", n)
	}
}

func sweepKey(i int) string { return fmt.Sprintf("2001:db8:%x:%x::/64", i>>16, i&0xffff) }

func BenchmarkLocal(b *testing.B) {
	b.Run("one client", func(b *testing.B) {
		l := NewLocal(Rate{60, time.Second}, time.Now)
		b.ReportAllocs()
		for b.Loop() {
			l.Take(context.Background(), "192.0.2.1")
		}
	})
	b.Run("10000 clients, parallel", func(b *testing.B) {
		l := NewLocal(Rate{60, time.Second}, time.Now)
		keys := make([]string, 10_000)
		for i := range keys {
			keys[i] = sweepKey(i)
		}
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				l.Take(context.Background(), keys[i%len(keys)])
			}
		})
	})
	b.Run("sweep of new clients", func(b *testing.B) {
		l := NewLocal(Rate{5, time.Minute}, time.Now)
		keys := make([]string, 1<<21)
		for i := range keys {
			keys[i] = sweepKey(i)
		}
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			l.Take(context.Background(), keys[i%len(keys)])
			i++
		}
		b.ReportMetric(float64(l.size()), "clients-kept")
	})
}
