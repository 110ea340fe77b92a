package deliver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/trace"
)

// verdict is the meaning of an outcome for its delivery.
type verdict uint8

const (
	delivered verdict = iota
	retryable         // may work later
	refused           // the receiver does not accept this body
	final             // will never work
)

// outcome is the result of one attempt.
type outcome struct {
	verdict verdict
	// status of the answer, nil without one.
	status *int
	reason svcx.Reason
	// skipped is set if the event was not to be sent at all, cut if the caller did
	// not wait for the answer.
	skipped, cut bool
	took         time.Duration
	// tooLong is set if the answer was longer than what is read of it.
	tooLong bool
	// retryAfter is the wait that the receiver asked for, or 0.
	retryAfter time.Duration
	// request and response are the bodies; shown is the response with secrets
	// redacted.
	request, response, shown []byte
}

// errCut is the error of a call that was cut off by its caller or by the end of the
// program: whether it arrived is unknown.
var errCut = errors.New("cut off before an answer came")

// call is one HTTP call to an integrator.
type call struct {
	channel *svcx.Channel
	url     string
	// id is the webhook-id.
	id    string
	extra http.Header
	body  []byte
	// what names it in a trace: the type of the event, or the kind of the call. attempt is
	// which of an event's it is; 0 for another call.
	what    string
	attempt int
	// poster and limit default to the deliverer's own and attemptTime.
	poster Poster
	limit  time.Duration
}

// call posts a body to an integrator, once, and judges the answer. The call has the
// headers of D 4 and is signed if the channel has a signing secret. The error is
// errCut or nil.
func (d *Deliverer) call(ctx context.Context, c call) (out outcome, err error) {
	if c.poster == nil {
		c.poster, c.limit = d.post, attemptTime
	}
	ctx, span := trace.Begin(ctx, trace.Client, "call "+c.what)
	defer func() { endSpan(span, c, out, err) }()
	start := d.now()
	header, err := d.headers(c, start)
	if err != nil {
		d.log.Error("a call could not be signed", "channel", c.channel.ID, "error", err)
		// Tried again: a node that was not given the new master key yet must not
		// drop what its next start, or another node, can sign.
		return outcome{verdict: retryable, reason: svcx.Reason{Code: svcx.ReasonValidation, Detail: "the call could not be signed"}}, nil
	}
	if d.traceparent && span != nil {
		header.Set("traceparent", span.Traceparent())
	}
	bounded, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	answer, err := c.poster.Post(bounded, c.url, header, c.body)
	now := d.now()
	if answer == nil && ctx.Err() != nil {
		return outcome{took: now.Sub(start), request: c.body}, errCut
	}
	out = judge(answer, err, now)
	out.took, out.request = now.Sub(start), c.body
	if answer != nil {
		out.response, out.shown, out.tooLong = answer.Body, redactSecrets(answer.Body, c.url), answer.TooLong
	}
	if answer == nil && safehttp.Code(err) == "" {
		d.log.Error("a call could not be made", "url", safehttp.Redact(c.url), "error", err)
	}
	return out, nil
}

// headers returns the headers of a call (D 4).
func (d *Deliverer) headers(c call, now time.Time) (http.Header, error) {
	header := http.Header{}
	for name, values := range c.extra {
		header[name] = values
	}
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", "svcx/"+d.version)
	header.Set("webhook-id", c.id)
	header.Set("webhook-timestamp", strconv.FormatInt(now.Unix(), 10))
	if d.secrets == nil {
		return header, nil
	}
	secrets, err := d.secrets.SigningSecrets(c.channel)
	if err != nil {
		return nil, err
	}
	signed, err := signature(secrets, c.id, now, c.body)
	if signed != "" {
		header.Set("webhook-signature", signed)
	}
	return header, err
}

// judge classifies an answer (D 4). A 2xx is a success, even if its body cannot be
// read. With 400, 413, 415 and 422 the receiver refuses this body. Everything else is
// temporary: a receiver that is being deployed answers 404, one with a stale secret
// 401, and no reply must be lost to that.
func judge(answer *safehttp.Response, err error, now time.Time) outcome {
	if answer == nil {
		return failed(err)
	}
	status := answer.Status
	out := outcome{verdict: retryable, status: &status}
	if status >= 200 && status <= 299 {
		out.verdict = delivered
		return out
	}
	out.retryAfter = retryAfter(answer.Header, now)
	switch {
	case status >= 300 && status <= 399:
		out.reason = svcx.Reason{Code: safehttp.CodeRedirect, Detail: fmt.Sprintf("the receiver answered %d, and redirects are not followed", status)}
		return out
	case status == http.StatusBadRequest, status == http.StatusRequestEntityTooLarge, status == http.StatusUnsupportedMediaType, status == http.StatusUnprocessableEntity:
		out.verdict = refused
	}
	out.reason = svcx.Reason{Code: svcx.ReasonHTTPStatus, Detail: fmt.Sprintf("the receiver answered %d", status)}
	return out
}

// failed is the outcome of a call without an answer. Only the text of a
// safehttp.Error is shown: it is written for integrators.
func failed(err error) outcome {
	var cause *safehttp.Error
	if !errors.As(err, &cause) {
		return outcome{verdict: retryable, reason: svcx.Reason{Code: safehttp.CodeConnectFailed, Detail: "the call could not be made"}}
	}
	out := outcome{verdict: retryable, reason: svcx.Reason{Code: cause.Code, Detail: cause.Err.Error()}}
	if cause.Code == safehttp.CodeBlockedURL {
		out.verdict = final
	}
	return out
}
