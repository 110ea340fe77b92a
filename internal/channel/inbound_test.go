package channel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/limit"
)

// W 4.1, W 7.1, D 2: the answer is 200 ok whatever is sent; the outcome is in the event
// log, as each form shows it.
func TestInboundIsAnswered200WhateverTheOutcome(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	gzip, text := "Content-Encoding: gzip", "Content-Type: text/plain"
	for _, tt := range []struct {
		clause, body string
		headers      []string
		a, b         string
	}{
		{"W 2.1 message", message(1, "hi"), nil, "ok message.inbound", "ok inbound_webhook"},
		{"D 2 media type parameters", message(2, "hi"), []string{"Content-Type: Application/JSON ; charset=utf-8"},
			"ok message.inbound", "ok inbound_webhook"},
		{"D 2 identity", message(3, "hi"), []string{"Content-Encoding: Identity"}, "ok message.inbound", "ok inbound_webhook"},
		{"D 2 repeat", message(1, "other"), nil, "skip message.inbound duplicate_message", "skipped inbound_webhook duplicate_message"},
		{"W 9 Form A's messageId", `{"conversationId":"c","from":{"externalId":"u"},"content":"x"}`, nil,
			"skip message.inbound validation: messageId ", "ok inbound_webhook"},
		{"W 9 Form A's conversationId", `{"messageId":"n1","from":{"externalId":"u"},"content":"x"}`, nil,
			"skip message.inbound validation: conversationId ", "ok inbound_webhook"},
		{"W 9 Form A's from.externalId", `{"messageId":"n2","conversationId":"c","content":"x"}`, nil,
			"skip message.inbound validation: from.externalId ", "ok inbound_webhook"},
		{"W 9 Form B needs content only", `{"content":"x"}`, nil, "skip message.inbound validation: messageId ", "ok inbound_webhook"},
		{"W 2.1 content", `{"messageId":"n3","conversationId":"c","from":{"externalId":"u"}}`, nil,
			"skip message.inbound validation: content ", "error inbound_webhook validation: content "},
		{"D 2 type", `{"messageId":true,"conversationId":"c","from":{"externalId":"u"},"content":"x"}`, nil,
			"skip message.inbound validation: messageId ", "error inbound_webhook validation: messageId "},
		{"D 2 no JSON", `{"content":`, nil, "skip invalid invalid_json", "error inbound_webhook invalid_json"},
		{"D 2 no object", `[]`, nil, "skip invalid invalid_json", "error inbound_webhook invalid_json"},
		{"D 2 trailing", `{"content":"x"}x`, nil, "skip invalid invalid_json", "error inbound_webhook invalid_json"},
		{"D 2 empty", ``, nil, "skip invalid invalid_json", "error inbound_webhook invalid_json"},
		{"D 2 Content-Type", message(4, "x"), []string{text}, "skip invalid unsupported_media_type", "error inbound_webhook unsupported_media_type"},
		{"D 2 Content-Type missing", message(4, "x"), []string{"Content-Type: "}, "skip invalid unsupported_media_type", "error inbound_webhook unsupported_media_type"},
		{"D 2 compressed", message(4, "x"), []string{gzip}, "skip invalid compressed_body", "error inbound_webhook compressed_body"},
		{"D 2 compressed", message(4, "x"), []string{"Content-Encoding: identity, br"}, "skip invalid compressed_body", "error inbound_webhook compressed_body"},
		{"D 2 over the limit", message(4, strings.Repeat("x", 2000)), nil, "skip invalid body_too_large", "error inbound_webhook body_too_large"},
		{"order: type before encoding", strings.Repeat("x", 3000), []string{text, gzip}, "skip invalid unsupported_media_type", "error inbound_webhook unsupported_media_type"},
		{"order: encoding before size", strings.Repeat("x", 3000), []string{gzip}, "skip invalid compressed_body", "error inbound_webhook compressed_body"},
		{"W 4.2 action", `{"action":"nonsense","conversationId":"c1"}`, nil, "skip action unsupported_in_form_a", "error action:nonsense unknown_action"},
		{"W 4.3 intent", `{"intent":"nonsense","conversationId":"c1"}`, nil, "skip intent unsupported_in_form_a", "error intent:nonsense unknown_intent"},
		{"D 2 malformed action", `{"action":1,"content":"x"}`, nil, "skip action unsupported_in_form_a", "error inbound_webhook validation: action "},
	} {
		for i, want := range map[*integration]string{&f.a: tt.a, &f.b: tt.b} {
			before := len(f.records(*i))
			f.send(*i, i.key, tt.body, tt.headers...)
			if got := f.records(*i); len(got) != before+1 || !strings.HasPrefix(got[before], want) {
				t.Errorf("%s, form %s:\n got %q\nwant %q", tt.clause, i.form.Name, got[before:], want)
			}
		}
	}
	if a, b := f.messages(f.a), f.messages(f.b); a != 3 || b != 7 {
		t.Errorf("stored %d and %d messages, want 3 and 7", a, b)
	}
	if f.logged() != "" {
		t.Errorf("the log is not empty:\n%s", f.logged())
	}
}

// D 2: a body of exactly the limit is read. The limit also applies to bodies without a
// Content-Length.
func TestBodyOfExactlyTheLimitIsRead(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	server := httptest.NewServer(f.served)
	defer server.Close()
	for _, tt := range []struct {
		extra   int
		chunked bool
		want    string
	}{
		{0, false, "ok "}, {1, false, "error inbound_webhook body_too_large"},
		{0, true, "ok "}, {1, true, "error inbound_webhook body_too_large"},
		{1 << 20, true, "error inbound_webhook body_too_large"},
	} {
		body := `{"content":"` + strings.Repeat("x", 2000-14+tt.extra) + `"}`
		var reader io.Reader = strings.NewReader(body)
		if tt.chunked {
			reader = io.MultiReader(reader)
		}
		r, err := http.NewRequest("POST", server.URL+f.b.path(""), reader)
		must(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Svcx-Key", f.b.key)
		resp, err := server.Client().Do(r)
		must(t, err)
		answer, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if got := f.last(f.b); resp.StatusCode != 200 || string(answer) != "ok" || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%d bytes, chunked %v: %d %q, record %q, want %q", len(body), tt.chunked, resp.StatusCode, answer, got, tt.want)
		}
	}
}

// A body that did not arrive whole was answered 503, as if a repeat would help, and not
// logged. It is the sender's fault: 400 and an event log entry.
func TestInboundBodyCutOffIsTheSendersFault(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	server := httptest.NewUnstartedServer(f.served)
	server.Config.ReadTimeout = 500 * time.Millisecond
	server.Start()
	defer server.Close()
	for _, tt := range []struct {
		want, rest string
		shut       bool
	}{
		{"it ended early", "Content-Length: 100\r\n\r\n{\"content\":\"x\"}", true},
		{"it took too long", "Content-Length: 100\r\n\r\n{\"content\":\"x\"}", false},
		{"it ended early", "Transfer-Encoding: chunked\r\n\r\nf\r\n{\"content\":\"x\"}\r\n", true},
		{"its chunks are broken", "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n", false},
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		must(t, err)
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Svcx-Key: %s\r\n%s", f.b.path(""), f.b.key, tt.rest)
		if tt.shut {
			must(t, conn.(*net.TCPConn).CloseWrite())
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		must(t, err)
		answer, _ := io.ReadAll(resp.Body)
		text := "the body did not arrive whole: " + tt.want
		if resp.StatusCode != 400 || resp.Header.Get("Retry-After") != "" || string(answer) != text+"\n" || resp.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%q: answer %d %q %v", tt.rest, resp.StatusCode, answer, resp.Header)
		}
		if got := f.last(f.b); got != "error inbound_webhook invalid_json: "+text {
			t.Errorf("%q: record %q", tt.rest, got)
		}
		conn.Close()
	}
	events, _, err := f.inbox.Events(t.Context(), f.b.Channel, svcx.EventQuery{Limit: 10})
	must(t, err)
	if len(events) != 4 || *events[0].ResponseStatus != 400 || f.messages(f.b) != 0 {
		t.Errorf("%d records, %d messages", len(events), f.messages(f.b))
	}
}

// W 5.1, 5.2, D 2: either header name is accepted, one correct key is enough, and the
// first of several values counts.
func TestKeyIsAcceptedInEitherHeader(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	n := 0
	for _, i := range []integration{f.a, f.b} {
		refused := map[svcx.FormName]string{
			"A": "signature_failure invalid signature_mismatch", "B": "error inbound_webhook signature_mismatch"}[i.form.Name]
		for _, tt := range []struct {
			name    string
			headers http.Header
			ok      bool
		}{
			{"x-svcx-api-key", http.Header{"X-Svcx-Api-Key": {i.key}}, true},
			{"X-Svcx-Key", http.Header{"X-Svcx-Key": {i.key}}, true},
			{"one of both", http.Header{"X-Svcx-Api-Key": {"svcx_wrong"}, "X-Svcx-Key": {i.key}}, true},
			{"one of both", http.Header{"X-Svcx-Api-Key": {i.key}, "X-Svcx-Key": {""}}, true},
			{"the first value", http.Header{"X-Svcx-Key": {i.key, "svcx_wrong"}}, true},
			{"the second value", http.Header{"X-Svcx-Key": {"svcx_wrong", i.key}}, false},
			{"none", nil, false},
			{"empty", http.Header{"X-Svcx-Key": {""}}, false},
			{"a prefix of it", http.Header{"X-Svcx-Key": {i.key[:len(i.key)-1]}}, false},
			{"another channel's", http.Header{"X-Svcx-Key": {f.a.key}}, i.ID == f.a.ID},
			{"as a bearer", http.Header{"Authorization": {"Bearer " + i.key}}, false},
		} {
			n++
			r := httptest.NewRequest("POST", i.path(""), strings.NewReader(message(n, "x")))
			for name, values := range tt.headers {
				r.Header[name] = values
			}
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			f.served.ServeHTTP(w, r)
			if w.Code != 200 || w.Body.String() != "ok" {
				t.Errorf("%s: answer %d %q", tt.name, w.Code, w.Body)
			}
			want := refused
			if tt.ok {
				want = "ok "
			}
			if got := f.last(i); !strings.HasPrefix(got, want) {
				t.Errorf("%s, form %s: %q, want %q", tt.name, i.form.Name, got, want)
			}
		}
	}
}

// mustNotRead is a body that fails the test if it is read.
type mustNotRead struct{ testing.TB }

func (u mustNotRead) Read([]byte) (int, error) {
	u.Error("the body was read")
	return 0, io.EOF
}

// D 1, 2: a request to an unknown channel is answered ok and not logged. A body without
// the key, or with too large a Content-Length, is not read.
func TestInboundBodyIsNotReadInVain(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for _, tt := range []struct{ id, key string }{
		{"999", f.b.key}, {"0", f.b.key}, {"-1", f.b.key}, {"0" + fmt.Sprint(f.b.ID), f.b.key}, {fmt.Sprint(f.b.ID) + ".0", f.b.key},
		{"9223372036854775808", f.b.key}, {"x", f.b.key}, {"%00", f.b.key}, {fmt.Sprint(f.b.ID), "svcx_wrong"},
	} {
		r := httptest.NewRequest("POST", Prefix+tt.id, mustNotRead{t})
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Svcx-Key", tt.key)
		w := httptest.NewRecorder()
		f.served.ServeHTTP(w, r)
		if w.Code != 200 || w.Body.String() != "ok" {
			t.Errorf("%s: %d %q", tt.id, w.Code, w.Body)
		}
	}
	r := httptest.NewRequest("POST", f.b.path(""), mustNotRead{t})
	r.ContentLength = 2001
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Svcx-Key", f.b.key)
	f.served.ServeHTTP(httptest.NewRecorder(), r)
	if got := f.records(f.b); len(got) != 2 || len(f.records(f.a)) != 0 || f.logged() != "" {
		t.Errorf("records %q, log %s", got, f.logged())
	}
}

// D 2: concurrent repeats of a message store it exactly once.
func TestInboundConcurrentRepeats(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for _, i := range []integration{f.a, f.b} {
		var wg sync.WaitGroup
		for n := range 50 {
			wg.Go(func() { f.send(i, i.key, message(1, fmt.Sprint("hi ", n))) })
		}
		wg.Wait()
		ok, repeats := 0, 0
		for _, r := range f.records(i) {
			switch {
			case strings.HasPrefix(r, "ok "):
				ok++
			case strings.Contains(r, "duplicate_message"):
				repeats++
			}
		}
		if n := f.messages(i); n != 1 || ok != 1 || repeats != 49 {
			t.Errorf("form %s: %d messages, %d ok, %d repeats", i.form.Name, n, ok, repeats)
		}
	}
}

// D 2: if nothing could be stored, neither the message nor its event log entry, the answer
// is 503 with Retry-After and not ok. A later try is not a repeat.
func TestWhatIsNotStoredIsAnswered503(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for _, i := range []integration{f.a, f.b} {
		repair := f.breakLog()
		for _, body := range []string{message(1, "hi"), `nonsense`} {
			if w := f.do("POST", i.path(""), i.key, body); w.Code != 503 || w.Header().Get("Retry-After") != "1" || w.Body.String() != unavailable {
				t.Errorf("form %s: %d %s %v", i.form.Name, w.Code, w.Body, w.Header())
			}
		}
		repair()
		if n := f.messages(i); n != 0 || len(f.records(i)) != 0 {
			t.Errorf("form %s: %d messages, records %q", i.form.Name, n, f.records(i))
		}
		f.send(i, i.key, message(1, "hi"))
		if got := f.last(i); !strings.HasPrefix(got, "ok ") {
			t.Errorf("form %s: after the repair %q", i.form.Name, got)
		}
	}
}

const unavailable = `{"error":{"code":"UNAVAILABLE","message":"the service cannot store or read right now, try again"}}`

// D 2, 3: with the database down every endpoint answers 503. The cause is logged at debug
// level, since the store logs the outage once, and without key, body or query.
func TestEveryEndpointAnswers503WithoutTheDatabase(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	must(t, f.db.Close())
	for _, i := range []integration{f.a, f.b} {
		for _, tt := range []struct{ method, tail string }{{"POST", ""}, {"POST", "/heartbeat"}, {"GET", "/events?since=secret"}} {
			w := f.do(tt.method, i.path(tt.tail), i.key, message(1, "secret"))
			if w.Code != 503 || w.Header().Get("Retry-After") != "1" || w.Body.String() != unavailable {
				t.Errorf("%s: %d %s %v", tt.tail, w.Code, w.Body, w.Header())
			}
		}
		// An id that is not canonical needs no look-up.
		f.send(integration{Channel: &svcx.Channel{ID: -1}}, i.key, message(1, "secret"))
	}
	log := f.logged()
	if n := strings.Count(log, "\n"); n != 6 || strings.Count(log, "level=DEBUG") != n || !strings.Contains(log, "request=req-1") {
		t.Errorf("%d lines in the log:\n%s", n, log)
	}
	for _, secret := range []string{"secret", f.a.key, f.b.key} {
		if strings.Contains(log, secret) {
			t.Errorf("%q is in the log:\n%s", secret, log)
		}
	}
}

// A sender that disconnects in the middle of its body gets an event log entry. If that
// cannot be written the answer is still 400.
func TestInboundBodyOfSenderThatLeft(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	post := func() int {
		ctx, leave := context.WithCancel(t.Context())
		r := httptest.NewRequest("POST", f.b.path(""), &cutBody{leave})
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Svcx-Key", f.b.key)
		w := httptest.NewRecorder()
		f.served.ServeHTTP(w, r.WithContext(ctx))
		return w.Code
	}
	if code, got := post(), f.records(f.b); code != 400 || len(got) != 1 || !strings.Contains(got[0], "the connection was lost") {
		t.Errorf("%d, records %q", code, got)
	}
	f.breakLog()
	if code, got := post(), f.records(f.b); code != 400 || len(got) != 1 {
		t.Errorf("without a log: %d, records %q", code, got)
	}
}

// cutBody is a body whose connection is reset.
type cutBody struct{ leave func() }

func (b *cutBody) Read(p []byte) (int, error) {
	b.leave()
	return copy(p, "{"), &net.OpError{Op: "read", Err: errors.New("connection reset by peer")}
}

// A message with more keys than there can be fields keeps the values of existing fields
// alone.
func TestMessageWithManyFieldKeys(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	f.maxBody = 1 << 20
	w, err := f.inbox.Workspace(t.Context(), "wb")
	must(t, err)
	_, err = f.inbox.CreateField(t.Context(), inbox.Call{Workspace: w, Actor: svcx.Actor{Kind: svcx.ActorSystem}}, svcx.FieldDraft{Key: "order", Name: "Order", Type: svcx.FieldNumber})
	must(t, err)
	var keys strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&keys, `"k%d":1,`, i)
	}
	for value, want := range map[string]string{`"x"`: "[fields.order: must be a number; it was left out]", "17": "[]"} {
		f.send(f.b, f.b.key, `{"content":"x","fields":{`+keys.String()+`"order":`+value+`}}`)
		events, _, err := f.inbox.Events(t.Context(), f.b.Channel, svcx.EventQuery{Limit: 10})
		must(t, err)
		if e := events[len(events)-1]; e.Status != svcx.EventOK || fmt.Sprint(e.Warnings) != want {
			t.Errorf("%s: %s, warnings %v, want %s", value, e.Status, e.Warnings, want)
		}
	}
	var n int
	must(t, f.sql().QueryRow(`SELECT count(*) FROM field_value`).Scan(&n))
	if n != 1 || f.messages(f.b) != 2 {
		t.Errorf("%d values, %d messages", n, f.messages(f.b))
	}
}

// A body without a share of the budget is answered 503 with Retry-After (D 2).
func TestInboundBodyWithoutBudget(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	w := httptest.NewRecorder()
	c := &call{w: w, http: httptest.NewRequest("POST", f.b.path(""), nil), caller: caller{f.b.Channel, f.b.form}}
	busy := &svcx.Error{Kind: svcx.KindUnavailable, Message: "the service receives too much right now, try again", Err: limit.ErrBusy}
	f.fail(c, f.bodyNotRead(c, start, busy))
	if w.Code != 503 || w.Header().Get("Retry-After") != "1" || w.Body.String() != `{"error":{"code":"UNAVAILABLE","message":"the service receives too much right now, try again"}}` {
		t.Errorf("%d %s %v", w.Code, w.Body, w.Header())
	}
	if len(f.records(f.b)) != 0 || f.logged() != "" {
		t.Errorf("records %q, log %q", f.records(f.b), f.logged())
	}
}
