package rest_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"svcx/internal/httpd"
)

// Fault 2.14: pages of another origin, such as a hosted Swagger UI, could not read the
// documents. They are public; nothing else is.
func TestDocumentsMayBeReadFromOtherOrigins(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	ask := func(h http.Handler, method, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, nil)
		r.Header.Set("Origin", "https://docs.example.com")
		r.Header.Set("Cookie", d.ada)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	documents := httpd.NewMux(d.api.Front.Refuse)
	d.api.AddDocuments(documents)
	for _, path := range []string{"/openapi-a.json", "/openapi-b.json", "/postman-a.json", "/postman-b.json"} {
		for method, status := range map[string]int{"GET": 200, "HEAD": 200, "OPTIONS": 204, "POST": 405, "DELETE": 405} {
			w := ask(documents, method, path)
			d.equal(method+" "+path, []any{w.Code, w.Header().Get("Access-Control-Allow-Origin"), w.Header().Get("Access-Control-Allow-Credentials")}, []any{status, "*", ""})
			if allow := w.Header().Get("Allow"); (status == 200) != (allow == "") {
				t.Errorf("%s: Allow is %q", method, allow)
			}
		}
		w := ask(documents, "OPTIONS", path)
		d.equal("methods", w.Header().Get("Access-Control-Allow-Methods"), "GET, HEAD, OPTIONS")
	}
	d.equal("another path", ask(documents, "GET", "/openapi-c.json").Header().Get("Access-Control-Allow-Origin"), "")
	for _, path := range []string{"/api/auth/session", "/api/a/conversations", "/api/v1/a/conversations"} {
		for _, method := range []string{"GET", "OPTIONS"} {
			d.equal(method+" "+path, ask(d.api, method, path).Header().Get("Access-Control-Allow-Origin"), "")
		}
	}
}
