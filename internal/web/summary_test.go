package web

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/assist/assisttest"
	"svcx/internal/inbox"
	"svcx/internal/web/page"
)

// aSummary is an answer with markup in each text; messages are those that its statements rest on.
func aSummary(messages string) assisttest.Answer {
	return assisttest.Text(`{"summary":[{"text":"Amara <b>asks</b> for her parcel.","messages":` + messages + `}],"customerIntent":{"text":"Her parcel <i>","messages":[]},
		"keyPoints":[{"text":"</li><script>","messages":[]}],"openQuestions":[],"nextSteps":[{"text":"Call the courier","messages":` + messages + `}],"sentiment":"negative"}`)
}

const sumPath = "/app/shop/inbox/1"

// A summary is shown with links to the messages that it rests on, is shown again without a call, and
// says how many messages came since. What the model writes is text.
func TestSummary(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness, aSummary("[1,2,99]"), aSummary("[3]"))
	d.says("c1", "Amara", "Hello")
	d.says("c1", "Amara", "Where is my parcel?")
	d.page(d.get(sumPath), 200, `action="/app/shop/inbox/1/ai/summarize?view=open"`, `aria-label="Summarize"`, `<div id="summary"></div>`)
	body := d.showing(d.post(sumPath+"/ai/summarize?view=open", nil, "HX-Request: true"), 200, `id="summary" hx-swap-oob="true"`, "Summarized", `<details open>`, "Amara &lt;b&gt;asks&lt;/b&gt; for her parcel.",
		`href="#m-1"`, `href="#m-2"`, "What the customer wants", "Her parcel &lt;i&gt;", "&lt;/li&gt;&lt;script&gt;", "Call the courier", "Unhappy", "Summarize again")
	if strings.Contains(body, "<script>") || strings.Contains(body, "m-99") || strings.Contains(body, "Open questions") {
		t.Errorf("%s", body)
	}
	d.page(d.get(sumPath), 200, `aria-label="Summary"`, "Amara &lt;b&gt;asks")
	// Messages that are not loaded have a link that loads them.
	d.page(d.get(sumPath+"?m=2"), 200, `href="#m-1"`)
	d.says("c1", "Amara", "Hello?")
	d.page(d.get(sumPath), 200, "1 newer message", `id="summarize-again"`)
	if w := d.post(sumPath+"/ai/summarize?view=open", nil); w.Code != 303 || !strings.HasPrefix(w.Header().Get("Location"), sumPath+"?view=open") {
		t.Errorf("%d %s", w.Code, w.Header())
	}
	if body := d.showing(d.get(sumPath), 200, `href="#m-3"`); strings.Contains(body, "newer message") || len(provider.Requests()) != 2 {
		t.Errorf("%d asked: %s", len(provider.Requests()), body)
	}
	d.page(d.get(sumPath+"/parts?view=open&event=0", "HX-Request: true"), 200, `id="summary" hx-swap-oob="true"`, "Call the courier")
}

// A receipt of a message that is not on the page leads to the page that has it.
func TestReceiptsOfEarlierMessages(t *testing.T) {
	d, _ := newAIDesk(t, svcx.PlanBusiness, aSummary("[1]"))
	for i := range threadLength + 1 {
		d.says("c1", "Amara", strings.Repeat("x", i+1))
	}
	d.post(sumPath+"/ai/summarize", nil)
	d.page(d.get(sumPath), 200, `href="/app/shop/inbox/1?view=open&amp;m=1#m-1"`)
}

// Why there is no summary is said in words, with what to do; nothing is lost.
func TestSummaryFails(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness, assisttest.BadKey(), assisttest.Text("no JSON"))
	d.says("c1", "Amara", "Hello")
	summarize := func(status int, want ...string) {
		t.Helper()
		d.page(d.post(sumPath+"/ai/summarize?view=open", nil, "HX-Request: true"), status, append(want, `role="alert"`)...)
	}
	summarize(422, "does not accept the key", "Nothing was changed")
	d.page(d.post(sumPath+"/ai/summarize?view=open", nil), 422, "<html", "did not answer in the expected form")
	provider.Stop()
	summarize(422, "cannot be reached")
	d.setPlan(svcx.PlanPro)
	summarize(422, "needs the Business plan")
	d.page(d.get(sumPath), 200, `aria-disabled="true" title="Summarizing needs the Business plan`)
	d.setPlan(svcx.PlanBusiness)
	off := []svcx.AIOperation{svcx.AISummarize}
	if _, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{AI: &svcx.AIPatch{Disabled: &off}}); err != nil {
		t.Fatal(err)
	}
	if body := d.showing(d.get(sumPath), 200, "ai/rename"); strings.Contains(body, "ai/summarize") {
		t.Error("a button for what is switched off")
	}
	summarize(422, "switched off")
}

// A subject is proposed, set when it is accepted, and set back.
func TestSubjectIsProposed(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanPro, assisttest.Text(`A parcel <b>"that" is late`))
	c := d.says("c1", "Amara", "Where is my parcel?")
	subject := func() string {
		t.Helper()
		found, err := d.inbox.Conversation(t.Context(), d.workspace, c.ID)
		if err != nil {
			t.Fatal(err)
		}
		return found.Subject
	}
	was := subject()
	body := d.showing(d.post(sumPath+"/ai/rename?view=open", nil, "HX-Request: true"), 200, "Suggested subject", `value="A parcel &lt;b&gt;&#34;that&#34; is late"`, `data-drop`)
	if subject() != was || strings.Contains(body, "<b>&#34;") {
		t.Errorf("subject %q", subject())
	}
	d.page(d.post(sumPath+"/ai/rename?view=open", nil), 200, "<html", "Suggested subject")
	if len(provider.Requests()) != 1 {
		t.Errorf("asked %d times", len(provider.Requests()))
	}
	digest := regexp.MustCompile(`name="was.to" value="([0-9a-f]{32})"`).FindStringSubmatch(body)
	if digest == nil || digest[1] != page.Digest(was) {
		t.Fatalf("%v", digest)
	}
	w := d.post(sumPath+"/subject?view=open", url.Values{"to": {" A late parcel "}, "was.to": {digest[1]}}, "HX-Request: true")
	d.page(w, 200, "Subject changed", `name="property" value="subject"`, "A late parcel")
	if subject() != "A late parcel" {
		t.Errorf("subject %q", subject())
	}
	// Somebody else has changed it since: the proposal stays.
	d.page(d.post(sumPath+"/subject?view=open", url.Values{"to": {"Mine"}, "was.to": {digest[1]}}, "HX-Request: true"), 422, "in the meantime", `value="Mine"`)
	d.page(d.post(sumPath+"/subject?view=open", url.Values{"to": {""}, "was.to": {digest[1]}}, "HX-Request: true"), 422, "Enter a subject")
	d.page(d.post(sumPath+"/undo", url.Values{"property": {"subject"}, "was": {was}, "is": {"A late parcel"}}, "HX-Request: true"), 200, "Restored")
	if subject() != was {
		t.Errorf("subject %q", subject())
	}
}

// What the model saw is shown, to members; it says whether it is exactly that.
func TestWhatTheModelSaw(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness, aSummary("[]"))
	d.says("c1", "Amara", `My card is 4111 1111 1111 1111 <i>"quoted"`)
	const path = sumPath + "/ai/shown?view=open&operation="
	d.page(d.get(path+"summarize"), 200, "<title>What the model saw · svcx</title>", "would be sent now", `&lt;i&gt;\&#34;quoted`)
	d.post(sumPath+"/ai/summarize", nil)
	body := d.showing(d.get(path+"summarize"), 200, "exactly what was sent", "Instructions")
	if strings.Contains(body, "4111") || strings.Contains(body, "<i>") || len(provider.Requests()) != 1 {
		t.Errorf("%s", body)
	}
	d.page(d.get(path+"rename"), 200, "would be sent now")
	for _, wrong := range []string{path + "handbrake", path, "/app/shop/inbox/99/ai/shown?operation=summarize"} {
		d.page(d.get(wrong), 404)
	}
}
