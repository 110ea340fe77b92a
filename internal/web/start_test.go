package web

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/web/page"
)

// fresh is the workspace "new" without a channel; ada is its admin.
func (d *desk) fresh() *svcx.Workspace {
	d.Helper()
	w, err := d.inbox.CreateWorkspace(d.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "new", Name: "New shop", Form: svcx.FormB, Plan: svcx.PlanPro, AdminEmail: "admin@example.com"})
	if err != nil {
		d.Fatal(err)
	}
	return w
}

// An admin's inbox leads from nothing to a channel, a message, an answer and a colleague. The
// checklist is computed from what there is, and is gone when all is done.
func TestFirstInboxLeadsToTheFirstAnswer(t *testing.T) {
	d := newDesk(t)
	w := d.fresh()
	call := inbox.Call{Workspace: w, Actor: inbox.Operator}
	d.page(d.get("/app/new/inbox"), 200, "No channel yet", `<a class="btn pri" href="/app/new/settings/channels/new">Connect a channel</a>`, "Get started", "0 of 5",
		`<a href="/app/new/settings/channels/new" class="now">Connect a channel</a>`, "Welcome to New shop")
	ch, _, err := d.inbox.CreateChannel(t.Context(), call, svcx.ChannelDraft{Name: "Shop", Settings: svcx.DefaultSettings()})
	if err != nil {
		t.Fatal(err)
	}
	at := "/app/new/settings/channels/" + page.IDOrNone(&ch.ID) + "/connect"
	d.page(d.get("/app/new/inbox"), 200, "Waiting for the first message", `<a class="btn pri" href="`+at+`">Send the first message</a>`, "1 of 5", `<a href="`+at+`" class="now">Receive the first message</a>`)
	d.workspace, d.channel = w, ch
	c := d.says("c1", "Amara", "Hello")
	body := d.get("/app/new/inbox?view=open").Body.String()
	if !strings.Contains(body, "2 of 5") || strings.Contains(body, "Welcome to") || !strings.Contains(body, `class="now">Answer a customer`) {
		t.Errorf("after the first message:\n%s", body)
	}
	if w := d.post("/app/new/inbox/"+page.IDOrNone(&c.ID)+"/messages?view=open", url.Values{"content": {"Hello Amara"}}); w.Code != 303 {
		t.Fatal(w.Code)
	}
	d.page(d.get("/app/new/inbox?view=open"), 200, "3 of 5", `<a href="/app/new/settings/channels/`+page.IDOrNone(&ch.ID)+`#field-webhookUrl" class="now">Send answers to your system</a>`)
	settings := svcx.DefaultSettings()
	settings.FeedEnabled = true
	if _, _, err := d.inbox.CreateChannel(t.Context(), call, svcx.ChannelDraft{Name: "Feed", Settings: settings}); err != nil {
		t.Fatal(err)
	}
	d.page(d.get("/app/new/inbox?view=open"), 200, "4 of 5", `<a href="/app/new/settings/members" class="now">Invite a colleague</a>`)
	if _, err := d.inbox.AddMember(t.Context(), call, svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAgent}); err != nil {
		t.Fatal(err)
	}
	done := d.get("/app/new/inbox?view=open")
	if strings.Contains(done.Body.String(), "Get started") || !strings.Contains(strings.Join(done.Header().Values("Set-Cookie"), "\n"), "svcx_start=off; Path=/app/new/;") {
		t.Errorf("it is still there, or will be computed again: %v", done.Header())
	}
}

// What was put away stays away in this browser, in this workspace.
func TestChecklistIsPutAway(t *testing.T) {
	d := newDesk(t)
	w := d.post("/app/shop/start", url.Values{"what": {"start"}})
	cookie := w.Header().Get("Set-Cookie")
	if w.Code != 303 || w.Header().Get("Location") != "/app/shop/inbox" || !strings.HasPrefix(cookie, "svcx_start=off; Path=/app/shop/;") {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	d.page(d.get("/app/shop/inbox"), 200, "Get started")
	if body := d.get("/app/shop/inbox", "Cookie: svcx_start=off").Body.String(); strings.Contains(body, "Get started") {
		t.Error("it is still there")
	}
	if w := d.post("/app/shop/start", url.Values{"what": {"else"}}); w.Header().Get("Set-Cookie") != "" {
		t.Errorf("something else is put away: %v", w.Header())
	}
}

// Who cannot connect a channel is told whom to ask.
func TestAgentIsToldWhomToAsk(t *testing.T) {
	d := newDesk(t)
	d.workspace = d.fresh()
	d.asAgent()
	w := d.get("/app/new/inbox")
	d.page(w, 200, "No channel yet", "Ask admin@example.com to connect one.")
	for _, text := range []string{"/settings/channels", "Get started"} {
		if strings.Contains(w.Body.String(), text) {
			t.Errorf("an agent sees %q", text)
		}
	}
	d.page(d.get("/app/new/inbox?view=mine&q=nothing"), 200, "Nothing found", "Search in Resolved", "Clear the filter")
}

// Operators are led to a workspace to work in.
func TestOperatorsInboxLeadsToAWorkspace(t *testing.T) {
	s := newSite(t, limit.Rate{})
	if _, err := s.inbox.Bootstrap(t.Context(), admin.NewWorkspace{Slug: "main", Name: "Main", Form: svcx.FormB, Plan: svcx.PlanBusiness, AdminEmail: "admin@example.com"}); err != nil {
		t.Fatal(err)
	}
	s.session, s.err = &svcx.Session{User: svcx.User{ID: 1, Email: "admin@example.com"}}, nil
	s.page(s.get("/app/main/inbox"), 200, "No workspace to work in yet", `href="/app/main/admin/new-workspace">Create a workspace</a>`)
	if body := s.get("/app/main/inbox").Body.String(); strings.Contains(body, "Get started") {
		t.Error("there is a checklist")
	}
}

// Lists without rows lead on.
func TestEmptyViewsLeadOn(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.page(d.get("/app/shop/inbox?view=mine"), 200, "All clear", `href="/app/shop/inbox?view=unassigned">Show the unassigned one</a>`)
	d.page(d.get("/app/shop/inbox?view=resolved"), 200, "Nothing is resolved")
	d.page(d.get("/app/shop/inbox?view=open&q=nothing"), 200, `href="/app/shop/inbox?q=nothing&amp;view=resolved">Search in Resolved</a>`, `href="/app/shop/inbox?q=nothing&amp;view=closed">Search in Closed</a>`)
}

// A demo says what to try, in its own workspace alone.
func TestDemoSaysWhatToTry(t *testing.T) {
	d := newDesk(t)
	d.options.DemoEmail = "admin@example.com"
	d.page(d.get("/app/shop/inbox"), 200, "Get started")
	w, ch := d.inbox.NewWorkspace(t, demoSlug)
	d.workspace, d.channel = w, ch
	c := d.says(demoConversation, "Ada", "Where is my parcel?")
	id, channel := page.IDOrNone(&c.ID), page.IDOrNone(&ch.ID)
	d.page(d.get("/app/demo/inbox"), 200, "Try this demo", `href="/app/demo/inbox/`+id+`?view=open"`, `href="/app/demo/settings/channels/`+channel+`/events"`, `href="/app/demo/settings/channels/`+channel+`/connect"`,
		`href="/app/demo/inbox?q=invoice&amp;view=open"`, `href="/app/demo/reports"`)
	if body := d.get("/app/demo/inbox", "Cookie: svcx_tour=off").Body.String(); strings.Contains(body, "Try this demo") {
		t.Error("it cannot be put away")
	}
}

// A member sees failures in the workspace, and a stranger those of any address.
func TestFailuresAreShownInTheWorkspace(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	within := func(w *httptest.ResponseRecorder, status int, texts ...string) {
		t.Helper()
		d.page(w, status, append(texts, `<nav class="nav" aria-label="Main">`, `<a class="btn pri" href="/app/shop/inbox">Back to the inbox</a>`)...)
	}
	within(d.get("/app/shop/nothing"), 404, "<h1>Not found</h1>", "There is no page at this address.")
	within(d.get("/app/shop/inbox/99"), 404, "<h1>Not found</h1>", "Error 404")
	within(d.get("/app/shop/inbox/"+page.IDOrNone(&c.ID)+"/messages"), 405, "<h1>That cannot be done here</h1>", "Go back to the page that led here")
	within(d.post("/app/shop/inbox/99/assign", url.Values{"to": {"me"}}), 404, "Nothing was changed")
	missing := d.get("/app/nowhere/nothing").Body.String()
	d.asAgent()
	within(d.get("/app/shop/contacts/1/erase"), 403, "Ask admin@example.com to do this, or to make you an admin.")
	d.session.User = svcx.User{ID: 9, Email: "eve@example.com"}
	for _, path := range []string{"/app/shop/nothing", "/app/shop/inbox/99"} {
		if w := d.get(path); w.Code != 404 || w.Body.String() != missing {
			t.Errorf("%s tells a stranger something: %d", path, w.Code)
		}
	}
	d.err = svcx.Unavailable("reading", nil)
	d.page(d.get("/app/shop/nothing"), 404)
	w := d.get("/app/shop/inbox?view=open")
	d.page(w, 503, "<h1>The service is not available</h1>", `<a class="btn pri" href="/app/shop/inbox?view=open">Try again</a>`)
	d.page(d.post("/app/shop/inbox/1/messages", url.Values{"content": {"Hello"}}), 503, "What you wrote is still there if you go back.")
}
