package httpd

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"svcx"
)

// architecture: http.ServeMux redirects to a cleaned path, answers 307 to // before any
// handler, and writes its 404 and 405 as plain text. Here all of that is left to refuse,
// and the pattern of what was found is in the request.
func TestMuxHasNoAnswersOfItsOwn(t *testing.T) {
	m := NewMux(func(w http.ResponseWriter, _ *http.Request, err error) {
		status, _ := Public(err)
		w.WriteHeader(status)
	})
	found := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Pattern+" "+r.PathValue("id")) })
	for _, pattern := range []string{"GET /{$}", "GET /a/{id}", "POST /a/{id}", "GET /page", "GET /page/{$}", "/below/", "/any"} {
		m.Handle(pattern, found)
	}
	for _, tt := range []struct {
		method, path string
		status       int
		want         string
	}{
		{"GET", "/a/1", 200, "GET /a/{id} 1"},
		{"HEAD", "/a/1", 200, "GET /a/{id} 1"},
		{"POST", "/a/x%2Fy", 200, "POST /a/{id} x/y"},
		{"PUT", "/a/1", 405, "GET, HEAD, POST"},
		{"POST", "/page", 405, "GET, HEAD"},
		{"GET", "/page/", 200, "GET /page/{$} "},
		{"PATCH", "/any", 200, "/any "},
		{"GET", "/below/x/y", 200, "/below/ "},
		{"GET", "/below", 404, ""},
		{"GET", "/a/1/", 404, ""},
		{"GET", "/nothing", 404, ""},
		{"GET", "/", 200, "GET /{$} "},
		{"GET", "http://inbox.test", 404, ""},
		{"GET", "*", 404, ""},
		{"GET", "//a/1", 404, ""},
		{"GET", "/a//1", 404, ""},
		{"GET", "/x/../a/1", 404, ""},
		{"GET", "/a/.", 404, ""},
	} {
		w := httptest.NewRecorder()
		m.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
		got := w.Body.String()
		if w.Code != 200 {
			got = w.Header().Get("Allow")
		}
		if w.Code != tt.status || got != tt.want || w.Header().Get("Location") != "" {
			t.Errorf("%s %s: %d %q, want %d %q", tt.method, tt.path, w.Code, got, tt.status, tt.want)
		}
	}
}

// Errors are of the kinds that the presenters know.
func TestMuxRefusesByKind(t *testing.T) {
	var kind svcx.Kind
	m := NewMux(func(_ http.ResponseWriter, _ *http.Request, err error) { kind = svcx.KindOf(err) })
	m.Handle("GET /a", http.NotFoundHandler())
	for path, want := range map[string]svcx.Kind{"/a": svcx.KindMethodNotAllowed, "/b": svcx.KindNotFound} {
		m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", path, nil))
		if kind != want {
			t.Errorf("%s: kind %d, want %d", path, kind, want)
		}
	}
}
