package rest_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/assist"
	"svcx/internal/assist/assisttest"
	"svcx/internal/channel"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/limit"
	"svcx/internal/live"
	"svcx/internal/rest"
	"svcx/internal/safehttp"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// sessionFixture is the session API on a real inbox on SQLite: two workspaces, one of
// each form, where ada is admin and bob agent, and one where only eve is a member. The
// clock stands still until it is moved.
type sessionFixture struct {
	*testing.T
	db    *store.DB
	inbox *inboxtest.Services
	api   *rest.API
	ahead atomic.Int64
	woken []store.ChannelRef
	ping  svcx.PingResult
	// emails are those that were sent.
	emails []svcx.Email
	blobs  blobStore

	// node is this node's registration, if it has one.
	node *store.Node

	ada, bob, eve string // cookies
	user          map[string]svcx.UserID
}

// Ping stands in for package deliver.
func (d *sessionFixture) Ping(context.Context, *svcx.Channel) svcx.PingResult { return d.ping }

// Confirm, ResolveContent and BackRequest stand in for an integrator that allows
// everything, knows no fresh URLs, and answers back requests with a name and a
// priority.
func (d *sessionFixture) Confirm(context.Context, *svcx.Channel, string, string) svcx.Confirmation {
	return svcx.Confirmation{Allowed: true}
}

func (d *sessionFixture) ResolveContent(context.Context, *svcx.Channel, string, []string) ([]svcx.ContentURL, error) {
	return nil, nil
}

func (d *sessionFixture) BackRequest(context.Context, *svcx.Channel, svcx.BackRequest) (svcx.BackAnswer, error) {
	name, high := "Known", svcx.PriorityHigh
	return svcx.BackAnswer{Known: true, Info: svcx.InfoUpdate{Name: &name, Priority: &high}}, nil
}

// Send stands in for package mail.
func (d *sessionFixture) Send(l svcx.Email) { d.emails = append(d.emails, l) }

// sentEmails returns the e-mails that were requested since the last call.
func (d *sessionFixture) sentEmails() []svcx.Email {
	// Run does all waiting work before it returns.
	over, end := context.WithCancel(d.Context())
	end()
	d.emails = nil
	d.inbox.Run(over)
	return d.emails
}

func (d *sessionFixture) now() time.Time { return fixtureStart.Add(time.Duration(d.ahead.Load())) }

func (d *sessionFixture) pass(t time.Duration) { d.ahead.Add(int64(t)) }

// workspaceForms has the forms of workspaces by slug.
var workspaceForms = map[string]*form.Form{"a": testForms.A, "b": testForms.B}

func newSessionFixture(t *testing.T, baseURL string) *sessionFixture {
	t.Helper()
	return newSessionFixtureOn(t, baseURL, store.Options{Dir: t.TempDir()})
}

// refusedEvent returns the event log entry of a message that can be run again.
func (d *sessionFixture) refusedEvent(slug, channel string) string {
	d.Helper()
	id, err := strconv.ParseInt(channel, 10, 64)
	d.must(err)
	e := &svcx.EventLogEntry{Direction: svcx.Inbound, Type: svcx.InboundTypeMessage, Status: svcx.EventFailed, Error: svcx.ReasonContactBlocked, Reference: "request-1",
		Request: `{"messageId":"late","conversationId":"late","from":{"type":"customer","externalId":"u"},"content":"Hi"}`}
	d.logged(&svcx.Channel{ID: svcx.ChannelID(id), Workspace: d.workspace(slug).ID}, e)
	return fmt.Sprint(e.ID)
}

// newSessionFixtureOn is newSessionFixture with another database.
func newSessionFixtureOn(t *testing.T, baseURL string, o store.Options) *sessionFixture {
	t.Helper()
	d := &sessionFixture{T: t, user: map[string]svcx.UserID{}, blobs: blobStore{held: map[string]string{}}}
	quiet := slog.New(slog.DiscardHandler)
	o.Now = d.now
	d.db = storetest.Open(t, o)
	key, err := seal.ParseKey("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
	d.must(err)
	box, err := seal.NewSealer(key)
	d.must(err)
	model := assisttest.New(t)
	model.Always(assisttest.Text("A new subject"))
	d.inbox = inboxtest.New(t, inboxtest.Options{
		Options: inbox.Options{
			DB: d.db, Forms: testForms, Now: d.now, CheckURL: safehttp.New(safehttp.Options{}).CheckURL,
			Wake:  func(ref store.ChannelRef) { d.woken = append(d.woken, ref) },
			Lease: func(unique string) string { return d.node.Lease(unique) },
		},
		Keys: box, BaseURL: baseURL, Pinger: d, Integrator: d, Mailer: d, Blobs: &d.blobs, AI: assist.Operator{BaseURL: model.URL}, DefaultForm: svcx.FormB,
	})
	// Streams of a closed hub end at once, so that calls return.
	closed := live.New(live.Options{DB: d.db, Now: d.now, Log: quiet})
	closed.Close()
	front := httpd.New(httpd.Options{
		Limiter: limit.NewLocal(limit.Rate{}, d.now), LinkLimiter: limit.NewLocal(limit.Rate{}, d.now), Sessions: d.inbox, Envelope: testForms.B, BaseURL: baseURL, Log: quiet,
		Page: func(w http.ResponseWriter, _ *http.Request, status int, message string) error {
			w.WriteHeader(status)
			_, err := io.WriteString(w, "page: "+message)
			return err
		},
	})
	d.api = rest.New(rest.Options{
		Core: d.inbox.Core, Messaging: d.inbox.Messaging, Directory: d.inbox.Directory, Admin: d.inbox.Admin, Identity: d.inbox.Identity, Assist: d.inbox.Assist,
		Links: d.inbox.Links, Live: closed, Forms: testForms, MaxBody: 4000,
		Front:   front,
		Inbound: channel.New(channel.Options{Messaging: d.inbox.Messaging, Admin: d.inbox.Admin, Forms: testForms, Front: front, Now: d.now}),
	})
	for _, w := range []struct {
		slug  string
		form  svcx.FormName
		admin string
	}{{"a", svcx.FormA, "ada@example.com"}, {"b", svcx.FormB, "ada@example.com"}, {"other", svcx.FormB, "eve@example.com"}} {
		ws, err := d.inbox.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: w.slug, Name: strings.ToUpper(w.slug), Form: w.form, Plan: svcx.PlanBusiness, AdminEmail: w.admin})
		d.must(err)
		d.must(d.db.Write(t.Context(), ws.ID, func(tx *store.Tx) error {
			if d.user["ada"], err = tx.UserByEmail("ada@example.com"); err != nil || w.slug == "other" {
				return err
			}
			d.user["bob"], err = tx.AddMember(ws.ID, "bob@example.com", "Bob", svcx.RoleAgent, d.inbox.Now())
			return err
		}))
	}
	d.ada, d.bob, d.eve = d.signIn("ada@example.com"), d.signIn("bob@example.com"), d.signIn("eve@example.com")
	return d
}

func (d *sessionFixture) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *sessionFixture) equal(what string, got, want any) {
	d.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		d.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func (d *sessionFixture) workspace(slug string) *svcx.Workspace {
	d.Helper()
	w, err := d.inbox.Workspace(d.Context(), slug)
	d.must(err)
	return w
}

// token returns the token of a new sign-in link.
func (d *sessionFixture) token(email string) string {
	d.Helper()
	link, err := d.inbox.CreateLoginLink(d.Context(), email, "")
	d.must(err)
	return link.Token
}

// signIn returns the cookie, name and value.
func (d *sessionFixture) signIn(email string) string {
	d.Helper()
	w := d.call("", "POST", "/api/auth/verify", `{"token":"`+d.token(email)+`"}`)
	if w.Code != 200 {
		d.Fatalf("signing in: %d %s", w.Code, w.Body)
	}
	return cookieIn(w)
}

func cookieIn(w *httptest.ResponseRecorder) string {
	set, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	return set
}

// call makes a request with a cookie, unless it is "", and headers ("Name: value").
func (d *sessionFixture) call(cookie, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	d.api.ServeHTTP(w, r)
	if (w.Code == http.StatusTooManyRequests || w.Code == http.StatusServiceUnavailable) && w.Header().Get("Retry-After") == "" {
		d.Errorf("%s %s: %d without Retry-After", method, path, w.Code)
	}
	return w
}

// want makes a call as ada and checks the answer: the whole body or, after "~", a part
// of it.
func (d *sessionFixture) want(method, path, body string, status int, want string) string {
	d.Helper()
	w := d.call(d.ada, method, path, body)
	got := w.Body.String()
	fits := got == want
	if part, ok := strings.CutPrefix(want, "~"); ok {
		fits = strings.Contains(got, part)
	}
	if w.Code != status || !fits {
		d.Errorf("%s %s %.200s\n got %d %s\nwant %d %s", method, path, body, w.Code, got, status, want)
	}
	return got
}

// invalid makes a call that must be a validation error that begins with text.
func (d *sessionFixture) invalid(slug, method, path, body, text string) {
	d.Helper()
	status, _ := workspaceForms[slug].ErrorCode(svcx.KindValidation)
	d.want(method, "/api/"+slug+path, body, status, `~{"error":{"code":"VALIDATION","message":"`+text)
}

// pick returns the string after a member's name in a JSON answer.
func pick(answer, name string) string {
	_, rest, _ := strings.Cut(answer, `"`+name+`":"`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// channel creates a channel as the operator and returns it with its key.
func (d *sessionFixture) channel(slug string) (*svcx.Channel, string) {
	d.Helper()
	ch, key, err := d.inbox.CreateChannel(d.Context(), inbox.Call{Workspace: d.workspace(slug), Actor: inbox.Operator}, svcx.ChannelDraft{Name: "C", Settings: svcx.DefaultSettings()})
	d.must(err)
	return ch, key
}

func postForm(values ...string) string {
	form := url.Values{}
	for i := 0; i < len(values); i += 2 {
		form.Set(values[i], values[i+1])
	}
	return form.Encode()
}

func channelPath(slug string, ch *svcx.Channel, tail string) string {
	return fmt.Sprintf("/api/%s/channels/%d%s", slug, ch.ID, tail)
}
