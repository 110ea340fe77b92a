package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Bounds of a call.
const (
	maxAnswer     = 64 << 20
	maxRetryAfter = time.Minute // a longer wait is left to the program
)

// caller makes calls and repeats them.
type caller struct {
	http     *http.Client
	attempts int
	backoff  func(n int) time.Duration
	agent    string
}

func newCaller(options []Option) *caller {
	k := &caller{
		attempts: 4, agent: "svcx-client",
		// A redirect is an answer: it would take the key elsewhere.
		http: &http.Client{
			Timeout:       30 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		backoff: func(n int) time.Duration {
			wait := 500 * time.Millisecond << min(n-1, 6)
			return wait/2 + mathrand.N(wait/2)
		},
	}
	for _, o := range options {
		o(k)
	}
	return k
}

// call is one call, which may take several attempts.
type call struct {
	method, url string
	header      http.Header
	body        any
	// repeatable is a call that may arrive twice.
	repeatable bool
}

// answer is what came back with a status below 300.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (k *caller) do(ctx context.Context, c call) (*answer, error) {
	var body []byte
	if c.body != nil {
		var err error
		if body, err = encode(c.body); err != nil {
			return nil, fmt.Errorf("encoding the body: %w", err)
		}
	}
	lost := false // an attempt may have been carried out
	for n := 1; ; n++ {
		got, err := k.attempt(ctx, c, body)
		var refusal *Error
		answered := errors.As(err, &refusal)
		if err == nil || lost && c.method == http.MethodDelete && IsNotFound(err) {
			return got, nil
		}
		again := !answered && c.repeatable || answered && refusal.temporary() && (c.repeatable || refusal.refused()) ||
			lost && answered && refusal.Code == CodeConflict && c.header.Get("Idempotency-Key") != "" // the lost one is still running
		if !again || n >= k.attempts || ctx.Err() != nil {
			return nil, err
		}
		lost = lost || !answered || !refusal.refused()
		wait := k.backoff(n)
		if answered && refusal.RetryAfter > 0 {
			if wait = refusal.RetryAfter; wait > maxRetryAfter {
				return nil, err
			}
		}
		if !sleep(ctx, wait) {
			return nil, fmt.Errorf("%w, after %w", context.Cause(ctx), err)
		}
	}
}

// attempt makes a call once. Its error is an *Error if the server answered.
func (k *caller) attempt(ctx context.Context, c call, body []byte) (*answer, error) {
	r, err := http.NewRequestWithContext(ctx, c.method, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range c.header {
		r.Header[name] = values
	}
	r.Header.Set("User-Agent", k.agent)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := k.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	got := &answer{res.StatusCode, res.Header, text}
	if res.StatusCode >= 300 {
		return got, errorOf(res.StatusCode, res.Header, text, time.Now())
	}
	return got, nil
}

func encode(body any) ([]byte, error) {
	if raw, is := body.(json.RawMessage); is {
		return raw, nil // as it is, also where it is no JSON: the server says what is wrong with it
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(body)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}

func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// retryAfter reads the header in both of its forms: seconds, or a date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// API makes calls to the REST API v1 of a workspace. Packages clienta and clientb have a
// method for each operation.
type API struct {
	caller *caller
	base   string
	key    string
}

// NewAPI returns the API of a workspace, named by its slug, at a server's address
// (https://inbox.example.com). key is an API key with the scopes that the calls need.
func NewAPI(baseURL, workspace, key string, options ...Option) *API {
	return &API{newCaller(options), strings.TrimSuffix(baseURL, "/") + "/api/v1/" + url.PathEscape(workspace), key}
}

type idempotencyKey struct{}

// WithIdempotencyKey gives the POST that is made with the context a key of your own, so that
// a program that was interrupted can make the same call again within 24 hours: the server
// carries it out once and repeats its answer. Without it each POST gets a random one, which covers the
// retries of that call.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}

// Do makes a call: path is relative to the workspace (/conversations/7), body is encoded as
// JSON unless it is nil, and the answer is decoded into out unless that is nil. The error is
// an *Error if the server refused the call.
func (a *API) Do(ctx context.Context, method, path string, query url.Values, body, out any) error {
	c := call{method: method, url: a.base + path, header: http.Header{"Authorization": {"Bearer " + a.key}}, body: body, repeatable: true}
	if len(query) > 0 {
		c.url += "?" + query.Encode()
	}
	if method == http.MethodPost {
		key, own := ctx.Value(idempotencyKey{}).(string)
		if !own {
			key = rand.Text()
		}
		c.header.Set("Idempotency-Key", key)
	}
	got, err := a.caller.do(ctx, c)
	if err != nil {
		return err
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(got.body, out); err != nil {
		return fmt.Errorf("%s %s: the answer is not understood: %w", method, path, err)
	}
	return nil
}

// Data makes a call and returns the member data of the answer, which is what operations
// about one thing answer with.
func Data[T any](ctx context.Context, a *API, method, path string, body any) (T, error) {
	var envelope struct {
		Data T `json:"data"`
	}
	err := a.Do(ctx, method, path, nil, body, &envelope)
	return envelope.Data, err
}
