package channel

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/store"
)

// A query that may have meant a dry run is an error, and the request is not carried out.
func TestQueryThatMayMeanADryRunIsNeverIgnored(t *testing.T) {
	for query, want := range map[string]string{
		"":                      "false",
		"x=1":                   "false",
		"x=%zz":                 "false",
		"a;b":                   "false",
		"dryRuns=1":             "false",
		"dryRun=0":              "false",
		"dryRun=1":              "true",
		"dry%52un=1":            "true",
		"x=2&dryRun=1":          "true",
		"dryRun":                "dryRun",
		"dryRun=":               "dryRun",
		"dryRun=yes":            "dryRun",
		"dryRun=true":           "dryRun",
		"dryRun=01":             "dryRun",
		"dryRun=1&dryRun=1":     "dryRun",
		"dryrun=1":              "dryRun",
		"DRYRUN=0":              "dryRun",
		"dryRun=0&dryrun=1":     "dryRun",
		"dryRun=1;x":            "query",
		"dryRun=%zz":            "query",
		"x=%zz&dryRun=1":        "query",
		"dryRun=0&DryRun=1;x=1": "query",
	} {
		dry, err := readDryRun(query)
		got := fmt.Sprint(dry)
		if err != nil {
			got = err.(*svcx.Error).Field
		}
		if got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func (f *fixture) dry(i integration, body string, headers ...string) *httptest.ResponseRecorder {
	return f.do("POST", i.path("?dryRun=1"), i.key, body, headers...)
}

// A dry run does not write: it is answered during a long write, and with a database that
// cannot be written.
func TestDryRunDoesNotWaitForWrites(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	defer f.breakLog()()
	must(t, f.db.Write(context.Background(), f.b.Workspace, func(*store.Tx) error {
		if w := f.dry(f.b, message(1, "x")); w.Code != 200 || !strings.Contains(w.Body.String(), `"status":"ok"`) {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		return nil
	}))
}

// A dry run counts against the rate limit like the request itself.
func TestDryRunCountsAgainstTheRateLimit(t *testing.T) {
	f := newFixture(t, limit.Rate{N: 2, Per: time.Minute})
	for _, want := range []int{200, 200, 429} {
		if w := f.dry(f.b, message(1, "x")); w.Code != want || w.Header().Get("X-RateLimit-Limit") == "" {
			t.Errorf("%d %v, want %d", w.Code, w.Header(), want)
		}
	}
}

// The dry run of a body that does not arrive whole is a validation error.
func TestDryRunOfHalfABody(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for i, status := range map[integration]int{f.a: 422, f.b: 400} {
		r := httptest.NewRequest("POST", i.path("?dryRun=1"), io.MultiReader(strings.NewReader(`{"content":`), iotest.ErrReader(io.ErrUnexpectedEOF)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Svcx-Key", i.key)
		w := httptest.NewRecorder()
		f.served.ServeHTTP(w, r)
		if w.Code != status || !strings.Contains(w.Body.String(), "body could not be read to its end") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if got := f.records(i); len(got) != 0 {
			t.Errorf("records %q", got)
		}
	}
}

// Without a database the answer is 503.
func TestDryRunWithoutDatabase(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	must(t, f.db.Close())
	if w := f.dry(f.b, message(1, "x")); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}

// A message with more keys than there can be fields has them among ignored, as any other.
func TestDryRunOfManyFields(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	f.maxBody = svcx.DefaultMaxBody
	ctx := t.Context()
	w, err := f.inbox.Workspace(ctx, "wb")
	must(t, err)
	_, err = f.inbox.CreateField(ctx, inbox.Call{Workspace: w, Actor: svcx.Actor{}}, svcx.FieldDraft{Key: "k7", Name: "K", Type: svcx.FieldNumber})
	must(t, err)
	var fields strings.Builder
	for i := range 2 * svcx.MaxFields {
		fmt.Fprintf(&fields, `,"k%d":%d`, i, i)
	}
	got := f.dry(f.b, `{"content":"x","fields":{"K":1`+fields.String()+`}}`).Body.String()
	for _, want := range []string{`"fields":{"k7":7}`, `"ignored":["fields.K","fields.k0",`, `"fields.k6","fields.k8",`, `"and 1800 more"]`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}
