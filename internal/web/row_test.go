package web

import (
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/web/page"
)

// Fault: everything in a channel of chats was called "No subject".
func TestWithoutSubjectsTheContactIsNamed(t *testing.T) {
	d := newDesk(t)
	first := d.says("c1", "Amara <b>", "My telescope is late")
	c := d.says("c2", "Amara <b>", "A recall")
	at := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	for _, path := range []string{"/app/shop/inbox?view=open", at, "/app/shop/contacts/" + page.IDOrNone(c.Contact), at + "/saved-replies"} {
		if body := d.get(path).Body.String(); strings.Contains(body, "No subject") {
			t.Errorf("%s says it", path)
		}
	}
	d.page(d.get(at), 200, "<title>Amara &lt;b&gt; · svcx</title>", `<h2 class="cut grow" dir="auto">Amara &lt;b&gt;</h2>`, `aria-label="Select Amara &lt;b&gt;"`)
	d.page(d.get(at, "HX-Request: true"), 200, "<title>Amara &lt;b&gt; · svcx</title>", `<span class="grow cut" dir="auto">My telescope is late</span>`)
	d.page(d.get("/app/shop/contacts/"+page.IDOrNone(c.Contact)), 200, `>My telescope is late</span>`, `>A recall</span>`)
	d.veto = "no"
	d.runs()
	w := d.ended(d.led(d.post("/app/shop/bulk?view=open", url.Values{"id": {page.IDOrNone(&first.ID)}, "status": {"resolved"}})))
	d.page(w, 200, `dir="auto">Amara &lt;b&gt;</span>`)
}

// Fault: a list showed no priority, and its categories were dots without names.
func TestRowsSayPriorityAndCategory(t *testing.T) {
	d := newDesk(t)
	category, err := d.inbox.Admin.CreateCategory(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.CategoryDraft{Name: "Refunds", Color: "red"})
	if err != nil {
		t.Fatal(err)
	}
	c := d.says("c1", "Amara", "Hello")
	at := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	d.post(at+"/category", url.Values{"to": {page.IDOrNone(&category.ID)}})
	for priority, said := range map[string]bool{"low": false, "normal": false, "high": true, "urgent": true} {
		d.post(at+"/priority", url.Values{"to": {priority}})
		names := d.names(d.get("/app/shop/inbox?view=open").Body.String())
		if len(names) != 1 || strings.Contains(strings.ToLower(names[0]), priority+" priority") != said || !strings.Contains(names[0], "Refunds") {
			t.Errorf("%s: %q", priority, names)
		}
	}
}

// Fault: a list of one category was titled "All open", as if nothing narrowed it.
func TestListsSayWhatNarrowsThem(t *testing.T) {
	d := newDesk(t)
	call := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	category, err := d.inbox.Admin.CreateCategory(t.Context(), call, svcx.CategoryDraft{Name: "Refunds <b>", Color: "red"})
	if err != nil {
		t.Fatal(err)
	}
	c := d.says("c1", "Amara", "Hello")
	inCategory := "category=" + page.IDOrNone(&category.ID)
	for query, name := range map[string]string{
		"view=open&" + inCategory:                                 "All open · Refunds &lt;b&gt;",
		"view=resolved&assignee=1":                                "Resolved · admin@example.com",
		"view=unassigned&channel=" + page.IDOrNone(&d.channel.ID): "Unassigned · " + d.channel.Name,
		"view=closed&tag=vip":                                     "Closed · tag vip",
		"view=open&tag=vip&assignee=1&" + inCategory:              "All open · Refunds &lt;b&gt; · admin@example.com · tag vip",
		"view=mine": "Mine",
	} {
		w := d.get("/app/shop/inbox?" + query)
		d.page(w, 200, "<title>"+name+" · svcx</title>", `<h1 class="sr" id="title">`+name+"</h1>", `title="`+name+`"`)
		if said := strings.Contains(w.Body.String(), `data-found="`+name+`"`); said != (query != "view=mine") {
			t.Errorf("%s is said: %v", name, said)
		}
		d.page(d.get("/app/shop/inbox?"+query, "HX-Request: true"), 200, "<title>"+name+" · svcx</title>")
	}
	d.page(d.get("/app/shop/inbox?view=open&q=Hello&"+inCategory), 200, "<title>Nothing found for “Hello” · All open · Refunds &lt;b&gt; · svcx</title>")
	d.page(d.get("/app/shop/inbox/"+page.IDOrNone(&c.ID)+"?view=open&"+inCategory), 200, "<title>Amara · svcx</title>")
}
