package listen

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx/client"
)

const (
	secret    = "whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQuLi4="
	oldSecret = "whsec_YW4gb2xkIHNlY3JldCB0aGF0IGlzIHJlcGxhY2Vk"
)

// lines is what a listener prints.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) calls(t *testing.T) (all []Call) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	d := json.NewDecoder(&l.b)
	for {
		var c Call
		if err := d.Decode(&c); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
}

func start(t *testing.T, o Options) (address string, out *lines) {
	t.Helper()
	out = &lines{}
	o.Out, o.Now, o.Version = out, time.Now, "test"
	l, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	return server.URL, out
}

// call posts as svcx does; its id and sequence are those given.
func call(t *testing.T, address, id, sequence, body string, secrets ...string) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequest("POST", address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now()
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("webhook-id", id)
	r.Header.Set("webhook-timestamp", number(at.Unix()))
	if sequence != "" {
		r.Header.Set("svcx-sequence", sequence)
	}
	if len(secrets) > 0 {
		signature, err := client.Sign(secrets, id, at, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("webhook-signature", signature)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func number[N int | int64](n N) string { return strconv.FormatInt(int64(n), 10) }

const reply = `{"conversationId":"order-1","content":"Yes"}`

// Signatures, repeats and gaps are seen.
func TestListenerChecks(t *testing.T) {
	t.Parallel()
	address, out := start(t, Options{Secrets: []string{secret}, JSON: true})
	for _, c := range []struct {
		id, sequence string
		secrets      []string
		status       int
	}{
		{"m1", "1", []string{secret}, 204},
		{"m1", "1", []string{secret}, 204}, // a repeat
		{"m2", "2", []string{oldSecret, secret}, 204},
		{"m3", "3", []string{oldSecret}, 401},
		{"m3", "3", nil, 401},
		{"m5", "5", []string{secret}, 204}, // after a gap
		{"m4", "4", []string{secret}, 204}, // late
		{"m6", "", []string{secret}, 204},  // without a number
	} {
		if status, _ := call(t, address, c.id, c.sequence, reply, c.secrets...); status != c.status {
			t.Errorf("%s is answered %d, want %d", c.id, status, c.status)
		}
	}
	var got []string
	for _, c := range out.calls(t) {
		line := c.WebhookID + " " + c.Type + " " + c.Signature
		if c.Repeat {
			line += " repeat"
		}
		got = append(got, strings.TrimSpace(line+" "+strings.Join(c.Faults, "; ")))
	}
	want := []string{
		"m1 message.created valid",
		"m1 message.created valid repeat",
		"m2 message.created valid",
		"m3 message.created wrong its signature is not made with the given secret",
		"m3 message.created missing it is not signed: create the channel's signing secret, or leave out --secret",
		"m5 message.created valid number 5 comes after 2: what was between them has failed for good",
		"m4 message.created valid number 4 comes after 5: it was sent again, outside the order",
		`m6 message.created valid its svcx-sequence is ""`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("printed\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Each call has its answer, and a script's rules come first.
func TestListenerAnswers(t *testing.T) {
	t.Parallel()
	rules, err := ReadRules(strings.NewReader(`[
		{"on": "intent.confirm", "conversationId": "vip-*", "body": {"allowed": false, "reason": "No"}},
		{"on": "message.created", "times": 2, "status": 503, "headers": {"Retry-After": "1"}},
		{"on": "query.*", "delay": "1ms", "body": {"data": {"name": "Ada"}}},
		{"on": "rating.requested", "drop": true}
	]`))
	if err != nil {
		t.Fatal(err)
	}
	address, out := start(t, Options{Rules: rules, JSON: true})
	for i, c := range []struct{ body, answer string }{
		{`{"type":"ping","checkId":"c"}`, "204 "},
		{`{"type":"intent.confirm","intent":"conversation.close","conversationId":"order-1"}`, `200 {"allowed":true}`},
		{`{"type":"intent.confirm","intent":"conversation.close","conversationId":"vip-1"}`, `200 {"allowed": false, "reason": "No"}`},
		{`{"type":"content.resolve","refs":["https://a.example/x"]}`, `200 {"urls":[{"ref":"https://a.example/x","url":"https://a.example/x","expiresAt":`},
		{`{"type":"query.contact.info","requestId":"q"}`, `200 {"data": {"name": "Ada"}}`},
		{reply, "503 "},
		{reply, "503 "},
		{reply, "204 "},
		{`{"event":"rating.requested","conversationId":"x","data":{"reason":"auto"}}`, "0 "},
		{`{"event":"conversation.merged","conversationId":"x","data":{}}`, "204 "},
		{`{`, "204 "},
	} {
		status, body := call(t, address, "m"+string(rune('a'+i)), number(i+1), c.body)
		if got := number(status) + " " + body; !strings.HasPrefix(got, c.answer) {
			t.Errorf("%s is answered %s, want %s", c.body, got, c.answer)
		}
	}
	calls := out.calls(t)
	if n := len(calls); n != 11 || !calls[8].Answer.Dropped || len(calls[9].Faults) != 1 || len(calls[10].Faults) != 1 {
		t.Errorf("printed %+v", calls)
	}
	for _, text := range []string{`{}`, `[{"on": "["}]`, `[{"status": 99}]`, `[{"delay": "-1s"}]`, `[{"when": "x"}]`, `[{"times": -1}]`} {
		if _, err := ReadRules(strings.NewReader(text)); err == nil {
			t.Errorf("the script %s is accepted", text)
		}
	}
}

// What is forwarded arrives as it came, and its answer goes back.
func TestListenerForwards(t *testing.T) {
	t.Parallel()
	program := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if err := client.Verify([]string{secret}, r.Header, body, time.Now(), client.Tolerance); err != nil || r.Header.Get("svcx-sequence") != "7" {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		w.Header().Set("Retry-After", "9")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer program.Close()
	address, out := start(t, Options{Forward: program.URL, JSON: true})
	if status, _ := call(t, address, "m1", "7", reply, secret); status != 503 {
		t.Errorf("answered %d", status)
	}
	program.Close()
	if status, _ := call(t, address, "m2", "8", reply, secret); status != 502 {
		t.Errorf("without a program: %d", status)
	}
	if calls := out.calls(t); !calls[0].Answer.Forwarded || calls[1].Answer.Error == "" {
		t.Errorf("printed %+v", calls)
	}
	if _, err := New(Options{Forward: "file:///x"}); err == nil {
		t.Error("an address that is none is accepted")
	}
	if _, err := New(Options{Secrets: []string{"whsec_%"}}); err == nil || strings.Contains(err.Error(), "%") {
		t.Errorf("a secret that is none: %v", err)
	}
}

// What outsiders write cannot change the terminal.
func TestLinesAreLines(t *testing.T) {
	t.Parallel()
	address, out := start(t, Options{})
	call(t, address, "m1", "1", `{"event":"message.created","conversationId":"a\u001b[2J\nb","data":{"content":"x\u001b]0;y\u0007\r\nz","authorName":"\u202eann"}}`)
	out.mu.Lock()
	defer out.mu.Unlock()
	text := out.b.String()
	if strings.Count(text, "\n") != 1 || strings.ContainsAny(text, "\x1b\x07\r\u202e") || !strings.Contains(text, "#1") {
		t.Errorf("printed %q", text)
	}
}
