package channel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/limit"
)

// D 5, architecture: unknown paths and wrong methods get the JSON envelope, not the text
// of net/http; a 405 has Allow.
func TestUnknownPathsAreAnsweredWithTheEnvelope(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for _, tt := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"GET", Prefix, 404, ""},
		{"POST", strings.TrimSuffix(Prefix, "/"), 404, ""},
		{"POST", f.b.path("/"), 404, ""},
		{"POST", f.b.path("/Heartbeat"), 404, ""},
		{"POST", f.b.path("/heartbeat/"), 404, ""},
		{"GET", f.b.path("/events/1"), 404, ""},
		{"GET", f.b.path("/nonsense"), 404, ""},
		{"GET", f.b.path(""), 405, "POST"},
		{"HEAD", f.b.path(""), 405, "POST"},
		{"PUT", f.b.path(""), 405, "POST"},
		{"OPTIONS", f.b.path(""), 405, "POST"},
		{"GET", Prefix + "unknown", 405, "POST"},
		{"GET", f.b.path("/heartbeat"), 405, "POST"},
		{"POST", f.b.path("/events"), 405, "GET, HEAD"},
		{"HEAD", f.b.path("/events"), 200, ""},
	} {
		w := f.do(tt.method, tt.path, f.b.key, "")
		if w.Code != tt.status || w.Header().Get("Allow") != tt.allow {
			t.Errorf("%s %s: %d, Allow %q", tt.method, tt.path, w.Code, w.Header().Get("Allow"))
		}
		code := map[int]string{404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}[tt.status]
		if ct := w.Header().Get("Content-Type"); ct != "application/json" || !strings.Contains(w.Body.String(), code) {
			t.Errorf("%s %s: %s %s", tt.method, tt.path, ct, w.Body)
		}
	}
	if got := f.records(f.b); len(got) != 0 {
		t.Errorf("records %q", got)
	}
}

// W 7.5, W 8, D 5: every path is limited, the inbound one too: 429 with headers and
// envelope, without an event log entry.
func TestEveryPathIsRateLimited(t *testing.T) {
	for _, tt := range []struct{ method, tail string }{{"POST", ""}, {"POST", "/heartbeat"}, {"GET", "/events"}, {"GET", "/nonsense"}} {
		f := newFixture(t, limit.Rate{N: 2, Per: time.Second})
		for n, want := range []int{0, 0, 429} {
			w := f.do(tt.method, f.b.path(tt.tail), f.b.key, message(n, "x"))
			if want == 0 {
				if w.Code == 429 || w.Header().Get("X-RateLimit-Remaining") != fmt.Sprint(1-n) {
					t.Errorf("%s request %d: %d %v", tt.tail, n, w.Code, w.Header())
				}
				continue
			}
			const body = `{"error":{"code":"RATE_LIMITED","message":"too many requests from this address, wait 1 s"}}`
			if w.Code != 429 || w.Body.String() != body || w.Header().Get("Retry-After") != "1" || w.Header().Get("X-RateLimit-Limit") != "2" {
				t.Errorf("%s: %d %s %v", tt.tail, w.Code, w.Body, w.Header())
			}
		}
		if n := len(f.records(f.b)); tt.tail == "" && n != 2 {
			t.Errorf("%d records of 2 requests", n)
		}
	}
}

// D 5: the answer to an internal error has the request's id; its cause is logged once.
func TestInternalErrorsNameTheRequest(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for _, fm := range []*form.Form{forms.A, forms.B} {
		w := httptest.NewRecorder()
		w.Header().Set("X-Request-Id", "req-9")
		f.fail(&call{w: w, http: httptest.NewRequest(http.MethodGet, "/p?since=secret", nil), caller: caller{form: fm}}, errors.New("the cause"))
		if w.Code != 500 || w.Body.String() != `{"error":{"code":"INTERNAL","message":"internal error, request req-9"}}` {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if log := f.logged(); strings.Count(log, "the cause") != 2 || strings.Count(log, "request=req-9") != 2 || strings.Contains(log, "secret") {
		t.Errorf("log:\n%s", log)
	}
}

// D 2: any failed write is answered 503. The cause is logged once, and not at all if the
// store has logged it or the client is gone.
func TestFailedWriteIs503(t *testing.T) {
	for _, tt := range []struct {
		err   error
		lines int
	}{
		{errors.New("the cause"), 1},
		{svcx.Unavailable("writing", errors.New("the cause")), 0},
		{context.Canceled, 0},
	} {
		f := newFixture(t, limit.Rate{})
		w := httptest.NewRecorder()
		f.fail(&call{w: w, http: httptest.NewRequest(http.MethodPost, "/p", nil), caller: caller{form: forms.B}}, notStored{tt.err})
		if w.Code != 503 || w.Header().Get("Retry-After") != "1" || w.Body.String() != unavailable || strings.Count(f.logged(), "level=ERROR") != tt.lines {
			t.Errorf("%v: %d %s, log:\n%s", tt.err, w.Code, w.Body, f.logged())
		}
	}
}

// A client that hangs up is not an error: nothing is logged, and the answer is not ok.
func TestClientThatHangsUpIsNotLogged(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct{ method, tail string }{{"POST", ""}, {"POST", "/heartbeat"}, {"GET", "/events"}} {
		r := httptest.NewRequest(tt.method, f.b.path(tt.tail), strings.NewReader(message(1, "x"))).WithContext(ctx)
		r.Header.Set("X-Svcx-Key", f.b.key)
		w := httptest.NewRecorder()
		f.served.ServeHTTP(w, r)
		if w.Code != 503 {
			t.Errorf("%s: %d %s", tt.tail, w.Code, w.Body)
		}
	}
	if f.logged() != "" || len(f.records(f.b)) != 0 {
		t.Errorf("records %q, log:\n%s", f.records(f.b), f.logged())
	}
}
