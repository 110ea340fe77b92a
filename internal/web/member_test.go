package web

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/web/page"
)

const membersURL = "/app/shop/settings/members"

// adds adds a member and returns the path of their page.
func (d *desk) adds(email, name string, role svcx.Role) string {
	d.Helper()
	m, err := d.inbox.AddMember(d.Context(), d.call(), svcx.MemberDraft{Email: email, Name: name, Role: role})
	if err != nil {
		d.Fatal(err)
	}
	return membersURL + "/" + page.IDOrNone(&m.ID)
}

// mailed has the pages send mail.
func (d *desk) mailed() {
	o := d.Handler.options
	o.Mail = true
	d.Handler = New(o)
}

// passed is the sign-in link that a page shows.
func (d *desk) passed(body string) string {
	d.Helper()
	m := regexp.MustCompile(`id="field-link" readonly value="[^"]*/auth/verify\?token=([^"]+)"`).FindStringSubmatch(body)
	if m == nil {
		d.Fatalf("no link is shown:\n%s", body)
	}
	return html.UnescapeString(m[1])
}

// Without mail the invitation is a link that is shown once. Its session is of this workspace
// alone: an admin cannot get into a user's other workspaces by inviting them.
func TestInvitationWithoutMail(t *testing.T) {
	d := newDesk(t)
	other, _ := d.inbox.NewWorkspace(t, "other")
	if _, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: other, Actor: inbox.Operator}, svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAdmin}); err != nil {
		t.Fatal(err)
	}
	d.page(d.get(membersURL), 200, "<title>Members · svcx</title>", "1 member", "admin@example.com", "(you)", "This server sends no e-mail")
	w := d.post(membersURL, url.Values{"email": {" Bob@Example.com "}, "name": {"Bob <b>"}, "role": {"agent"}})
	d.page(w, 200, "Sign-in link for bob@example.com", "for this workspace alone", "1 open invitation", "Bob &lt;b&gt;", ">New link</button>")
	token := d.passed(w.Body.String())
	if strings.Contains(d.get(membersURL).Body.String(), token) {
		t.Error("the link is shown twice")
	}
	cookie, redirect, err := d.inbox.SignIn(t.Context(), identity.SignIn{Token: token})
	if err != nil || redirect != "/app/shop/inbox" {
		t.Fatal(redirect, err)
	}
	ada := d.session
	d.use(cookie)
	d.page(d.get("/app/shop/inbox"), 200, "Bob &lt;b&gt;")
	d.page(d.get("/app/other/inbox"), 404)
	if body := d.get("/app").Body.String(); strings.Contains(body, "/app/other") || !strings.Contains(body, "/app/shop") {
		t.Errorf("the workspaces: %s", body)
	}
	bob := d.session.User.ID
	// Who was there gets no further links: in whose name one acts, one has to be.
	d.session = ada
	link := membersURL + "/" + page.IDOrNone(&bob)
	d.page(d.get(membersURL), 200, "2 members")
	if _, err := d.inbox.Identity.Presences(t.Context(), d.workspace); err != nil {
		t.Fatal(err)
	}
	if err := d.inbox.DB.Write(t.Context(), 0, func(tx *store.Tx) error { return store.PeopleIn(tx).Seen(d.workspace.ID, bob, 1) }); err != nil {
		t.Fatal(err)
	}
	if w := d.post(link+"/invitation", nil); w.Code != 303 || strings.Contains(w.Body.String(), "token") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// With mail it is sent, and sent again.
func TestInvitationByMail(t *testing.T) {
	d := newDesk(t)
	d.mailed()
	if w := d.post(membersURL, url.Values{"email": {"bob@example.com"}, "role": {"admin"}}); w.Code != 303 || !strings.Contains(w.Header().Get("Set-Cookie"), "svcx_done=invited") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d.page(d.get(membersURL, "Cookie: svcx_done=invited"), 200, `role="status">Invitation sent`, "1 open invitation", `aria-label="Send again to bob@example.com"`)
	if w := d.post(membersURL+"/2/invitation", nil); w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	log, err := d.inbox.AuditLog(t.Context(), d.workspace, svcx.Page{Limit: 2})
	if err != nil || log.Items[0].Action != svcx.AuditMemberInvite || log.Items[1].Action != svcx.AuditMemberAdd {
		t.Error(log.Items, err)
	}
	d.page(d.post(membersURL+"/99/invitation", nil), 404)
}

// What is wrong is said beside the field in the dialog, which is open, and nothing is lost.
func TestInvitationIsChecked(t *testing.T) {
	d := newDesk(t)
	d.page(d.get(membersURL+"?ask=invite"), 200, `<dialog id="ask-invite" class="ask" aria-labelledby="ask-title-invite" open>`)
	for _, c := range []struct{ email, name, field, says string }{
		{" ", "", "email", "The address is empty."},
		{"bob", "", "email", "This is not an e-mail address."},
		{"ADMIN@example.com", "", "email", "admin@example.com has this address and is already a member."},
		{"bob@example.com", strings.Repeat("é", svcx.MaxName+1), "name", "at most 255 characters"},
	} {
		w := d.post(membersURL, url.Values{"email": {c.email}, "name": {c.name}, "role": {"admin"}})
		d.page(w, 422, `id="error-`+c.field+`"`, html.EscapeString(c.says), `open>`, `value="admin" checked`, html.EscapeString(strings.TrimSpace(c.email)))
		if strings.Count(w.Body.String(), `aria-invalid="true"`) != 1 {
			t.Errorf("%q: not one field is wrong", c.email)
		}
	}
	d.page(d.post(membersURL, url.Values{"email": {"bob@example.com"}}, "Sec-Fetch-Site: cross-site"), 403)
	if all, err := d.inbox.Members(t.Context(), d.workspace, svcx.Page{Limit: 9}); err != nil || all.Total != 1 {
		t.Error(all.Total, err)
	}
}

// Name and role are changed; the only admin keeps the role, and the page says why.
func TestMemberIsChanged(t *testing.T) {
	d := newDesk(t)
	me := membersURL + "/1"
	d.page(d.get(me), 200, "You are the only admin. A workspace needs one", "The only admin cannot be removed.")
	if strings.Contains(d.get(me).Body.String(), `name="role"`) {
		t.Error("the only admin has a choice")
	}
	d.page(d.post(me, url.Values{"name": {"Ada"}, "role": {"agent"}}), 422, `role="alert"`, "make somebody else an admin first")
	d.page(d.post(me+"/remove", nil), 422, `role="alert"`, "make somebody else an admin first")

	bob := d.adds("bob@example.com", "Bob", svcx.RoleAgent)
	w := d.get(bob)
	d.page(w, 200, "<h1 dir=\"auto\">Bob</h1>", "Never")
	was := regexp.MustCompile(`name="was.name" value="([^"]*)"`).FindStringSubmatch(w.Body.String())[1]
	if w := d.post(bob, url.Values{"name": {" Robert "}, "was.name": {was}, "role": {"admin"}}); w.Code != 303 || w.Header().Get("Location") != bob {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d.page(d.get(bob), 200, `value="Robert"`, `value="admin" checked`)
	// Somebody else has changed the name meanwhile.
	d.page(d.post(bob, url.Values{"name": {"Rob"}, "was.name": {was}, "role": {"admin"}}), 422, `id="error-name"`, "Robert", `value="Rob"`)
	d.page(d.post(bob, url.Values{"name": {strings.Repeat("é", svcx.MaxName+1)}}), 422, `id="error-name"`)
	// Fault: a page that was opened before gave back the role that somebody else had taken.
	if w := d.post(bob, url.Values{"name": {"Bob"}, "role": {"agent"}, "was.role": {"agent"}}); w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d.page(d.get(bob), 200, `value="Bob"`, `value="admin" checked`)
	// Now there are two, and ada makes herself an agent, for whom this is no page.
	if w := d.post(me, url.Values{"name": {""}, "role": {"agent"}}); w.Code != 303 || w.Header().Get("Location") != "/app/shop/settings/profile" {
		t.Fatalf("%d %s", w.Code, w.Header())
	}
	d.page(d.get(membersURL), 403, "This page is for admins")
	for _, path := range []string{"", "/1", "/1/remove", "/1/invitation"} {
		d.page(d.post(membersURL+path, nil), 403)
	}
}

// A member who is removed is out at once; what becomes of what they leave is said before.
func TestMemberIsRemoved(t *testing.T) {
	d := newDesk(t)
	bob := d.adds("bob@example.com", "Bob", svcx.RoleAgent)
	c := d.says("c1", "Amara", "Hello")
	to := new(svcx.UserID(2))
	if _, err := d.inbox.UpdateConversation(t.Context(), d.call(), c.ID, svcx.ConversationPatch{AssignedTo: &to}); err != nil {
		t.Fatal(err)
	}
	cookie := d.browser("bob@example.com", "Firefox")
	ada := d.session
	d.page(d.get(bob+"?ask=remove"), 200, `<dialog id="ask-remove" class="ask" aria-labelledby="ask-title-remove" open>`, "Remove Bob?", "1 open conversation becomes unassigned", "Drafts are deleted")
	if w := d.post(bob+"/remove", nil); w.Code != 303 || w.Header().Get("Location") != membersURL {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := d.post(bob+"/remove", nil); w.Code != 303 {
		t.Errorf("removing who is gone: %d", w.Code)
	}
	d.page(d.get(bob), 404)
	d.use(cookie)
	d.page(d.get("/app/shop/inbox"), 404)
	d.session = ada
	if now, err := d.inbox.Conversation(t.Context(), d.workspace, c.ID); err != nil || now.AssignedTo != nil {
		t.Error(now.AssignedTo, err)
	}
	d.page(d.get("/app/shop/settings/audit"), 200, "removed the member ")
}

// A list of members that is long is searched by name and address; among 200 nobody was found.
func TestMembersAreFound(t *testing.T) {
	d := newDesk(t)
	if body := d.get(membersURL).Body.String(); strings.Contains(body, `type="search"`) {
		t.Error("a list of one has a search")
	}
	for i := range 21 {
		d.adds(fmt.Sprintf("agent%d@example.com", i), fmt.Sprintf("Agent %d", i), svcx.RoleAgent)
	}
	d.page(d.get(membersURL), 200, `aria-label="Find a member by name or e-mail address"`, "Agent 20")
	for q, want := range map[string]int{"agent 2": 2, "AGENT7@": 1, "admin@": 1, "nobody": 0} {
		w := d.get(membersURL+"?q="+url.QueryEscape(q), "HX-Request: true")
		if n := strings.Count(w.Body.String(), "<li"); n != want || !strings.HasPrefix(w.Body.String(), `<div id="members"`) {
			t.Errorf("%s: %d members, not %d: %s", q, n, want, w.Body)
		}
	}
	d.page(d.get(membersURL+"?q=nobody"), 200, "Nobody found", ">All members</a>")
}

// A member of another workspace is not found here.
func TestMembersOfOthersAreNotFound(t *testing.T) {
	d := newDesk(t)
	other, _ := d.inbox.NewWorkspace(t, "other")
	eve, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: other, Actor: inbox.Operator}, svcx.MemberDraft{Email: "eve@example.com", Role: svcx.RoleAdmin})
	if err != nil {
		t.Fatal(err)
	}
	path := membersURL + "/" + page.IDOrNone(&eve.ID)
	for _, missing := range []string{path, membersURL + "/0", membersURL + "/x"} {
		d.page(d.get(missing), 404)
	}
	for _, action := range []string{"", "/invitation"} {
		d.page(d.post(path+action, url.Values{"name": {"x"}}), 404)
	}
	d.session = &svcx.Session{User: svcx.User{ID: eve.ID, Email: "eve@example.com"}}
	d.page(d.get(membersURL), 404)
}
