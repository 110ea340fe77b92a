package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"svcx"
	"svcx/client"
	"svcx/internal/form"
)

const (
	oldSecret = "whsec_YW4gb2xkIHNlY3JldCB0aGF0IGlzIHJlcGxhY2Vk"
	newSecret = "whsec_YSBuZXcgc2VjcmV0IHRoYXQgcmVwbGFjZXMgaXQu"
)

// signedBy are headers with the signatures of secrets, made by the library that svcx signs with.
func signedBy(t *testing.T, id string, at time.Time, body []byte, secrets ...string) http.Header {
	t.Helper()
	h := http.Header{}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	h.Set("svcx-sequence", "1")
	var all []string
	for _, secret := range secrets {
		w, err := webhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		s, err := w.Sign(id, at, body)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	h.Set("webhook-signature", strings.Join(all, " "))
	return h
}

func TestVerify(t *testing.T) {
	t.Parallel()
	now, body := time.Unix(1795936134, 0), []byte(`{"conversationId":"order-4711","content":"It is on its way."}`)
	for name, tt := range map[string]struct {
		known, signing []string
		at             time.Time
		change         func(http.Header, []byte) []byte
		want           error
	}{
		"right":               {known: []string{newSecret}, signing: []string{newSecret}, at: now},
		"rotation, new known": {known: []string{newSecret}, signing: []string{newSecret, oldSecret}, at: now},
		"rotation, old known": {known: []string{oldSecret}, signing: []string{newSecret, oldSecret}, at: now},
		"before svcx rotates": {known: []string{newSecret, oldSecret}, signing: []string{oldSecret}, at: now},
		"another secret":      {known: []string{newSecret}, signing: []string{oldSecret}, at: now, want: client.ErrSignature},
		"no signature":        {known: []string{newSecret}, at: now, want: client.ErrUnsigned},
		"five minutes old":    {known: []string{newSecret}, signing: []string{newSecret}, at: now.Add(-5 * time.Minute)},
		"older":               {known: []string{newSecret}, signing: []string{newSecret}, at: now.Add(-5*time.Minute - time.Second), want: client.ErrTimestamp},
		"of the future":       {known: []string{newSecret}, signing: []string{newSecret}, at: now.Add(5*time.Minute + time.Second), want: client.ErrTimestamp},
		"another body":        {known: []string{newSecret}, signing: []string{newSecret}, at: now, want: client.ErrSignature, change: func(_ http.Header, b []byte) []byte { return append(b, ' ') }},
		"another id":          {known: []string{newSecret}, signing: []string{newSecret}, at: now, want: client.ErrSignature, change: func(h http.Header, b []byte) []byte { h.Set("webhook-id", "y"); return b }},
		"another time":        {known: []string{newSecret}, signing: []string{newSecret}, at: now, want: client.ErrSignature, change: func(h http.Header, b []byte) []byte { h.Set("webhook-timestamp", "1795936135"); return b }},
		"no time":             {known: []string{newSecret}, signing: []string{newSecret}, at: now, want: client.ErrTimestamp, change: func(h http.Header, b []byte) []byte { h.Del("webhook-timestamp"); return b }},
		"no id":               {known: []string{newSecret}, signing: []string{newSecret}, at: now, want: client.ErrUnsigned, change: func(h http.Header, b []byte) []byte { h.Del("webhook-id"); return b }},
		"another version's scheme": {known: []string{newSecret}, signing: []string{newSecret}, at: now, want: client.ErrSignature, change: func(h http.Header, b []byte) []byte {
			h.Set("webhook-signature", strings.ReplaceAll(h.Get("webhook-signature"), "v1,", "v9,"))
			return b
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h, b := signedBy(t, "msg_1", tt.at, body, tt.signing...), bytes.Clone(body)
			if tt.change != nil {
				b = tt.change(h, b)
			}
			if err := client.Verify(tt.known, h, b, now, client.Tolerance); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
		})
	}
	for _, secrets := range [][]string{nil, {""}, {"whsec_"}, {"whsec_not base64!"}} {
		if _, err := client.Signed(secrets...); err == nil || strings.Contains(err.Error(), "not base64!") {
			t.Errorf("the secrets %q: %v", secrets, err)
		}
	}
}

// The example in the documentation is a test for every implementation.
func TestVerifiesTheDocumentedSignature(t *testing.T) {
	h := http.Header{}
	h.Set("webhook-id", "msg_1c7a6ba08a58483c2fecc0978fa3eb49")
	h.Set("webhook-timestamp", "1795936134")
	h.Set("webhook-signature", "v1,n9sMTLSelMW18vS1CoWt2IKCl4T2CXdcDjOJlf5X6/U=")
	body := []byte(`{"conversationId":"order-4711","content":"It is on its way."}`)
	if got := must[string](t)(client.Sign([]string{"whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQuLi4="}, h.Get("webhook-id"), time.Unix(1795936134, 0), body)); got != h.Get("webhook-signature") {
		t.Errorf("signed %s", got)
	}
	if err := client.Verify([]string{"whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQuLi4="}, h, body, time.Unix(1795936134, 0), client.Tolerance); err != nil {
		t.Error(err)
	}
}

func TestToken(t *testing.T) {
	check := client.Token("token", "new", "old", "")
	for address, ok := range map[string]bool{"/?token=new": true, "/?token=old": true, "/?token=": false, "/": false, "/?token=other": false, "/?other=new": false} {
		if err := check(httptest.NewRequest("POST", address, nil), nil); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// post calls a receiver as svcx does.
func post(t *testing.T, r *client.Receiver, id, body string) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequest("POST", "/", strings.NewReader(body))
	req.Header = signedBy(t, id, time.Now(), []byte(body), newSecret)
	w := httptest.NewRecorder()
	r.ServeHTTP(w, req)
	return w
}

func newReceiver(t *testing.T) *client.Receiver {
	t.Helper()
	return &client.Receiver{Check: must[client.Check](t)(client.Signed(newSecret)), Log: slog.New(slog.DiscardHandler)}
}

const simpleReply = `{"conversationId":"order-1","content":"Yes"}`

// What a receiver answers decides whether svcx tries again.
func TestAnswersOfTheReceiver(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		body   string
		err    error
		status int
	}{
		"processed":           {simpleReply, nil, 204},
		"failed":              {simpleReply, errors.New("no database"), 500},
		"never acceptable":    {simpleReply, fmt.Errorf("no such order: %w", client.ErrUnacceptable), 422},
		"no JSON":             {`{`, nil, 500},
		"no event":            {`{}`, nil, 500},
		"an event to come":    {`{"event":"conversation.merged","conversationId":"x","data":{"into":"y"}}`, nil, 204},
		"a call to come":      {`{"type":"query.weather"}`, nil, 422},
		"longer than allowed": {`{"content":"` + strings.Repeat("x", 2<<20) + `"}`, nil, 413},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReceiver(t)
			r.MessageCreated = func(context.Context, *client.Event, *client.MessageCreated) error { return tt.err }
			if w := post(t, r, "msg_1", tt.body); w.Code != tt.status {
				t.Errorf("answered %d, want %d", w.Code, tt.status)
			}
		})
	}
	r := newReceiver(t)
	for name, change := range map[string]func(*http.Request){
		"a GET":    func(r *http.Request) { r.Method = "GET" },
		"unsigned": func(r *http.Request) { r.Header.Del("webhook-signature") },
	} {
		req := httptest.NewRequest("POST", "/", strings.NewReader(simpleReply))
		req.Header = signedBy(t, "msg_1", time.Now(), []byte(simpleReply), newSecret)
		change(req)
		w := httptest.NewRecorder()
		if r.ServeHTTP(w, req); w.Code != map[string]int{"a GET": 405, "unsigned": 401}[name] {
			t.Errorf("%s is answered %d", name, w.Code)
		}
	}
	if w := post(t, &client.Receiver{Log: slog.New(slog.DiscardHandler)}, "msg_1", simpleReply); w.Code != 401 {
		t.Errorf("without a check: %d", w.Code)
	}
}

// An event is processed once, unless its processing failed.
func TestRepeatsAreProcessedOnce(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	r.Repeats = client.Recent(2)
	var fail error
	count := map[string]int{}
	r.MessageCreated = func(_ context.Context, e *client.Event, _ *client.MessageCreated) error {
		count[e.ID]++
		return fail
	}
	fail = errors.New("no database")
	post(t, r, "msg_1", simpleReply)
	fail = nil
	for _, id := range []string{"msg_1", "msg_1", "msg_2", "msg_1"} {
		if w := post(t, r, id, simpleReply); w.Code != 204 {
			t.Errorf("%s is answered %d", id, w.Code)
		}
	}
	if count["msg_1"] != 2 || count["msg_2"] != 1 {
		t.Errorf("processed %v", count)
	}
	post(t, r, "msg_3", simpleReply) // msg_1 is forgotten
	if post(t, r, "msg_1", simpleReply); count["msg_1"] != 3 {
		t.Errorf("processed %v, of which two are remembered", count)
	}
}

// An event that comes several times at once is processed once.
func TestRepeatsAtTheSameTime(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	r.Repeats = client.Recent(10)
	begun, rest := make(chan struct{}), make(chan struct{})
	var count atomic.Int32
	r.MessageCreated = func(context.Context, *client.Event, *client.MessageCreated) error {
		if count.Add(1) == 1 {
			close(begun)
		}
		<-rest
		return nil
	}
	var calls sync.WaitGroup
	calls.Go(func() { post(t, r, "msg_1", simpleReply) })
	<-begun
	for range 3 {
		calls.Go(func() {
			if w := post(t, r, "msg_1", simpleReply); w.Code != 204 {
				t.Errorf("a repeat is answered %d", w.Code)
			}
		})
	}
	post(t, r, "ping", `{"type":"ping"}`) // others do not wait
	close(rest)
	if calls.Wait(); count.Load() != 1 {
		t.Errorf("processed %d times", count.Load())
	}
}

// The calls as svcx encodes them are answered as svcx reads the answers, with functions and without.
func TestCallsAreAnswered(t *testing.T) {
	t.Parallel()
	now := svcx.At(time.Now())
	encoded := func(body []byte, err error) string { return string(must[[]byte](t)(body, err)) }
	ping := encoded(form.Ping(now, "c-1"))
	confirm := encoded(form.Confirm("conversation.resolve", "vip-1", now))
	content := encoded(form.ResolveContent([]string{"https://a.example/x"}, "order-1"))
	query := func(kind svcx.BackRequestType) string {
		return encoded(form.BackRequest(svcx.BackRequest{Type: kind, ConversationID: "order-1", MessageID: "m-1", Contact: &svcx.Contact{ExternalID: "u-1", Email: "ada@example.com"}}, "q-1", now))
	}

	bare := newReceiver(t)
	if w := post(t, bare, "msg_1", ping); w.Code != 204 {
		t.Errorf("a ping is answered %d", w.Code)
	}
	if allowed, _, ok := form.ReadConfirmation(post(t, bare, "msg_1", confirm).Body.Bytes()); !allowed || !ok {
		t.Error("a confirmation that nobody decides is refused")
	}
	if urls, ok := form.ReadContentURLs(post(t, bare, "msg_1", content).Body.Bytes()); len(urls) != 0 || !ok {
		t.Errorf("urls %v, %v", urls, ok)
	}
	if w := post(t, bare, "msg_1", query("query.contact.info")); w.Code != 204 {
		t.Errorf("a question is answered %d", w.Code)
	}

	r := newReceiver(t)
	r.Ping = func(context.Context) error { return errors.New("ill") }
	r.Confirm = func(_ context.Context, c client.Confirmation) (client.Decision, error) {
		return client.Decision{Allowed: false, Reason: c.ConversationID + " " + c.Intent}, nil
	}
	r.Content = func(_ context.Context, c client.ContentRequest) ([]client.FreshURL, error) {
		return []client.FreshURL{{Ref: c.Refs[0], URL: "https://a.example/y", ExpiresAt: time.Now().Add(time.Hour)}}, nil
	}
	r.Query = func(_ context.Context, q client.Query) (*client.Known, error) {
		return &client.Known{Name: q.Contact.ExternalID + " " + q.MessageID, Content: q.Type}, nil
	}
	if w := post(t, r, "msg_1", ping); w.Code != 500 {
		t.Errorf("a ping is answered %d", w.Code)
	}
	if allowed, reason, ok := form.ReadConfirmation(post(t, r, "msg_1", confirm).Body.Bytes()); allowed || !ok || reason != "vip-1 conversation.resolve" {
		t.Errorf("confirmed %v %v %q", allowed, ok, reason)
	}
	if urls, ok := form.ReadContentURLs(post(t, r, "msg_1", content).Body.Bytes()); !ok || len(urls) != 1 || urls[0].URL != "https://a.example/y" || urls[0].ExpiresAt == nil {
		t.Errorf("urls %v", urls)
	}
	for _, kind := range []svcx.BackRequestType{"query.contact.avatar", "query.contact.info", "query.message.content", "query.conversation.metadata"} {
		w := post(t, r, "msg_1", query(kind))
		answer, ok := form.ReadBackAnswer(w.Code, w.Body.Bytes())
		if !ok || !answer.Known || answer.Content != string(kind) || answer.Info.Name == nil || *answer.Info.Name != "u-1 m-1" {
			t.Errorf("%s is answered %s", kind, w.Body)
		}
	}
}
