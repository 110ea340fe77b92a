package web

import (
	"html"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/web/page"
)

const settingsURL = "/app/shop/settings"

// wrong fails the test unless a form was refused for one field, which has the focus, and says so.
func (d *desk) wrong(w *httptest.ResponseRecorder, field, says string) {
	d.Helper()
	d.page(w, 422)
	body := w.Body.String()
	found := regexp.MustCompile(`(?s)id="error-` + field + `">.*?</svg>(.*?)</span>`).FindStringSubmatch(body)
	if found == nil || !strings.Contains(html.UnescapeString(found[1]), says) {
		d.Errorf("%s: %q does not say %q", field, found, says)
	}
	if !strings.Contains(body, " autofocus") || !strings.Contains(body, `aria-describedby="error-`+field+`"`) {
		d.Errorf("%s is not shown as wrong", field)
	}
}

// formOf are the hidden fields of a page's first form that is saved.
func (d *desk) formOf(path string) url.Values {
	d.Helper()
	all := url.Values{}
	_, form, _ := strings.Cut(d.get(path).Body.String(), " novalidate")
	form, _, _ = strings.Cut(form, "</form>")
	for _, m := range regexp.MustCompile(`<input type="hidden" name="([\w.]+)" value="([^"]*)"`).FindAllStringSubmatch(form, -1) {
		all.Set(m[1], html.UnescapeString(m[2]))
	}
	if len(all) == 0 {
		d.Fatalf("%s has no form", path)
	}
	return all
}

func with(fields url.Values, pairs ...string) url.Values {
	all := url.Values{}
	for name, values := range fields {
		all[name] = values
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		all.Set(pairs[i], pairs[i+1])
	}
	return all
}

// adminPages are the pages of settings that only admins may open.
var adminPages = []string{
	"GET /workspace", "POST /workspace", "GET /ai", "POST /ai", "GET /api", "GET /api/new", "POST /api/new", "POST /api/1/revoke",
	"GET /categories", "POST /categories", "GET /categories/new", "GET /categories/1", "POST /categories/1", "POST /categories/1/move", "POST /categories/1/delete",
	"GET /fields", "POST /fields", "GET /fields/new", "GET /fields/1", "POST /fields/1", "POST /fields/1/move", "POST /fields/1/delete",
	"GET /secrets", "POST /secrets", "GET /secrets/new", "GET /secrets/key/a", "POST /secrets/key/a", "POST /secrets/key/a/delete",
}

// D 6: an agent is told that a page is for admins, a stranger finds nothing, and no id of another
// workspace is found.
func TestSettingsAreForAdmins(t *testing.T) {
	d := newDesk(t)
	theirs, _ := d.inbox.NewWorkspace(t, "other")
	call := inbox.Call{Workspace: theirs, Actor: inbox.Operator}
	if _, err := d.inbox.Admin.CreateCategory(t.Context(), call, svcx.CategoryDraft{Name: "Theirs", Color: "red"}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.inbox.Admin.CreateField(t.Context(), call, svcx.FieldDraft{Key: "theirs", Name: "Theirs", Type: svcx.FieldText}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.inbox.Admin.CreateSecret(t.Context(), call, svcx.SecretDraft{Key: "a", Name: "a", Value: "theirs"}); err != nil {
		t.Fatal(err)
	}
	key, _, err := d.inbox.Admin.CreateKey(t.Context(), call, svcx.KeyDraft{Name: "Theirs", Scopes: []svcx.Scope{svcx.ScopeContactsRead}})
	if err != nil || key.ID != 1 {
		t.Fatal(err)
	}
	try := func(what string) *httptest.ResponseRecorder {
		method, path, _ := strings.Cut(what, " ")
		if method == "GET" {
			return d.get(settingsURL + path)
		}
		return d.post(settingsURL+path, url.Values{"by": {"1"}, "name": {"Mine"}})
	}
	for _, what := range adminPages {
		w := try(what)
		switch {
		case strings.HasSuffix(what, "/delete") || strings.HasSuffix(what, "/revoke"):
			if w.Code != 303 { // it is gone, as was wanted
				t.Errorf("%s: %d", what, w.Code)
			}
		case strings.Contains(what, "/1") || strings.Contains(what, "/key/a"):
			if w.Code != 404 {
				t.Errorf("another workspace's %s: %d", what, w.Code)
			}
		case w.Code == 404 || w.Code == 403 || w.Code >= 500:
			t.Errorf("%s by an admin: %d", what, w.Code)
		}
	}
	if list, err := d.inbox.Admin.Keys(t.Context(), theirs, false, svcx.Page{Limit: 9}); err != nil || list.Total != 1 {
		t.Errorf("another workspace's key was revoked: %v", err)
	}
	if _, _, err := d.inbox.Admin.ReadSecret(t.Context(), call, "a"); err != nil {
		t.Errorf("another workspace's secret was changed: %v", err)
	}
	d.asAgent()
	for _, what := range adminPages {
		d.page(try(what), 403, "This page is for admins of the workspace.")
	}
	d.session = &svcx.Session{User: svcx.User{ID: 99, Email: "eve@example.com"}}
	for _, what := range adminPages {
		d.page(try(what), 404)
	}
}

// A category is created once, changed, ordered and deleted; what is wrong is said beside the field.
func TestCategoryPages(t *testing.T) {
	d := newDesk(t)
	const list = settingsURL + "/categories"
	d.page(d.get(list), 200, "No categories yet", `href="`+list+`/new">New category</a>`, `<a class="navlink" href="`+list+`" aria-current`)
	form := with(d.formOf(list+"/new"), "name", " Billing ", "color", "teal", "description", "Invoices\r\nand more")
	for range 2 {
		d.page(d.follow(d.post(list, form), list), 200, ">Billing<", `class="dot c-teal"`, "Category created", "0 open")
	}
	d.page(d.post(list, with(form, "name", "Other")), 422, "Your first attempt was saved after all", `value="Other"`)
	d.page(d.follow(d.post(list, with(d.formOf(list+"/new"), "name", "Shipping", "color", "red")), list), 200, ">Shipping<")
	long := strings.Repeat("é", 256)
	for _, c := range []struct{ name, color, description, field, says string }{
		{" ", "red", "", "name", "The name is empty."},
		{long, "red", "", "name", "at most 255 characters"},
		{"bILLING", "red", "", "name", "Another category has this name."},
		{"x", "black", "", "color", "color does not exist"},
		{"x", "red", strings.Repeat("é", 2001), "description", "at most 2,000 characters"},
	} {
		d.wrong(d.post(list, with(d.formOf(list+"/new"), "name", c.name, "color", c.color, "description", c.description)), c.field, c.says)
	}

	// What was not changed in the form stays as others have made it; what both changed is asked about.
	mine := with(d.formOf(list+"/1"), "name", "Billing", "color", "teal", "description", "Only invoices")
	name := "Invoices"
	if _, err := d.inbox.Admin.UpdateCategory(t.Context(), d.call(), 1, svcx.CategoryPatch{Name: &name}); err != nil {
		t.Fatal(err)
	}
	d.page(d.follow(d.post(list+"/1", mine), list), 200, ">Invoices<", "Only invoices", ">Saved")
	theirs := "All of it"
	mine = with(d.formOf(list+"/1"), "name", "Invoices", "color", "blue", "description", "Some of it")
	if _, err := d.inbox.Admin.UpdateCategory(t.Context(), d.call(), 1, svcx.CategoryPatch{Description: &theirs}); err != nil {
		t.Fatal(err)
	}
	d.wrong(d.post(list+"/1", mine), "description", "Somebody else changed this to “All of it” meanwhile.")
	if c, err := d.inbox.Admin.Category(t.Context(), d.workspace, 1); err != nil || c.Description != theirs || c.Color != "teal" {
		t.Errorf("%+v %v", c, err)
	}
	d.wrong(d.post(list+"/1", with(d.formOf(list+"/1"), "name", "shipping", "color", "teal", "description", theirs)), "name", "Another category has this name.")

	// What deleting it does is said before.
	c := d.says("c1", "Amara", "Hello")
	id := svcx.CategoryID(1)
	for _, key := range []string{"carrier", "order"} {
		d.field(svcx.FieldDraft{Key: key, Name: "The " + key, Type: svcx.FieldText, Category: &id})
	}
	d.done("/app/shop/inbox/"+page.IDOrNone(&c.ID)+"/category", url.Values{"to": {"1"}})
	d.page(d.get(list), 200, "1 open")
	d.page(d.get(list+"/1?ask=delete"), 200, `<dialog id="ask-delete" class="ask" aria-labelledby="ask-title-delete" open>`, "Delete Invoices?",
		"One conversation has this category and will have none. Its 2 fields (The carrier, The order) are deleted with all values. This cannot be undone.")
	for range 2 {
		d.page(d.follow(d.post(list+"/1/delete", nil), list), 200, "Category deleted")
	}
	if now, err := d.inbox.Conversation(t.Context(), d.workspace, c.ID); err != nil || now.Category != nil {
		t.Errorf("%+v %v", now, err)
	}
	d.page(d.get(list+"/1"), 404)
	d.page(d.get(list+"/x"), 404)
}

// order is the names of a list of settings, from top to bottom.
func (d *desk) order(body string) string {
	var names []string
	for _, m := range regexp.MustCompile(`<b class="cut" dir="auto">([^<]*)</b>`).FindAllStringSubmatch(body, -1) {
		names = append(names, m[1])
	}
	return strings.Join(names, " ")
}

// Categories and fields are moved by one place, or before another one; a script gets the list and
// what to say.
func TestOrderPages(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"A", "B", "C", "D"} {
		if _, err := d.inbox.Admin.CreateCategory(t.Context(), d.call(), svcx.CategoryDraft{Name: name, Color: "red"}); err != nil {
			t.Fatal(err)
		}
		d.field(svcx.FieldDraft{Key: strings.ToLower(name), Name: name, Type: svcx.FieldText})
	}
	for _, list := range []string{settingsURL + "/categories", settingsURL + "/fields"} {
		at := 20
		if strings.HasSuffix(list, "fields") { // positions that were set by the API stay apart, and equal ones become different
			if _, err := d.inbox.Admin.UpdateField(t.Context(), d.call(), 4, svcx.FieldPatch{Position: &at}); err != nil {
				t.Fatal(err)
			}
		}
		for _, step := range []struct{ id, name, value, want, said string }{
			{"1", "by", "1", "B A C D", "A is now 2 of 4"},
			{"1", "by", "-1", "A B C D", "A is now 1 of 4"},
			{"1", "by", "-1", "A B C D", "A is now 1 of 4"},
			{"4", "before", "2", "A D B C", "D is now 2 of 4"},
			{"1", "before", "", "D B C A", "A is now 4 of 4"},
			{"3", "before", "3", "D B C A", "C is now 3 of 4"},
			{"4", "before", "1", "B C D A", "D is now 3 of 4"},
		} {
			w := d.post(list+"/"+step.id+"/move", url.Values{step.name: {step.value}}, "HX-Request: true")
			d.page(w, 200, `data-said="`+step.said+`"`)
			if got := d.order(w.Body.String()); got != step.want || strings.Contains(w.Body.String(), "<html") {
				t.Errorf("%+v: %s", step, got)
			}
		}
		w := d.follow(d.post(list+"/1/move", url.Values{"by": {"-1"}}), list)
		if d.page(w, 200, "Moved"); d.order(w.Body.String()) != "B C A D" {
			t.Errorf("without scripts: %s", d.order(w.Body.String()))
		}
		for _, wrong := range []url.Values{nil, {"by": {"2"}}, {"by": {"1x"}}, {"before": {"x"}}, {"before": {"99"}}} {
			if w := d.post(list+"/1/move", wrong); w.Code != 422 && w.Code != 400 {
				t.Errorf("%v: %d", wrong, w.Code)
			}
		}
		d.page(d.post(list+"/99/move", url.Values{"by": {"1"}}), 404)
	}
	fields, err := d.inbox.Admin.Fields(t.Context(), d.workspace, nil, svcx.Page{Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range fields.Items[1:] {
		if f.Position <= fields.Items[i].Position {
			t.Errorf("%s and %s have the positions %d and %d", fields.Items[i].Name, f.Name, fields.Items[i].Position, f.Position)
		}
	}
}

// A field has a type and choices that fit it; both the key and the type stay.
func TestFieldPages(t *testing.T) {
	d := newDesk(t)
	const list = settingsURL + "/fields"
	d.page(d.get(list), 200, "No fields yet")
	if _, err := d.inbox.Admin.CreateCategory(t.Context(), d.call(), svcx.CategoryDraft{Name: "Shipping", Color: "red"}); err != nil {
		t.Fatal(err)
	}
	carrier := with(d.formOf(list+"/new"), "name", "Carrier", "fieldKey", "carrier", "type", "select", "options", " DHL \r\n\r\nUPS\r\n", "category", "1", "required", "on")
	for range 2 {
		d.page(d.follow(d.post(list, carrier), list), 200, ">Carrier<", "<code>carrier</code>", "Only Shipping", ">Required<", ">Choice<", "Field created")
	}
	if f, err := d.inbox.Admin.Field(t.Context(), d.workspace, 1); err != nil || strings.Join(f.Options, ",") != "DHL,UPS" || !f.Required || f.Category == nil {
		t.Fatalf("%+v %v", f, err)
	}
	new := with(d.formOf(list+"/new"), "name", "x", "fieldKey", "x", "type", "text", "options", "")
	for _, c := range []struct{ name, value, field, says string }{
		{"name", " ", "name", "The name is empty."},
		{"fieldKey", "Order Number", "fieldKey", "starts with a letter, such as order_number."},
		{"fieldKey", "carrier", "fieldKey", "Another field has this key."},
		{"type", "color", "type", "This type does not exist."},
		{"type", "select", "options", "A field of this type needs choices."},
		{"options", "a", "options", "Only a field of the type Choice has choices."},
		{"category", "9", "category", "This category no longer exists."},
		{"category", "x", "category", "This category no longer exists."},
	} {
		d.wrong(d.post(list, with(new, c.name, c.value)), c.field, c.says)
	}
	choice := with(new, "type", "select")
	d.wrong(d.post(list, with(choice, "options", "a\nb\na")), "options", "“a” is listed twice.")
	d.wrong(d.post(list, with(choice, "options", strings.Repeat("é", 256))), "options", "a choice has at most 255 characters.")
	many := strings.Builder{}
	for i := range 201 {
		many.WriteString(strings.Repeat("x", i+1) + "\n")
	}
	d.wrong(d.post(list, with(choice, "options", many.String())), "options", "There are 201 choices, and at most 200 are allowed.")

	d.page(d.get(list+"/1"), 200, `dir="auto">carrier</dd>`, `dir="auto">Choice</dd>`, ">\nDHL\nUPS</textarea>", `name="required" type="checkbox" role="switch" aria-labelledby="label-required" aria-describedby="hint-required" checked`)
	d.page(d.follow(d.post(list+"/1", with(d.formOf(list+"/1"), "name", "Carrier of it", "options", "DHL\nGLS", "key", "other", "type", "text")), list), 200, ">Carrier of it<", "<code>carrier</code>")
	if f, err := d.inbox.Admin.Field(t.Context(), d.workspace, 1); err != nil || strings.Join(f.Options, ",") != "DHL,GLS" || f.Required || f.Type != svcx.FieldSelect {
		t.Fatalf("%+v %v", f, err)
	}
	d.wrong(d.post(list+"/1", with(d.formOf(list+"/1"), "name", "Carrier", "options", "\n")), "options", "needs choices")
	d.page(d.get(list+"/1?ask=delete"), 200, "Delete Carrier of it?", "Its values are deleted in all conversations")
	for range 2 {
		d.page(d.follow(d.post(list+"/1/delete", nil), list), 200, "Field deleted")
	}
}
