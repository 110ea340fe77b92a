package web

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
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
	"svcx/internal/messaging"
	"svcx/internal/openapi"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

// site is the pages on a real inbox; session is the signed-in user's.
type site struct {
	*testing.T
	*Handler
	inbox   *inboxtest.Services
	session *svcx.Session
	err     error
	integrator
	blobs blobs
	// endpoint is that of the channels.
	endpoint *channel.Handler
	// pinged is what the webhook answers to a ping.
	pinged svcx.PingResult
}

// Ping implements admin.Pinger.
func (s *site) Ping(context.Context, *svcx.Channel) svcx.PingResult { return s.pinged }

func newSite(t *testing.T, rate limit.Rate) *site {
	t.Helper()
	return newSiteOn(t, inbox.Options{DB: storetest.SQLite(t)}, rate)
}

func newSiteOn(t *testing.T, o inbox.Options, rate limit.Rate) *site {
	t.Helper()
	s := &site{T: t, err: &svcx.Error{Kind: svcx.KindUnauthorized}}
	now := func() time.Time { return time.UnixMilli(1_800_000_000_000) }
	ids := new(atomic.Int64)
	o.Forms, o.Now = form.Set{A: forma.New(), B: formb.New()}, now
	quiet := slog.New(slog.DiscardHandler)
	s.inbox = inboxtest.New(t, inboxtest.Options{Options: o, Integrator: &s.integrator, Pinger: s, Blobs: &s.blobs, DefaultForm: svcx.FormB})
	front := httpd.New(httpd.Options{Limiter: limit.NewLocal(rate, now), Sessions: s, Envelope: formb.New(), Page: page.ErrorPage(), Now: now, Log: quiet})
	s.endpoint = channel.New(channel.Options{Messaging: s.inbox.Messaging, Admin: s.inbox.Admin, Forms: o.Forms.(form.Set), Front: front, Now: now, NewID: func() string { return fmt.Sprint("made-up-", ids.Add(1)) }})
	s.Handler = New(Options{
		Options: page.Options{Identity: s.inbox.Identity, Messaging: s.inbox.Messaging, Directory: s.inbox.Directory, Admin: s.inbox.Admin, Assist: s.inbox.Assist, Links: s.inbox.Links, Now: now, Front: front}, Inbound: s.endpoint,
		Core: s.inbox.Core, Deliveries: messaging.NewDeliveries(s.inbox.Core), Ratings: messaging.NewRatings(s.inbox.Core), Reports: messaging.NewReports(s.inbox.Core), Bulk: s.inbox.Bulk, Forms: o.Forms.(form.Set),

		Reference: undocumented, Session: undocumented,
	})
	return s
}

// Session implements httpd.Sessions.
func (s *site) Session(context.Context, string) (*svcx.Session, error) { return s.session, s.err }

func (s *site) get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept", "text/html,*/*")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// page fails the test unless w has that status, the texts and the policy.
func (s *site) page(w *httptest.ResponseRecorder, status int, texts ...string) {
	s.Helper()
	body := w.Body.String()
	if w.Code != status {
		s.Errorf("status %d, not %d", w.Code, status)
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			s.Errorf("the page does not say %q:\n%s", text, body)
		}
	}
	for name, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": page.Policy, "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "same-origin", "Cache-Control": "no-store",
	} {
		if got := w.Header().Get(name); got != want {
			s.Errorf("%s: %q", name, got)
		}
	}
	if inline := regexp.MustCompile(`(?i)<style|<script>|\sstyle=|\son\w+=|javascript:|(?:src|href|action|hx-\w+)="https?://`).FindString(body); inline != "" {
		s.Errorf("the policy forbids %q", inline)
	}
	// Fault: what a look-up of events had found vanished, because the line that reads out what was
	// found, which scripts write, had the same id.
	ids := make(map[string]bool)
	for _, m := range regexp.MustCompile(`<[^>]*\sid="([^"]+)"`).FindAllStringSubmatch(body, -1) {
		if ids[m[1]] {
			s.Errorf("two elements have the id %q", m[1])
		}
		ids[m[1]] = true
	}
	for _, link := range regexp.MustCompile(`"(/static/[^"#]*)[#"]`).FindAllStringSubmatch(body, -1) {
		if w := s.get(link[1]); w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			s.Errorf("%s: %d %s", link[1], w.Code, w.Header().Get("Cache-Control"))
		}
	}
}

// D 6: the page of a sign-in link changes nothing and posts the token.
func TestVerifyPage(t *testing.T) {
	s := newSite(t, limit.Rate{})
	s.page(s.get("/auth/verify?token=ab_-1"), 200, `<form method="post" action="/api/auth/verify"><input type="hidden" name="token" value="ab_-1">`, `>Sign in</button>`)
	s.page(s.get("/auth/verify?token=%22%3E%3Cscript%3E"), 200, `value="&#34;&gt;&lt;script&gt;"`)
	s.page(s.get("/auth/verify"), 400, "This sign-in link is incomplete")
}

// Fault 2.9: a signed-in user who opened a used link was told after a click not to be
// signed in. An error while looking up the session is shown.
func TestVerifyPageOfASignedInUser(t *testing.T) {
	s := newSite(t, limit.Rate{})
	s.session, s.err = &svcx.Session{User: svcx.User{ID: 1, Email: "ada@example.com", Name: "Ada <1>"}}, nil
	s.page(s.get("/auth/verify?token=ab_-1"), 200, "You are already signed in", "<bdi>Ada &lt;1&gt;</bdi>", `href="/">Go to your workspaces`,
		`<form method="post" action="/api/auth/verify"><input type="hidden" name="token" value="ab_-1">`, ">Sign in with this link</button>")
	s.page(s.get("/app?link=old"), 200, `role="status">The sign-in link has already been used or has expired. You are still signed in.`)
	if body := s.get("/app").Body.String(); strings.Contains(body, "still signed in") {
		t.Error("the home page mentions a link that was not used")
	}
	s.err = svcx.Unavailable("reading", nil)
	s.page(s.get("/auth/verify?token=ab_-1"), 503)
	// A user who is not signed in and has a link that does not work is told so.
	w := httptest.NewRecorder()
	s.Front.FailPage(w, httptest.NewRequest("POST", "/api/auth/verify", nil), 401, "the sign-in link was used already or has expired; ask for a new one")
	s.page(w, 401, "<h1>This link no longer works</h1>", `<a class="btn pri" href="/">Get a new link</a>`)
}

// undocumented is an API without operations.
func undocumented() []*openapi.Document {
	empty := &openapi.Document{Servers: []openapi.Server{{URL: "/api"}}}
	return []*openapi.Document{empty, empty}
}

func TestHomeListsWorkspaces(t *testing.T) {
	s := newSite(t, limit.Rate{})
	s.page(s.get("/"), 200, "./svcx login-link --email you@example.com", "with the server's own settings", `<form class="signin" method="post" action="/api/auth/magic-link">`, `<input id="email" type="email" name="email"`)
	s.page(s.get("/auth/sent"), 200, "If the address is a member")
	for _, w := range []admin.NewWorkspace{{Slug: "one", Name: "One <1>", Form: svcx.FormA, Plan: svcx.PlanFree}, {Slug: "two", Name: "Two", Form: svcx.FormB, Plan: svcx.PlanBusiness}} {
		w.AdminEmail = "ada@example.com"
		if _, err := s.inbox.CreateWorkspace(context.Background(), inbox.Call{Actor: inbox.Operator}, w); err != nil {
			t.Fatal(err)
		}
	}
	s.session, s.err = &svcx.Session{User: svcx.User{ID: 1, Email: "ada@example.com"}}, nil
	s.page(s.get("/app"), 200, "Signed in as <bdi>ada@example.com</bdi>", `<form method="post" action="/api/auth/logout">`, "One &lt;1&gt;", ">one<", "· Admin · ", "Form A", " · Free<", "Two", "Form B", " · Business<")
	s.session.User = svcx.User{ID: 99, Email: "eve@example.com", Name: "Eve"}
	s.page(s.get("/app"), 200, "Signed in as <bdi>Eve</bdi>", "not a member of any workspace")

	s.err = svcx.Unavailable("reading", errors.New("secret cause"))
	w := s.get("/")
	s.page(w, 503, "try again in a moment.")
	s.err = errors.New("secret cause")
	w = s.get("/")
	s.page(w, 500, "Something went wrong on our side.")
	if strings.Contains(w.Body.String(), "secret") {
		t.Error("the cause is shown")
	}
}

// Fault 2.9: the pages promised mail without a mail server. Fault 2.14: the demo's page
// named a command that has no access to the demo's folder.
func TestSignInSaysWhereTheLinkIs(t *testing.T) {
	const command = "svcx login-link --email you@example.com"
	s := newSite(t, limit.Rate{})
	s.page(s.get("/"), 200, "printed in its log", ">Print the link</button>", command)
	s.page(s.get("/auth/sent"), 200, "<h1>Check the server's log</h1>", "standard error")
	for _, path := range []string{"/", "/auth/sent"} {
		if body := s.get(path).Body.String(); strings.Contains(body, "e mail you") || strings.Contains(body, "your mail") {
			t.Errorf("%s promises mail:\n%s", path, body)
		}
	}
	s.options.Mail = true
	s.page(s.get("/"), 200, "We mail you a link that signs you in.", ">Send the link</button>", command)
	s.page(s.get("/auth/sent"), 200, "<h1>Check your mail</h1>")
	s.options.Mail, s.options.DemoEmail = false, "admin@localhost"
	s.page(s.get("/"), 200, "printed in the terminal where it runs", `value="admin@localhost"`)
	s.page(s.get("/auth/sent"), 200, "<h1>Check the terminal</h1>")
	if body := s.get("/").Body.String(); strings.Contains(body, "login-link") {
		t.Errorf("the demo's page names a command that cannot work:\n%s", body)
	}
}

// Fault 2.9: home was a dead end. Fault 2.8: nothing linked to /docs.
func TestHomeSaysWhatToDoNext(t *testing.T) {
	s := newSite(t, limit.Rate{})
	s.page(s.get("/"), 200, `href="/docs"`)
	s.session, s.err = &svcx.Session{User: svcx.User{ID: 1, Email: "ada@example.com"}}, nil
	if _, err := s.inbox.Bootstrap(t.Context(), admin.NewWorkspace{Slug: "main", Name: "Main", Form: svcx.FormB, Plan: svcx.PlanBusiness, AdminEmail: "ada@example.com"}); err != nil {
		t.Fatal(err)
	}
	s.page(s.get("/app"), 200, "<h2>What to do next</h2>", `href="/app/main/admin/new-workspace">Create a workspace</a>`, `href="/docs"`)
	if _, err := s.inbox.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "shop", Name: "Shop", Form: svcx.FormA, Plan: svcx.PlanFree, AdminEmail: "ada@example.com"}); err != nil {
		t.Fatal(err)
	}
	s.page(s.get("/app"), 200, `href="/app/shop/settings/channels/new">Connect a channel</a>`, `href="/app/shop/settings/api">Create an API key</a>`)
	s.options.DemoEmail = "ada@example.com"
	s.page(s.get("/app"), 200, "This demo has sample conversations")
}

// Browsers get pages, whatever the method; programs get the error envelope.
func TestBrowsersSeePagesAndProgramsTheEnvelope(t *testing.T) {
	s := newSite(t, limit.Rate{})
	ask := func(method, target, accept string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, target, nil)
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	const browser, program = "text/html,application/xhtml+xml,*/*;q=0.8", "*/*"
	for _, path := range []string{"/", "/docs", "/auth/verify", "/auth/sent", "/app/one/inbox", page.Asset("app.css")} {
		for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
			w := ask(method, path, browser)
			s.page(w, 405, "<h1>That cannot be done here</h1>")
			if allow := w.Header().Get("Allow"); allow != "GET, HEAD" {
				t.Errorf("%s %s: Allow %q", method, path, allow)
			}
			w = ask(method, path, program)
			if w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" || !strings.HasPrefix(w.Body.String(), `{"error":{"code":"METHOD_NOT_ALLOWED"`) {
				t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
			}
		}
	}
	for _, method := range []string{"GET", "HEAD", "POST", "DELETE"} {
		s.page(ask(method, "/nothing", browser), 404, "There is no page at this address.")
		if w := ask(method, "/nothing", program); w.Code != 404 || !strings.HasPrefix(w.Body.String(), `{"error":{"code":"NOT_FOUND"`) {
			t.Errorf("%s: %d %s", method, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/", "/docs", "/auth/sent"} {
		get, head := ask("GET", path, browser), ask("HEAD", path, browser)
		if head.Code != get.Code || head.Header().Get("Content-Length") != get.Header().Get("Content-Length") || head.Header().Get("Content-Security-Policy") != page.Policy {
			t.Errorf("HEAD %s: %d %v", path, head.Code, head.Header())
		}
	}
	for from, to := range map[string]string{"/docs/": "/docs", "/docs/?form=a": "/docs?form=a", "/auth/sent/": "/auth/sent", "/auth/verify/?token=x": "/auth/verify?token=x"} {
		if w := ask("GET", from, browser); w.Code != 308 || w.Header().Get("Location") != to {
			t.Errorf("%s: %d %s", from, w.Code, w.Header().Get("Location"))
		}
	}
}

// A script said of every failure that the server could not be reached.
func TestAScriptIsToldWhyNothingWasDone(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID) + "/assign"
	const script = "HX-Request: true"
	for status, w := range map[int]*httptest.ResponseRecorder{
		404: d.post("/app/shop/inbox/99/assign", url.Values{"to": {"me"}}, script),
		403: d.post(path, url.Values{"to": {"me"}}, script, "Sec-Fetch-Site: cross-site"),
		413: d.post(path, url.Values{"to": {strings.Repeat("x", page.MaxForm)}}, script),
	} {
		says := map[int]string{404: "Nothing was changed: what you wanted to change is not there any more.", 403: "Requests from other sites", 413: "the text is too long"}[status]
		d.page(w, status, `<p id="failure">`, says)
		if strings.Contains(w.Body.String(), "<html") {
			t.Errorf("%d: a page", status)
		}
	}
	s := newSite(t, limit.Rate{N: 1, Per: time.Second})
	s.get("/nothing")
	s.page(s.get("/nothing", script), 429, `<p id="failure">Too many requests came from your address. Wait 1 s and try again.</p>`)
}

func TestFailuresArePages(t *testing.T) {
	s := newSite(t, limit.Rate{N: 1, Per: time.Second})
	w := httptest.NewRecorder()
	s.Front.FailPage(w, httptest.NewRequest("POST", "/", nil), 401, "the link <b> is old")
	s.page(w, 401, "You are not signed in", "The link &lt;b&gt; is old.", `href="/"`)
	w = httptest.NewRecorder()
	s.Front.FailPage(w, httptest.NewRequest("POST", "/api/auth/magic-link", nil), 403, "requests from other sites are refused")
	s.page(w, 403, "The request was refused", "Requests from other sites are refused. Open this server&#39;s own sign-in page", "SVCX_BASE_URL")
	s.page(s.get("/nothing"), 404, "There is no page at this address.")
	w = s.get("/")
	s.page(w, 429, "Wait 1 s")
	if w.Header().Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
	}
	if w := s.get("/nothing", "Accept: application/json"); w.Code != 404 || !strings.HasPrefix(w.Body.String(), `{"error":{"code":"NOT_FOUND"`) {
		t.Errorf("not a browser: %d %s", w.Code, w.Body)
	}
	for _, path := range []string{"//evil.example/", "/a/../auth/verify", "/./"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = path
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != 404 || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Location"))
		}
	}
}

// staticFiles are the static files by name. Those in the folder css are one.
func staticFiles(t *testing.T) map[string]string {
	t.Helper()
	files, all := os.DirFS("page/static"), make(map[string]string)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if strings.HasPrefix(name, "css/") {
			name = "app.css"
		}
		all[name] += string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// D 6: static files are not rate-limited; they may be cached forever at the current
// version's address, and not at others.
func TestStaticFilesAreCachedByVersion(t *testing.T) {
	s := newSite(t, limit.Rate{N: 1, Per: time.Hour})
	types := map[string]string{".css": "text/css; charset=utf-8", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
	for name, content := range staticFiles(t) {
		for address, cache := range map[string]string{page.Asset(name): "public, max-age=31536000, immutable", "/static/0123456789ab/" + name: "no-cache"} {
			w := s.get(address)
			if w.Code != 200 || w.Body.String() != content {
				t.Errorf("%s: %d", name, w.Code)
			}
			if w := s.get(address, "Accept-Encoding: br, gzip"); w.Header().Get("Content-Encoding") == "gzip" {
				z, err := gzip.NewReader(w.Body)
				if err != nil {
					t.Fatal(err)
				}
				if plain, err := io.ReadAll(z); err != nil || string(plain) != content {
					t.Errorf("%s: compressed it is another file: %v", name, err)
				}
			}
			if got := w.Header().Get("Cache-Control"); got != cache {
				t.Errorf("%s: Cache-Control %q", name, got)
			}
			if got := w.Header().Get("Content-Type"); got != types[filepath.Ext(name)] || w.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: Content-Type %q", name, got)
			}
		}
	}
	for _, path := range []string{"/static/x/", "/static/x/nothing.css", "/static/x/..%2fweb.go", "/static/app.css", "/static/x/css/10-tokens.css"} {
		if w := s.get(path, "Accept: */*"); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// Every template has its generated file, and no page loads anything from another
// origin.
func TestTemplatesAreGeneratedAndLoadNothingFromElsewhere(t *testing.T) {
	templates := pagesFiles("*.templ")
	if len(templates) == 0 {
		t.Fatal("no templates")
	}
	for _, name := range templates {
		if _, err := os.Stat(strings.TrimSuffix(name, ".templ") + "_templ.go"); err != nil {
			t.Error(err)
		}
	}
	files := staticFiles(t)
	for _, sheet := range []string{"app.css", "docs.css"} {
		for _, url := range regexp.MustCompile(`url\("?([^")]*)`).FindAllStringSubmatch(files[sheet], -1) {
			if files[url[1]] == "" {
				t.Errorf("%s: no %s", sheet, url[1])
			}
		}
	}
}
