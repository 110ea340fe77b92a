// Package limit refuses clients that ask too often: so many requests per
// period and client address (R 8, W 8, decisions 5), counted in this process
// or, where a Redis or Valkey is given, exactly across all nodes.
//
// Every count is a GCRA bucket: a client may send Rate.N requests at once, after
// which one more becomes free every Rate.Per / Rate.N. In any stretch of time
// t no client is allowed more than N + N*t/Per requests. The state is one
// number a client, the time at which its bucket is full again, so a client
// whose time has passed costs nothing: it can be forgotten.
//
// Which requests are counted is the caller's business: static files and the
// event stream are exempt (decisions 6), and the sign-in link has a limit of
// its own.
package limit

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"svcx"
)

// Rate is N requests per Per, all N of which may come at once. N or Per of
// zero or less means that the limit is off; more than a billion requests, or a
// year, count as that.
type Rate struct {
	N   int
	Per time.Duration
}

// Limiter counts one request of a client.
type Limiter interface {
	// Take counts one request of key (see Key) and says whether it may go on.
	// A refused request is not counted: who keeps asking is not shut out
	// longer for it. Take never fails: a limiter that cannot reach its shared
	// count falls back to another. Safe for concurrent use.
	Take(ctx context.Context, key string) Decision
}

// Decision is the answer to one request. The zero Limit says that the limit is
// off; such a decision is allowed and sets no headers.
type Decision struct {
	Allowed bool
	// Limit is the most requests that may come at once (Rate.N).
	Limit int
	// Remaining is how many more would be allowed at this moment.
	Remaining int
	// Reset is when the bucket is full again, if nothing more comes.
	Reset time.Time
	// RetryAfter is, for a refused request, the wait after which one request
	// would be allowed: whole seconds, rounded up, at least one. Zero for an
	// allowed one.
	RetryAfter time.Duration
}

// The names as net/http writes them; header names know no case, so these are
// the X-RateLimit-… of decisions 5.
const (
	headerLimit      = "X-Ratelimit-Limit"
	headerRemaining  = "X-Ratelimit-Remaining"
	headerReset      = "X-Ratelimit-Reset"
	headerRetryAfter = "Retry-After"
)

// SetHeaders tells the client where it stands (decisions 5):
// X-RateLimit-Limit and X-RateLimit-Remaining in requests, X-RateLimit-Reset
// in seconds since 1970 (rounded up: at that second the bucket is full), and
// on a refusal Retry-After in seconds. It sets nothing when the limit is off.
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

// Seconds that a client is told to wait where no Decision has refused it.
const (
	// whileDown is for what passes by itself: nobody who waits is held up for
	// longer than the trouble lasts.
	whileDown = "1"
	// whileTaken is for streams and exports, which others hold for some time.
	whileTaken = "30"
	// whileOff is for what an operator has switched off.
	whileOff = "60"
)

// SetRetryAfter puts on the answer to an error when to come again, if the error
// is one that passes (429, 503) and no Decision has said so already.
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
