package httpd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/limit"
)

// Only what nothing else has logged is logged for a request: an internal error, with its
// cause, which is not shown.
func TestFailLogsWhatNothingElseHas(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("the cause"), `level=ERROR msg="request failed" request=r1 method=GET path=/p error="the cause"`},
		{svcx.Unavailable("reading", errors.New("the cause")), `level=DEBUG msg="request failed" request=r1`},
		{&svcx.Error{Kind: svcx.KindUnavailable, Message: "busy", Err: limit.ErrBusy}, ""},
		{fmt.Errorf("reading: %w", context.Canceled), ""},
		{svcx.NotFound("path"), ""},
	} {
		var log bytes.Buffer
		f := New(Options{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
		w := httptest.NewRecorder()
		w.Header().Set(requestIDHeader, "r1")
		var shown error
		f.Serve(func(http.ResponseWriter, *http.Request) error { return tt.err }, func(_ http.ResponseWriter, _ *http.Request, err error) { shown = err }).
			ServeHTTP(w, httptest.NewRequest("GET", "/p?since=secret", nil))
		if got := log.String(); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) || strings.Contains(got, "secret") {
			t.Errorf("%v: the log has %q, want %q", tt.err, got, tt.want)
		}
		if shown != tt.err {
			t.Errorf("%v is answered as %v", tt.err, shown)
		}
	}
}

// A page that cannot be rendered is answered with its status nevertheless.
func TestPageThatCannotBeRendered(t *testing.T) {
	var log bytes.Buffer
	f := New(Options{
		Log:  slog.New(slog.NewTextHandler(&log, nil)),
		Page: func(http.ResponseWriter, *http.Request, int, string) error { return errors.New("a bug") },
	})
	w := httptest.NewRecorder()
	f.FailPage(w, httptest.NewRequest("GET", "/", nil), 404, "There is no page at this address.")
	if w.Code != 404 || strings.Contains(w.Body.String(), "a bug") || !strings.Contains(log.String(), "a bug") {
		t.Errorf("%d %s, log %s", w.Code, w.Body, &log)
	}
}

// The text of an error without a form is its public one; every kind has a status.
func TestPublic(t *testing.T) {
	for _, kind := range svcx.Kinds() {
		status, text := Public(&svcx.Error{Kind: kind, Message: "for the client", Err: errors.New("the cause")})
		if status < 400 || strings.Contains(text, "the cause") || (status == 500) == (text == "for the client") {
			t.Errorf("kind %d: %d %q", kind, status, text)
		}
	}
	// What cannot be undone any more was an error of the server, on a page without scripts.
	if status, _ := Public(&svcx.Error{Kind: svcx.KindConflict}); status != http.StatusConflict {
		t.Errorf("conflict: %d", status)
	}
}
