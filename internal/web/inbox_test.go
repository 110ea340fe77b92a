package web

import (
	"bytes"
	"context"
	"errors"
	"html"
	"io"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

// integrator stands in for an integrator; it allows everything unless it has a reason.
type integrator struct {
	veto string
	// back is what it answers to a back request, asked has the types of those that it got.
	back  atomic.Pointer[integratorAnswer]
	asked chan svcx.BackRequestType
}

type integratorAnswer struct {
	svcx.BackAnswer
	failure error
}

// answers sets what it answers from now on.
func (i *integrator) answers(answer svcx.BackAnswer, failure error) {
	i.back.Store(&integratorAnswer{answer, failure})
}

func (i *integrator) Confirm(context.Context, *svcx.Channel, string, string) svcx.Confirmation {
	return svcx.Confirmation{Asked: i.veto != "", Answered: true, Allowed: i.veto == "", Reason: i.veto}
}

func (i *integrator) ResolveContent(context.Context, *svcx.Channel, string, []string) ([]svcx.ContentURL, error) {
	return nil, nil
}

func (i *integrator) BackRequest(_ context.Context, _ *svcx.Channel, q svcx.BackRequest) (svcx.BackAnswer, error) {
	select {
	case i.asked <- q.Type:
	default: // a test that does not wait for it
	}
	if a := i.back.Load(); a != nil {
		return a.BackAnswer, a.failure
	}
	return svcx.BackAnswer{}, nil
}

// desk is a site whose workspace "shop" has conversations; ada, an admin, is signed in.
type desk struct {
	*site
	workspace *svcx.Workspace
	channel   *svcx.Channel
	ada       *svcx.Member
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	return newDeskOn(t, inbox.Options{DB: storetest.SQLite(t)})
}

func newDeskOn(t *testing.T, o inbox.Options) *desk {
	t.Helper()
	d := &desk{site: newSiteOn(t, o, limit.Rate{})}
	d.workspace, d.channel = d.inbox.NewWorkspace(t, "shop")
	d.session, d.err = &svcx.Session{User: svcx.User{ID: 1, Email: "admin@example.com", Name: "Ada"}}, nil
	var err error
	if d.ada, err = d.inbox.Member(t.Context(), d.workspace, 1); err != nil {
		t.Fatal(err)
	}
	return d
}

// says receives a customer's message in a conversation and returns the conversation.
func (d *desk) says(conversation, customer, content string) *svcx.Conversation {
	d.Helper()
	d.inbox.ReceiveMessage(d, d.channel, conversation+content, conversation, svcx.InboundSender{ExternalID: customer, Name: customer}, content)
	found, err := d.inbox.Conversations(d.Context(), d.workspace, svcx.ConversationFilter{ExternalID: conversation}, svcx.Page{Limit: 1})
	if err != nil || len(found.Items) != 1 {
		d.Fatal(err, len(found.Items))
	}
	return found.Items[0]
}

func (d *desk) post(path string, fields url.Values, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", path, strings.NewReader(fields.Encode()))
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w
}

// names returns the links of the list as a screen reader says them.
func (d *desk) names(body string) (all []string) {
	for _, m := range regexp.MustCompile(`(?s)<a class="conv.*?</a>`).FindAllString(body, -1) {
		m = regexp.MustCompile(`(?s)<(\w+)[^>]* (?:hidden|aria-hidden="true")[^>]*>.*?</(?:svg|span)>(?:<span class="sr">[^<]*</span></span>)?`).ReplaceAllString(m, "")
		all = append(all, strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(m, " ")), " "))
	}
	return all
}

// Who is not signed in is led to the sign-in page and back; a stranger learns nothing
// about a workspace; an agent is told that a page is for admins.
func TestWhoMaySeeAPage(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	missing := d.get("/app/nowhere/inbox").Body.String()
	d.page(d.get("/app/nowhere/inbox"), 404)

	d.err = &svcx.Error{Kind: svcx.KindUnauthorized}
	to := "/app/shop/inbox/1?view=mine&q=a%26b"
	w := d.get(to)
	if w.Code != 303 || w.Header().Get("Location") != "/?next="+url.QueryEscape(to) {
		t.Errorf("without a session: %d %s", w.Code, w.Header().Get("Location"))
	}
	d.page(d.get(w.Header().Get("Location")), 200, `<input type="hidden" name="redirect" value="/app/shop/inbox/1?view=mine&amp;q=a%26b">`)
	if body := d.get("/?next=https://evil.example/").Body.String(); strings.Contains(body, "evil") {
		t.Error("the sign-in page leads elsewhere")
	}
	// Fault: from each page with an id, one was led to the conversation with that id.
	for posted, page := range map[string]string{
		"/inbox/1/messages": "/inbox/1", "/contacts/7": "/contacts/7", "/contacts/7/merge": "/contacts/7",
		"/settings/saved-replies/7/delete": "/settings/saved-replies/7", "/settings/saved-replies": "/inbox", "/theme": "/inbox",
	} {
		if w := d.post("/app/shop"+posted, url.Values{"content": {"lost"}}); w.Code != 303 || w.Header().Get("Location") != "/?next="+url.QueryEscape("/app/shop"+page) {
			t.Errorf("%s without a session: %d %s", posted, w.Code, w.Header().Get("Location"))
		}
	}
	// Fault: from a form that makes something, one was led to the inbox.
	for from, page := range map[string]string{
		"http://example.com/app/shop/settings/saved-replies/new?a=b": "/app/shop/settings/saved-replies/new?a=b",
		"http://example.com/app/other/settings/saved-replies/new":    "/app/shop/inbox",
		"http://evil.example/app/shop/contacts":                      "/app/shop/inbox",
	} {
		if w := d.post("/app/shop/settings/saved-replies", url.Values{"content": {"lost"}}, "Referer: "+from); w.Header().Get("Location") != "/?next="+url.QueryEscape(page) {
			t.Errorf("from %s without a session: %d %s", from, w.Code, w.Header().Get("Location"))
		}
	}
	if w := d.post("/app/shop/inbox/1/messages", url.Values{"content": {"kept"}}, "HX-Request: true"); w.Code != 401 {
		t.Errorf("a script without a session: %d", w.Code)
	}

	other, _ := d.inbox.NewWorkspace(t, "other")
	if _, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: other, Actor: inbox.Operator}, svcx.MemberDraft{Email: "eve@example.com", Role: svcx.RoleAgent}); err != nil {
		t.Fatal(err)
	}
	d.session, d.err = &svcx.Session{User: svcx.User{ID: 2, Email: "eve@example.com"}}, nil
	stranger := d.get("/app/shop/inbox")
	d.page(stranger, 404)
	if stranger.Body.String() != missing {
		t.Error("a stranger sees that the workspace exists")
	}
	d.page(d.get("/app/other/inbox/"+page.IDOrNone(&c.ID)), 404)
	d.page(d.get("/app/other/inbox?category=99"), 404)

	adminOnly := d.Handler.InWorkspace(svcx.RoleAdmin, d.Handler.inbox)
	r := httptest.NewRequest("GET", "/app/other/settings", nil)
	r.SetPathValue("org", "other")
	w = httptest.NewRecorder()
	adminOnly.ServeHTTP(w, r)
	d.page(w, 403, "This page is for admins of the workspace.")
}

// Fault: a slug with NUL or invalid UTF-8 was 503 on PostgreSQL.
func TestSlugThatNoDatabaseHas(t *testing.T) {
	d := newDeskOn(t, inbox.Options{DB: storetest.Postgres(t)})
	for _, slug := range []string{"%00", "shop%00", "shop%FF"} {
		d.page(d.get("/app/"+slug+"/inbox"), 404)
		d.page(d.post("/app/"+slug+"/inbox/1/messages", url.Values{"content": {"Hello"}}), 404)
	}
}

// The names of the rows begin with contact and subject, then say what is unread and the
// status; the order is that of the last message.
func TestListNamesConversations(t *testing.T) {
	d := newDesk(t)
	d.page(d.get("/app/shop/inbox"), 200, "<title>All open · svcx</title>", "Waiting for the first message", `<h1 class="sr" id="title">All open</h1>`)
	c := d.says("c1", "Amara <b>", "Hello & <i>you</i>\u202eevil")
	d.says("c1", "Amara <b>", "Again")
	d.says("c2", "Jonas", "Second")
	subject := "Wrong <script>bore"
	if _, err := d.inbox.UpdateConversation(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, svcx.ConversationPatch{Subject: &subject}); err != nil {
		t.Fatal(err)
	}
	w := d.get("/app/shop/inbox?view=open")
	d.page(w, 200, `data-conversation-id="1"`, `href="/app/shop/inbox/1?view=open"`)
	names := d.names(w.Body.String())
	if len(names) != 2 || !strings.HasPrefix(names[0], "Amara &lt;b&gt; Wrong &lt;script&gt;bore 2 unread now Again") && !strings.HasPrefix(names[1], "Amara &lt;b&gt; Wrong &lt;script&gt;bore 2 unread now Again") {
		t.Errorf("%q", names)
	}
	d.page(d.get("/app/shop/inbox?view=mine"), 200, "All clear")
	d.page(d.get("/app/shop/inbox?view=unassigned&q=Second"), 200, `data-conversation-id="2"`)
	d.page(d.get("/app/shop/inbox?view=open&tag=none"), 200, "Nothing matches")
	for _, by := range page.Sorts {
		if names := d.names(d.get("/app/shop/inbox?view=open&sort=" + by).Body.String()); len(names) != 2 {
			t.Errorf("%s: %q", by, names)
		}
	}
	d.page(d.get("/app/shop/inbox?view=nothing"), 404)
	d.page(d.get("/app/shop/inbox?view=open&after=x"), 404)
	d.page(d.get("/app/shop/inbox", "Cookie: svcx_view=mine"), 200, "<title>Mine")
	if w := d.get("/app/shop/inbox?view=unassigned"); !strings.Contains(w.Header().Get("Set-Cookie"), "svcx_view=unassigned") {
		t.Errorf("the view is not remembered: %q", w.Header().Get("Set-Cookie"))
	}
}

// Without scripts one reads, answers, resolves, assigns and sorts in: each form leads back
// to the conversation beside the same list, which says what was done.
func TestAgentWorksWithoutScripts(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello <b>there</b>")
	d.says("c1", "Amara", "Are you there?")
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	d.page(d.get(path+"?view=open"), 200, `<article class="msg" id="m-1" data-message-id="1"`, `data-author="customer"`, `aria-label="Amara"`, "Hello &lt;b&gt;there&lt;/b&gt;", `<div class="day new">New</div>`, `aria-current="true"`,
		`<textarea class="ta" id="reply" name="content" aria-label="Reply"`, `>Send</button>`, `data-key="e"`, `aria-label="Assignee"`)
	if names := d.names(d.get("/app/shop/inbox?view=open").Body.String()); len(names) != 1 || strings.Contains(names[0], "unread") {
		t.Errorf("an opened conversation is unread: %q", names)
	}
	for _, step := range []struct{ action, field, value, done, shows string }{
		{"messages", "content", "Line one\r\nline two", "Sent", "Line one<br/>line two"},
		{"notes", "content", "Only us", "Note added", `data-author="note"`},
		{"status", "to", "resolved", "Resolved", "You</b> resolved this"},
		{"status", "to", "open", "Reopened", `data-key="e"`},
		{"assign", "to", "me", "Assigned to you", "You</b> took this"},
		{"assign", "to", "", "Unassigned", "You</b> unassigned this"},
		{"priority", "to", "high", "Priority: High", `<span id="value-priority" class="cut" dir="auto">High</span>`},
		{"tags", "typed", " trade,  big   order,trade", "Tags: trade, big order", `<span class="tag cut" dir="auto">big order</span>`},
	} {
		w := d.post(path+"/"+step.action+"?view=open", url.Values{step.field: {step.value}})
		if w.Code != 303 || w.Header().Get("Location") != path+"?view=open" {
			t.Errorf("%s: %d %s", step.action, w.Code, w.Header().Get("Location"))
			continue
		}
		cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
		w = d.get(path+"?view=open", "Cookie: "+cookie)
		text := regexp.MustCompile(`(?s)id="say"[^>]*>([^<]*)`).FindStringSubmatch(w.Body.String())
		if len(text) != 2 || strings.TrimSpace(text[1]) != step.done {
			t.Errorf("%s: it says %q", step.action, text)
		}
		d.page(w, 200, step.shows)
	}
	if body := d.get(path).Body.String(); !regexp.MustCompile(`id="say"[^>]*></div>`).MatchString(body) {
		t.Error("what was done is said twice")
	}
}

// What is refused is said with its reason, and what was written is kept.
func TestRefusalsKeepWhatWasWritten(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	d.veto = `An <exchange> is open.`
	const refused = `role="alert"`
	for _, headers := range [][]string{nil, {"HX-Request: true"}} {
		d.page(d.post(path+"/status?view=open", url.Values{"to": {"resolved"}}, headers...), 422, refused, "Nothing was changed. The integrator refused it: “An &lt;exchange&gt; is open.”")
		d.page(d.post(path+"/messages?view=open", url.Values{"content": {" \n "}}, headers...), 422, refused, "the message is empty")
		d.page(d.post(path+"/assign?view=open", url.Values{"to": {"99"}}, headers...), 422, refused, "This is not there any more. Choose another one.")
		d.page(d.post(path+"/tags?view=open", url.Values{"typed": {strings.Repeat("x", 256)}}, headers...), 422, refused, "Shorten it.")
	}
	// A reply that was to resolve is sent all the same, and not sent twice.
	w := d.post(path+"/messages?view=open", url.Values{"content": {"Sent before the veto"}, "then": {"resolved"}})
	d.page(w, 422, refused, "An &lt;exchange&gt; is open.", ">Sent before the veto<")
	if strings.Contains(w.Body.String(), "Sent before the veto</textarea>") {
		t.Error("what was sent is still in the composer")
	}
	d.veto = ""
	if w := d.post(path+"/messages?view=open", url.Values{"content": {"Done"}, "then": {"resolved"}}); w.Code != 303 {
		t.Errorf("send and resolve: %d", w.Code)
	}
	d.page(d.get(path), 200, ">Reopen<", ">Done<")
	long := strings.Repeat("é", svcx.MaxContent+1)
	d.page(d.post(path+"/notes?view=open", url.Values{"content": {long}}), 422, refused, "is 1 character too long. At most 50,000 are allowed.", long+"</textarea>")
	d.page(d.post(path+"/messages?view=open", url.Values{"content": {strings.Repeat("é", page.MaxForm)}}), 413, "too long. Go back and shorten it.")
	broken := httptest.NewRequest("POST", path+"/messages", strings.NewReader("content=%zz"))
	broken.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w = httptest.NewRecorder()
	d.ServeHTTP(w, broken)
	d.page(w, 422, "The form did not arrive whole.")
	d.page(d.post("/app/shop/inbox/99/status", url.Values{"to": {"open"}}), 404)
	d.page(d.post(path+"/status", url.Values{"to": {"open"}}, "Sec-Fetch-Site: cross-site"), 403)
}

// A script gets the parts that changed, not the page.
func TestScriptsGetParts(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	w := d.get(path+"?view=open", "HX-Request: true")
	d.page(w, 200, "<title>", `id="open"`, `hx-swap-oob="true"`)
	if strings.Contains(w.Body.String(), "<html") || strings.Contains(w.Body.String(), `id="rows"`) {
		t.Error("more than the conversation")
	}
	d.page(d.get(path+"?view=open", "HX-Request: true", "HX-History-Restore-Request: true"), 200, "<html")
	w = d.post(path+"/messages?view=open", url.Values{"content": {"Yes"}}, "HX-Request: true")
	d.page(w, 200, `<div hx-swap-oob="beforeend:#messages">`, `data-author="agent"`, ">Yes<", `id="composer"`, "Sent")
	w = d.post(path+"/status?view=open", url.Values{"to": {"closed"}}, "HX-Request: true")
	d.page(w, 200, `id="thead"`, "You</b> closed this", `>Reopen<`)
	if strings.Contains(w.Body.String(), `id="composer"`) {
		t.Error("what is being written is replaced")
	}
	// Fault: a change elsewhere took away what the member had just been told.
	w = d.get(path+"/parts?view=open", "HX-Request: true")
	d.page(w, 200, `id="thead"`, `id="details"`)
	for _, other := range []string{`id="say"`, `id="alert"`, `id="composer"`, `id="fill"`} {
		if strings.Contains(w.Body.String(), other) {
			t.Error("a change elsewhere replaces", other)
		}
	}
}

// Times are in the zone that the browser named; UTC if there is no such zone.
func TestTimesAreInTheReadersZone(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	for cookie, want := range map[string]string{"America/New_York": "3:00 AM", "": "8:00 AM", "../etc/passwd": "8:00 AM", "Local": "8:00 AM"} {
		d.page(d.get("/app/shop/inbox/1", "Cookie: svcx_zone="+cookie), 200, `data-f="hour" title="Friday 15 January, `+want+`">`+want+`</time>`)
	}
}

// A long thread is shown in parts, its end first; each message and rule is there once.
func TestLongThreadInParts(t *testing.T) {
	d := newDesk(t)
	var c *svcx.Conversation
	for i := range 2*threadLength + 20 {
		c = d.says("c1", "Amara", "Number "+strconv.Itoa(i)+".")
	}
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID) + "?view=open"
	seen := make(map[string]bool)
	for at := path; at != ""; {
		body := d.get(at).Body.String()
		for _, m := range regexp.MustCompile(`Number \d+\.</div>`).FindAllString(body, -1) {
			seen[m] = true
		}
		if n := strings.Count(body, "<article"); n != threadLength && n != 20 {
			t.Errorf("%s: %d messages", at, n)
		}
		at = ""
		if m := regexp.MustCompile(`href="([^"]*)">Earlier messages`).FindStringSubmatch(body); m != nil {
			at = html.UnescapeString(m[1])
		}
	}
	if len(seen) != 2*threadLength+20 {
		t.Errorf("%d messages are shown in all", len(seen))
	}
	if body := d.get(path + "&m=60").Body.String(); !strings.Contains(body, ">Later messages<") || !strings.Contains(body, ">Earlier messages<") || !strings.Contains(body, `id="m-60"`) {
		t.Error("a message in the middle is not shown between the others")
	}
	// Fault: the position in the thread was read as one in the list, and nothing was found.
	later := regexp.MustCompile(`href="([^"]*)">Later messages`).FindStringSubmatch(d.get(path + "&before=60").Body.String())
	if later == nil {
		t.Fatal("no way to later messages")
	}
	d.page(d.get(html.UnescapeString(later[1])), 200, `id="m-60"`, ">Earlier messages<")
	d.page(d.get(html.UnescapeString(later[1]), "HX-Request: true"), 200, `id="m-60"`)
	d.page(d.get(path+"&m=9999"), 404)
	c = d.says("pay\u200bpal", "Amara", "Hello")
	d.page(d.get("/app/shop/inbox/"+page.IDOrNone(&c.ID)), 200, ">pay[U+200B]pal<")
}

// blobs keeps files in memory.
type blobs struct{ content []string }

func (b *blobs) Put(_ context.Context, content io.Reader, max int64, _ string) (string, string, int64, error) {
	text, err := io.ReadAll(io.LimitReader(content, max+1))
	if known := (*svcx.Error)(nil); err != nil && !errors.As(err, &known) {
		err = svcx.Unavailable("storing a file", err) // it counts as one of the storage
	}
	if err == nil && int64(len(text)) > max {
		err = &svcx.Error{Kind: svcx.KindTooLarge}
	}
	b.content = append(b.content, string(text))
	return "blob" + strconv.Itoa(len(b.content)), "text/plain", int64(len(text)), err
}

func (b *blobs) Delete(context.Context, string) error { return nil }
func (b *blobs) Keep(string)                          {}

// A file goes with a reply, from a form without scripts; what is wrong with it is said, and
// what was written is kept.
func TestFileIsSentWithAReply(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	post := func(to, content, name string, files ...string) *httptest.ResponseRecorder {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		form.WriteField("content", content)
		for _, file := range files {
			part, _ := form.CreateFormFile("file", name)
			io.WriteString(part, file)
		}
		form.Close()
		r := httptest.NewRequest("POST", "/app/shop/inbox/1/"+to+"?view=open", &body)
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Content-Type", form.FormDataContentType())
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		return w
	}
	upload := func(content, name, file string) *httptest.ResponseRecorder {
		return post("messages", content, name, file)
	}
	for _, content := range []string{"See the file", ""} {
		if w := upload(content, "gpj.\u202efdp<b>.pdf", "text"); w.Code != 303 {
			t.Errorf("%q: %d %s", content, w.Code, w.Body)
		}
	}
	d.page(d.get("/app/shop/inbox/1"), 200, "See the file", `<a class="att" href="`+svcx.FilesPath)
	if body := d.get("/app/shop/inbox/1").Body.String(); strings.Contains(body, "\u202e") {
		t.Error("a name turns what stands after it")
	}
	d.page(upload("Kept", "empty.txt", ""), 422, "the file is empty", ">Kept</textarea>")
	d.page(upload("Kept", "large.bin", strings.Repeat("x", svcx.MaxFile+1)), 422, "a file may have at most 25 MiB", ">Kept</textarea>")
	many := make([]string, svcx.MaxAttachments+1)
	for i := range many {
		many[i] = "x"
	}
	d.page(post("messages", "Kept", "a.txt", many...), 422, "a message may have at most 20 files", ">Kept</textarea>")
	if w := post("messages", "As many as may be", "a.txt", many[1:]...); w.Code != 303 {
		t.Errorf("%d files: %d", svcx.MaxAttachments, w.Code)
	}
	d.page(post("notes", "", "a.txt", "x"), 422, "the message is empty")
	if w := upload("No file", "", ""); w.Code != 303 {
		t.Errorf("without a file: %d", w.Code)
	}
}

// A file that came with a reply that was asked about or refused was lost, and the reply was then
// sent without it.
func TestFilesOfARefusedReplyAreKept(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	seen := seenIn(d.get("/app/shop/inbox/1").Body.String())
	d.says("c1", "Amara", "Any news?")
	const path = "/app/shop/inbox/1/messages?view=open"
	kept := regexp.MustCompile(`name="attachment" value="([^"]*)" checked`)
	post := func(fields url.Values, file string, headers ...string) *httptest.ResponseRecorder {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		for name, values := range fields {
			for _, value := range values {
				form.WriteField(name, value)
			}
		}
		part, _ := form.CreateFormFile("file", file)
		io.WriteString(part, "text")
		form.Close()
		r := httptest.NewRequest("POST", path, &body)
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Content-Type", form.FormDataContentType())
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		return w
	}
	w := post(url.Values{"content": {"See the file"}, "seen": {seen}}, `a "b" <c>.txt`)
	d.page(w, 422, "Send anyway?", "See the file</textarea>", "<bdi>a &#34;b&#34; &lt;c&gt;.txt</bdi>")
	first := kept.FindStringSubmatch(w.Body.String())
	if first == nil {
		t.Fatal("the file is not kept")
	}
	// Refused once more, with another file.
	w = post(url.Values{"content": {strings.Repeat("x", svcx.MaxContent+1)}, "seen": {seenIn(w.Body.String())}, "attachment": {html.UnescapeString(first[1])}}, "second.txt")
	d.page(w, 422, "too long")
	all := kept.FindAllStringSubmatch(w.Body.String(), -1)
	if len(all) != 2 {
		t.Fatalf("%d files are kept", len(all))
	}
	script := post(url.Values{"content": {strings.Repeat("x", svcx.MaxContent+1)}}, "a.txt", "HX-Request: true")
	if d.page(script, 422, "too long"); kept.MatchString(script.Body.String()) {
		t.Error("a script, which keeps its files itself, gets them too")
	}
	for _, headers := range [][]string{nil, {"HX-Request: true"}} {
		gone := url.Values{"content": {"Kept"}, "attachment": {"999 gone.txt"}}
		d.page(d.post(path, gone, headers...), 422, "a file is not stored any more")
	}
	sent := url.Values{"content": {"See the files"}, "seen": {seenIn(w.Body.String())}}
	for _, m := range all {
		sent.Add("attachment", html.UnescapeString(m[1]))
	}
	w = d.get(d.led(d.post(path, sent)))
	if n := strings.Count(w.Body.String(), `class="att"`); n != 2 || kept.MatchString(w.Body.String()) {
		t.Errorf("%d files were sent", n)
	}
}

// The command menu gets what a member may do, when it is opened.
func TestCommandsOfAMember(t *testing.T) {
	d := newDesk(t)
	d.page(d.get("/app/shop/commands"), 200, `data-key="g m"`, `data-to="/app/shop/settings/profile"`, `data-to="/app/shop/settings/channels"`)
	d.asAgent()
	if body := d.get("/app/shop/commands").Body.String(); strings.Contains(body, "/settings/channels") || !strings.Contains(body, "/settings/profile") {
		t.Errorf("an agent is offered %s", body)
	}
}
