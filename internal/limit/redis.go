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

// RedisTimeout is how long a request waits for Redis before it is counted by the
// fallback. Redis normally answers in well under a millisecond; the rest is room
// for a pause.
const RedisTimeout = 100 * time.Millisecond

// checkTime bounds Check.
const checkTime = 2 * time.Second

// takeScript is gcra.take on the server, as one atomic step.
//
// It uses the server's clock, not the node's: clocks of nodes differ, and a
// client would gain or lose the difference at every change of node. Microseconds
// since 1970 are exact in Lua's doubles. The key expires when its bucket is full,
// since forgetting it then changes nothing; the extra millisecond is for the
// server's rounding.
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

// Redis is a Limiter that counts in a Redis (5 or later) or Valkey that all nodes
// share, so that the limit is exact however many nodes there are (D 5). It takes
// one round trip per request.
//
// While Redis cannot be reached the fallback counts. It starts with full buckets,
// so at such a change a client may get up to N more requests from each node.
// After three failures in a row only one request per second tries Redis; the
// others do not wait for it.
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

// OpenRedis returns a client with the settings that NewRedis needs: it gives up
// at the context's deadline, does not retry by itself, and has small buffers. url
// is redis://, rediss:// or unix://, as in SVCX_REDIS_URL. OpenRedis does not
// connect. The error never shows the url, which may contain a password.
//
// The client library's own messages go to the log at debug level; the limiter
// logs outages itself. The library has one logger per process.
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
	// Both would cost more round trips on each new connection.
	opt.DisableIdentity = true
	opt.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return redis.NewClient(opt), nil
}

// CheckRedisURL returns the error that OpenRedis would return. "" means no Redis
// and is valid.
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
		// The cause repeats the URL with its password.
		return nil, errors.New("SVCX_REDIS_URL must look like redis://user:password@host:6379/0 (or rediss://, unix://)")
	}
	return opt, nil
}

// libraryLog logs the lines that go-redis would print on standard error.
type libraryLog struct{ log *slog.Logger }

func (l libraryLog) Printf(ctx context.Context, format string, args ...any) {
	if l.log.Enabled(ctx, slog.LevelDebug) {
		l.log.DebugContext(ctx, "message of the Redis client", "line", fmt.Sprintf(format, args...))
	}
}

// NewRedis returns a limiter that counts in Redis under prefix + key. Two limits
// that share a Redis need different prefixes. The finest rate is one request per
// microsecond.
//
// The client must give up at the context's deadline (ContextTimeoutEnabled), as
// one from OpenRedis does; another would wait for its own, longer timeouts. now
// is used for Decision.Reset, the pauses of the breaker and the log, not for the
// count. A warning is logged when Redis begins to fail, at most one per minute,
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

// Beside returns a limiter with another rate and prefix on the same Redis. The
// two share the breaker and the outage, which is logged once.
func (l *Redis) Beside(prefix string, r Rate, fallback Limiter) *Redis {
	beside := *l
	beside.prefix, beside.rate, beside.fallback = prefix, newGCRA(r, time.Microsecond), fallback
	return &beside
}

// Take implements Limiter. It returns within 100 ms whatever Redis does. It uses
// the context's values (tracing) but ignores its cancellation: a client that hangs
// up early is counted all the same, and is not a failure of Redis.
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
	return outage.New(log, now, "rate limits: Redis does not answer, each node counts on its own", "rate limits: Redis answers again, counting across nodes",
		"setting", "SVCX_REDIS_URL")
}

// Check pings Redis, so that a wrong address is logged at start and not with the
// first request. It returns within two seconds.
func (l *Redis) Check(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	if err := l.client.Ping(ctx).Err(); err != nil {
		l.outage.Failed(err)
		return
	}
	l.outage.Works()
}

// Close closes the connections, including those of limiters made by Beside.
func (l *Redis) Close() error { return l.client.Close() }
