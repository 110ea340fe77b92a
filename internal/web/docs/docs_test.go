package docs

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
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
	"svcx/internal/openapi"
	"svcx/internal/rest"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

// site is the documentation of the real API; session is the signed-in user's.
type site struct {
	*testing.T
	*Pages
	inbox   *inboxtest.Services
	session *svcx.Session
	err     error
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{T: t, err: &svcx.Error{Kind: svcx.KindUnauthorized}}
	set := form.Set{A: forma.New(), B: formb.New()}
	now := func() time.Time { return time.UnixMilli(1_800_000_000_000) }
	s.inbox = inboxtest.New(t, inboxtest.Options{Options: inbox.Options{DB: storetest.SQLite(t), Forms: set, Now: now}})
	front := httpd.New(httpd.Options{
		BaseURL: "https://inbox.test", Limiter: limit.NewLocal(limit.Rate{}, now), Sessions: s, Envelope: formb.New(), Page: page.ErrorPage(), Log: slog.New(slog.DiscardHandler),
	})
	s.Pages = New(page.New(page.Options{Identity: s.inbox.Identity, Messaging: s.inbox.Messaging, Directory: s.inbox.Directory, Admin: s.inbox.Admin, Assist: s.inbox.Assist, Links: s.inbox.Links, Now: now, Front: front}), Options{
		Reference: func() []*openapi.Document { return []*openapi.Document{rest.Describe(set.A), rest.Describe(set.B)} },
		Session: func() []*openapi.Document {
			return []*openapi.Document{rest.DescribeSession(set.A), rest.DescribeSession(set.B)}
		},
		Forms: set,
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
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// page fails the test unless the page has that status, the texts and the policy.
func (s *site) page(w *httptest.ResponseRecorder, status int, texts ...string) (body string) {
	s.Helper()
	body = w.Body.String()
	if w.Code != status {
		s.Errorf("status %d, not %d", w.Code, status)
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			s.Errorf("the page does not say %q:\n%.3000s", text, body)
		}
	}
	if got := w.Header().Get("Content-Security-Policy"); got != page.Policy {
		s.Errorf("the policy is %q", got)
	}
	if inline := regexp.MustCompile(`(?i)<style|<script>|(?:src|action|href)="(?:javascript:|data:|//)|(?:src|action)="https?:`).FindString(body); inline != "" {
		s.Errorf("the policy forbids %q", inline)
	}
	unquoted := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(body, `""`)
	if inline := regexp.MustCompile(`(?i)<[^>]*\s(?:style|on\w+)=`).FindString(unquoted); inline != "" {
		s.Errorf("the policy forbids %q", inline)
	}
	return body
}

// addresses are the addresses of all pages in a form.
func (s *site) addresses(e *edition) (all []string) {
	all = []string{Path, Path + "/search?q=webhook"}
	for _, g := range e.navigation() {
		for _, l := range g.links {
			all = append(all, l.To)
		}
	}
	return all
}

var (
	hrefs    = regexp.MustCompile(`href="([^"]*)"`)
	idsIn    = regexp.MustCompile(`\sid="([^"]*)"`)
	headings = regexp.MustCompile(`(?s)<h1>`)
)

// Every page is there in both forms, has one heading and no id twice; every link in it leads
// to a page, and to a place on it, that exist.
func TestEveryPageAndEveryLink(t *testing.T) {
	s := newSite(t)
	for _, e := range s.editions() {
		query := "?form=" + forms[e.index]
		pages, links := map[string]string{}, map[string]string{}
		for _, at := range s.addresses(e) {
			to := at + query
			if strings.Contains(at, "?") {
				to = at + "&" + query[1:]
			}
			body := s.page(s.get(to), 200)
			pages[at] = body
			if n := len(headings.FindAllString(body, -1)); n != 1 {
				t.Errorf("%s: %d headings of the first level", to, n)
			}
			seen := map[string]bool{}
			for _, m := range idsIn.FindAllStringSubmatch(body, -1) {
				if seen[m[1]] {
					t.Errorf("%s: two elements with the id %s", to, m[1])
				}
				seen[m[1]] = true
			}
			if strings.Contains(body, "<th></th>") {
				t.Errorf("%s: a column without a name", to)
			}
			if left := regexp.MustCompile(`\{\{\w*\}?|<!--[^>]*>`).FindString(body); left != "" {
				t.Errorf("%s: %q was not filled in", to, left)
			}
			for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
				links[m[1]] = at
			}
		}
		for link, from := range links {
			to, anchor, _ := strings.Cut(link, "#")
			if to, _, _ = strings.Cut(to, "?"); to == Path+"/search" {
				continue
			}
			switch {
			case to == "":
				to = from
			case strings.HasPrefix(to, "/openapi-"), strings.HasPrefix(to, "/postman-"), strings.HasPrefix(to, "/static/"), to == "/", to == "https://www.standardwebhooks.com/":
				continue
			}
			body, known := pages[to]
			if !known {
				t.Errorf("form %s, %s: no page %s", e.name, from, link)
			} else if anchor != "" && !strings.Contains(body, ` id="`+anchor+`"`) {
				t.Errorf("form %s, %s: no place %s", e.name, from, link)
			}
		}
	}
}

// The articles and the navigation have the same files.
func TestEveryArticleIsInTheNavigation(t *testing.T) {
	files, err := content.ReadDir("content")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".md")
		if !slices.ContainsFunc(groups, func(g group) bool { return slices.Contains(g.articles, name) }) {
			t.Errorf("%s is in no group", f.Name())
		}
	}
}

// What an integrator meets is documented: each event, setting, code and error.
func TestNothingIsMissing(t *testing.T) {
	s := newSite(t)
	for _, e := range s.editions() {
		has := func(article, id string) {
			if !slices.ContainsFunc(e.article(article).headings, func(h heading) bool { return h.ID == id }) {
				t.Errorf("form %s: %s has no %s", e.name, article, id)
			}
		}
		says := func(article, word string) {
			if !strings.Contains(e.article(article).html, "<code>"+word+"</code>") {
				t.Errorf("form %s: %s does not name %s", e.name, article, word)
			}
			// Pages link to them.
			if html := e.article(article).html; !strings.Contains(html, `<tr id="`+word+`">`) {
				t.Errorf("form %s: no link leads to %s", e.name, word)
			}
		}
		for _, event := range svcx.EventTypes {
			if e.form.Sends(event) {
				has("events", string(event))
			}
		}
		for _, call := range []string{svcx.CallPing, svcx.CallConfirm, svcx.CallContent, string(svcx.BackAvatar), string(svcx.BackInfo), string(svcx.BackMessage), string(svcx.BackMetadata)} {
			has("events", call)
		}
		settings, err := form.SettingList()
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range settings {
			switch {
			case one.Name == "platformConstraints":
				for _, m := range one.Members {
					has("settings", one.Name+"."+m.Name)
				}
			default:
				has("settings", one.Name)
			}
		}
		for _, reason := range reasonCodes(t) {
			says("reasons", reason)
		}
		codes := e.api.Components.Schemas.Get("Error").Properties.Get("error").Properties.Get("code").Enum
		for _, code := range append(codes, "VETOED", "INTEGRATION_FAILED") {
			says("errors", code.(string))
		}
		scopes := e.scopes()
		for _, o := range e.api.groups {
			for _, o := range o.operations {
				if o.Scope != "" && !slices.ContainsFunc(scopes, func(f fact) bool { return f.Name == o.Scope }) {
					t.Errorf("form %s: no scope %s", e.name, o.Scope)
				}
			}
		}
		for _, status := range svcx.EventStatuses {
			says("reasons", e.form.EventStatus(status))
		}
	}
}

// reasonCodes are the codes in the program's source.
func reasonCodes(t *testing.T) (all []string) {
	for name, prefix := range map[string]string{"../../../event.go": "Reason", "../../safehttp/errors.go": "Code"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, prefix) && len(spec.Values) == 1 {
				if value, ok := spec.Values[0].(*ast.BasicLit); ok {
					code, err := strconv.Unquote(value.Value)
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, code)
				}
			}
			return true
		})
	}
	if len(all) < 25 {
		t.Fatalf("only %v", all)
	}
	return all
}

// Numbers in the page of limits are those of the program.
func TestLimitsAreThoseOfTheProgram(t *testing.T) {
	s := newSite(t)
	for _, e := range s.editions() {
		html := e.article("limits").html
		pages := e.form.Pages
		for text, n := range map[string]int{
			"%d characters, kept 24 hours": svcx.MaxIdempotencyKey, "<td>%d characters</td>": svcx.MaxContent, "<td>%d, of 255 characters": svcx.MaxTags,
			"%d conversations or": svcx.MaxImportConversations, "or %d messages": svcx.MaxImportMessages, "1 to %d s, 10 by default": svcx.MaxVerificationTimeout,
			"10 to %d messages": svcx.MaxExportDepth, "after %d failures": svcx.CircuitThreshold, "<td>%d per type and contact": svcx.MaxAutomaticBackRequests,
			"<td>%d of each": svcx.MaxMembers, "<td>%d</td>\n<td>200": pages.Messages.Default,
		} {
			if want := strings.ReplaceAll(text, "%d", thousands(n)); !strings.Contains(html, want) {
				t.Errorf("form %s: not %q", e.name, want)
			}
		}
	}
}

func thousands(n int) string {
	text := strconv.Itoa(n)
	if len(text) > 3 {
		text = text[:len(text)-3] + "," + text[len(text)-3:]
	}
	return text
}

// The form is chosen by the address, remembered by a cookie, and else the workspace's.
func TestFormAndWorkspace(t *testing.T) {
	s := newSite(t)
	const a, b = "<h1>svcx API, form A</h1>", "<h1>svcx API, form B</h1>"
	s.page(s.get("/docs/api"), 200, b, "https://inbox.test/api/v1/your-workspace")
	s.page(s.get("/docs/api?form=x"), 200, b)
	w := s.get("/docs/api?form=a")
	s.page(w, 200, a, `href="/docs/api?form=b"`)
	if got := w.Header().Get("Set-Cookie"); !strings.HasPrefix(got, "svcx_docs_form=a; Path=/docs; ") {
		t.Errorf("cookie %q", got)
	}
	s.page(s.get("/docs/api", "Cookie: svcx_docs_form=a"), 200, a)
	s.page(s.get("/docs/api", "Cookie: svcx_docs_form=zz; svcx_docs_workspace=<b>"), 200, b, "/api/v1/your-workspace")
	w = s.get("/docs/api/contacts?workspace=acme&form=a")
	s.page(w, 200, "curl https://inbox.test/api/v1/acme/contacts/1", `value="acme"`)
	s.page(s.get("/docs/api/contacts", "Cookie: svcx_docs_workspace=acme"), 200, "/api/v1/acme/contacts")
	s.page(s.get("/docs/api/contacts?workspace=", "Cookie: svcx_docs_workspace=acme"), 200, "/api/v1/your-workspace/contacts")
	w = s.get("/docs/api/contacts?workspace=%3Cscript%3E")
	s.page(w, 200, `value="&lt;script&gt;"`, `aria-invalid="true"`, `aria-describedby="workspace-error"`, "/api/v1/your-workspace/contacts")
	if strings.Contains(w.Header().Get("Set-Cookie"), "script") {
		t.Error("a workspace that cannot be one is remembered")
	}
	// A search keeps its words when the form changes.
	s.page(s.get("/docs/search?q=a%26b"), 200, `href="/docs/search?form=a&amp;q=a%26b"`)

	for slug, name := range map[string]svcx.FormName{"one": svcx.FormA, "two": svcx.FormB} {
		if _, err := s.inbox.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: slug, Name: slug, Form: name, Plan: svcx.PlanFree, AdminEmail: "ada@example.com"}); err != nil {
			t.Fatal(err)
		}
	}
	s.session, s.err = &svcx.Session{User: svcx.User{ID: 1, Email: "ada@example.com", Preferences: svcx.Preferences{Theme: svcx.ThemeDark}}}, nil
	s.page(s.get("/docs/api/contacts?workspace=one"), 200, `data-theme="dark"`, "svcx API, form A", "/api/v1/one/contacts", `<option value="one" selected>`, `<option value="two">`, `href="/">Inbox</a>`)
	s.page(s.get("/docs/api", "Cookie: svcx_docs_workspace=two"), 200, b)
	// Operators document other workspaces than their own.
	s.page(s.get("/docs/api/contacts", "Cookie: svcx_docs_workspace=elsewhere"), 200, `<option value="elsewhere" selected>`)
}

// A group of operations that only the other form has is said to be there.
func TestGroupOfTheOtherForm(t *testing.T) {
	s := newSite(t)
	s.page(s.get("/docs/api/secrets?form=a"), 404, "Form A has no operations of this kind", `href="/docs/api/secrets?form=b"`)
	s.page(s.get("/docs/api/nothing"), 404, "There is no page at this address.")
	s.page(s.get("/docs/nothing"), 404, "There is no page at this address.")
	for from, to := range map[string]string{"/docs/": "/docs", "/docs/api/?form=a": "/docs/api?form=a", "/docs/tutorial/": "/docs/tutorial"} {
		if w := s.get(from); w.Code != http.StatusPermanentRedirect || w.Header().Get("Location") != to {
			t.Errorf("%s: %d %s", from, w.Code, w.Header().Get("Location"))
		}
	}
}

// The documentation can be read while the database cannot.
func TestWithoutTheDatabase(t *testing.T) {
	s := newSite(t)
	s.err = svcx.Unavailable("reading", errors.New("secret cause"))
	if body := s.page(s.get("/docs/reasons"), 200, "Reason codes", "Sign in"); strings.Contains(body, "secret cause") {
		t.Error("the cause is shown")
	}
}

// An operation has its parameters, members, errors and a command; what is not the usual case
// is marked (fault 2.8).
func TestReference(t *testing.T) {
	s := newSite(t)
	body := s.page(s.get("/docs/api/conversations"), 200,
		`<section id="createConversation" class="d-op"`, `<b class="d-verb POST">POST</b> /conversations<`, `Requires the scope <code class="mono">conversations:write</code>.`,
		"Where is my order?", "<summary>Answer 201</summary>", "<code class=\"mono\">UNAUTHORIZED</code>:", "open | resolved | closed",
		"curl https://inbox.test/api/v1/your-workspace/conversations \\\n", "Authorization: Bearer $API_KEY", "Idempotency-Key")
	if !regexp.MustCompile(`(?s)<dt class="mono">\s*subject\s*<span class="tag">required</span>`).MatchString(body) {
		t.Error("subject is not marked as required")
	}
	s.page(s.get("/docs/api/channel"), 200, "/api/webhooks/custom/{channelId}", "x-svcx-api-key: $CHANNEL_KEY", "Answer 200 of a dry run", "?dryRun=1")
	s.page(s.get("/docs/api/keys"), 200, "Cookie: svcx_session=$SESSION")
	s.page(s.get("/docs/session"), 200, "GET</b> /api/{org}/channels", "GET</b> /api/admin/workspaces", `<span class="d-type">admin</span>`, "Creates a channel: <code class=\"mono\">{name, settings, defaults}</code>.")
	s.page(s.get("/docs/session?form=a"), 200, "POST</b> /api/auth/magic-link")
	for _, e := range s.editions() {
		for _, g := range e.api.tags() {
			for _, o := range g.operations {
				if len(o.examples()) == 0 {
					t.Errorf("form %s: %s has no example", e.name, o.ID)
				}
			}
		}
	}
}

// Commands are words of the shell, whatever is in a body.
func TestCommandsAreQuoted(t *testing.T) {
	o := operation{&openapi.Operation{}, "PATCH", "/things"}
	got := o.command(recorded{call: "PATCH /things?q=a b", body: `{"a": "o'clock"}`})
	want := "curl -X PATCH '{{base}}/api/v1/{{workspace}}/things?q=a b' \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"a\":\"o'\\''clock\"}'"
	if got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	if got := o.command(recorded{call: "POST /things/1/close"}); !strings.HasPrefix(got, "curl -X POST {{base}}/api/v1/{{workspace}}/things/1/close ") {
		t.Error(got)
	}
}

// A search finds words and their beginnings, the best first, and shows what it found as text.
func TestSearch(t *testing.T) {
	s := newSite(t)
	e := s.editions()[1]
	for query, want := range map[string]string{
		"signature": "/docs/signatures", "message.created": "/docs/events#message.created", "duplicate_message": "/docs/reasons#duplicate_message", "messageExportDepth": "/docs/settings#messageExportDepth",
		"rate a conversation": "/docs/api/conversations#rateConversation", "go live": "/docs/going-live", "RETRIES": "/docs/receiving#retries", "webhook-id": "", "dry run": "/docs/find-out-why#dry-run",
		"POST /conversations/{id}/messages": "/docs/api/messages#sendMessage",
	} {
		hits := e.find(query)
		if len(hits) == 0 || want != "" && hits[0].To != want {
			t.Errorf("%q: %d found, the first %+v", query, len(hits), first(hits))
		}
	}
	if hits := e.find("zebra"); len(hits) > 0 {
		t.Errorf("zebra: %+v", hits)
	}
	if hits := s.editions()[0].find("staff_link updateinfo fields_patch"); len(hits) > 0 {
		t.Errorf("not all words: %+v", hits)
	}
	s.page(s.get("/docs/search"), 200, "Type a word")
	s.page(s.get("/docs/search?q=zebra"), 200, "Nothing has all of these words")
	s.page(s.get("/docs/search?q=duplicate"), 200, "<mark>duplicate</mark>_message", `href="/docs/reasons#duplicate_message"`)
	s.page(s.get("/docs/search?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E"), 200, "&lt;img src=x")
	s.page(s.get("/docs/search?q="+strings.Repeat("%F0%9F%8E%82", 100)+"%FF"), 200, "Nothing has")
	body := s.page(s.get("/docs/search?q=ping", "HX-Request: true"), 200, `<ul class="d-hits">`)
	if strings.Contains(body, "<html") {
		t.Error("a script gets a page")
	}
	s.page(s.get("/docs/search?q=%3Cb%3E", "HX-Request: true"), 200, "Nothing found for “<bdi>&lt;b&gt;</bdi>”")
}

func first(hits []hit) string {
	if len(hits) == 0 {
		return ""
	}
	return hits[0].To
}

func FuzzSearch(f *testing.F) {
	f.Add("webhook id", "The webhook-id is the İ same")
	f.Add("a", "ſtrange ÄÖÜ a")
	f.Fuzz(func(t *testing.T, query, text string) {
		e := &edition{sections: []section{newSection("Page", text, "/docs/x", text)}}
		for _, h := range e.find(query) {
			var b strings.Builder
			if err := h.marked(h.Snippet).Render(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			if plain := strings.NewReplacer("<mark>", "", "</mark>", "").Replace(b.String()); strings.ContainsAny(plain, "<>") {
				t.Errorf("markup: %s", b.String())
			}
		}
	})
}

// Directives that are misspelt are noticed.
func TestDirectives(t *testing.T) {
	f := formb.New()
	for _, text := range []string{"<!-- event message.made -->", "<!-- call pong -->", "<!-- setting colour -->", "<!-- nothing -->", "<!-- not one -->"} {
		if _, err := prepare(text+"\n", f); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
	got, err := prepare("1\n<!-- form a -->\n2\n<!-- form b -->\n3\n<!-- both forms -->\n4\n<!-- setting messageExportDepth -->\n", f)
	if want := "1\n3\n4\nType: integer, 10 to 1000. Default: `100`.\n"; err != nil || got != want {
		t.Errorf("%q %v", got, err)
	}
}

// The articles use the words of the glossary.
func TestWordsOfTheGlossary(t *testing.T) {
	files, err := os.ReadDir("content")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile("content/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if word := regexp.MustCompile(`(?i)\b(thread|tenant|macro|payload|endpoint URL|end-user|ticket system|dead letter)s?\b|!\s*$`).FindString(string(text)); word != "" {
			t.Errorf("%s: %q", f.Name(), word)
		}
	}
}
