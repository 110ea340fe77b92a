package web

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

// runs carries out bulk actions until the test ends.
func (d *desk) runs() {
	d.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); d.inbox.Bulk.Run(ctx) }()
	d.Cleanup(func() { stop(); <-ended })
}

// led is where a form without scripts leads to.
func (d *desk) led(w *httptest.ResponseRecorder) string {
	d.Helper()
	if w.Code != http.StatusSeeOther {
		d.Fatalf("answered %d: %s", w.Code, w.Body)
	}
	return w.Header().Get("Location")
}

// ended is the page of a bulk action that has come to its end.
func (d *desk) ended(path string) *httptest.ResponseRecorder {
	d.Helper()
	var w *httptest.ResponseRecorder
	storetest.Await(d.T, "end of the action", func() bool {
		w = d.get(path)
		return w.Code != 200 || !strings.Contains(w.Body.String(), "<progress")
	})
	return w
}

func (d *desk) status(c *svcx.Conversation) svcx.Status {
	d.Helper()
	now, err := d.inbox.Conversation(d.Context(), d.workspace, c.ID)
	if err != nil {
		d.Fatal(err)
	}
	return now.Status
}

// The boxes of the rows belong to the form of the toolbar, so that neither needs scripts; a page
// says what was done, and what was not and why, and takes it back.
func TestBulkWithoutScripts(t *testing.T) {
	d := newDesk(t)
	d.runs()
	var all []*svcx.Conversation
	for i := range 3 {
		all = append(all, d.says(fmt.Sprint("c", i), fmt.Sprint("Customer <", i, ">"), "Hello"))
	}
	list := d.get("/app/shop/inbox?view=open").Body.String()
	for _, want := range []string{
		fmt.Sprintf(`<input class="sel" type="checkbox" name="id" form="selection" value="%d" aria-label="Select Customer &lt;0&gt;"`, all[0].ID),
		`role="toolbar" aria-label="Selected conversations"`, `action="/app/shop/bulk?view=open"`, `All 3 that match`,
		`name="status" value="resolved"`, `name="assignee" value="1"`, `name="priority" value="urgent"`, `name="mode" value="remove"`,
	} {
		if !strings.Contains(list, want) {
			t.Errorf("the list has no %s", want)
		}
	}
	if strings.Contains(list, `name="status" value="open"`) {
		t.Error("open conversations can be reopened")
	}
	ids := url.Values{"id": {page.IDOrNone(&all[0].ID), page.IDOrNone(&all[1].ID)}, "tags": {""}, "status": {"closed"}}
	at := d.led(d.post("/app/shop/bulk?view=open", ids))
	page := d.ended(at)
	d.page(page, 200, "2 conversations closed.", at+`/undo`)
	if d.status(all[0]) != svcx.StatusClosed || d.status(all[2]) != svcx.StatusOpen {
		t.Error("the wrong ones are closed")
	}
	d.page(d.ended(d.led(d.post(at+"/undo", nil))), 200, "2 conversations restored.")
	if d.status(all[0]) != svcx.StatusOpen {
		t.Error("nothing was undone")
	}
	if strings.Contains(d.get(at).Body.String(), "/undo") {
		t.Error("what was undone can be undone")
	}

	// All that match, whatever is checked; the webhook refuses.
	d.veto = `<b>"The" refund runs</b>`
	at = d.led(d.post("/app/shop/bulk?view=open&q=", url.Values{"all": {"1"}, "status": {"resolved"}}))
	d.page(d.ended(at), 200, "Nothing was changed.", "3 were refused by the integrator: &lt;b&gt;&#34;The&#34; refund runs&lt;/b&gt;.", fmt.Sprintf(`/app/shop/inbox/%d"`, all[2].ID))
	d.veto = ""
	d.page(d.ended(d.led(d.post(at+"/retry", nil))), 200, "3 conversations resolved.")

	// What cannot be done is said.
	for _, wrong := range []struct {
		fields url.Values
		says   string
	}{
		{url.Values{"status": {"resolved"}}, "no conversation is selected"},
		{url.Values{"mode": {"add"}, "tags": {" , "}, "id": {"1"}}, "no tag is named"},
		{url.Values{"status": {"gone"}, "id": {"1"}}, "must be open, resolved or closed"},
		{url.Values{"priority": {"<b>"}, "id": {"1"}}, "must be low, normal, high or urgent"},
		{url.Values{"assignee": {"x"}, "id": {"1"}}, "must be the id of a member"},
		{url.Values{"category": {strings.Repeat("9", 30)}, "id": {"1"}}, "must be the id of a category"},
		{url.Values{"id": {"x"}, "status": {"open"}}, "must be an id"},
		{url.Values{"id": {"1"}}, "must be add or remove"},
	} {
		w := d.post("/app/shop/bulk?view=open", wrong.fields, "HX-Request: true")
		if body := html.UnescapeString(w.Body.String()); w.Code != 422 || !strings.Contains(body, wrong.says) || !strings.Contains(body, `role="alert"`) {
			t.Errorf("%v: %d %s", wrong.fields, w.Code, body)
		}
	}
	d.page(d.get("/app/shop/bulk/999"), 404)
	_, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAgent})
	if err != nil {
		t.Fatal(err)
	}
	d.session = &svcx.Session{User: svcx.User{ID: 2, Email: "bob@example.com"}}
	d.page(d.get(at), 404) // another member's
}

// A script gets the panel that says how far it is, and in the end what was done. Fault: pages
// said what was done again and again, on other devices too, until it was dismissed.
func TestBulkPanel(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	w := d.post("/app/shop/bulk?view=open", url.Values{"id": {page.IDOrNone(&c.ID)}, "mode": {"add"}, "tags": {"vip, big  order"}}, "HX-Request: true")
	for _, want := range []string{`id="bulk"`, `hx-swap-oob="true"`, "Tagging one conversation", `hx-get="/app/shop/bulk/1"`, `<progress aria-label="Progress" max="1" value="0">`, "0 of 1"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in %s", want, w.Body)
		}
	}
	d.page(d.get("/app/shop/inbox?view=open"), 200, "Tagging one conversation", "/app/shop/bulk/1/cancel")
	if w := d.get("/app/shop/bulk/1", "HX-Request: true"); w.Header().Get("HX-Retarget") != "" || !strings.Contains(w.Body.String(), `id="bulk-progress"`) {
		t.Errorf("while it runs: %v %s", w.Header(), w.Body)
	}
	here, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	d.runs()
	d.ended("/app/shop/bulk/1")
	w = d.get("/app/shop/bulk/1", "HX-Request: true")
	if w.Header().Get("HX-Retarget") != "#bulk" || !strings.Contains(w.Body.String(), "One conversation tagged vip, big order.") || !strings.Contains(w.Body.String(), "data-undo") {
		t.Errorf("in the end: %v %s", w.Header(), w.Body)
	}
	if body := d.get("/app/shop/contacts").Body.String(); strings.Contains(body, "tagged vip") {
		t.Error("another device says it")
	}
	// Fault: the list, which is read again when the action has ended, took it.
	if w := d.get("/app/shop/contacts", "Cookie: "+here, "X-Svcx-Parts: 1"); strings.Contains(w.Body.String(), "tagged vip") || w.Header().Get("Set-Cookie") != "" {
		t.Errorf("a script that reads parts of a page took it: %v", w.Header())
	}
	w = d.get("/app/shop/contacts", "Cookie: "+here)
	d.page(w, 200, "One conversation tagged vip, big order.")
	// Fault: only the next page said it, and its button was gone with the one after that.
	if cookie := strings.Join(w.Header()["Set-Cookie"], "\n"); !strings.Contains(cookie, "svcx_bulk=1.said; Path=/app; Max-Age=120") {
		t.Errorf("not for two minutes: %q", cookie)
	}
	w = d.get("/app/shop/inbox?view=open", "Cookie: svcx_bulk=1.said")
	d.page(w, 200, "One conversation tagged vip, big order.", "/app/shop/bulk/1/undo")
	if cookie := w.Header()["Set-Cookie"]; strings.Contains(strings.Join(cookie, "\n"), "svcx_bulk") {
		t.Errorf("longer with each page: %q", cookie)
	}
	if w := d.post("/app/shop/bulk/1/dismiss", nil, "HX-Request: true"); !strings.Contains(w.Header().Get("Set-Cookie"), "svcx_bulk=;") {
		t.Error("it is not dismissed")
	}
	if text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(d.get("/app/shop/bulk/count?view=open", "HX-Request: true").Body.String(), ""); strings.TrimSpace(text) != "The one that matches is selected" {
		t.Errorf("counted: %q", text)
	}
}

// A required field that is empty is asked for once for all conversations that lack it.
func TestBulkAsksForARequiredField(t *testing.T) {
	for _, header := range forms {
		d := newDesk(t)
		d.field(svcx.FieldDraft{Key: "order", Name: "Order <b>number</b>", Type: svcx.FieldNumber, Required: true})
		ids := url.Values{"status": {"closed"}}
		for i := range 5 {
			ids.Add("id", page.IDOrNone(&d.says(fmt.Sprint("c", i), "Amara", "Hello").ID))
		}
		d.post("/app/shop/bulk?view=open", ids)
		d.runs()
		d.ended("/app/shop/bulk/1")
		for _, w := range []*httptest.ResponseRecorder{d.get("/app/shop/bulk/1"), d.get("/app/shop/bulk/1", "HX-Request: true")} {
			d.shows(w, 200, "5 need the field Order <b>number</b>.", `name="field.order"`, `inputmode="decimal"`, "Fill in for all 5 and try again", `action="/app/shop/bulk/1/retry"`)
		}
		for value, want := range map[string]string{"": "Fill this in.", "many": "number"} {
			if w := d.post("/app/shop/bulk/1/retry", url.Values{"field.order": {value}}, header...); w.Code != 422 && w.Code != 400 || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%q: %d %s", value, w.Code, w.Body)
			}
		}
		d.post("/app/shop/bulk/1/retry", url.Values{"field.order": {"4711"}}, header...)
		d.ended("/app/shop/bulk/1")
		if body := d.get("/app/shop/bulk/1").Body.String(); !strings.Contains(body, "5 conversations closed.") || strings.Contains(body, "field.order") {
			t.Errorf("in the end: %s", body)
		}
	}
}

// What was done in one conversation is taken back by what the page has, with and without scripts,
// unless somebody has changed it since.
func TestUndo(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	inputs := regexp.MustCompile(`<input type="hidden" name="(property|was|is)" value="([^"]*)"`)
	undo := func(body string) url.Values {
		fields := url.Values{}
		_, body, _ = strings.Cut(body, `<input type="hidden" name="property"`)
		body, _, _ = strings.Cut(`<input type="hidden" name="property"`+body, "</form>")
		for _, m := range inputs.FindAllStringSubmatch(body, -1) {
			fields.Set(m[1], html.UnescapeString(m[2]))
		}
		return fields
	}
	property := func(p svcx.Property) string {
		now, err := d.inbox.Conversation(t.Context(), d.workspace, c.ID)
		if err != nil {
			t.Fatal(err)
		}
		return p.Of(now)
	}
	for _, step := range []struct {
		action, to string
		property   svcx.Property
	}{
		{"status", "resolved", svcx.PropertyStatus}, {"assign", "me", svcx.PropertyAssignee}, {"priority", "high", svcx.PropertyPriority}, {"tags", "vip, <b>", svcx.PropertyTags},
	} {
		before := property(step.property)
		fields := undo(d.post(path+"/"+step.action+"?view=open", url.Values{"to": {step.to}, "typed": {step.to}}, "HX-Request: true").Body.String())
		if fields.Get("property") != string(step.property) || fields.Get("was") != before || fields.Get("is") != property(step.property) || property(step.property) == before {
			t.Errorf("%s: %v", step.action, fields)
		}
		w := d.post(path+"/undo?view=open", fields, "HX-Request: true")
		if !strings.Contains(w.Body.String(), "Restored") || property(step.property) != before {
			t.Errorf("%s: %s", step.action, w.Body)
		}
		// The second time it is not what it was.
		w = d.post(path+"/undo?view=open", fields, "HX-Request: true")
		if w.Code != 422 || !strings.Contains(w.Body.String(), "somebody has changed it since") {
			t.Errorf("%s twice: %d %s", step.action, w.Code, w.Body)
		}
		// Without scripts a cookie leads the page to it.
		w = d.post(path+"/"+step.action+"?view=open", url.Values{"to": {step.to}, "typed": {step.to}})
		var cookies []string
		for _, set := range w.Result().Cookies() {
			cookies = append(cookies, set.Name+"="+set.Value)
		}
		fields = undo(d.get(d.led(w), "Cookie: "+strings.Join(cookies, "; ")).Body.String())
		d.led(d.post(path+"/undo?view=open", fields))
		if property(step.property) != before {
			t.Errorf("%s was not undone without scripts: %v", step.action, fields)
		}
	}
	// Tags that were too long for a conversation were set all the same.
	tags := url.Values{"property": {"tags"}, "was": {strings.Repeat("x", svcx.MaxTag+1)}, "is": {property(svcx.PropertyTags)}}
	for _, headers := range [][]string{nil, {"HX-Request: true"}} {
		if w := d.post(path+"/undo?view=open", tags, headers...); w.Code != 422 || !strings.Contains(w.Body.String(), "Shorten it.") || property(svcx.PropertyTags) != tags.Get("is") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	// What was done before something else was offered to be undone after that.
	jar := make(map[string]string)
	for _, step := range []url.Values{{"to": {"high"}}, {"content": {"A note"}}} {
		action := "priority"
		if step.Has("content") {
			action = "notes"
		}
		for _, set := range d.post(path+"/"+action+"?view=open", step).Result().Cookies() {
			jar[set.Name] = set.Value
		}
	}
	var cookies []string
	for name, value := range jar {
		cookies = append(cookies, name+"="+value)
	}
	w := d.get(path, "Cookie: "+strings.Join(cookies, "; "))
	d.page(w, 200, "Note added")
	if fields := undo(w.Body.String()); len(fields) > 0 {
		t.Errorf("%v", fields)
	}
	// What changed nothing has nothing to undo.
	if fields := undo(d.post(path+"/status?view=open", url.Values{"to": {"open"}}, "HX-Request: true").Body.String()); len(fields) > 0 {
		t.Errorf("%v", fields)
	}
	if w := d.post(path+"/undo", url.Values{"property": {"createdAt"}}); w.Code == 303 {
		t.Error("any property is set back")
	}
}
