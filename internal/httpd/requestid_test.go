package httpd

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A panic in a handler is answered with an internal error, and logged with its stack.
func TestPanicIsLoggedWithItsStack(t *testing.T) {
	var log bytes.Buffer
	handler := New(Options{Log: slog.New(slog.NewJSONHandler(&log, nil))}).Handler(http.HandlerFunc(panicking))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", "/api/v1/a/contacts", nil))
	id := RequestID(w)
	if w.Code != http.StatusInternalServerError || id == "" || !strings.Contains(w.Body.String(), id) {
		t.Errorf("%d %q %s", w.Code, id, w.Body)
	}
	for _, want := range []string{`"msg":"handler panicked"`, `"request":"` + id + `"`, `"panic":"a bug"`, "httpd.panicking("} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has no %s: %s", want, &log)
		}
	}
	if strings.Contains(w.Body.String(), "a bug") {
		t.Errorf("the cause is shown: %s", w.Body)
	}
}

// A browser got JSON for a page whose handler panicked.
func TestPanicIsAPageForABrowser(t *testing.T) {
	page := func(w http.ResponseWriter, _ *http.Request, status int, message string) error {
		w.WriteHeader(status)
		io.WriteString(w, "<h1>"+message)
		return nil
	}
	handler := New(Options{Log: slog.New(slog.DiscardHandler), Page: page}).Handler(http.HandlerFunc(panicking))
	r := httptest.NewRequest("GET", "/app/shop/inbox", nil)
	r.Header.Set("Accept", "text/html,*/*")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusInternalServerError || w.Body.String() != "<h1>" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A panic in the middle of an answer cuts the connection, so that what was sent does not
// look complete.
func TestPanicCutsAnAnswerThatHasBegun(t *testing.T) {
	var log bytes.Buffer
	handler := New(Options{Log: slog.New(slog.NewJSONHandler(&log, nil))}).Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"data":[`)
		http.NewResponseController(w).Flush()
		panic("a bug")
	}))
	server := httptest.NewServer(handler)
	defer server.Close()
	resp, err := server.Client().Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err == nil || string(body) != `{"data":[` {
		t.Errorf("%q, %v", body, err)
	}
	server.Close() // Waits for the handler, whose log line may be written after the client has seen the end.
	if !strings.Contains(log.String(), `"panic":"a bug"`) {
		t.Errorf("the log has %s", &log)
	}
}

func panicking(http.ResponseWriter, *http.Request) { panic("a bug") }
