package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"svcx/client"
	"svcx/client/clientb"
)

func status(code int, header map[string]string, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(code)
		io.WriteString(w, body)
	}
}

// lost ends the connection without an answer: whether the call was carried out is unknown.
func lost(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

var quick = client.WithBackoff(func(int) time.Duration { return time.Millisecond })

// What is called how often, by what is answered.
func TestRetries(t *testing.T) {
	t.Parallel()
	ok := status(200, nil, `{"data":{"id":1}}`)
	unavailable := status(503, nil, `{"error":{"code":"UNAVAILABLE","message":"try again"}}`)
	get := func(c *clientb.Client) error { _, err := c.Conversation(t.Context(), 1); return err }
	post := func(c *clientb.Client) error {
		_, err := c.CreateContact(t.Context(), clientb.NewContact{Name: "Ada"})
		return err
	}
	remove := func(c *clientb.Client) error { return c.DeleteField(t.Context(), 1) }
	for name, tt := range map[string]struct {
		call     func(*clientb.Client) error
		answers  []http.HandlerFunc
		attempts int
		code     string // of the error, "" for none
	}{
		"nothing goes wrong":         {get, []http.HandlerFunc{ok}, 1, ""},
		"a lost answer":              {get, []http.HandlerFunc{lost, ok}, 2, ""},
		"too many requests":          {get, []http.HandlerFunc{status(429, map[string]string{"Retry-After": "0"}, ""), ok}, 2, ""},
		"the store is down":          {post, []http.HandlerFunc{unavailable, unavailable, ok}, 3, ""},
		"an error of the server":     {post, []http.HandlerFunc{status(500, nil, ""), ok}, 2, ""},
		"a proxy without a server":   {post, []http.HandlerFunc{status(502, nil, "<html>"), ok}, 2, ""},
		"a lost answer to a POST":    {post, []http.HandlerFunc{lost, ok}, 2, ""},
		"it stays down":              {get, []http.HandlerFunc{unavailable}, 4, "UNAVAILABLE"},
		"the API is switched off":    {get, []http.HandlerFunc{status(503, nil, `{"error":{"code":"UNAUTHORIZED"}}`), ok}, 1, "UNAUTHORIZED"},
		"the API is switched off, A": {get, []http.HandlerFunc{status(503, nil, `{"error":{"code":"API_DISABLED"}}`), ok}, 1, "API_DISABLED"},
		"the first is still running": {post, []http.HandlerFunc{lost, status(409, nil, `{"error":{"code":"CONFLICT"}}`), ok}, 3, ""},
		"a conflict":                 {post, []http.HandlerFunc{status(409, nil, `{"error":{"code":"CONFLICT"}}`), ok}, 1, "CONFLICT"},
		"it is invalid":              {post, []http.HandlerFunc{status(400, nil, `{"error":{"code":"VALIDATION","message":"name must be"}}`), ok}, 1, "VALIDATION"},
		"a redirect":                 {get, []http.HandlerFunc{status(302, map[string]string{"Location": "/"}, ""), ok}, 1, "?"},
		"a deletion":                 {remove, []http.HandlerFunc{status(404, nil, `{"error":{"code":"NOT_FOUND"}}`)}, 1, "NOT_FOUND"},
		"a deletion, answer lost":    {remove, []http.HandlerFunc{lost, status(404, nil, `{"error":{"code":"NOT_FOUND"}}`)}, 2, ""},
		"a long wait":                {get, []http.HandlerFunc{status(429, map[string]string{"Retry-After": "3600"}, `{"error":{"code":"RATE_LIMITED"}}`), ok}, 1, "RATE_LIMITED"},
	} {
		t.Run(name, func(t *testing.T) {
			base, requests := script(t, tt.answers...)
			err := tt.call(clientb.New(base, "acme", "svcx_sk_1", quick))
			made := requests()
			if len(made) != tt.attempts {
				t.Errorf("%d attempts, want %d", len(made), tt.attempts)
			}
			var e *client.Error
			if (err == nil) != (tt.code == "") || errors.As(err, &e) && tt.code != "?" && e.Code != tt.code {
				t.Errorf("the error is %v, want %q", err, tt.code)
			}
			for _, r := range made {
				if key := r.Header.Get("Idempotency-Key"); (key != "") != (r.Method == "POST") || key != made[0].Header.Get("Idempotency-Key") {
					t.Errorf("%s with the key %q", r.Method, key)
				}
				if r.Header.Get("Authorization") != "Bearer svcx_sk_1" || r.Header.Get("User-Agent") != "svcx-client" {
					t.Errorf("the header is %v", r.Header)
				}
			}
		})
	}
}

// What has no key is repeated only when it cannot be carried out twice.
func TestInboundRetries(t *testing.T) {
	t.Parallel()
	refused, ok := status(503, nil, ""), status(200, nil, "ok")
	for name, tt := range map[string]struct {
		call func(*client.Channel) error
		// attempts after a lost answer, and after a 503
		lost, refused int
	}{
		"a message": {func(c *client.Channel) error { _, err := c.Send(t.Context(), client.Message{Content: "x"}); return err }, 2, 2},
		"resolve": {func(c *client.Channel) error {
			_, err := c.Act(t.Context(), client.Action{Action: client.ActionResolve})
			return err
		}, 2, 2},
		"a rating": {func(c *client.Channel) error {
			_, err := c.Act(t.Context(), client.Action{Action: client.ActionSubmitRating})
			return err
		}, 1, 2},
		"a request": {func(c *client.Channel) error {
			_, err := c.Intend(t.Context(), client.Intent{Intent: client.IntentRequestRating})
			return err
		}, 1, 2},
	} {
		for first, want := range map[string]int{"lost": tt.lost, "refused": tt.refused} {
			t.Run(name+"/"+first, func(t *testing.T) {
				base, requests := script(t, map[string]http.HandlerFunc{"lost": lost, "refused": refused}[first], ok)
				err := tt.call(client.NewChannel(base, "k", quick))
				if n := len(requests()); n != want || (err == nil) != (want == 2) {
					t.Errorf("%d attempts, %v; want %d", n, err, want)
				}
			})
		}
	}
}

// A message has the same id in every attempt, so that it is taken once.
func TestMessageKeepsItsIDInRetries(t *testing.T) {
	t.Parallel()
	base, requests := script(t, lost, lost, status(200, map[string]string{"X-Request-Id": "r-1"}, "ok"))
	receipt, err := client.NewChannel(base, "k", quick).Send(t.Context(), client.Message{Content: "x"})
	if err != nil || receipt.MessageID == "" || receipt.RequestID != "r-1" {
		t.Fatalf("%+v %v", receipt, err)
	}
	var first string
	for _, r := range requests() {
		body, _ := io.ReadAll(r.Body)
		if first == "" {
			first = string(body)
		}
		if string(body) != first || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("an attempt sent %s, the first %s", body, first)
		}
	}
}

// The context ends the waiting, and the error tells what was waited for.
func TestContextEndsRetries(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	base, requests := script(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "50")
		w.WriteHeader(429)
		cancel()
	})
	_, err := clientb.New(base, "acme", "k").Conversation(ctx, 1)
	if !errors.Is(err, context.Canceled) || len(requests()) != 1 {
		t.Errorf("%v after %d attempts", err, len(requests()))
	}
}

// A key of one's own is sent as it is.
func TestOwnIdempotencyKey(t *testing.T) {
	t.Parallel()
	base, requests := script(t, status(201, nil, `{"data":{}}`))
	if _, err := clientb.New(base, "acme", "k").CreateContact(client.WithIdempotencyKey(t.Context(), "job-7"), clientb.NewContact{}); err != nil {
		t.Fatal(err)
	}
	if got := requests()[0].Header.Get("Idempotency-Key"); got != "job-7" {
		t.Errorf("the key is %q", got)
	}
}
