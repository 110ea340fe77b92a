package deliver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/safehttp"
)

const verify = "https://verify.example.com/?key=s3cret"

// answers returns a receiver that gives the same answer to every call.
func answers(status int, body string) func(context.Context, posted) (*safehttp.Response, error) {
	return func(context.Context, posted) (*safehttp.Response, error) {
		r := respond(status)
		r.Body = []byte(body)
		return r, nil
	}
}

func confirming(timeout int) func(*svcx.Settings) {
	return func(s *svcx.Settings) {
		s.IntentConfirmationEnabled, s.AIVerificationURL, s.AIVerificationTimeout = true, verify, timeout
	}
}

func refuses(code string) func(context.Context, posted) (*safehttp.Response, error) {
	return func(context.Context, posted) (*safehttp.Response, error) {
		return nil, &safehttp.Error{Code: code, Err: errNetwork}
	}
}

// W 4.7 and 7.4: a change is allowed, or vetoed with a reason; any other answer allows it
// unconfirmed (D 4).
func TestConfirmAllowsWithoutAUsableAnswer(t *testing.T) {
	const wrong = "validation: the answer is not JSON with a boolean allowed"
	for _, c := range []struct {
		name   string
		answer func(context.Context, posted) (*safehttp.Response, error)
		want   svcx.Confirmation // Asked is always true
		logged string
	}{
		{"allowed", answers(200, `{"allowed":true}`), svcx.Confirmation{Answered: true, Allowed: true}, ""},
		{"allowed with a reason", answers(201, `{"allowed":true,"reason":"fine","more":1}`), svcx.Confirmation{Answered: true, Allowed: true, Reason: "fine"}, ""},
		{"refused", answers(200, `{"reason":"not \u0000yet é","allowed":false}`), svcx.Confirmation{Answered: true, Reason: "not yet é"}, ""},
		{"refused without a reason", answers(200, `{"allowed":false,"reason":7}`), svcx.Confirmation{Answered: true}, ""},
		{"no content", answers(204, ``), svcx.Confirmation{Allowed: true}, wrong},
		{"not JSON", answers(200, `<p>allowed</p>`), svcx.Confirmation{Allowed: true}, wrong},
		{"an array", answers(200, `[{"allowed":false}]`), svcx.Confirmation{Allowed: true}, wrong},
		{"trailing data", answers(200, `{"allowed":false} {}`), svcx.Confirmation{Allowed: true}, wrong},
		{"cut off", answers(200, `{"allowed":false,"reason":"`+strings.Repeat("x", 64<<10)), svcx.Confirmation{Allowed: true}, wrong},
		{"no boolean", answers(200, `{"allowed":"false"}`), svcx.Confirmation{Allowed: true}, wrong},
		{"null", answers(200, `{"allowed":null}`), svcx.Confirmation{Allowed: true}, wrong},
		{"absent", answers(200, `{"ALLOWED":false}`), svcx.Confirmation{Allowed: true}, wrong},
		{"500", answers(500, `{"allowed":false}`), svcx.Confirmation{Allowed: true}, "http_status: the receiver answered 500"},
		{"403", answers(403, `{"allowed":false}`), svcx.Confirmation{Allowed: true}, "http_status: the receiver answered 403"},
		{"redirect", answers(302, `{"allowed":false}`), svcx.Confirmation{Allowed: true}, "redirect: "},
		{"101", answers(101, ``), svcx.Confirmation{Allowed: true}, "http_status: the receiver answered 101"},
		{"unreachable", refuses(safehttp.CodeConnectFailed), svcx.Confirmation{Allowed: true}, "connect_failed: "},
		{"blocked", refuses(safehttp.CodeBlockedURL), svcx.Confirmation{Allowed: true}, "blocked_url: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = c.answer
				h := newInboxFixture(w, svcx.FormB)
				h.set(confirming(10))
				got := h.d.Confirm(t.Context(), w.get(h.ref), svcx.ActionResolve, "conversation-1")
				c.want.Asked = true
				if got != c.want {
					t.Errorf("%+v, want %+v", got, c.want)
				}
				// There is one call, whatever the answer.
				time.Sleep(time.Minute)
				if n := len(w.posts()); n != 1 {
					t.Fatalf("%d calls", n)
				}
				events := w.logged(h.ref)
				e := events[len(events)-1]
				status := svcx.EventFailed
				if c.logged == "" {
					status = svcx.EventOK
				}
				if len(events) != 1 || e.Type != "intent.confirm" || e.Status != status || !strings.HasPrefix(e.Error, c.logged) || e.ConversationID != "conversation-1" {
					t.Errorf("logged %+v", e)
				}
				if w.get(h.ref).Circuit.Failures != 0 {
					t.Error("the call counts for the circuit")
				}
				h.wantNoTrace(t, "s3cret")
			})
		})
	}
}

// The call has the body of W 4.7, its own URL and the headers of every call.
func TestConfirmationIsSentAsSpecified(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		ch := w.get(h.ref)
		if got := h.d.Confirm(t.Context(), ch, svcx.ActionClose, "conversation-1"); got != (svcx.Confirmation{Allowed: true}) {
			t.Errorf("off: %+v", got)
		}
		h.set(func(s *svcx.Settings) { s.IntentConfirmationEnabled = true })
		if got := h.d.Confirm(t.Context(), w.get(h.ref), svcx.ActionClose, "conversation-1"); got != (svcx.Confirmation{Allowed: true}) {
			t.Errorf("without a URL: %+v", got)
		}
		if n := len(w.posts()); n != 0 {
			t.Fatalf("%d calls", n)
		}
		h.set(confirming(10))
		h.d.Confirm(t.Context(), w.get(h.ref), svcx.ActionClose, "7")
		p := h.last()
		var body map[string]any
		if err := json.Unmarshal([]byte(p.body), &body); err != nil {
			t.Fatal(err)
		}
		want := map[string]any{"type": "intent.confirm", "intent": "conversation.close", "conversationId": "7", "timestamp": h.Now().String(), "data": map[string]any{}}
		if fmt.Sprint(body) != fmt.Sprint(want) || p.url != verify {
			t.Errorf("sent %s to %s", p.body, p.url)
		}
		if p.header.Get("Content-Type") != "application/json" || !strings.HasPrefix(p.header.Get("webhook-id"), "msg_") || p.header.Get("webhook-timestamp") == "" {
			t.Errorf("headers %v", p.header)
		}
	})
}

// aiVerificationTimeout bounds the call, from 1 to 30 seconds (W 8). It is made with the
// Patient client.
func TestConfirmationIsBoundedByItsSetting(t *testing.T) {
	for _, seconds := range []int{1, 10, 30} {
		synctest.Test(t, func(t *testing.T) {
			w := newFixture(t)
			patient := &receiver{answer: func(ctx context.Context, _ posted) (*safehttp.Response, error) { return hang(ctx) }}
			h := newInboxFixture(w, svcx.FormB, func(o *Options) { o.Patient = patient })
			h.set(confirming(seconds))
			start := time.Now()
			got := h.d.Confirm(t.Context(), w.get(h.ref), svcx.ActionReopen, "a")
			if took := time.Since(start); took != time.Duration(seconds)*time.Second || got != (svcx.Confirmation{Asked: true, Allowed: true}) {
				t.Errorf("%+v after %v, want %d s", got, took, seconds)
			}
			if e := w.logged(h.ref)[0]; !strings.HasPrefix(e.Error, "timeout: ") || e.ResponseMS != int64(1000*seconds) || e.ResponseStatus != nil {
				t.Errorf("logged %+v", e)
			}
			if len(w.posts()) != 0 || len(patient.posts()) != 1 {
				t.Errorf("%d calls of the other client", len(w.posts()))
			}
			// An answer just before the timeout counts.
			patient.answer = func(context.Context, posted) (*safehttp.Response, error) {
				time.Sleep(time.Duration(seconds)*time.Second - time.Millisecond)
				r := respond(200)
				r.Body = []byte(`{"allowed":false,"reason":"late"}`)
				return r, nil
			}
			if got := h.d.Confirm(t.Context(), w.get(h.ref), svcx.ActionReopen, "a"); got.Allowed || got.Reason != "late" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// An agent cannot avoid a veto by closing the page before the integrator answers.
func TestConfirmOutlivesTheAgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(ctx context.Context, p posted) (*safehttp.Response, error) {
			select {
			case <-ctx.Done():
				return hang(ctx)
			case <-time.After(3 * time.Second):
				return answers(200, `{"allowed":false,"reason":"no"}`)(ctx, p)
			}
		}
		h := newInboxFixture(w, svcx.FormB)
		h.set(confirming(10))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if got := h.d.Confirm(ctx, w.get(h.ref), svcx.ActionResolve, "a"); got.Allowed || got.Reason != "no" {
			t.Errorf("%+v", got)
		}
	})
}

// An agent's change is vetoed with the reason (422), or made; without a usable answer the
// history says "unconfirmed" (D 4). The event follows the change.
func TestIntegratorCanVetoAChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		verdict := answers(200, `{"allowed":false,"reason":"the refund is open"}`)
		w.answer = func(ctx context.Context, p posted) (*safehttp.Response, error) {
			if p.url == verify {
				return verdict(ctx, p)
			}
			return respond(200), nil
		}
		h := newInboxFixture(w, svcx.FormB)
		h.set(confirming(10))
		c := h.message("a", "hello")
		actor := svcx.Actor{Kind: "user", ID: 1, Name: "Ann"}
		_, err := h.AgentSetStatus(t.Context(), inbox.Call{Workspace: h.ws, Actor: actor}, c.ID, svcx.StatusResolved)
		var e *svcx.Error
		if !errors.As(err, &e) || e.Kind != svcx.KindVetoed || e.Message != "the refund is open" || h.conversation("a").Status != svcx.StatusOpen {
			t.Fatalf("%v, now %s", err, h.conversation("a").Status)
		}
		history := func() (types []string) {
			list, err := h.History(t.Context(), h.ws, c.ID, svcx.Page{Limit: 100})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range list.Items {
				types = append(types, e.Type)
			}
			return types
		}
		before := len(history())
		for i, step := range []struct {
			to          svcx.Status
			verdict     func(context.Context, posted) (*safehttp.Response, error)
			intent      string
			unconfirmed bool
		}{
			{svcx.StatusResolved, answers(200, `{"allowed":true}`), "conversation.resolve", false},
			{svcx.StatusClosed, answers(500, ``), "conversation.close", true},
			{svcx.StatusOpen, func(ctx context.Context, _ posted) (*safehttp.Response, error) { return hang(ctx) }, "conversation.reopen", true},
		} {
			verdict = step.verdict
			calls := len(w.posts())
			if _, err := h.AgentSetStatus(t.Context(), inbox.Call{Workspace: h.ws, Actor: actor}, c.ID, step.to); err != nil {
				t.Fatalf("%s: %v", step.to, err)
			}
			synctest.Wait()
			later := w.posts()[calls:]
			if len(later) != 2 || !strings.Contains(later[0].body, `"intent":"`+step.intent+`"`) || !strings.Contains(later[1].body, `"event":"`+string(step.to.Event())+`"`) {
				t.Errorf("%s: %v", step.to, later)
			}
			if got := strings.Count(fmt.Sprint(history()[before:]), "unconfirmed"); got != i && step.unconfirmed || got != 0 && i == 0 {
				t.Errorf("%s: history %v", step.to, history())
			}
			// A change to the current status asks nothing.
			if _, err := h.AgentSetStatus(t.Context(), inbox.Call{Workspace: h.ws, Actor: actor}, c.ID, step.to); err != nil || len(w.posts()) != calls+2 {
				t.Errorf("%s again: %v, %d calls", step.to, err, len(w.posts())-calls)
			}
		}
	})
}
