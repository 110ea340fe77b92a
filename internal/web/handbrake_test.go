package web

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/assist/assisttest"
)

const card = "4111 1111 1111 1111"

// safe is the answer of a model that has no objection.
var safe = assisttest.JSON(map[string]any{"safe": true, "issues": []any{}})

// anywayIn is what the button "Send anyway" of a page sends.
func anywayIn(body string) string {
	m := regexp.MustCompile(`<button[^>]* name="anyway" value="([^"]*)"`).FindStringSubmatch(body)
	if m == nil {
		return ""
	}
	return m[1]
}

func (d *desk) sent() int {
	d.Helper()
	c, err := d.inbox.Conversation(d.Context(), d.workspace, 1)
	if err != nil {
		d.Fatal(err)
	}
	return c.MessageCount
}

// A reply with something wrong in it asks before it is sent, with scripts and without, and keeps what was to follow. It
// is sent if its writer says so; another text is checked again.
func TestReplyWithSomethingWrongAsks(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness)
	provider.Always(safe)
	d.says("c1", "Amara", "Hello")
	for _, headers := range forms {
		before := d.sent()
		reply := url.Values{"content": {"Für 😀 dich: " + card + "\r\nThe second line"}, "seen": {seenIn(d.get("/app/shop/inbox/1").Body.String())}, "then": {"resolved"}, "key": {"k" + strings.Join(headers, "")}}
		w := d.post("/app/shop/inbox/1/messages", reply, headers...)
		body := w.Body.String()
		if w.Code != 422 || !strings.Contains(body, `role="alert"`) || !strings.Contains(body, "A card number") || d.sent() != before {
			t.Fatalf("%d: %d messages: %s", w.Code, d.sent()-before, body)
		}
		// Scripts count in units of UTF-16.
		if !strings.Contains(body, `<q class="where" dir="auto">Für 😀 dich: <mark data-from="13" data-to="32">`+card+`</mark></q>`) {
			t.Errorf("not marked: %s", body)
		}
		if headers == nil && !strings.Contains(body, card+"\nThe second line</textarea>") {
			t.Error("the text is lost")
		}
		anyway := anywayIn(body)
		if !strings.HasSuffix(anyway, " resolved") {
			t.Fatalf("anyway %q", anyway)
		}
		other := url.Values{"content": {"And " + card}, "seen": reply["seen"], "anyway": {anyway}}
		if w := d.post("/app/shop/inbox/1/messages", other, headers...); w.Code != 422 {
			t.Errorf("another text: %d", w.Code)
		}
		reply.Del("then")
		reply.Set("anyway", anyway)
		w = d.post("/app/shop/inbox/1/messages", reply, headers...)
		if w.Code >= 400 || d.sent() != before+1 {
			t.Fatalf("anyway: %d: %s", w.Code, w.Body)
		}
		if c, err := d.inbox.Conversation(t.Context(), d.workspace, 1); err != nil || c.Status != svcx.StatusResolved {
			t.Errorf("not resolved: %v", err)
		}
	}
	if w := d.post("/app/shop/inbox/1/notes", url.Values{"content": {card}}); w.Code != 303 {
		t.Errorf("a note: %d", w.Code)
	}
	if w := d.post("/app/shop/inbox/1/messages", url.Values{"content": {"It ships today."}}); w.Code != 303 {
		t.Errorf("nothing wrong: %d", w.Code)
	}
}

// What has come meanwhile is asked about first, then what is wrong; who has answered one question is not asked it again.
func TestBothQuestionsAreAskedOnce(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness)
	provider.Always(safe)
	d.says("c1", "Amara", "Hello")
	reply := url.Values{"content": {"Your card " + card}, "seen": {seenIn(d.get("/app/shop/inbox/1").Body.String())}}
	for _, headers := range forms {
		news := "Any news?" + strings.Join(headers, "")
		d.says("c1", "Amara", news)
		reply := url.Values{"content": reply["content"], "seen": reply["seen"]}
		w := d.post("/app/shop/inbox/1/messages", reply, headers...)
		body := w.Body.String()
		if w.Code != 422 || !strings.Contains(body, news+"” Send anyway?") || strings.Contains(body, "A card number") {
			t.Fatalf("newer: %d %s", w.Code, body)
		}
		reply.Set("seen", seenIn(body))
		w = d.post("/app/shop/inbox/1/messages", reply, headers...)
		body = w.Body.String()
		if w.Code != 422 || strings.Contains(body, news+"” Send anyway?") || !strings.Contains(body, "A card number") || seenIn(body) != reply.Get("seen") {
			t.Fatalf("held: %d %s", w.Code, body)
		}
		reply.Set("anyway", anywayIn(body))
		reply.Set("seen", seenIn(body))
		d.says("c1", "Amara", "Hello? "+strings.Join(headers, ""))
		w = d.post("/app/shop/inbox/1/messages", reply, headers...)
		body = w.Body.String()
		kept := regexp.MustCompile(`<input type="hidden" name="anyway" value="(\w+)"`).FindStringSubmatch(body)
		if w.Code != 422 || !strings.Contains(body, "Hello?") || kept == nil {
			t.Fatalf("newer again: %d %s", w.Code, body)
		}
		reply.Set("anyway", kept[1])
		reply.Set("seen", seenIn(body))
		if w := d.post("/app/shop/inbox/1/messages", reply, headers...); w.Code >= 400 {
			t.Fatalf("both were answered: %d %s", w.Code, w.Body)
		}
	}
}

// The model adds to what is found without it. One that fails, is too slow or was asked too often holds nothing up, and
// what is found without it still asks.
func TestModelAddsToTheHandbrake(t *testing.T) {
	objection := assisttest.JSON(map[string]any{"safe": false, "issues": []any{map[string]any{"type": "promise <b>", "description": "It promises <i>too</i> much.", "suggestion": "Say when you know."}}})
	d, provider := newAIDesk(t, svcx.PlanBusiness, objection, assisttest.Status(500, "x"), assisttest.Status(500, "x"), assisttest.Status(500, "x"), assisttest.Status(500, "x"))
	d.says("c1", "Amara", "Hello")
	send := func(content string) (int, string) {
		t.Helper()
		w := d.post("/app/shop/inbox/1/messages", url.Values{"content": {content}}, "HX-Request: true")
		return w.Code, w.Body.String()
	}
	code, body := send("You get all your money back tomorrow.")
	if code != 422 || !strings.Contains(body, "Something may be wrong") || !strings.Contains(body, "It promises &lt;i&gt;too&lt;/i&gt; much. Say when you know.") || strings.Contains(body, "<mark") {
		t.Errorf("the model: %d %s", code, body)
	}
	if code, body = send("It ships today."); code != 200 {
		t.Errorf("a failing model holds a reply up: %d %s", code, body)
	}
	if code, body = send("I attach the invoice."); code != 422 || !strings.Contains(body, "No file is attached") {
		t.Errorf("a failing model: %d %s", code, body)
	}
	asked := len(provider.Requests())
	for range svcx.AIHandbrake.Rule().PerHour {
		d.useAI(svcx.AIHandbrake)
	}
	if code, body = send("It ships today, as I said."); code != 200 {
		t.Errorf("over the limit: %d %s", code, body)
	}
	if code, body = send("Dear [name], it ships today."); code != 422 || !strings.Contains(body, "A placeholder") {
		t.Errorf("over the limit, a placeholder: %d %s", code, body)
	}
	d.inbox.Assist.Operator.BaseURL = ""
	if code, body = send("The card is " + card); code != 422 {
		t.Errorf("without a provider: %d %s", code, body)
	}
	d.setPlan(svcx.PlanPro)
	if code, body = send("The card is " + card); code != 200 {
		t.Errorf("a plan without it: %d %s", code, body)
	}
	if n := len(provider.Requests()); n != asked {
		t.Errorf("%d calls", n-asked)
	}
}

// Each finding has its words in the catalogue, and none shows markup of the text.
func TestFindingsHaveWords(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness)
	provider.Always(safe)
	d.says("c1", "Amara", "Hello, where is my order? I have been waiting for it for two weeks now, and nobody answers me.")
	p := d.Texts.For("en")
	for finding, content := range map[string]string{
		"card_number": "It is " + card, "iban": "Pay to DE89 3704 0044 0532 0130 00", "password": "Your password is: hunter2horse", "key": "Use sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD",
		"missing_attachment": "I attach the invoice.", "placeholder": "It comes on [date].", "other_customer": "Dear Mr Osterman, it ships today.",
		"wrong_language": "Guten Tag, wir haben Ihre Bestellung heute verschickt und hoffen, dass sie bald bei Ihnen ist. Viele Grüße",
	} {
		w := d.post("/app/shop/inbox/1/messages", url.Values{"content": {content + " <img src=x onerror=alert(1)>"}}, "HX-Request: true")
		body := w.Body.String()
		title := p.T("handbrake.found." + finding)
		if w.Code != 422 || !strings.Contains(body, html.EscapeString(title)+"</b>") || strings.Contains(title, "handbrake.") || strings.Contains(p.T("handbrake.found."+finding+".hint"), "handbrake.") {
			t.Errorf("%s: %d %s", finding, w.Code, body)
		}
		if strings.Contains(body, "<img") {
			t.Errorf("%s shows markup", finding)
		}
	}
}

// Fault: the first message of a conversation was sent without a look. It asks as a reply does, before anything is stored, with
// scripts and without: they post the same form.
func TestFirstMessageWithSomethingWrongAsks(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness)
	provider.Always(safe)
	d.says("c1", "Amara", "Hello")
	const path = "/app/shop/inbox/new"
	form := url.Values{"contact": {"new"}, "name": {"Wen Zhao"}, "email": {"wen@example.com"}, "subject": {"A recall"}, "content": {"Hi Wen, I attach the form. Card: " + card}, "key": {"k1"}}
	stored := func() int {
		t.Helper()
		list, err := d.inbox.Conversations(t.Context(), d.workspace, svcx.ConversationFilter{}, svcx.Page{Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return list.Total
	}
	w := d.post(path, form)
	body := w.Body.String()
	d.page(w, 422, `role="alert"`, "A card number", `<mark data-from="33" data-to="52">`+card+`</mark>`, "No file is attached", "a first message cannot have any", `value="wen@example.com"`, card+"</textarea>", "Send anyway")
	if n := stored(); n != 1 {
		t.Fatalf("%d conversations", n)
	}
	d.page(d.get("/app/shop/inbox/new?q=wen"), 200, "No contact matches.")
	if i, j := strings.Index(body, "<button hidden>"), strings.Index(body, `name="anyway"`); i < 0 || i > j {
		t.Error("Enter in a field sends anyway")
	}
	if m := provider.Requests(); len(m) != 1 || !strings.Contains(m[0].User(), "I attach the form") || strings.Contains(m[0].User(), card) {
		t.Errorf("the model saw %v", m)
	}
	form.Set("anyway", anywayIn(body))
	other := url.Values{"contact": {"1"}, "content": form["content"], "anyway": form["anyway"]}
	d.page(d.post(path, other), 422, "A card number")
	other.Set("content", "Hi Wen, how are you?")
	d.page(d.post(path, other), 422, "Another customer’s name")
	if w := d.post(path, form); w.Code != 303 || stored() != 2 {
		t.Fatalf("anyway: %d: %s", w.Code, w.Body)
	}
	if w := d.post(path, form); w.Code != 303 || stored() != 2 {
		t.Errorf("the same form again: %d, %d conversations", w.Code, stored())
	}
	d.page(d.get("/app/shop/settings/audit"), 200, "used the AI in a new conversation")

	form = url.Values{"contact": {"1"}, "content": {"It ships today."}, "key": {"k2"}}
	if w := d.post(path, form); w.Code != 303 {
		t.Errorf("nothing wrong: %d", w.Code)
	}
	provider.Stop()
	d.page(d.post(path, url.Values{"contact": {"1"}, "content": {"Card " + card}}), 422, "A card number")
	d.setPlan(svcx.PlanPro)
	if w := d.post(path, url.Values{"contact": {"1"}, "content": {"Card " + card}}); w.Code != 303 {
		t.Errorf("a plan without it: %d", w.Code)
	}
}
