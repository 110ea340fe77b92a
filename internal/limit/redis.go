package limit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"

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
	pool     *redis.Pool
	script   *redis.Script
	prefix   string
	rate     gcra
	now      func() time.Time
	fallback Limiter
	timeout  time.Duration
	breaker  *breaker
	outage   *outage.Outage
}

const (
	// redisConns bounds the connections; requests wait for one of them.
	redisConns = 32
	// connTime bounds connecting, and each command on a connection. It is longer than a
	// request waits: a connection that takes longer to make is there for the next one.
	connTime = 2 * time.Second
	// trusted is how long a connection may be unused before it is asked whether it
	// still works: each would fail a request after the server has restarted.
	trusted = time.Second
)

// OpenRedis returns a pool of connections for NewRedis. url is redis://, rediss:// or
// unix://, as in SVCX_REDIS_URL. OpenRedis does not connect. The error never shows the
// url, which may contain a password.
func OpenRedis(url string, now func() time.Time) (*redis.Pool, error) {
	to, err := parseRedisURL(url)
	if err != nil {
		return nil, err
	}
	return &redis.Pool{
		// Without the caller's context, which ends earlier.
		Dial: func() (redis.Conn, error) { return redis.Dial(to.network, to.address, to.options...) },
		TestOnBorrow: func(c redis.Conn, used time.Time) error {
			if now().Sub(used) < trusted {
				return nil
			}
			_, err := c.Do("PING")
			return err
		},
		MaxActive: redisConns, MaxIdle: redisConns, Wait: true,
	}, nil
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

// redisAddress is what a URL says.
type redisAddress struct {
	network, address string
	options          []redis.DialOption
}

// The cause of url.Parse would repeat the URL with its password.
var errRedisURL = errors.New("SVCX_REDIS_URL must look like redis://user:password@host:6379/0 (or rediss://, unix://)")

// parseRedisURL reads redis://user:password@host:port/db, the same with rediss://, and
// unix://user:password@/path?db=0. The library's own reading takes a user without a
// password for the password, and no unix://.
func parseRedisURL(text string) (redisAddress, error) {
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" || u.Fragment != "" {
		return redisAddress{}, errRedisURL
	}
	password, _ := u.User.Password()
	to := redisAddress{"tcp", u.Host, []redis.DialOption{
		redis.DialConnectTimeout(connTime), redis.DialTLSHandshakeTimeout(connTime), redis.DialReadTimeout(connTime), redis.DialWriteTimeout(connTime),
		redis.DialUsername(u.User.Username()), redis.DialPassword(password), redis.DialUseTLS(u.Scheme == "rediss"),
	}}
	database, query := strings.Trim(u.Path, "/"), u.RawQuery
	switch u.Scheme {
	case "redis", "rediss":
		to.address = net.JoinHostPort(cmp.Or(u.Hostname(), "localhost"), cmp.Or(u.Port(), "6379"))
	case "unix":
		to.network, to.address = "unix", u.Path
		values := u.Query()
		database = values.Get("db")
		values.Del("db")
		if query = values.Encode(); u.Host != "" || len(u.Path) < 2 {
			return redisAddress{}, errRedisURL
		}
	default:
		return redisAddress{}, errRedisURL
	}
	db, err := strconv.ParseUint(cmp.Or(database, "0"), 10, 31)
	if err != nil || query != "" {
		return redisAddress{}, errRedisURL
	}
	to.options = append(to.options, redis.DialDatabase(int(db)))
	return to, nil
}

// NewRedis returns a limiter that counts in Redis under prefix + key. Two limits
// that share a Redis need different prefixes. The finest rate is one request per
// microsecond.
//
// now is used for Decision.Reset, the pauses of the breaker and the log, not for the
// count. A warning is logged when Redis begins to fail, at most one per minute,
// and a line when it is back after a warning.
func NewRedis(pool *redis.Pool, prefix string, r Rate, now func() time.Time, fallback Limiter, log *slog.Logger) *Redis {
	return &Redis{
		pool:     pool,
		script:   redis.NewScript(1, takeScript),
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

// Take implements Limiter. It returns within 100 ms whatever Redis does. It ignores
// the context's cancellation: a client that hangs up early is counted all the same, and
// is not a failure of Redis.
func (l *Redis) Take(ctx context.Context, key string) Decision {
	if l.rate.off() {
		return Decision{Allowed: true}
	}
	if !l.breaker.allow(l.now()) {
		return l.fallback.Take(ctx, key)
	}
	ahead, allowed, err := l.take(key)
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

func (l *Redis) take(key string) (ahead int64, allowed bool, err error) {
	var v []int64
	err = l.use(l.timeout, func(c redis.Conn) (err error) {
		v, err = redis.Int64s(l.script.Do(c, l.prefix+key, l.rate.interval, l.rate.burst))
		return err
	})
	if err != nil {
		return 0, false, err
	}
	if len(v) != 2 || v[1] < 0 || v[1] > l.rate.burst {
		return 0, false, fmt.Errorf("unexpected answer %v", v)
	}
	return v[1], v[0] == 1, nil
}

// errSlow is the error of a command that takes too long.
var errSlow = fmt.Errorf("redis: no answer in time: %w", context.DeadlineExceeded)

// use runs f with a connection and waits for it for d. After that f goes on for as long
// as connTime lets it, and its connection is kept; what it sets must not be read.
func (l *Redis) use(d time.Duration, f func(redis.Conn) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		c, err := l.pool.GetContext(ctx) // waits for one that is free
		if err == nil {
			err = f(c)
			c.Close()
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errSlow
	}
}

func redisOutage(now func() time.Time, log *slog.Logger) *outage.Outage {
	return outage.New(log, now, "rate limits: Redis does not answer, each node counts on its own", "rate limits: Redis answers again, counting across nodes",
		"setting", "SVCX_REDIS_URL")
}

// Check pings Redis, so that a wrong address is logged at start and not with the
// first request. It returns within two seconds.
func (l *Redis) Check() {
	if err := l.Ping(); err != nil {
		l.outage.Failed(err)
		return
	}
	l.outage.Works()
}

// Ping pings Redis. It returns within two seconds.
func (l *Redis) Ping() error {
	return l.use(checkTime, func(c redis.Conn) error { _, err := c.Do("PING"); return err })
}

// Close closes the connections, including those of limiters made by Beside.
func (l *Redis) Close() error { return l.pool.Close() }
