package client

import (
	"encoding/json"
	"net/http"
	"time"
)

// Option changes how calls are made.
type Option func(*caller)

// WithHTTPClient makes calls with c in place of a client with a timeout of 30 seconds.
func WithHTTPClient(c *http.Client) Option { return func(k *caller) { k.http = c } }

// WithAttempts sets how often a call is made at most; the default is 4, and 1 is no retry.
func WithAttempts(n int) Option { return func(k *caller) { k.attempts = max(n, 1) } }

// WithBackoff sets the wait after attempt n (from 1) when the server names none. The default
// is half a second, doubled with each attempt, each shortened at random by up to a half.
func WithBackoff(wait func(n int) time.Duration) Option { return func(k *caller) { k.backoff = wait } }

// WithUserAgent sets the User-Agent header.
func WithUserAgent(name string) Option { return func(k *caller) { k.agent = name } }

// Optional is a member of a body that changes something: the zero value leaves what is there,
// Set replaces it, and Null clears it.
type Optional[T any] struct {
	value T
	state int8
}

// Set is a member with a value.
func Set[T any](value T) Optional[T] { return Optional[T]{value, 1} }

// Null is a member that clears what is there.
func Null[T any]() Optional[T] { return Optional[T]{state: 2} }

// IsZero reports that nothing is to change; the member is then left out.
func (o Optional[T]) IsZero() bool { return o.state == 0 }

// MarshalJSON implements [json.Marshaler].
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.state == 1 {
		return json.Marshal(o.value)
	}
	return []byte("null"), nil
}
