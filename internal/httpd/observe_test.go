package httpd

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// What is counted of requests: the pattern of the endpoint and never the path, few methods
// whatever clients send, and streams apart.
func TestRequestsAreObserved(t *testing.T) {
	var got []Answered
	now := time.Unix(0, 0)
	f := New(Options{Now: func() time.Time { now = now.Add(time.Second); return now }, Log: slog.New(slog.DiscardHandler), Answered: func(a Answered) { got = append(got, a) }})
	mux := NewMux(func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusNotFound) })
	mux.Handle("/a/{id}", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	mux.Handle("GET /b", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	mux.Handle("GET /s", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/event-stream") }))
	mux.Handle("GET /p", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("p") }))
	h := f.Handler(mux)
	for _, r := range [][2]string{{"POST", "/a/17"}, {"X-ODD", "/a/18"}, {"HEAD", "/b"}, {"GET", "/s"}, {"GET", "/p"}, {"GET", "/nowhere/19"}} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(r[0], r[1], nil))
	}
	want := []Answered{
		{"POST /a/{id}", 418, time.Second, false}, {"other /a/{id}", 418, time.Second, false}, {"GET /b", 200, time.Second, false},
		{"GET /s", 200, time.Second, true}, {"GET /p", 500, time.Second, false}, {"none", 404, time.Second, false},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The line of a request has the prefix of its key, and nothing more of it.
func TestLineOfARequestHasItsKeysPrefix(t *testing.T) {
	var log bytes.Buffer
	f := New(Options{Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	mux := NewMux(nil)
	mux.Handle("GET /v1", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { NoteKey(w, "svcx_0123456789a") }))
	f.Handler(mux).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/v1", nil))
	if !strings.Contains(log.String(), `operation="GET /v1" key=svcx_0123456789a status=200 `) {
		t.Error(log.String())
	}
}
