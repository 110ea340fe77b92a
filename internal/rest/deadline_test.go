package rest_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"svcx/internal/rest"
)

// deadlines records the read deadlines that a request's connection is given.
type deadlines struct {
	*httptest.ResponseRecorder
	read []time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.read = append(d.read, t)
	return nil
}

// A member's upload has more time to arrive than the server gives other requests; what is
// read slowly lasts as long as that takes. Nothing else, and no stranger, is given time.
func TestDeadlinesOfOperations(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	for _, tt := range []struct {
		cookie, method, path string
		want                 time.Duration
	}{
		{d.ada, "POST", "/api/b/files", 10 * time.Minute},
		{"", "POST", "/api/b/files", 0},
		{d.ada, "POST", "/api/b/channels", 0},
		{d.ada, "GET", "/api/b/channels", 0},
		{d.ada, "GET", "/api/b/export", -1}, // none
	} {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequest(tt.method, tt.path, strings.NewReader("{}"))
		r.Header.Set("Cookie", tt.cookie)
		d.api.ServeHTTP(w, r)
		var got time.Duration
		switch {
		case len(w.read) == 0:
		case w.read[0].IsZero():
			got = -1
		default:
			got = time.Until(w.read[0]).Round(time.Minute)
		}
		if got != tt.want || len(w.read) > 1 {
			t.Errorf("%s %s: deadlines %v, want %v", tt.method, tt.path, w.read, tt.want)
		}
	}
}

// A request is counted before its form, and so its row, is known: rows of the same method
// and path have the same limiter.
func TestRowsOfAPathHaveOneLimiter(t *testing.T) {
	for _, name := range rest.MixedLimiters() {
		t.Errorf("%s has another limiter than the row before it with its method and path", name)
	}
}
