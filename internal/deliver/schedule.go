package deliver

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// jitterShare is how far a wait may be off the schedule, as a fraction, so that
	// deliveries that failed together are not retried together.
	jitterShare = 0.2
	// maxRetryAfter bounds the wait that a receiver can ask for.
	maxRetryAfter = 24 * time.Hour
	// maxRefused is the number of attempts at a body that the receiver refuses.
	maxRefused = 3
)

// DefaultSchedule returns the default retry schedule (D 4): ten attempts over some 28
// hours.
func DefaultSchedule() []time.Duration {
	return []time.Duration{
		5 * time.Second, 30 * time.Second,
		2 * time.Minute, 10 * time.Minute, 30 * time.Minute,
		2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
	}
}

// wait returns the time between a failed attempt, counted from 1, and the next: that
// of the schedule, or the one that the receiver asked for if it is longer. ok is false
// after the last attempt.
func (d *Deliverer) wait(attempt int, retryAfter time.Duration) (wait time.Duration, ok bool) {
	if attempt > len(d.schedule) {
		return 0, false
	}
	scheduled := float64(d.schedule[attempt-1])
	return max(time.Duration(scheduled*(1-jitterShare+2*jitterShare*d.jitter())), retryAfter), true
}

// retryAfter reads the Retry-After header, in seconds or as a date. It is 0 if it is
// invalid or past.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > int64(maxRetryAfter/time.Second) {
			return maxRetryAfter
		}
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}
