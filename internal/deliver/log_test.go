package deliver

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// Every call has an event log entry with its request and response, at most 16 KiB of each
// (issue 3), as text that both databases accept.
func TestEveryCallIsLogged(t *testing.T) {
	for name, body := range map[string][]byte{
		"empty":        {},
		"short":        []byte(`{"ok":true}`),
		"64 KiB":       bytes.Repeat([]byte("x"), 64<<10),
		"binary":       bytes.Repeat([]byte{0xff, 'a', 0}, 21<<10),
		"runes at cut": append([]byte("x"), bytes.Repeat([]byte("€"), 20<<10)...),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = answers(400, string(body))
				h := newInboxFixture(w, svcx.FormB)
				h.set(allCallsOn)
				calls := h.everyCall()
				logged := w.logged(h.ref)
				if len(logged) != len(calls) {
					t.Fatalf("%d entries for %d calls", len(logged), len(calls))
				}
				types := map[string]bool{}
				for i, e := range logged {
					types[e.Type] = true
					if e.Status != svcx.EventFailed || *e.ResponseStatus != 400 || e.Error != "http_status: the receiver answered 400" || e.Direction != svcx.Outbound {
						t.Errorf("logged %+v", e)
					}
					b := w.body(e)
					if b.Request != calls[i].body || !strings.HasPrefix(strings.ToValidUTF8(strings.ReplaceAll(string(body), "\x00", ""), "\uFFFD"), b.Response) {
						t.Errorf("%s: kept %q and %.40q", e.Type, b.Request, b.Response)
					}
					if n := len(b.Response); n > 16<<10 || len(body) > 16<<10 && n < 16<<10-utf8.UTFMax || len(body) < 16<<10 && n != len(body) {
						t.Errorf("%s: %d bytes of %d are kept", e.Type, n, len(body))
					}
				}
				for _, want := range []string{"message.created", "ping", "intent.confirm", "content.resolve", "query.contact.info"} {
					if !types[want] {
						t.Errorf("no entry of %s", want)
					}
				}
			})
		})
	}
}

// Fault 2.11: each entry of an attempt shows whether it was the last one, or when the next
// one is planned, and which message it is about.
func TestAttemptsShowTheNextAttempt(t *testing.T) {
	for name, c := range map[string]struct {
		answer []int
		want   []string // final, or the seconds to the next attempt
	}{
		"delivered":           {nil, []string{"final"}},
		"delivered at last":   {[]int{500, 503}, []string{"5", "30", "final"}},
		"failed for good":     {[]int{500, 500, 500, 500}, []string{"5", "30", "final"}},
		"a refused body":      {[]int{400, 422, 413, 415}, []string{"5", "30", "final"}},
		"held by the circuit": {[]int{500, 500}, []string{"60", "60", "final"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = inSequence(c.answer...)
				ref := w.channel(svcx.FormB, hook)
				if c.want[0] == "60" {
					w.sql(`UPDATE channel SET circuit_failures = $1`, svcx.CircuitThreshold-1)
				}
				delivery := &svcx.Delivery{Workspace: ref.Workspace, Channel: ref.Channel, Conversation: 1, ConversationID: "c", Sequence: 1, WebhookID: "msg_1",
					Type: svcx.EventMessageCreated, Data: svcx.EventData{Content: "hi", MessageID: 42}, CreatedAt: svcx.At(time.Now())}
				w.write(ref.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(ref.Workspace, delivery) })
				w.start(schedule(5*time.Second, 30*time.Second))
				time.Sleep(5 * time.Minute)
				var planned []string
				for _, e := range w.logged(ref) {
					switch {
					case e.Final == nil || *e.Final != (e.NextAttemptAt == nil):
						t.Fatalf("final %v, next attempt %v", e.Final, e.NextAttemptAt)
					case *e.Final:
						planned = append(planned, "final")
					default:
						planned = append(planned, fmt.Sprint(int64(*e.NextAttemptAt-e.CreatedAt)/1000))
					}
					if e.Message == nil || *e.Message != 42 {
						t.Errorf("an entry about message %v", e.Message)
					}
				}
				if !slices.Equal(planned, c.want) {
					t.Errorf("planned %q, want %q", planned, c.want)
				}
			})
		})
	}
}

// An attempt without a URL is final; entries of other calls have neither final nor a next
// attempt.
func TestOtherEntriesShowNoNextAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		h.set(allCallsOn)
		h.everyCall()
		c := h.message("b", "hello")
		h.set(func(s *svcx.Settings) { s.WebhookURL = "" })
		w.add(&conversation{ref: h.ref, id: 9}, 1)
		h.set(func(s *svcx.Settings) {
			s.WebhookURL, s.DisabledEvents = hook, []svcx.EventType{svcx.EventMessageCreated}
		})
		h.reply(c, "not sent")
		time.Sleep(3 * time.Second)
		for _, e := range w.logged(h.ref) {
			if attempt := e.Attempt > 0; attempt != (e.Final != nil) || e.NextAttemptAt != nil {
				t.Errorf("%s %s: attempt %d, final %v, next %v", e.Direction, e.Type, e.Attempt, e.Final, e.NextAttemptAt)
			}
			about := e.Direction == svcx.Inbound && e.Type == svcx.InboundTypeMessage || e.Type == string(svcx.EventMessageCreated) && !strings.HasPrefix(e.ConversationID, "conversation-")
			if about != (e.Message != nil) {
				t.Errorf("%s %s: about message %v", e.Direction, e.Type, e.Message)
			}
		}
	})
}

// A long request is cut in the event log only.
func TestLongRequestIsCutInTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		c := h.message("a", "hello")
		h.reply(c, strings.Repeat("é", 50_000))
		events := w.logged(h.ref)
		b := w.body(events[len(events)-1])
		if len(h.last().body) < 100_000 || len(b.Request) > 16<<10 || !utf8.ValidString(b.Request) || !strings.HasPrefix(h.last().body, b.Request) {
			t.Errorf("%d bytes kept of %d", len(b.Request), len(h.last().body))
		}
	})
}

// Receivers repeat the URL in their answers, in many spellings. The answer is decoded before
// secrets are redacted.
func TestURLInAnswersIsRedacted(t *testing.T) {
	const secret, url = "s3cr/t+é", "https://hooks.example.com/in?token=s3cr%2Ft%2B%C3%A9&debug=1&more&plainsecret"
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
			_, query, _ := strings.Cut(p.url, "?")
			r := respond(200)
			r.Body = fmt.Appendf(nil, `{"urls":[{"ref":"r","url":"https://cdn.example.com/?%s"}],"data":{"name":"%s"},"a":"%s","debug":1,"e":"%s"}`,
				query, secret, strings.ReplaceAll(secret, "/", `\/`), strings.ReplaceAll(query, "&", "&amp;"))
			return r, nil
		}
		h := newInboxFixture(w, svcx.FormB)
		h.set(func(s *svcx.Settings) { s.WebhookURL = url })
		h.set(allCallsOn)
		ch := w.get(h.ref)
		urls, err := h.d.ResolveContent(t.Context(), ch, "a", []string{"r"})
		if err != nil || len(urls) != 1 || !strings.HasSuffix(urls[0].URL, "plainsecret") {
			t.Errorf("resolved %v, %v", urls, err)
		}
		a, err := h.d.BackRequest(t.Context(), ch, svcx.BackRequest{Type: svcx.BackInfo})
		if err != nil || *a.Info.Name != secret {
			t.Errorf("answered %+v, %v", a, err)
		}
		h.d.Ping(t.Context(), ch)
		w.add(&conversation{ref: h.ref, id: 1}, 1)
		time.Sleep(2 * time.Second)
		for _, spelt := range []string{secret, `s3cr\/t+é`, "s3cr%2Ft%2B%C3%A9", "plainsecret"} {
			h.wantNoTrace(t, spelt)
		}
		for _, e := range w.logged(h.ref) {
			if b := w.body(e); !strings.Contains(b.Response, `"debug":1`) || !strings.Contains(b.Response, redacted) {
				t.Errorf("kept %s", b.Response)
			}
		}
	})
}

func TestRedactSecrets(t *testing.T) {
	for _, c := range []struct{ url, body, want string }{
		{"https://x.example/in", "nothing of token", "nothing of token"},
		{"https://x.example/in?", "a?b", "a?b"},
		{"https://x.example/in?token=abcd", "GET /in?token=abcd failed", "GET /in?[hidden] failed"},
		{"https://x.example/in?token=abcd", "your token abcd, abcd", "your token [hidden], [hidden]"},
		{"https://x.example/in?v=1&t=abc", "1 abc", "1 abc"},
		{"https://x.example/in?abcdef&x=abcd", "abcdef abcd", "[hidden] [hidden]"},
		{"https://x.example/in?t=%zz123", "%zz123", "[hidden]"},
		{"https://x.example/%zz?t=abcd", "abcd", "abcd"}, // never called
		// Fault 1.8, in answers: what Go, PHP and others make of it.
		{"https://x.example/in?t=a%2Fb+c&v=1", `{"url":"/in?t=a%2fb+c\u0026v=1"}`, `{"url":"/in?t=[hidden]\u0026v=1"}`},
		{"https://x.example/in?t=a%2Fb+c&v=1", `{"t":"a\/b c"}`, `{"t":"[hidden]"}`},
		{"https://x.example/in?t=a%2Fb+c&v=1", `t=a%252Fb%2520c`, `t=[hidden]`},
		{"https://x.example/in?t=caf%C3%A9s", `{"t":"caf\u00e9s","u":"caf&eacute;s"}`, `{"t":"[hidden]","u":"[hidden]"}`},
		{"https://x.example/in?t=s3cr3t", `{"body":"{\"t\":\"s3cr\\u0033t\"}"}`, `{"body":"{\"t\":\"[hidden]\"}"}`},
	} {
		body := []byte(c.body)
		if got := string(redactSecrets(body, c.url)); got != c.want || string(body) != c.body {
			t.Errorf("%s: %q is %q, want %q", c.url, c.body, got, c.want)
		}
	}
}
