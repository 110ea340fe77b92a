package limit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"svcx/internal/outage"
)

// RedisTimeout is how long a request waits for Redis before it is counted
// here. An answer takes well under a millisecond; this is room for a pause.
const RedisTimeout = 100 * time.Millisecond

// checkTime bounds Check.
const checkTime = 2 * time.Second

// takeScript is gcra.take on the server, in one step that no other node can
// come between.
//
// It uses the server's clock and not ours: the nodes' clocks differ, and with
// each node's own a client would get the difference for free at every change
// of node (or be refused for it). Microseconds since 1970 are exact in Lua's
// doubles. The key lives until its bucket is full, when forgetting it changes
// nothing; the extra millisecond is for the server's rounding.
const takeScript = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local before = (tonumber(redis.call('GET', KEYS[1]) or '') or now) - now
local ahead = math.min(math.max(before, 0), burst)
local allowed = ahead + interval <= burst
if allowed then
	ahead = ahead + interval
end
if allowed or ahead < before then
	redis.call('SET', KEYS[1], string.format('%.0f', now + ahead), 'PX', math.ceil(ahead / 1000) + 1)
end
return {allowed and 1 or 0, ahead}
`

// Redis counts in a Redis (5 or later) or Valkey that all nodes share, so the
// limit is exact however many there are (decisions 5). One round trip a
// request.
//
// While Redis cannot be reached the fallback counts, which starts from full
// buckets: at such a change a client may get up to N requests more from each
// node. After three failures in a row only one request a second tries Redis;
// the others do not wait for it.
type Redis struct {
	client   redis.UniversalClient
	script   *redis.Script
	prefix   string
	rate     gcra
	now      func() time.Time
	fallback Limiter
	timeout  time.Duration
	breaker  *breaker
	outage   *outage.Outage
}

// OpenRedis returns a client with the settings that Redis needs: it gives up
// at the context's deadline, does not try again by itself, and keeps small
// buffers. url is redis://, rediss:// or unix:// as SVCX_REDIS_URL has it. It
// does not connect. The error never shows the url, which may hold a password.
//
// What the client library has to say goes to the log, for debugging: that Redis
// fails is told by the limiter. The library has one place for it in a process.
func OpenRedis(url string, log *slog.Logger) (*redis.Client, error) {
	opt, err := parseRedisURL(url)
	if err != nil {
		return nil, err
	}
	redis.SetLogger(libraryLog{log})
	opt.ContextTimeoutEnabled = true
	opt.MaxRetries = -1
	opt.DialerRetries = 1
	opt.DialTimeout = time.Second
	opt.ReadBufferSize, opt.WriteBufferSize = 4<<10, 4<<10
	// Both would be more round trips on each new connection.
	opt.DisableIdentity = true
	opt.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return redis.NewClient(opt), nil
}

// CheckRedisURL refuses what OpenRedis would; "" is no Redis.
func CheckRedisURL(url string) error {
	if url == "" {
		return nil
	}
	_, err := parseRedisURL(url)
	return err
}

func parseRedisURL(url string) (*redis.Options, error) {
	opt, err := redis.ParseURL(url)
	if err != nil {
		// The cause repeats the URL, password and all.
		return nil, errors.New("SVCX_REDIS_URL must look like redis://user:password@host:6379/0 (or rediss://, unix://)")
	}
	return opt, nil
}

// libraryLog takes the lines that go-redis would print on standard error.
type libraryLog struct{ log *slog.Logger }

func (l libraryLog) Printf(ctx context.Context, format string, args ...any) {
	if l.log.Enabled(ctx, slog.LevelDebug) {
		l.log.DebugContext(ctx, "the Redis client says", "line", fmt.Sprintf(format, args...))
	}
}

// NewRedis returns a limiter that counts in Redis under prefix + key. Two
// limits that share a Redis need different prefixes. Finer than one request
// per microsecond it cannot count.
//
// The client must give up at a context's deadline, as that of OpenRedis does
// (ContextTimeoutEnabled); another would wait for its own, longer timeouts.
// now serves Decision.Reset, the pauses of the breaker and the log, not the
// count. The log gets a warning when Redis begins to fail, at most one a minute,
// and a line when it is back after a warning.
func NewRedis(client redis.UniversalClient, prefix string, r Rate, now func() time.Time, fallback Limiter, log *slog.Logger) *Redis {
	return &Redis{
		client:   client,
		script:   redis.NewScript(takeScript),
		prefix:   prefix,
		rate:     newGCRA(r, time.Microsecond),
		now:      now,
		fallback: fallback,
		timeout:  RedisTimeout,
		breaker:  new(breaker),
		outage:   redisOutage(now, log),
	}
}

// Beside is a limiter of another rate on the same Redis, with a prefix of its
// own. What one of the two finds out about Redis, the other knows, and the log is
// told once.
func (l *Redis) Beside(prefix string, r Rate, fallback Limiter) *Redis {
	beside := *l
	beside.prefix, beside.rate, beside.fallback = prefix, newGCRA(r, time.Microsecond), fallback
	return &beside
}

// Take implements Limiter. It returns within 100 ms whatever Redis does. The
// context's values are used (tracing), its end is not: a client that hangs up
// early is counted all the same, and its hanging up is no fault of Redis.
func (l *Redis) Take(ctx context.Context, key string) Decision {
	if l.rate.off() {
		return Decision{Allowed: true}
	}
	if !l.breaker.allow(l.now()) {
		return l.fallback.Take(ctx, key)
	}
	ahead, allowed, err := l.take(ctx, key)
	at := l.now()
	if err != nil {
		l.breaker.failed(at)
		l.outage.Failed(err)
		return l.fallback.Take(ctx, key)
	}
	l.breaker.succeeded()
	l.outage.Works()
	return l.rate.decision(ahead, allowed, at)
}

func (l *Redis) take(ctx context.Context, key string) (ahead int64, allowed bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.timeout)
	defer cancel()
	v, err := l.script.Run(ctx, l.client, []string{l.prefix + key}, l.rate.interval, l.rate.burst).Int64Slice()
	if err != nil {
		return 0, false, err
	}
	if len(v) != 2 || v[1] < 0 || v[1] > l.rate.burst {
		return 0, false, fmt.Errorf("unexpected answer %v", v)
	}
	return v[1], v[0] == 1, nil
}

func redisOutage(now func() time.Time, log *slog.Logger) *outage.Outage {
	return outage.New(log, now, "rate limits: Redis does not answer, each node counts for itself", "rate limits: Redis answers again, counting across nodes",
		"setting", "SVCX_REDIS_URL")
}

// Check asks Redis whether it is there, so that the log has a wrong address at
// the start and not with the first request. It returns within two seconds.
func (l *Redis) Check(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	if err := l.client.Ping(ctx).Err(); err != nil {
		l.outage.Failed(err)
		return
	}
	l.outage.Works()
}

// Close ends the connections, those of limiters beside this one too.
func (l *Redis) Close() error { return l.client.Close() }
