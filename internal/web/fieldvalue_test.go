package web

import (
	"net/url"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext/vectors"
	"svcx/internal/web/page"
)

// forms are the two ways in which a form is sent: by a browser, and by a script.
var forms = [][]string{nil, {"HX-Request: true"}}

func (d *desk) field(draft svcx.FieldDraft) {
	d.Helper()
	if draft.Type == "" {
		draft.Type = svcx.FieldText
	}
	if _, err := d.inbox.CreateField(d.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, draft); err != nil {
		d.Fatal(err)
	}
}

// done posts a form that leads back to the conversation.
func (d *desk) done(path string, fields url.Values) {
	d.Helper()
	if w := d.post(path, fields); w.Code != 303 {
		d.Errorf("%s %v: %d %s", path, fields, w.Code, w.Body)
	}
}

// Values are shown and asked for by their type; what is wrong with one stands beside it, and
// what was typed is kept.
func TestFieldValues(t *testing.T) {
	d := newDesk(t)
	d.field(svcx.FieldDraft{Key: "order", Name: "Order", Type: svcx.FieldNumber})
	d.field(svcx.FieldDraft{Key: "paid", Name: "Paid", Type: svcx.FieldBoolean})
	d.field(svcx.FieldDraft{Key: "due", Name: "Due", Type: svcx.FieldDate})
	d.field(svcx.FieldDraft{Key: "size", Name: "Size", Type: svcx.FieldSelect, Options: []string{"S", "L"}})
	d.field(svcx.FieldDraft{Key: "remark", Name: "Remark"})
	d.says("c1", "Amara", "Hello")
	const path = "/app/shop/inbox/1"
	d.page(d.get(path), 200, "Add field value</button>", `role="option" aria-selected="false" popovertarget="editor-order"`)
	d.done(path+"/fields?view=open", url.Values{"field.order": {"1.50e3"}, "field.paid": {"true"}, "field.due": {"2026-11-27"}, "field.size": {"L"}, "field.remark": {"two\r\nlines"}})
	d.page(d.get(path), 200, `>1500</span>`, `>Yes</span>`, `>27 Nov 2026</span>`, `>L</span>`, "two\nlines</textarea>", `<input class="in" type="date" id="edit-due"`, `aria-label="Order"`)
	for _, headers := range forms {
		d.page(d.post(path+"/fields?view=open", url.Values{"field.order": {"many"}}, headers...), 422,
			`id="wrong-order" name="field.order" value="many"`, `aria-invalid="true"`, `aria-describedby="wrong-order-problem"`, "Must be a number.")
	}
	d.done(path+"/fields", url.Values{"field.order": {" "}})
	body := d.get(path).Body.String()
	if strings.Contains(body, ">1500<") {
		t.Error("a blank value does not clear")
	}
	// Fault: the history had the key in place of the name.
	if !strings.Contains(body, `<b dir="auto">Order</b>`) || strings.Contains(body, `<b dir="auto">order</b>`) {
		t.Error("the history does not name the field that was changed")
	}
}

// Required fields are asked for where one resolves, also after a reply that was to resolve,
// and it resolves when they are filled.
func TestRequiredFieldsAreAskedForAtResolve(t *testing.T) {
	d := newDesk(t)
	d.field(svcx.FieldDraft{Key: "order", Name: "Order", Type: svcx.FieldNumber, Required: true})
	d.field(svcx.FieldDraft{Key: "reason", Name: "Reason", Required: true})
	d.field(svcx.FieldDraft{Key: "remark", Name: "Remark"})
	for i, headers := range forms {
		c := d.says("c"+string(rune('1'+i)), "Amara", "Hello")
		path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
		w := d.post(path+"/status?view=open", url.Values{"to": {"resolved"}}, headers...)
		d.page(w, 422, `<dialog open aria-labelledby="fill-title">`, "Fill in before this is resolved", `id="fill-order"`, `id="fill-reason"`, `aria-required="true"`)
		if body := w.Body.String(); strings.Contains(body, `id="fill-remark"`) || strings.Contains(body, `role="alert"`) || strings.Contains(body, "Fill this in.") {
			t.Error("more is asked for than is required, or said to be wrong before it was asked for")
		}
		d.page(d.post(path+"/status?view=open", url.Values{"to": {"resolved"}, "field.order": {"x"}, "field.reason": {""}}, headers...), 422,
			`value="x"`, "Must be a number.", "Fill this in.", `value="resolved"`)
		d.page(d.post(path+"/messages?view=open", url.Values{"content": {"Sent"}, "then": {"resolved"}}, headers...), 422, `id="fill-order"`, ">Sent<")
		d.done(path+"/status?view=open", url.Values{"to": {"resolved"}, "field.order": {"7"}, "field.reason": {"late"}})
		d.page(d.get(path), 200, ">Reopen<", ">late</span>", ">7</span>")
	}
}

// People are added with a role and removed; what is wrong with a form stands beside its fields.
func TestParticipants(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	const path = "/app/shop/inbox/1"
	d.page(d.get(path), 200, "Add participant</button>")
	d.done(path+"/participants", url.Values{"name": {" Wen "}, "email": {"wen@example.com"}, "role": {"observer"}})
	d.page(d.get(path), 200, `title="wen@example.com" dir="auto">Wen</span>`, "<small>observer</small>", `aria-label="Remove Wen"`, "You</b> added a participant")
	for _, headers := range forms {
		d.page(d.post(path+"/participants", url.Values{}, headers...), 422, `id="error-name"`, "Nobody is named.")
		d.page(d.post(path+"/participants", url.Values{"name": {"Kim"}, "email": {"kim"}}, headers...), 422, `value="Kim"`, `id="error-email"`, "This is not an e-mail address.")
	}
	d.done(path+"/participants/remove", url.Values{"participant": {"1"}})
	if body := d.get(path).Body.String(); strings.Contains(body, "Remove Wen") || !strings.Contains(body, "You</b> removed a participant") {
		t.Error("the participant is still there")
	}
	d.page(d.post(path+"/participants/remove", url.Values{"participant": {"1"}}), 404)
}

// What outsiders write into values, names and file names stays text, also in what is refused.
func TestDetailsShowOutsideTextAsText(t *testing.T) {
	d := newDesk(t)
	d.field(svcx.FieldDraft{Key: "remark", Name: `<img src=x>`})
	d.field(svcx.FieldDraft{Key: "order", Name: "Order", Type: svcx.FieldNumber})
	c := d.says("c1", "Amara", "Hello")
	const path = "/app/shop/inbox/1"
	elements := func(body string) int { return strings.Count(body, "<") }
	d.done(path+"/fields", url.Values{"field.remark": {"plain"}})
	d.done(path+"/participants", url.Values{"name": {"plain"}})
	o := &conversationView{Frame: page.Frame{Viewer: &page.Viewer{Printer: d.Texts.For("en"), Workspace: d.workspace, Member: d.ada}}, conversation: c}
	for _, v := range vectors.All() {
		value := v.Payload[:min(len(v.Payload), 250)]
		o.fields = []svcx.FieldValue{{Field: &svcx.Field{Key: "a", Name: value, Type: svcx.FieldText}, Value: value, Set: true}, {Field: &svcx.Field{Key: "b", Name: value, Type: svcx.FieldSelect, Options: []string{value}}}}
		o.participants = []*svcx.Participant{{ID: 1, Name: value, Email: value, Role: svcx.RoleCC}}
		o.filling = &filling{to: svcx.StatusResolved, fields: []page.FieldInput{{Printer: o.Printer, Place: "fill", Field: o.fields[0].Field, Value: value, Problem: value}}}
		got := render(t, fieldsCard(o)) + render(t, participantsCard(o)) + render(t, fillDialog(o, false))
		o.fields[0].Field.Name, o.fields[0].Value, o.fields[1].Field.Name, o.fields[1].Field.Options[0] = "x", "x", "x", "x"
		o.participants[0].Name, o.participants[0].Email = "x", "x"
		o.filling.fields[0].Value, o.filling.fields[0].Problem = "x", "x"
		if strings.Contains(value, "\n") {
			o.fields[0].Value, o.filling.fields[0].Value = "x\nx", "x\nx"
		}
		if want := render(t, fieldsCard(o)) + render(t, participantsCard(o)) + render(t, fillDialog(o, false)); elements(got) != elements(want) {
			t.Errorf("%s: %d tags, not %d", v.ID, elements(got), elements(want))
		}
	}
	d.page(d.post(path+"/fields", url.Values{"field.order": {`"><script>alert(1)</script>`}}), 422, `value="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`)
	d.page(d.post(path+"/participants", url.Values{"email": {`"><script>alert(1)</script>`}}), 422, `value="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`)
}

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var out strings.Builder
	if err := c.Render(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
