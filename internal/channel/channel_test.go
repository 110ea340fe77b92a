package channel

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/form"
	"svcx/internal/form/forma"
	"svcx/internal/form/formb"
	"svcx/internal/httpd"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/limit"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

var forms = form.Set{A: forma.New(), B: formb.New()}

// start is the initial time of the tests' clock.
var start = time.Date(2026, 11, 27, 22, 5, 1, 123e6, time.UTC)

// integration is a channel of a workspace of one form, and its key.
type integration struct {
	*svcx.Channel
	form *form.Form
	key  string
}

func (i integration) path(tail string) string { return fmt.Sprint(Prefix, i.ID, tail) }

// fixture is a handler with a real inbox, on SQLite unless a test has its own database, and a
// channel of each form.
type fixture struct {
	testing.TB
	dir   string
	db    *store.DB
	inbox *inboxtest.Services
	*Handler
	served http.Handler
	a, b   integration

	mu    sync.Mutex
	clock time.Time
	log   bytes.Buffer
}

func (f *fixture) time() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.clock
}

func (f *fixture) advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.clock = f.clock.Add(d)
}

// Write receives the log.
func (f *fixture) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.log.Write(p)
}

func (f *fixture) logged() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.log.String()
}

func newFixture(t testing.TB, rate limit.Rate) *fixture {
	t.Helper()
	f := &fixture{TB: t, dir: t.TempDir(), clock: start}
	return f.on(storetest.Open(t, store.Options{Dir: f.dir, Now: f.time, Log: slog.New(slog.DiscardHandler)}), rate)
}

// on wires the fixture to a database.
func (f *fixture) on(db *store.DB, rate limit.Rate) *fixture {
	t := f.TB
	t.Helper()
	key, err := seal.ParseKey("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
	must(t, err)
	box, err := seal.NewSealer(key)
	must(t, err)
	f.db = db
	f.inbox = inboxtest.New(t, inboxtest.Options{Options: inbox.Options{DB: db, Forms: forms, Now: f.time}, Keys: box})
	next := 0
	var mu sync.Mutex
	f.Handler = New(Options{
		Messaging: f.inbox.Messaging, Admin: f.inbox.Admin, Forms: forms, Now: f.time, MaxBody: 2000,
		Front: httpd.New(httpd.Options{
			Limiter: limit.NewLocal(rate, f.time), Envelope: forms.B, Log: slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug})),
		}),
		NewID: func() string {
			mu.Lock()
			defer mu.Unlock()
			next++
			return fmt.Sprintf("new-%d", next)
		},
	})
	f.served = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req-1")
		f.ServeHTTP(w, r)
	})
	f.a, f.b = f.newIntegration(forms.A), f.newIntegration(forms.B)
	return f
}

// newIntegration creates a workspace of the form with a channel.
func (f *fixture) newIntegration(fm *form.Form) integration {
	f.Helper()
	ctx := context.Background()
	w, err := f.inbox.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{
		Slug: "w" + strings.ToLower(string(fm.Name)), Name: "W", Form: fm.Name, Plan: svcx.PlanFree, AdminEmail: "a@example.com"})
	must(f, err)
	ch, key, err := f.inbox.CreateChannel(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "C", Settings: svcx.DefaultSettings()})
	must(f, err)
	return integration{ch, fm, key}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// do makes a JSON request with the key, if any, in the first key header. The headers
// ("Name: value") replace those; one without a value removes its header.
func (f *fixture) do(method, path, key, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("x-svcx-api-key", key)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if value == "" {
			r.Header.Del(name)
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	f.served.ServeHTTP(w, r)
	if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("X-Request-Id") != "req-1" {
		f.Errorf("%s %s: headers %v", method, path, w.Header())
	}
	return w
}

// send posts a body to the inbound endpoint and expects the answer ok (W 4.1).
func (f *fixture) send(i integration, key, body string, headers ...string) {
	f.Helper()
	w := f.do("POST", i.path(""), key, body, headers...)
	if w.Code != 200 || w.Body.String() != "ok" || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		f.Errorf("answer %d %q %v", w.Code, w.Body, w.Header())
	}
}

// records returns the channel's event log as its form shows it, oldest first.
func (f *fixture) records(i integration) []string {
	f.Helper()
	events, _, err := f.inbox.Events(context.Background(), i.Channel, svcx.EventQuery{Limit: 10000})
	must(f, err)
	var all []string
	for _, e := range events {
		text := i.form.EventStatus(e.Status) + " " + i.form.EventType(e)
		if e.Error != "" {
			text += " " + e.Error
		}
		all = append(all, text)
	}
	return all
}

// last returns the channel's newest event log entry.
func (f *fixture) last(i integration) string {
	f.Helper()
	all := f.records(i)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// sql opens the store's database file a second time.
func (f *fixture) sql() *sql.DB {
	f.Helper()
	path := (&url.URL{Path: filepath.Join(f.dir, "svcx.db")}).EscapedPath()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	must(f, err)
	f.Cleanup(func() { db.Close() })
	return db
}

// breakLog makes every write to the event log fail until repair is called.
func (f *fixture) breakLog() (repair func()) {
	f.Helper()
	db := f.sql()
	_, err := db.Exec(`CREATE TRIGGER broken BEFORE INSERT ON event_log BEGIN SELECT RAISE(ABORT, 'broken'); END`)
	must(f, err)
	return func() {
		_, err := db.Exec(`DROP TRIGGER broken`)
		must(f, err)
	}
}

// messages counts the messages of the workspace.
func (f *fixture) messages(i integration) (n int) {
	f.Helper()
	must(f, f.sql().QueryRow(`SELECT count(*) FROM message WHERE workspace_id = ?`, i.Workspace).Scan(&n))
	return n
}

// message returns a body that is valid in both forms.
func message(id int, content string) string {
	return fmt.Sprintf(`{"messageId":"m%d","conversationId":"c1","from":{"externalId":"u1"},"content":%q}`, id, content)
}
