// Package provider calls a language model: POST {base}/chat/completions of any server that
// speaks OpenAI's protocol.
//
//	provider.go  a call, its one retry, its errors
//	answer.go    the answer as one JSON object
//	stream.go    the answer as server-sent events
//
// A call is bounded in time and bytes, ends when its caller leaves, and never returns a part of
// an answer as a whole one. No error text has the key, or anything that the server sent.
package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"svcx/internal/safehttp"
)

// The roles of messages: instructions are System, and what a model works on is User.
const (
	System = "system"
	User   = "user"
)

// Message is a message to the model.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Provider is a server with a model.
type Provider struct {
	BaseURL string
	// Key is "" for a server that needs none.
	Key string
	// Model is "" for a server that has only one.
	Model string
	// HTTP decides which addresses may be reached. Its time-out bounds one attempt.
	HTTP *safehttp.Client
}

// Completion is a whole answer of a model.
type Completion struct {
	Text string
	// In and Out are the tokens of the messages and of the answer, Total what the provider
	// counts in all; 0 if it does not say.
	In, Out, Total int
}

// Reason is why there is no usable answer.
type Reason string

// The reasons.
const (
	Unreachable Reason = "unreachable" // no request has arrived: the call cost nothing
	TimedOut    Reason = "timeout"
	Refused     Reason = "refused"   // an error status: a wrong key, an unknown model, too many requests
	Declined    Reason = "declined"  // the model or its filter declined to answer
	Truncated   Reason = "truncated" // the answer was cut off
	Malformed   Reason = "malformed" // no completion
)

// Error is the failure of a call.
type Error struct {
	Reason Reason
	// Status is the HTTP status of a refusal.
	Status int
	Err    error
}

func (e *Error) Error() string { return "the AI provider: " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

func failed(reason Reason, format string, args ...any) *Error {
	return &Error{Reason: reason, Err: fmt.Errorf(format, args...)}
}

// Bounds of a call.
const (
	// maxAnswer bounds the body of an answer. The longest useful text, of 50,000 characters,
	// is half of that when every one is escaped.
	maxAnswer = 1 << 20
	// defaultWait is the wait before the retry if the server does not say, maxWait the longest
	// that a caller waits; a server that asks for more is not asked again.
	defaultWait = 500 * time.Millisecond
	maxWait     = 5 * time.Second
)

// Complete asks the model, and returns its whole answer. A server that is busy or fails (429,
// 5xx) is asked once more. The error is an *Error, or the caller's own if ctx has ended.
func (p *Provider) Complete(ctx context.Context, messages []Message) (Completion, error) {
	return p.call(ctx, messages, p.whole)
}

// Stream is Complete with the text as it arrives: token is called with each part of it. What
// counts is the completion; an error means that what has arrived must not be used.
func (p *Provider) Stream(ctx context.Context, messages []Message, token func(string)) (Completion, error) {
	return p.call(ctx, messages, func(ctx context.Context, messages []Message) (Completion, *retry, error) {
		return p.streamed(ctx, messages, token)
	})
}

// retry is what a server that may answer later says about when.
type retry struct{ after time.Duration }

// attempt makes one request. It returns a retry if another one may succeed.
type attempt func(context.Context, []Message) (Completion, *retry, error)

func (p *Provider) call(ctx context.Context, messages []Message, try attempt) (Completion, error) {
	done, again, err := try(ctx, messages)
	if again != nil && again.after <= maxWait && wait(ctx, again.after) == nil {
		first := err
		done, _, err = try(ctx, messages)
		var second *Error
		if errors.As(err, &second) && second.Reason == Unreachable {
			err = first // the messages did go out
		}
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return Completion{}, ctx.Err()
	}
	return done, err
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// question is the body of a request. Parameters that some servers or models refuse, such as a
// temperature or a format of the answer, are left out.
type question struct {
	Model         string         `json:"model,omitempty"`
	Messages      []Message      `json:"messages"`
	Stream        bool           `json:"stream,omitempty"`
	StreamOptions *streamOptions `json:"stream_options,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

func (p *Provider) request(messages []Message, stream bool) (safehttp.Request, error) {
	q := question{Model: p.Model, Messages: messages, Stream: stream}
	if stream {
		q.StreamOptions = &streamOptions{IncludeUsage: true}
	}
	body, err := json.Marshal(q)
	if err != nil {
		return safehttp.Request{}, fmt.Errorf("encoding a request to the AI provider: %w", err)
	}
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}
	if stream {
		header.Set("Accept", "text/event-stream")
	}
	if p.Key != "" {
		header.Set("Authorization", "Bearer "+p.Key)
	}
	return safehttp.Request{
		Method: http.MethodPost, URL: strings.TrimRight(p.BaseURL, "/") + "/chat/completions", Header: header, Body: body, MaxBody: maxAnswer,
	}, nil
}

// unreached turns an error of the HTTP client into the reason. Its text names no query, no key
// and nothing that the server sent.
func unreached(err error) *Error {
	var sent *safehttp.Error
	if errors.As(err, &sent) && sent.Connected {
		return &Error{Reason: Malformed, Err: err}
	}
	switch safehttp.Code(err) {
	case safehttp.CodeTimeout:
		return &Error{Reason: TimedOut, Err: err}
	case safehttp.CodeRedirect:
		return &Error{Reason: Refused, Err: err}
	case safehttp.CodeBodyTooLarge:
		return &Error{Reason: Malformed, Err: err}
	case "":
		// A key that no header can have.
		return failed(Unreachable, "the request cannot be sent: %w", err)
	}
	return &Error{Reason: Unreachable, Err: err}
}

// refusal is the error for a status that is no success, and whether to try again.
func refusal(status int, header http.Header) (*retry, *Error) {
	err := failed(Refused, "it answered with status %d", status)
	err.Status = status
	if status == http.StatusTooManyRequests || status >= 500 {
		return &retry{retryAfter(header)}, err
	}
	return nil, err
}

// retryAfter reads Retry-After in seconds. A date, which no provider is known to send, counts as
// none.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After")), 64)
	if err != nil || seconds < 0 || seconds != seconds {
		return defaultWait
	}
	return time.Duration(min(seconds, 3600) * float64(time.Second))
}
