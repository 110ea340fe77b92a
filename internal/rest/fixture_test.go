package rest_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/channel"
	"svcx/internal/form"
	"svcx/internal/form/forma"
	"svcx/internal/form/formb"
	"svcx/internal/httpd"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/limit"
	"svcx/internal/rest"
	"svcx/internal/safehttp"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

var testForms = form.Set{A: forma.New(), B: formb.New()}

// fixtureStart is the initial time of a fixture's clock, which stands still until a
// step moves it.
var fixtureStart = time.Date(2026, 11, 27, 22, 5, 1, 123e6, time.UTC)

// fixture is the API on a real inbox on SQLite, with a workspace of each form and
// another one of form B, to test isolation. The database is new, so ids are known:
// they count from 1 over all workspaces.
type fixture struct {
	*testing.T
	dir   string
	db    *store.DB
	inbox *inboxtest.Services
	api   *rest.API
	// channels serves the channel endpoints.
	channels http.Handler
	ahead    atomic.Int64
	cookies  map[string]string // of admins, by slug
	// a, b and other are keys with all scopes of their forms.
	a, b, other tenant
}

// bodies encodes events in place of package deliver, without a history.
type bodies struct{}

func (bodies) Body(_ context.Context, cf store.ChannelForm, d *svcx.Delivery) ([]byte, error) {
	return testForms.Of(cf.Form).Deliver(d, nil)
}

type tenant struct {
	*svcx.Workspace
	key string
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	s := &fixture{T: t, dir: t.TempDir(), cookies: map[string]string{}}
	now := func() time.Time { return fixtureStart.Add(time.Duration(s.ahead.Load())) }
	quiet := slog.New(slog.DiscardHandler)
	db := storetest.Open(t, store.Options{Dir: s.dir, Now: now, Log: quiet})
	s.db = db
	key, err := seal.ParseKey("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
	s.must(err)
	box, err := seal.NewSealer(key)
	s.must(err)
	s.inbox = inboxtest.New(t, inboxtest.Options{
		Options: inbox.Options{DB: db, Forms: testForms, Now: now, CheckURL: safehttp.New(safehttp.Options{}).CheckURL}, Keys: box, Bodies: bodies{},
	})
	front := httpd.New(httpd.Options{Limiter: limit.NewLocal(limit.Rate{}, now), Sessions: s.inbox, Envelope: testForms.B, Log: quiet})
	s.api = rest.New(rest.Options{Core: s.inbox.Core, Messaging: s.inbox.Messaging, Directory: s.inbox.Directory, Admin: s.inbox.Admin, Identity: s.inbox.Identity, Assist: s.inbox.Assist, Links: s.inbox.Links, Forms: testForms, Front: front, MaxBody: svcx.DefaultMaxBody})
	s.channels = channel.New(channel.Options{
		Messaging: s.inbox.Messaging, Admin: s.inbox.Admin, Forms: testForms, Front: front, Now: now, NewID: func() string { return "0a6cbd54-6c08-4b4e-9f6b-5f4f0f2a7c11" },
	})
	s.a, s.b, s.other = s.tenant("a", svcx.FormA), s.tenant("b", svcx.FormB), s.tenant("other", svcx.FormB)
	return s
}

func (s *fixture) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// keyed returns the tenant with a key that has only those scopes.
func (s *fixture) keyed(t tenant, scopes ...svcx.Scope) tenant {
	s.Helper()
	_, key, err := s.inbox.CreateKey(context.Background(), inbox.Call{Workspace: t.Workspace, Actor: inbox.Operator}, svcx.KeyDraft{Name: "some", Scopes: scopes})
	s.must(err)
	return tenant{t.Workspace, key}
}

// sql opens the database file directly.
func (s *fixture) sql() *sql.DB {
	s.Helper()
	path := (&url.URL{Path: filepath.Join(s.dir, "svcx.db")}).EscapedPath()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	s.must(err)
	return db
}

// exec makes a change for which REST has no operation.
func (s *fixture) exec(statement string, args ...any) {
	s.Helper()
	db := s.sql()
	defer db.Close()
	_, err := db.Exec(statement, args...)
	s.must(err)
}

// rows returns the rows of a query of one text column.
func (s *fixture) rows(query string, args ...any) (all []string) {
	s.Helper()
	db := s.sql()
	defer db.Close()
	rows, err := db.Query(query, args...)
	s.must(err)
	defer rows.Close()
	for rows.Next() {
		var row string
		s.must(rows.Scan(&row))
		all = append(all, row)
	}
	s.must(rows.Err())
	return all
}

func (s *fixture) tenant(slug string, name svcx.FormName) tenant {
	s.Helper()
	ctx := context.Background()
	w, err := s.inbox.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: slug, Name: slug, Form: name, Plan: svcx.PlanFree, AdminEmail: slug + "@example.com"})
	s.must(err)
	_, key, err := s.inbox.CreateKey(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.KeyDraft{Name: "all", Scopes: testForms.Of(name).Scopes})
	s.must(err)
	return tenant{w, key}
}

// do calls v1 of the tenant's workspace.
func (s *fixture) do(t tenant, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1/"+t.Slug+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+t.key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	s.api.ServeHTTP(w, r)
	return w
}

// step is a call and the expected answer: the whole body or, after "~", a part of
// it. An empty call moves the clock by a second.
type step struct {
	call   string // METHOD path
	body   string
	status int
	want   string
}

// run makes the calls in order.
func (s *fixture) run(t tenant, steps ...step) {
	s.Helper()
	for i, step := range steps {
		if step.call == "" {
			s.ahead.Add(int64(time.Second))
			continue
		}
		method, path, _ := strings.Cut(step.call, " ")
		w := s.do(t, method, path, step.body)
		got := w.Body.String()
		fits := got == step.want
		if part, ok := strings.CutPrefix(step.want, "~"); ok {
			fits = strings.Contains(got, part)
		}
		if w.Code != step.status || !fits {
			s.Errorf("step %d, %s %.200s\n got %d %s\nwant %d %s", i, step.call, step.body, w.Code, got, step.status, step.want)
		}
	}
}

// refuse makes calls that must be validation errors of form B for the field.
func (s *fixture) refuse(t tenant, call string, fieldsByBody map[string]string) {
	s.Helper()
	for body, field := range fieldsByBody {
		s.run(t, step{call, body, http.StatusBadRequest, `~{"error":{"code":"VALIDATION","message":"` + field + " must"})
	}
}

const (
	noCategory     = `{"error":{"code":"NOT_FOUND","message":"category not found"}}`
	noField        = `{"error":{"code":"NOT_FOUND","message":"field not found"}}`
	noConversation = `{"error":{"code":"NOT_FOUND","message":"conversation not found"}}`
	noPath         = `{"error":{"code":"NOT_FOUND","message":"path not found"}}`
)

// absent checks that a missing id, one of another workspace (theirs) and an invalid
// one get the same 404, before the body is read (D 1, D 5). path has %s for the id.
func (s *fixture) absent(t tenant, method, path, theirs, answer string) {
	s.Helper()
	for _, id := range []string{theirs, "987654321", "0", "-1", "007", "1.0", "x", "9223372036854775808"} {
		for _, body := range []string{"{not json", `{}`} {
			s.run(t, step{method + " " + fmt.Sprintf(path, id), body, http.StatusNotFound, answer})
		}
	}
}
