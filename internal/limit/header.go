package limit

import (
	"net/http"
	"strconv"
	"time"

	"svcx"
)

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
	// whileTaken is for streams and exports, which other clients hold for a while, and for
	// models that are busy.
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
	case svcx.KindRateLimited, svcx.KindAIUnavailable:
		wait = whileTaken
	case svcx.KindAPIDisabled:
		wait = whileOff
	}
	if wait != "" && h.Get(headerRetryAfter) == "" {
		h.Set(headerRetryAfter, wait)
	}
}
