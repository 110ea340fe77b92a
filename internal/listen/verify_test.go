package listen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"svcx/client"
	"svcx/internal/form"
	"svcx/internal/form/forma"
	"svcx/internal/form/formb"
)

// verify tries a handler and returns the checks by their names.
func verify(t *testing.T, h http.Handler, v Verification) (map[string]Result, error) {
	t.Helper()
	server := httptest.NewServer(h)
	defer server.Close()
	var out bytes.Buffer
	v.URL, v.Out, v.JSON, v.Now, v.Run, v.Version = server.URL, &out, true, time.Now, "t1", "test"
	if v.Form == nil {
		v.Form = formb.New()
	}
	err := v.Verify(t.Context())
	results := map[string]Result{}
	for d := json.NewDecoder(&out); d.More(); {
		var r Result
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if _, twice := results[r.Check]; twice {
			t.Errorf("%q is checked twice", r.Check)
		}
		results[r.Check] = r
	}
	return results, err
}

// good is a receiver that does all that svcx needs.
func good(t *testing.T) *client.Receiver {
	t.Helper()
	check, err := client.Signed(secret)
	if err != nil {
		t.Fatal(err)
	}
	return &client.Receiver{
		Check: check, Repeats: client.Recent(1000), Log: slog.New(slog.DiscardHandler),
		Confirm: func(context.Context, client.Confirmation) (client.Decision, error) {
			return client.Decision{Allowed: true}, nil
		},
		Content: func(_ context.Context, c client.ContentRequest) ([]client.FreshURL, error) {
			return []client.FreshURL{{Ref: c.Refs[0], URL: c.Refs[0]}}, nil
		},
		Query: func(context.Context, client.Query) (*client.Known, error) { return nil, nil },
	}
}

var everything = []string{"confirm", "content", "query"}

// A receiver that is right passes every check, in both forms.
func TestVerifyPassesARightReceiver(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]*form.Form{"A": forma.New(), "B": formb.New()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			results, err := verify(t, good(t), Verification{Form: f, Secrets: []string{secret}, Need: everything})
			for _, r := range results {
				if r.Outcome != outcomePass {
					t.Errorf("%+v", r)
				}
			}
			if least := map[string]int{"A": 25, "B": 32}[name]; err != nil || len(results) < least {
				t.Errorf("%d checks, %v; want at least %d", len(results), err, least)
			}
		})
	}
}

// Each fault of a receiver is found by the check that is for it.
func TestVerifyFindsFaults(t *testing.T) {
	t.Parallel()
	always := func(status int) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
	}
	// changed is the right receiver, but for what changes before it.
	changed := func(change func(w http.ResponseWriter, r *http.Request, body []byte) (done bool)) http.Handler {
		next := good(t)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			if !change(w, r, body) {
				next.ServeHTTP(w, r)
			}
		})
	}
	on := func(part string, status int, body string) http.Handler {
		return changed(func(w http.ResponseWriter, r *http.Request, got []byte) bool {
			if is := bytes.Contains(got, []byte(part)); !is {
				return false
			}
			w.WriteHeader(status)
			io.WriteString(w, body)
			return true
		})
	}
	seen := map[string]bool{}
	for name, tt := range map[string]struct {
		handler http.Handler
		check   string
		detail  string
	}{
		"nothing there":          {always(404), "ping", "want 2xx"},
		"a redirect":             {always(302), "ping", "redirects are not followed"},
		"an error for an event":  {on(`"rating.submitted"`, 500, ""), "rating.submitted", "28 hours"},
		"400 for an event":       {on(`"rating.submitted"`, 400, ""), "rating.submitted", "three attempts"},
		"no HTML":                {on(`"html"`, 500, ""), "a message in HTML with a file", "28 hours"},
		"signatures not checked": {always(204), "a call without a signature", "want 401"},
		"any signature": {changed(func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			if r.Header.Get("webhook-signature") == "" {
				return false
			}
			w.WriteHeader(204)
			return true
		}), "a signature by another secret", "want 401"},
		"400 for a forgery": {changed(func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			if r.Header.Get("webhook-signature") == "" {
				w.WriteHeader(400)
				return true
			}
			return false
		}), "a call without a signature", "stale"},
		"the time is not checked": {changed(func(w http.ResponseWriter, r *http.Request, body []byte) bool {
			if client.Verify([]string{secret}, r.Header, body, time.Now(), 24*time.Hour) == nil {
				w.WriteHeader(204)
				return true
			}
			return false
		}), "a call that is an hour old, rightly signed", "want 401"},
		"only the first signature": {changed(func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			first, _, more := strings.Cut(r.Header.Get("webhook-signature"), " ")
			if more {
				r.Header.Set("webhook-signature", first)
			}
			return false
		}), "two signatures, as during a rotation", "28 hours"},
		"a repeat is refused": {changed(func(w http.ResponseWriter, r *http.Request, body []byte) bool {
			id := r.Header.Get("webhook-id")
			if again := seen[id]; again && bytes.Contains(body, []byte("more than once")) {
				w.WriteHeader(409)
				return true
			}
			if bytes.Contains(body, []byte("more than once")) {
				seen[id] = true
			}
			return false
		}), "the same event again, as after a lost answer", "28 hours"},
		"no answer to a confirmation": {on(`"intent.confirm"`, 200, "{}"), "intent.confirm of conversation.close", "unconfirmed"},
		"a veto without a reason":     {on(`"intent.confirm"`, 200, `{"allowed":false}`), "intent.confirm of conversation.close", "reason"},
		"no urls":                     {on(`"content.resolve"`, 200, `[]`), "content.resolve", "urls"},
		"no data":                     {on(`"query.contact.info"`, 200, `{"name":"Ada"}`), "query.contact.info", "data"},
	} {
		t.Run(name, func(t *testing.T) {
			results, err := verify(t, tt.handler, Verification{Secrets: []string{secret}, Need: everything})
			r := results[tt.check]
			if !errors.Is(err, ErrFailed) || r.Outcome != outcomeFail || !strings.Contains(r.Detail, tt.detail) {
				t.Errorf("%v, %+v", err, r)
			}
		})
	}
}

// What a channel does not ask need not be answered, and without a secret nothing is signed.
func TestVerifyWithoutQuestionsAndSecret(t *testing.T) {
	t.Parallel()
	r := good(t)
	r.Check = func(req *http.Request, _ []byte) error {
		if req.Header.Get("webhook-signature") != "" {
			return client.ErrSignature
		}
		return nil
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		if bytes.Contains(body, []byte(`"type":"query`)) || bytes.Contains(body, []byte("conversation.archived")) {
			w.WriteHeader(404)
			return
		}
		req.Body = io.NopCloser(bytes.NewReader(body))
		r.ServeHTTP(w, req)
	})
	results, err := verify(t, handler, Verification{})
	if err != nil || results["query.contact.info"].Outcome != outcomeNote || results["signatures"].Outcome != outcomeSkip || results["an event of a type to come"].Outcome != outcomeNote {
		t.Errorf("%v %+v", err, results)
	}
	for _, address := range []string{"", "ftp://x", "http://"} {
		if err := (&Verification{URL: address, Now: time.Now, Out: io.Discard}).Verify(t.Context()); err == nil || errors.Is(err, ErrFailed) {
			t.Errorf("%q: %v", address, err)
		}
	}
}
