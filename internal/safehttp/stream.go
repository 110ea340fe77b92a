package safehttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Limits of a Stream after its header: data must keep coming, and the total is long
// enough to read the largest body on a slow line. streamIdle is the default.
const (
	streamIdle  = 10 * time.Second
	streamTotal = 5 * time.Minute
)

// Stream is an answer whose body the caller reads and must close.
type Stream struct {
	Status int
	Header http.Header
	// Length is the Content-Length of the answer, -1 if it has none.
	Length int64
	body   io.ReadCloser
	phase  *phase
	idle   *time.Timer
	most   time.Duration // what idle is set to
	whole  *time.Timer
	left   int64
	limit  int64
}

// Open fetches r.URL without reading the body, for what is too large for memory.
// Options.Timeout bounds all that comes before the body. At most MaxBody bytes of
// the body can be read: a longer one, or a greater Content-Length, is an error with
// CodeBodyTooLarge. A 3xx answer is an error with CodeRedirect, without a Stream.
// Other errors are those of Do.
func (c *Client) Open(ctx context.Context, r Request) (*Stream, error) {
	if err := checkRequest(r); err != nil {
		return nil, err
	}
	t, err := parseTarget(r.URL, c.allowHTTP)
	if err != nil {
		return nil, err
	}
	p := newPhase(ctx, c.timeout)
	s, err := c.open(p, t, r)
	if err != nil {
		p.cancel(nil)
		return nil, err
	}
	return s, nil
}

func (c *Client) open(p *phase, t *target, r Request) (*Stream, error) {
	addrs, err := c.addresses(p, t)
	if err != nil {
		return nil, err
	}
	answer, err := c.exchange(p, t, addrs, r)
	if err != nil {
		return nil, err
	}
	p.timer.Stop()
	s := &Stream{Status: answer.StatusCode, Header: answer.Header, Length: answer.ContentLength, body: answer.Body, phase: p, most: c.idle, limit: c.maxBody}
	if r.MaxBody > 0 {
		s.limit = r.MaxBody
	}
	s.left = s.limit
	switch {
	case s.Status < 200:
		err = unanswered(errors.New("the answer switches to another protocol"))
	case s.Status >= 300 && s.Status <= 399:
		err = &Error{Code: CodeRedirect, Err: fmt.Errorf("answered %d, and redirects are not followed", s.Status)}
	case s.Length > s.limit:
		err = tooLarge(s.limit)
	default:
		s.whole = time.AfterFunc(streamTotal, p.expire)
		s.idle = time.AfterFunc(s.most, p.expire)
		return s, nil
	}
	answer.Body.Close()
	return nil, err
}

// Read reads from the body. Any error but io.EOF means that the body is incomplete.
func (s *Stream) Read(p []byte) (int, error) {
	// Only the server is timed: the caller's own client may be slow.
	s.idle.Reset(s.most)
	defer s.idle.Stop()
	if int64(len(p)) > s.left+1 {
		p = p[:s.left+1] // one more byte shows whether the body is too long
	}
	n, err := s.body.Read(p)
	if int64(n) > s.left {
		n = int(s.left)
		s.left = 0
		return n, tooLarge(s.limit)
	}
	s.left -= int64(n)
	if err != nil && err != io.EOF {
		if s.phase.Err() != nil {
			return n, timedOut(s.phase, "reading the answer")
		}
		return n, answerFailed(err)
	}
	return n, err
}

func tooLarge(limit int64) *Error {
	return &Error{Code: CodeBodyTooLarge, Err: fmt.Errorf("the answer is longer than %d bytes", limit)}
}

// Close closes the body, and the connection if the body was not read to its end.
func (s *Stream) Close() error {
	s.idle.Stop()
	s.whole.Stop()
	err := s.body.Close()
	s.phase.cancel(nil)
	return err
}

// phase is a context whose deadline can be lifted, unlike that of package context:
// it holds until the header has arrived.
type phase struct {
	context.Context
	cancel   context.CancelCauseFunc
	deadline time.Time
	timer    *time.Timer
}

func newPhase(parent context.Context, timeout time.Duration) *phase {
	p := &phase{deadline: time.Now().Add(timeout)}
	if earlier, ok := parent.Deadline(); ok && earlier.Before(p.deadline) {
		p.deadline = earlier
	}
	p.Context, p.cancel = context.WithCancelCause(parent)
	p.timer = time.AfterFunc(timeout, p.expire)
	return p
}

func (p *phase) expire() { p.cancel(context.DeadlineExceeded) }

// Deadline returns when the header must have arrived.
func (p *phase) Deadline() (time.Time, bool) { return p.deadline, true }

// Err distinguishes a deadline that passed from a caller that canceled.
func (p *phase) Err() error {
	err := p.Context.Err()
	if err != nil && context.Cause(p.Context) == context.DeadlineExceeded {
		return context.DeadlineExceeded
	}
	return err
}
