package limit

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/gomodule/redigo/redis"
	"pgregory.net/rapid"
)

func open(t testing.TB, url string) *redis.Pool {
	t.Helper()
	client, err := OpenRedis(url, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// fakeRedis is a miniredis that runs on a test's clock, expiry included.
type fakeRedis struct {
	*miniredis.Miniredis
	clock *clock
}

func newFakeRedis(t testing.TB) *fakeRedis {
	t.Helper()
	m := miniredis.NewMiniRedis()
	if err := m.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	f := &fakeRedis{m, newClock()}
	m.SetTime(f.clock.now())
	m.ClockTTL(true)
	return f
}

func (f *fakeRedis) advance(d time.Duration) time.Time {
	at := f.clock.add(d)
	f.SetTime(at)
	return at
}

// patient makes a limiter wait for Redis as long as a loaded machine may need.
func patient(l *Redis) *Redis {
	l.timeout = 10 * time.Second
	return l
}

// countingLimiter is a fallback that counts its calls.
type countingLimiter struct{ n atomic.Int64 }

func (c *countingLimiter) Take(context.Context, string) Decision {
	c.n.Add(1)
	return Decision{Allowed: true, Limit: -1}
}

// unused is a fallback that must not be called.
type unused struct{ t testing.TB }

func (u unused) Take(context.Context, string) Decision {
	u.t.Error("the fallback was called")
	return Decision{}
}

func TestRedisSteps(t *testing.T) {
	f := newFakeRedis(t)
	l := patient(NewRedis(open(t, "redis://"+f.Addr()), "svcx:", signIn, f.clock.now, unused{t}, slog.New(slog.DiscardHandler)))
	playSteps(t, l, f.advance, signInSteps)
}

// Whole microseconds are exact in both limiters, so both must answer the same; and
// a key must never expire before its bucket is full.
func TestRedisAnswersAsLocal(t *testing.T) {
	f := newFakeRedis(t)
	client := open(t, "redis://"+f.Addr())
	rapid.Check(t, func(t *rapid.T) {
		f.FlushAll()
		n := rapid.IntRange(1, 6).Draw(t, "n")
		interval := time.Duration(rapid.Int64Range(1, 20_000_000).Draw(t, "interval")) * time.Microsecond
		r := Rate{n, time.Duration(n) * interval}
		shared := patient(NewRedis(client, "svcx:", r, f.clock.now, nil, slog.New(slog.DiscardHandler)))
		local := NewLocal(r, f.clock.now)
		for range rapid.IntRange(1, 40).Draw(t, "requests") {
			f.advance(time.Duration(rapid.Int64Range(0, int64(interval/time.Microsecond)*3/2).Draw(t, "wait")) * time.Microsecond)
			key := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "key")
			got, want := shared.Take(context.Background(), key), local.Take(context.Background(), key)
			if got != want {
				t.Fatalf("Redis %+v\nlocal %+v", got, want)
			}
		}
	})
}

func TestRedisIsSharedAndExpires(t *testing.T) {
	f := newFakeRedis(t)
	var nodes []Limiter
	for range 3 {
		// The nodes' clocks differ by hours, which must not matter.
		c := newClock()
		c.add(time.Duration(len(nodes)) * time.Hour)
		nodes = append(nodes, patient(NewRedis(open(t, "redis://"+f.Addr()), "svcx:link:", signIn, c.now, unused{t}, slog.New(slog.DiscardHandler))))
	}
	allowed := 0
	for i := range 30 {
		if nodes[i%3].Take(context.Background(), "192.0.2.1").Allowed {
			allowed++
		}
	}
	if allowed != 5 {
		t.Errorf("%d allowed by three nodes together, want 5", allowed)
	}
	other := patient(NewRedis(open(t, "redis://"+f.Addr()), "svcx:api:", signIn, newClock().now, unused{t}, slog.New(slog.DiscardHandler)))
	if !other.Take(context.Background(), "192.0.2.1").Allowed {
		t.Error("another prefix shares the bucket")
	}
	if ttl := f.TTL("svcx:link:192.0.2.1"); ttl < time.Minute || ttl > time.Minute+time.Second {
		t.Errorf("the key expires in %v, want the time until the bucket is full", ttl)
	}
	f.advance(2 * time.Minute)
	if keys := f.Keys(); len(keys) != 0 {
		t.Errorf("keys that did not expire: %v", keys)
	}
}

func TestRedisClockSetBack(t *testing.T) {
	f := newFakeRedis(t)
	l := patient(NewRedis(open(t, "redis://"+f.Addr()), "", signIn, f.clock.now, unused{t}, slog.New(slog.DiscardHandler)))
	for range 5 {
		l.Take(context.Background(), "k")
	}
	f.advance(-24 * time.Hour)
	if d := l.Take(context.Background(), "k"); d.Allowed || d.RetryAfter != 12*time.Second {
		t.Fatalf("just after: %+v", d)
	}
	f.advance(12 * time.Second)
	if d := l.Take(context.Background(), "k"); !d.Allowed {
		t.Fatalf("shut out by the server's clock: %+v", d)
	}
}

// countingConn counts the commands that are sent.
type countingConn struct {
	redis.Conn
	n *atomic.Int64
}

func (c countingConn) Do(command string, args ...any) (any, error) {
	if command != "" { // waits for what was sent before
		c.n.Add(1)
	}
	return c.Conn.Do(command, args...)
}

func TestRedisOneRoundTrip(t *testing.T) {
	f := newFakeRedis(t)
	pool := open(t, "redis://"+f.Addr())
	var sent atomic.Int64
	dial := pool.Dial
	pool.Dial = func() (redis.Conn, error) {
		c, err := dial()
		return countingConn{c, &sent}, err
	}
	pool.TestOnBorrow = nil // a slow machine may leave it idle for long
	l := patient(NewRedis(pool, "", signIn, f.clock.now, unused{t}, slog.New(slog.DiscardHandler)))
	l.Take(context.Background(), "k") // loads the script
	before := sent.Load()
	for range 10 {
		l.Take(context.Background(), "k")
	}
	if n := sent.Load() - before; n != 10 {
		t.Errorf("%d commands for 10 requests", n)
	}
	// A restarted server has forgotten the script.
	c := pool.Get()
	defer c.Close()
	if _, err := c.Do("SCRIPT", "FLUSH"); err != nil {
		t.Fatal(err)
	}
	l.Take(context.Background(), "k")
}

// A client that hangs up is counted, and is not a failure of Redis.
func TestRedisIgnoresTheClientHangingUp(t *testing.T) {
	f := newFakeRedis(t)
	l := patient(NewRedis(open(t, "redis://"+f.Addr()), "", signIn, f.clock.now, unused{t}, slog.New(slog.DiscardHandler)))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range 5 {
		l.Take(ctx, "k")
	}
	if l.Take(context.Background(), "k").Allowed {
		t.Error("cancelled requests were not counted")
	}
}

func TestRedisFailureAndRecovery(t *testing.T) {
	f := newFakeRedis(t)
	var fallback countingLimiter
	var out bytes.Buffer
	l := patient(NewRedis(open(t, "redis://"+f.Addr()), "", signIn, f.clock.now, &fallback, slog.New(slog.NewTextHandler(&out, nil))))
	take := func() Decision { return l.Take(context.Background(), "k") }
	if d := take(); d.Limit != 5 || fallback.n.Load() != 0 {
		t.Fatalf("before: %+v", d)
	}

	f.Close()
	for range 100 {
		if d := take(); d.Limit != -1 {
			t.Fatalf("not counted by the fallback: %+v", d)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != 1 || !strings.Contains(out.String(), "level=WARN") {
		t.Errorf("log of a failure:\n%s", out.String())
	}

	// The fallback counts until the pause is over; then Redis is tried again.
	if err := f.Restart(); err != nil {
		t.Fatal(err)
	}
	if d := take(); d.Limit != -1 {
		t.Errorf("tried Redis during the pause: %+v", d)
	}
	f.advance(breakFor)
	if d := take(); d.Limit != 5 {
		t.Errorf("not back after the pause: %+v", d)
	}
	if n := strings.Count(out.String(), "\n"); n != 2 || !strings.Contains(out.String(), "level=INFO") {
		t.Errorf("log of a recovery:\n%s", out.String())
	}
	asked := fallback.n.Load()
	take()
	if fallback.n.Load() != asked {
		t.Error("the fallback is still called")
	}

	// A second failure within the minute is not logged, a later one is.
	f.SetError("LOADING Redis is loading the dataset in memory")
	take()
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("second warning within a minute:\n%s", out.String())
	}
	f.advance(time.Minute)
	take()
	if n := strings.Count(out.String(), "\n"); n != 3 {
		t.Errorf("no warning after a minute:\n%s", out.String())
	}
}

func TestRedisUnexpectedAnswerFallsBack(t *testing.T) {
	f := newFakeRedis(t)
	var fallback countingLimiter
	l := patient(NewRedis(open(t, "redis://"+f.Addr()), "", signIn, f.clock.now, &fallback, slog.New(slog.DiscardHandler)))
	f.HSet("k", "someone else's", "hash")
	if d := l.Take(context.Background(), "k"); d.Limit != -1 {
		t.Errorf("%+v", d)
	}
}

// A server that accepts connections and never answers costs the first requests the
// timeout and the others nothing.
func TestRedisThatHangs(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
		}
	}()
	c := newClock()
	var fallback countingLimiter
	l := NewRedis(open(t, "redis://"+ln.Addr().String()), "", signIn, c.now, &fallback, slog.New(slog.DiscardHandler))
	start := time.Now()
	for range 1000 {
		l.Take(context.Background(), "k")
	}
	if took := time.Since(start); took < breakAfter*RedisTimeout || took > 10*breakAfter*RedisTimeout {
		t.Errorf("1000 requests took %v, want about %v", took, breakAfter*RedisTimeout)
	}
	if fallback.n.Load() != 1000 {
		t.Errorf("fallback counted %d", fallback.n.Load())
	}
}

func TestOpenRedisHidesThePassword(t *testing.T) {
	for _, url := range []string{
		"http://user:hunter2@host", "redis://user:hunter2@host:port/x", "redis://:hunter2@ho st:1",
		"redis://u:hunter2@h/0?nonsense=1", "hunter2", "://hunter2",
	} {
		_, err := OpenRedis(url, time.Now)
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestRedisURLs(t *testing.T) {
	for text, want := range map[string]redisAddress{
		"redis://a.example:7000/3":        {network: "tcp", address: "a.example:7000"},
		"redis://a.example":               {network: "tcp", address: "a.example:6379"},
		"rediss://user:secret@[::1]/":     {network: "tcp", address: "[::1]:6379"},
		"redis://":                        {network: "tcp", address: "localhost:6379"},
		"unix:///run/redis.sock":          {network: "unix", address: "/run/redis.sock"},
		"unix://:secret@/run/r.sock?db=2": {network: "unix", address: "/run/r.sock"},
	} {
		if got, err := parseRedisURL(text); err != nil || got.network != want.network || got.address != want.address {
			t.Errorf("%s: %s %s, %v", text, got.network, got.address, err)
		}
	}
	for _, text := range []string{"redis:a", "a.example:6379", "http://a", "redis://a/x", "redis://a/-1", "redis://a/1/2", "redis://a?db=1", "unix://", "unix://host/run/r.sock", "unix:///r.sock?db=x", "unix:///r.sock?db=1&dial_timeout=1s", "redis://a#b"} {
		if _, err := parseRedisURL(text); err == nil {
			t.Errorf("%s was accepted", text)
		}
	}
}

// User, password and database of the URL are used.
func TestRedisSignsIn(t *testing.T) {
	f := newFakeRedis(t)
	f.RequireUserAuth("ada", "s3cret/@")
	for text, works := range map[string]bool{"redis://ada:s3cret%2F%40@" + f.Addr() + "/2": true, "redis://ada:wrong@" + f.Addr() + "/2": false, "redis://" + f.Addr(): false} {
		c := open(t, text).Get()
		_, err := c.Do("SET", "k", "v")
		c.Close()
		if (err == nil) != works {
			t.Errorf("%s: %v", text, err)
		}
	}
	if got, err := f.DB(2).Get("k"); err != nil || got != "v" {
		t.Errorf("the database has %q: %v", got, err)
	}
}

// After the server has restarted, connections that it knew are not used again.
func TestRedisRestartedWhileIdle(t *testing.T) {
	f := newFakeRedis(t)
	pool := open(t, "redis://"+f.Addr())
	l := patient(NewRedis(pool, "", signIn, f.clock.now, unused{t}, slog.New(slog.DiscardHandler)))
	l.Take(context.Background(), "k")
	f.Close()
	if err := f.Restart(); err != nil {
		t.Fatal(err)
	}
	check := pool.TestOnBorrow
	pool.TestOnBorrow = func(c redis.Conn, used time.Time) error { return check(c, used.Add(-trusted)) }
	if d := l.Take(context.Background(), "k"); d.Limit != 5 {
		t.Errorf("%+v", d)
	}
}

// TestRedisExactOnARealServer runs the script on a real server, for several nodes
// at once, in real time.
func TestRedisExactOnARealServer(t *testing.T) {
	url, prefix := realRedis(t), "svcx-test:"+rand.Text()+":"
	rate := Rate{50, 500 * time.Millisecond}
	var nodes []*Redis
	for range 4 {
		nodes = append(nodes, patient(NewRedis(open(t, url), prefix, rate, time.Now, unused{t}, slog.New(slog.DiscardHandler))))
	}
	for _, n := range nodes { // connect outside the measurement
		n.Take(context.Background(), "other")
	}
	var allowed atomic.Int64
	var wg sync.WaitGroup
	start := time.Now()
	for _, n := range nodes {
		wg.Go(func() {
			for time.Since(start) < 300*time.Millisecond {
				if n.Take(context.Background(), "192.0.2.1").Allowed {
					allowed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	most := 50 + int64(50*took/rate.Per)
	if n := allowed.Load(); n > most || n < most*8/10 {
		t.Errorf("%d allowed in %v, want at most %d and not far below", n, took, most)
	}
}

// realRedis returns the URL of the server in SVCX_TEST_REDIS_URL; .ci/run starts
// one. Without it the test is skipped, or fails if SVCX_REQUIRE_REDIS is 1.
func realRedis(t testing.TB) string {
	t.Helper()
	url := os.Getenv("SVCX_TEST_REDIS_URL")
	if url == "" {
		missing := t.Skip
		if os.Getenv("SVCX_REQUIRE_REDIS") == "1" {
			missing = t.Fatal
		}
		missing("no Redis: set SVCX_TEST_REDIS_URL=redis://host:port/0")
	}
	return url
}

func BenchmarkRedis(b *testing.B) {
	l := patient(NewRedis(open(b, realRedis(b)), "svcx-test:"+rand.Text()+":", Rate{60, time.Second}, time.Now, unused{b}, slog.New(slog.DiscardHandler)))
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = fmt.Sprint(i)
	}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			l.Take(context.Background(), keys[i%len(keys)])
		}
	})
}
