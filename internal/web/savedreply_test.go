package web

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext/vectors"
	"svcx/internal/web/page"
)

const savedURL = "/app/shop/settings/saved-replies"

// saves writes a saved reply and returns its id.
func (d *desk) saves(title, shortcut, content string) string {
	d.Helper()
	r, err := d.inbox.Admin.CreateSavedReply(d.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.SavedReplyDraft{Title: title, Shortcut: shortcut, Content: content})
	if err != nil {
		d.Fatal(err)
	}
	return page.IDOrNone(&r.ID)
}

// Everybody in the workspace lists, finds, writes, changes and deletes saved replies.
func TestSavedReplies(t *testing.T) {
	d := newDesk(t)
	agent, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAgent})
	if err != nil {
		t.Fatal(err)
	}
	d.session = &svcx.Session{User: svcx.User{ID: agent.ID, Email: "bob@example.com"}}
	d.page(d.get(savedURL), 200, "<title>Saved replies · svcx</title>", "No saved replies yet", `<a class="navlink" href="`+savedURL+`" aria-current`)
	d.page(d.get(savedURL+"/new"), 200, `for="field-title"`, `for="field-shortcut"`, `for="field-content"`, "{{contact.name}}")

	if w := d.post(savedURL, url.Values{"title": {" Thanks "}, "shortcut": {"/ty"}, "content": {"Thank you,\r\n{{contact.name}}"}}); w.Code != 303 || w.Header().Get("Location") != savedURL {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d.saves("Address", "", "Where do you live?")
	d.page(d.get(savedURL, "Cookie: svcx_done=saved"), 200, "2 saved replies", `role="status">Saved`, ">Thanks<", "<kbd dir=\"auto\">/ty</kbd>")
	if body := d.get(savedURL).Body.String(); strings.Index(body, ">Address<") > strings.Index(body, ">Thanks<") {
		t.Error("the list is not by title")
	}
	for q, want := range map[string]string{"%2Fty": "Thanks", "THANK+you": "Thanks", "live": "Address", "nowhere": ""} {
		body := d.get(savedURL+"?q="+q, "HX-Request: true").Body.String()
		if n := strings.Count(body, `class="who-row`); want != "" && (n != 1 || !strings.Contains(body, ">"+want+"<")) || want == "" && !strings.Contains(body, "Nothing found") || strings.Contains(body, "<html") {
			t.Errorf("%s: %s", q, body)
		}
	}
	d.page(d.get(savedURL+"/1"), 200, `value="Thanks"`, `value="ty"`, ">\nThank you,\n{{contact.name}}</textarea>")
	if w := d.post(savedURL+"/1", url.Values{"title": {"Thanks a lot"}, "shortcut": {""}, "content": {"Thanks"}}); w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d.page(d.get(savedURL), 200, ">Thanks a lot<")

	// A deletion is undone by what its answer has.
	w := d.post(savedURL+"/1/delete", nil)
	d.page(w, 200, "Deleted Thanks a lot", ">Undo</button>", "1 saved reply")
	undo := url.Values{"undo": {"1"}}
	for _, m := range regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`).FindAllStringSubmatch(w.Body.String(), -1) {
		undo.Set(m[1], html.UnescapeString(m[2]))
	}
	if w := d.post(savedURL, undo); w.Code != 303 || !strings.Contains(w.Header().Get("Set-Cookie"), "undone") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d.page(d.get(savedURL), 200, "2 saved replies", ">Thanks a lot<")
	if w := d.post(savedURL+"/1/delete", nil); w.Code != 303 {
		t.Errorf("deleting what is gone: %d", w.Code)
	}
	d.page(d.get(savedURL+"/1"), 404)
	d.page(d.get(savedURL+"/x"), 404)
}

// Fault: a form of a new saved reply that was sent twice made two.
func TestSavedReplyIsMadeOnce(t *testing.T) {
	d := newDesk(t)
	key := regexp.MustCompile(`name="key" value="([^"]+)"`).FindStringSubmatch(d.get(savedURL + "/new").Body.String())[1]
	form := url.Values{"title": {"Thanks"}, "content": {"Thank you"}, page.FormKey: {key}}
	for range 2 {
		if w := d.post(savedURL, form); w.Code != 303 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	d.page(d.get(savedURL), 200, "1 saved reply")
	// Fault: the list over the composer showed no text of a reply.
	d.says("c1", "Amara", "Hello")
	d.page(d.get("/app/shop/inbox/1/saved-replies", "HX-Request: true"), 200, "Thanks", "Thank you")
	form.Set("content", "Thank you, Ada")
	d.page(d.post(savedURL, form), 422, "Your first attempt was saved after all", ">\nThank you, Ada</textarea>")
}

// What is wrong with a saved reply is said beside the field, and what was written is kept.
func TestSavedReplyIsChecked(t *testing.T) {
	d := newDesk(t)
	d.saves("Taken", "Taken", "x")
	for _, c := range []struct{ title, shortcut, content, field, says string }{
		{" ", "", "x", "title", "The title is empty."},
		{strings.Repeat("é", 256), "", "x", "title", "A title may have at most 255 characters."},
		{"t", "a b", "x", "shortcut", "A shortcut has no spaces"},
		{"t", "a\u200bb", "x", "shortcut", "no invisible characters"},
		{"t", strings.Repeat("é", 65), "x", "shortcut", "A shortcut may have at most 64 characters."},
		{"t", "/tAKEN", "x", "shortcut", "Another saved reply has this shortcut."},
		{"t", "", "\n ", "content", "The text is empty."},
		{"t", "", strings.Repeat("é", 50_001), "content", "The text has 50,001 characters, and 50,000 are allowed."},
		{"t", "", "Dear {{ contact.mail }}", "content", "{{ contact.mail }} can never be filled in"},
		{"t", "", "Dear {{field.Ä}}", "content", "{{field.Ä}} can never be filled in"},
	} {
		w := d.post(savedURL, url.Values{"title": {c.title}, "shortcut": {c.shortcut}, "content": {c.content}})
		body := w.Body.String()
		d.page(w, 422, `id="error-`+c.field+`"`)
		wrong := regexp.MustCompile(`(?s)id="error-` + c.field + `">.*?</svg>(.*?)</span>`).FindStringSubmatch(body)
		if wrong == nil || !strings.Contains(html.UnescapeString(wrong[1]), c.says) || strings.Count(body, `aria-invalid="true"`) != 1 || strings.Count(body, " autofocus") != 1 {
			t.Errorf("%s %q: %q", c.field, c.says, wrong)
		}
		if !strings.Contains(body, html.EscapeString(strings.TrimSpace(c.content))) {
			t.Errorf("%s: what was written is lost", c.field)
		}
	}
	// The same shortcut may stay, in other letters too.
	if w := d.post(savedURL+"/1", url.Values{"title": {"Taken"}, "shortcut": {"TAKEN"}, "content": {"{{ }} {{Contact.Name}} {{field.any_key}}"}}); w.Code != 303 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Placeholders are filled in once, by the server; a value is text. What is not known stays.
func TestPlaceholdersAreFilledIn(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara\u202e <b>", "Hello")
	call := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	for _, key := range []string{"order", "empty", "trick"} {
		if _, err := d.inbox.Admin.CreateField(t.Context(), call, svcx.FieldDraft{Key: key, Name: key, Type: svcx.FieldText}); err != nil {
			t.Fatal(err)
		}
	}
	text := func(s string) svcx.FieldInput { return svcx.FieldInput{Kind: svcx.FieldInputString, Text: s} }
	if _, err := d.inbox.SetFieldValues(t.Context(), call, c.ID, svcx.FieldInputs{"order": text("NW-1\n<2>\u202e"), "trick": text("{{agent.name}}")}); err != nil {
		t.Fatal(err)
	}
	name := "Ada"
	if _, err := d.inbox.UpdateMember(t.Context(), call, 1, svcx.MemberPatch{Name: &name}); err != nil {
		t.Fatal(err)
	}
	filled := func(content string) string {
		reply := d.saves("x", "", content)
		m := regexp.MustCompile(`^<p data-text="([^"]*)"></p>$`).FindStringSubmatch(d.get("/app/shop/inbox/1/saved-replies/"+reply, "HX-Request: true").Body.String())
		if m == nil {
			t.Fatalf("%q is not a text", content)
		}
		return html.UnescapeString(m[1])
	}
	for content, want := range map[string]string{
		"\nDear {{ Contact.Name }},\r\n{{agent.name}}":   "\nDear Amara <b>,\nAda",
		"{{field.order}} {{field.empty}} {{field.none}}": "NW-1 <2> {{field.empty}} {{field.none}}",
		"{{field.trick}} {{CONTACT.mail}} {{name}}":      "{{field.trick}} {{CONTACT.mail}} {{name}}",
		"{{{agent.name}}} {{agent.name} {{agent. name}}": "{Ada} {{agent.name} {{agent. name}}",
	} {
		if got := filled(content); got != want {
			t.Errorf("%q became %q", content, got)
		}
	}
	d.page(d.get("/app/shop/inbox/1/saved-replies/99", "HX-Request: true"), 404)
	d.page(d.get("/app/shop/inbox/99/saved-replies/1", "HX-Request: true"), 404)
}

// A reply that still has a placeholder is not sent, and its text is kept; a note may have
// one, and so may what an integrator sends.
func TestPlaceholderIsNeverSent(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "", "Hello")
	text := url.Values{"content": {"Dear {{contact.name}}, {{agent.name}}"}, "then": {"resolved"}}
	const refused = "Nothing was sent: {{contact.name}} is still in the text."
	d.page(d.post("/app/shop/inbox/1/messages?view=open", text), 422, refused, ">Dear {{contact.name}}, {{agent.name}}</textarea>")
	d.page(d.post("/app/shop/inbox/1/messages?view=open", text, "HX-Request: true"), 422, refused)
	if now, err := d.inbox.Conversation(t.Context(), d.workspace, c.ID); err != nil || now.MessageCount != 1 || now.Status != svcx.StatusOpen {
		t.Errorf("%+v %v", now, err)
	}
	if w := d.post("/app/shop/inbox/1/notes?view=open", text); w.Code != 303 {
		t.Errorf("a note: %d", w.Code)
	}
	for _, other := range []string{"{{order.number}}", "{{ date }}", "{{Order No.}}", "{{#if paid}}"} {
		d.page(d.post("/app/shop/inbox/1/messages?view=open", url.Values{"content": {"Your order " + other}}), 422, "Nothing was sent: "+html.EscapeString(other)+" is still in the text.")
		d.page(d.post(savedURL, url.Values{"title": {"Other"}, "content": {"Your order " + other}}), 422, html.EscapeString(other)+" can never be filled in")
	}
	if w := d.post("/app/shop/inbox/1/messages?view=open", url.Values{"content": {"Write {{ }} or {name} there"}}); w.Code != 303 {
		t.Errorf("other braces: %d", w.Code)
	}
}

// Without scripts, the composer's text goes to a page of saved replies and comes back with
// the chosen one.
func TestSavedReplyWithoutScripts(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.saves("Thanks", "ty", "Thank you, {{contact.name}}")
	d.saves("Ask", "", "Your order {{field.order}}?")
	const pick = "/app/shop/inbox/1/saved-replies?view=open"
	d.page(d.get("/app/shop/inbox/1?view=open"), 200, `formaction="/app/shop/inbox/1/saved-replies?view=open" aria-label="Saved replies"`)
	d.page(d.get(pick), 200, ">Thanks<", ">Ask<")
	d.page(d.post(pick, url.Values{"content": {"Half a <sentence>\r\n"}, "q": {"ty"}}), 200, `name="content" value="Half a &lt;sentence&gt;`+"\n"+`"`, ">Thanks<")
	d.page(d.post(pick, url.Values{"content": {"Half a <sentence>\r\n"}, "reply": {"1"}}), 200, ">Half a &lt;sentence&gt;\nThank you, Amara</textarea>")
	d.page(d.post(pick, url.Values{"content": {""}, "reply": {"2"}}), 200, ">Your order {{field.order}}?</textarea>", "Fill in {{field.order}} before you send")
	d.page(d.post(pick, url.Values{"content": {"Kept"}, "reply": {"99"}}), 200, "was deleted meanwhile", `value="Kept"`)
	d.page(d.post(pick, url.Values{"content": {"Kept"}, "back": {"1"}}), 200, ">Kept</textarea>")
	d.page(d.post("/app/shop/inbox/99/saved-replies", url.Values{"content": {"Kept"}}), 404)
}

// No attack through a title, a shortcut, a text or a search becomes an element or a handler.
func TestSavedReplyChoicesAreText(t *testing.T) {
	d := newDesk(t)
	s, err := d.Handler.ReadViewer(withOrg(httptest.NewRequest("GET", savedURL, nil)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := d.FrameAt(httptest.NewRecorder(), httptest.NewRequest("GET", savedURL, nil), s, "x", page.SavedRepliesPath)
	if err != nil {
		t.Fatal(err)
	}
	vectors.StayText(t, func(text string) map[string]vectors.Component {
		r := &svcx.SavedReply{ID: 1, Title: text, Content: text, Shortcut: text}
		all := []*svcx.SavedReply{r}
		return map[string]vectors.Component{
			"the choices":     savedOptions(s, all),
			"a page of them":  savedPickPage(savedPickView{Frame: f, conversation: text, content: text, q: text, replies: all, alert: text}),
			"what is written": savedFilled(text),
		}
	})
}

func withOrg(r *http.Request) *http.Request {
	r.SetPathValue("org", "shop")
	return r
}
