package listen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"svcx"
	"svcx/client"
	"svcx/internal/form"
	"svcx/internal/safehttp"
)

// Verification tries an integrator's endpoint with every call that svcx makes (W 4.7), and
// with what goes wrong on the way: slow and broken connections, repeats, forgeries.
type Verification struct {
	URL string
	// Secrets are the channel's signing secrets; without one nothing is signed, and
	// forgeries are not tried.
	Secrets []string
	Form    *form.Form
	// Need are the questions that the endpoint has to answer: confirm, content, query.
	Need []string
	// Run is part of the ids that are sent, so that each run is new to the endpoint.
	Run     string
	Out     io.Writer
	JSON    bool
	Now     func() time.Time
	Version string

	client *safehttp.Client
	// number is the last sequence, ids counts the calls.
	number int64
	ids    int
	failed int
	broken error // of writing to Out
}

// Result is the outcome of one check.
type Result struct {
	Check string `json:"check"`
	// Outcome is pass, fail, note or skip.
	Outcome string `json:"outcome"`
	Detail  string `json:"detail,omitempty"`
	// Status is that of the answer, 0 without one.
	Status int   `json:"status,omitempty"`
	MS     int64 `json:"ms,omitempty"`
}

// The outcomes of checks.
const (
	outcomePass = "pass"
	outcomeFail = "fail"
	outcomeNote = "note" // nothing is wrong, but somebody should know
	outcomeSkip = "skip"
)

// ErrFailed means that the endpoint failed checks, which were printed.
var ErrFailed = errors.New("the endpoint does not do all that svcx needs")

// slowAnswer is when an answer is called slow: svcx waits ten seconds.
const slowAnswer = 5 * time.Second

// Verify tries the endpoint and prints a line for each check. Its error is ErrFailed if one
// has failed.
func (v *Verification) Verify(ctx context.Context) error {
	if err := CheckURL(v.URL); err != nil {
		return err
	}
	if len(v.Secrets) > 0 {
		if _, err := client.Signed(v.Secrets...); err != nil {
			return err
		}
	}
	v.client = outward(v.Version, nil)
	if !v.JSON {
		fmt.Fprintf(v.Out, "The endpoint gets test events, in the conversation %s.\n", v.conversation())
	}
	if !v.report(v.ping(ctx, "ping")) {
		v.report(Result{Check: "everything else", Outcome: outcomeSkip, Detail: "the endpoint does not answer"})
		return ErrFailed
	}
	for _, part := range []func(context.Context){v.events, v.repeats, v.forgeries, v.connections, v.questions} {
		if part(ctx); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if v.broken != nil {
		return v.broken
	}
	if v.failed > 0 {
		return ErrFailed
	}
	return nil
}

func (v *Verification) conversation() string { return "svcx-verify-" + v.Run }

// report prints a result and says whether it is not a failure.
func (v *Verification) report(r Result) bool {
	if r.Outcome == outcomeFail {
		v.failed++
	}
	var err error
	if v.JSON {
		err = json.NewEncoder(v.Out).Encode(r)
	} else {
		text := r.Outcome + "  " + r.Check
		if r.Status != 0 {
			text += fmt.Sprintf("  %d, %d ms", r.Status, r.MS)
		}
		if r.Detail != "" {
			text += "\n      " + r.Detail
		}
		_, err = fmt.Fprintln(v.Out, text)
	}
	if err != nil && v.broken == nil {
		v.broken = err
	}
	return r.Outcome != outcomeFail
}

// sending is one call to the endpoint.
type sending struct {
	body []byte
	id   string
	at   time.Time
	// sequence is 0 for calls that are no events.
	sequence int64
	secrets  []string
	// unsigned leaves the signature out, forged is one to send in its place.
	unsigned bool
	forged   string
	client   *safehttp.Client
}

// got is what came back.
type got struct {
	status int
	body   []byte
	ms     int64
	err    error
}

func (v *Verification) send(ctx context.Context, s sending) got {
	if s.client == nil {
		s.client = v.client
	}
	header := http.Header{"Content-Type": {"application/json"}}
	header.Set("webhook-id", s.id)
	header.Set("webhook-timestamp", strconv.FormatInt(s.at.Unix(), 10))
	if s.sequence > 0 {
		header.Set("svcx-sequence", strconv.FormatInt(s.sequence, 10))
	}
	if len(s.secrets) > 0 && !s.unsigned {
		signature, err := signed(s)
		if err != nil {
			return got{err: err}
		}
		if s.forged != "" {
			signature = s.forged
		}
		header.Set("webhook-signature", signature)
	}
	began := v.Now()
	answer, err := s.client.Post(ctx, v.URL, header, s.body)
	g := got{err: err, ms: v.Now().Sub(began).Milliseconds()}
	if answer != nil {
		g.status, g.body = answer.Status, answer.Body
	}
	return g
}

func signed(s sending) (string, error) { return client.Sign(s.secrets, s.id, s.at, s.body) }

// sending is a call as svcx makes it now.
func (v *Verification) sending(body []byte) sending {
	v.ids++
	return sending{body: body, id: fmt.Sprintf("msg_verify_%s_%d", v.Run, v.ids), at: v.Now(), secrets: v.Secrets}
}

// event is an event as svcx sends it now, the next one of the conversation.
func (v *Verification) event(body []byte) sending {
	v.number++
	s := v.sending(body)
	s.sequence = v.number
	return s
}

// confirmed judges the answer to what an endpoint has to confirm.
func confirmed(check string, g got) Result {
	r := Result{Check: check, Outcome: outcomePass, Status: g.status, MS: g.ms}
	switch {
	case g.status == 0:
		r.Outcome, r.Detail = outcomeFail, fmt.Sprintf("no answer: %v", g.err)
	case g.status >= 300 && g.status <= 399:
		r.Outcome, r.Detail = outcomeFail, "it redirects, and redirects are not followed"
	case final(g.status):
		r.Outcome, r.Detail = outcomeFail, fmt.Sprintf("want 2xx: after %d svcx gives up after three attempts, and the event is lost", g.status)
	case g.status < 200 || g.status > 299:
		r.Outcome, r.Detail = outcomeFail, "want 2xx: svcx sends it again for 28 hours, and later events of the conversation wait"
	case time.Duration(g.ms)*time.Millisecond > slowAnswer:
		r.Outcome, r.Detail = outcomeNote, "slow: svcx waits 10 seconds. Store the event, answer, and work afterwards"
	}
	return r
}

// final reports that svcx takes a status for "this body will never be accepted".
func final(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

// refused judges the answer to a forgery.
func refused(check string, g got) Result {
	r := Result{Check: check, Outcome: outcomePass, Status: g.status, MS: g.ms}
	switch {
	case g.status >= 200 && g.status <= 299:
		r.Outcome, r.Detail = outcomeFail, "it is accepted; want 401"
	case g.status == 0 && g.err != nil:
		r.Outcome, r.Detail = outcomeFail, fmt.Sprintf("no answer, want 401: %v", g.err)
	case final(g.status):
		r.Outcome, r.Detail = outcomeFail, fmt.Sprintf("want 401: with %d, events are lost while the secret here is stale", g.status)
	case g.status >= 500:
		r.Outcome, r.Detail = outcomeNote, "refused, by an error; want 401"
	}
	return r
}

func (v *Verification) ping(ctx context.Context, check string) Result {
	body, err := form.Ping(svcx.At(v.Now()), "9b2f6f0e-6f0e-4f0e-8f0e-0123456789ab")
	if err != nil {
		return Result{Check: check, Outcome: outcomeFail, Detail: err.Error()}
	}
	return confirmed(check, v.send(ctx, v.sending(body)))
}
