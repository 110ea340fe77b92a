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
// The caller decides which requests are counted: static files and the event
// stream are exempt (D 6), and the sign-in link has a limit of its own.
package limit

import (
	"context"
	"net/http"
	"strconv"
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

// Header names in net/http's canonical form. They are case-insensitive, so these
// are the X-RateLimit-… of D 5.
const (
	headerLimit      = "X-Ratelimit-Limit"
	headerRemaining  = "X-Ratelimit-Remaining"
	headerReset      = "X-Ratelimit-Reset"
	headerRetryAfter = "Retry-After"
)

// SetHeaders sets the rate limit headers (D 5): X-RateLimit-Limit and
// X-RateLimit-Remaining in requests, X-RateLimit-Reset in seconds since 1970
// (rounded up: at that second the bucket is full), and Retry-After in seconds if
// the request is refused. It sets nothing when the limit is off.
func (d Decision) SetHeaders(h http.Header) {
	if d.Limit == 0 {
		return
	}
	reset := d.Reset.Unix()
	if d.Reset.Nanosecond() > 0 {
		reset++
	}
	h.Set(headerLimit, strconv.Itoa(d.Limit))
	h.Set(headerRemaining, strconv.Itoa(d.Remaining))
	h.Set(headerReset, strconv.FormatInt(reset, 10))
	if !d.Allowed {
		h.Set(headerRetryAfter, strconv.FormatInt(int64(d.RetryAfter/time.Second), 10))
	}
}

// The Retry-After seconds of errors that do not come from a Decision.
const (
	// whileDown is for outages, which may end at any time: a client should not
	// wait longer than the outage lasts.
	whileDown = "1"
	// whileTaken is for streams and exports, which other clients hold for a while.
	whileTaken = "30"
	// whileOff is for what an operator has switched off.
	whileOff = "60"
)

// SetRetryAfter sets Retry-After on the answer to a temporary error (429, 503),
// unless a Decision has set it already.
func SetRetryAfter(h http.Header, err error) {
	wait := ""
	switch svcx.KindOf(err) {
	case svcx.KindUnavailable:
		wait = whileDown
	case svcx.KindRateLimited:
		wait = whileTaken
	case svcx.KindAPIDisabled:
		wait = whileOff
	}
	if wait != "" && h.Get(headerRetryAfter) == "" {
		h.Set(headerRetryAfter, wait)
	}
}
