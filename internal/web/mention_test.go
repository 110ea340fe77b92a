package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

// joins adds a member.
func (d *desk) joins(email, name string) *svcx.Member {
	d.Helper()
	m, err := d.inbox.AddMember(d.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.MemberDraft{Email: email, Name: name, Role: svcx.RoleAgent})
	if err != nil {
		d.Fatal(err)
	}
	return m
}

// as signs a member in.
func (d *desk) as(m *svcx.Member) {
	d.session = &svcx.Session{User: svcx.User{ID: m.ID, Email: m.Email, Name: m.Name}}
}

// whoWaits says which rows of a list are marked: with @ if they mention the reader, with > if they
// were handed to them.
func (d *desk) whoWaits(path string) (marked []string) {
	d.Helper()
	for _, name := range d.names(d.get(path).Body.String()) {
		who, rest, _ := strings.Cut(name, " ")
		if strings.Contains(rest, "Mentioned") {
			who += "@"
		}
		if strings.Contains(rest, "Handed to you") {
			who += ">"
		}
		marked = append(marked, who)
	}
	return marked
}

// Who is mentioned is marked in the thread, and told by the row, the view and its count until they
// open the conversation: without scripts by a page, with them when it is seen.
func TestNotesMentionMembers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d := newDeskOn(t, inbox.Options{DB: db})
		d.says("c1", "Amara", "Hello @Bo")
		d.says("c2", "Jonas", "Hello")
		bo, boris, sam := d.joins("bo@example.com", "Bo"), d.joins("boris@example.com", "Bo Ris"), d.joins("sam@example.com", "Sam")
		d.joins("other.sam@example.com", "sam")
		const amara, jonas = "/app/shop/inbox/1", "/app/shop/inbox/2"
		note := func(path, content string, more ...string) string {
			t.Helper()
			w := d.post(path+"/notes", url.Values{"content": {content}, "format": more})
			if w.Code != 303 {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			return w.Header().Get("Set-Cookie")
		}
		if done := note(amara, "@bo ris please: <b>\n@Bo, too"); !strings.Contains(done, "svcx_done=noted;") {
			t.Error(done)
		}
		d.page(d.get(amara), 200, `<span class="mention" data-user="`+page.IDOrNone(&boris.ID)+`">@bo ris</span> please: &lt;b&gt;`, `>@Bo</span>, too`,
			`data-mentions="`+page.IDOrNone(&bo.ID)+" "+page.IDOrNone(&boris.ID)+`"`, ">Hello @Bo<")
		if done := note(jonas, "@Sam?"); !strings.Contains(done, "svcx_done=notedUnclear;") {
			t.Error(done)
		}
		d.page(d.get(jonas), 200, ">@Sam?<")
		note(jonas, "**@sam@example.com**", "markdown")
		d.page(d.post(jonas+"/notes", url.Values{"content": {"@sam"}}, "HX-Request: true"), 200, "belongs to several members")

		d.as(sam)
		for path, want := range map[string]string{"/app/shop/inbox?view=mentions": "Jonas@", "/app/shop/inbox?view=open": "Jonas@ Amara", "/app/shop/inbox?view=mentions&q=hello": "Jonas@"} {
			if got := strings.Join(d.whoWaits(path), " "); got != want {
				t.Errorf("%s: %s, not %s", path, got, want)
			}
		}
		// Fault: a row of Mentions did not say who had mentioned one.
		const said = `data-mention="admin@example.com mentioned you: @sam@example.com"`
		d.page(d.get("/app/shop/inbox?view=mentions"), 200, said, `>admin@example.com mentioned you: @sam@example.com</span>`)
		d.page(d.get("/app/shop/inbox?view=open"), 200, said)
		d.page(d.get("/app/shop/inbox?view=mentions"), 200, "<title>Mentions · svcx</title>", `data-count="mentions">1</span>`)
		d.page(d.get("/app/shop/counts?view=mentions"), 200, `<span data-count="list">1</span>`, `<span data-count="mentions">1</span>`)
		d.page(d.get(jonas, "Cookie: svcx_scripts=1"), 200, `data-waits>`, `<span class="mention me" data-user="`+page.IDOrNone(&sam.ID)+`">@`)
		if got := d.whoWaits("/app/shop/inbox?view=mentions"); got[0] != "Jonas@" {
			t.Error("it was looked up only", got)
		}
		if w := d.post(jonas+"/read", nil); w.Code != 204 {
			t.Error(w.Code)
		}
		d.page(d.get("/app/shop/inbox?view=mentions"), 200, `data-count="mentions">0</span>`)
		if got := d.whoWaits("/app/shop/inbox?view=mentions"); len(got) != 1 || got[0] != "Jonas" {
			t.Error("seen", got)
		}
		d.page(d.get("/app/shop/inbox?view=mentions"), 200, said)
		if body := d.get("/app/shop/inbox?view=open").Body.String(); strings.Contains(body, "mentioned you:") {
			t.Error("what was seen stands in the way of the last message")
		}
		all := ""
		for i := range svcx.MaxMentions + 1 {
			all += "@" + d.joins(fmt.Sprintf("m%d@example.com", i), "").Email + " "
		}
		d.page(d.post(jonas+"/notes", url.Values{"content": {all}}, "HX-Request: true"), 200, "only the first 50 are told")

		d.as(bo)
		d.page(d.get(amara), 200, `<span class="mention me"`)
		if got := d.whoWaits("/app/shop/inbox?view=mentions"); len(got) != 1 || got[0] != "Amara" {
			t.Error("opened without scripts", got)
		}
		d.as(boris)
		if got := d.whoWaits("/app/shop/inbox?view=mentions"); len(got) != 1 || got[0] != "Amara@" {
			t.Error("another member's", got)
		}
		d.as(d.ada)
		d.page(d.get("/app/shop/inbox?view=mentions"), 200, "No note mentions you")
		if w := d.get("/app/shop/inbox?view=mentions&assignee=99"); w.Code != 404 {
			t.Error(w.Code)
		}
		// Who was removed stays marked where they were mentioned, and is mentioned no longer.
		if err := d.inbox.RemoveMember(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, bo.ID); err != nil {
			t.Fatal(err)
		}
		note(amara, "@Bo again")
		if body := d.get(amara).Body.String(); strings.Count(body, `data-user="`+page.IDOrNone(&bo.ID)+`"`) != 1 {
			t.Error(body)
		}
	})
}

// What is handed over is marked in the lists of its member on every device until they open it.
func TestHandedOverIsMarked(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.says("c2", "Jonas", "Hello")
	bo := d.joins("bo@example.com", "Bo")
	assign := func(to string) {
		t.Helper()
		for _, c := range []string{"1", "2"} {
			if w := d.post("/app/shop/inbox/"+c+"/assign", url.Values{"to": {to}}); w.Code != 303 {
				t.Fatal(w.Code)
			}
		}
	}
	assign("me")
	if got := d.whoWaits("/app/shop/inbox?view=mine"); len(got) != 2 || got[0] != "Jonas" {
		t.Error("taken", got)
	}
	assign(page.IDOrNone(&bo.ID))
	d.as(bo)
	if got := d.whoWaits("/app/shop/inbox?view=mine"); len(got) != 2 || got[0] != "Jonas>" || got[1] != "Amara>" {
		t.Error("handed over", got)
	}
	d.get("/app/shop/inbox/2")
	if got := d.whoWaits("/app/shop/inbox?view=mine"); got[0] != "Jonas" || got[1] != "Amara>" {
		t.Error("opened", got)
	}
	d.as(d.ada)
	assign("")
	d.as(bo)
	if got := d.whoWaits("/app/shop/inbox?view=open"); got[0] != "Jonas" || got[1] != "Amara" {
		t.Error("taken away", got)
	}
}

// A note can mention the other members: by their names, or their addresses where others have the
// name too.
func TestWhomANoteCanMention(t *testing.T) {
	d := newDesk(t)
	for email, name := range map[string]string{"sam@example.com": "Sam", "sam@example.org": "SAM", "dee@example.com": "", "x@example.com": `<b>"&`} {
		d.joins(email, name)
	}
	w := d.get("/app/shop/mentions", "HX-Request: true")
	d.page(w, 200, `data-mention="sam@example.com" data-name="Sam" data-shared`, `data-mention="sam@example.org" data-name="SAM" data-shared`,
		`data-mention="dee@example.com" data-name="dee@example.com">`, `data-mention="&lt;b&gt;&#34;&amp;"`)
	if body := w.Body.String(); strings.Contains(body, "admin@example.com") || strings.Contains(body, "<html") {
		t.Error(body)
	}
	d.err = &svcx.Error{Kind: svcx.KindUnauthorized}
	if w := d.get("/app/shop/mentions", "HX-Request: true"); w.Code != 401 {
		t.Error(w.Code)
	}
}
