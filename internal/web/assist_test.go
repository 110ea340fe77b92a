package web

import (
	"html"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/assist/assisttest"
	"svcx/internal/inbox"
)

const aiPath = "/app/shop/inbox/1/ai/"

// ask has a script ask for an operation. The parts that arrived stand before the zero byte of the answer.
func (d *desk) ask(op string, fields url.Values) (w *httptest.ResponseRecorder, parts, box string) {
	d.Helper()
	w = d.post(aiPath+op, fields, "HX-Request: true")
	if parts, box, found := strings.Cut(w.Body.String(), "\x00"); found {
		return w, parts, box
	}
	return w, "", w.Body.String()
}

// texts is what a reader sees of a fragment.
func textOf(fragment string) string {
	fragment = regexp.MustCompile(`<span class="sr">[^<]*</span>`).ReplaceAllString(fragment, "")
	return html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(fragment, ""))
}

var differing = regexp.MustCompile(`(?s)<div class="ai-text"[^>]*data-ai-diff[^>]*>(.*?)</div>`)

// A draft that is polished is streamed as plain text and then shown with its changes, which are marked in more
// than colour; it is stored nowhere.
func TestPolishShowsTheChanges(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness, assisttest.Text("We have shipped\nit <b>today</b>, see {{x}}."))
	d.says("c1", "Amara", "Hello")
	w, parts, box := d.ask("polish", url.Values{"content": {"we shiped\r\nit <b>today</b>, see {{x}}."}})
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if parts != "We have shipped\nit <b>today</b>, see {{x}}." || !provider.Requests()[0].Stream {
		t.Errorf("parts %q", parts)
	}
	found := differing.FindStringSubmatch(box)
	if found == nil {
		t.Fatalf("no changes: %s", box)
	}
	want := `<del><span class="sr">Removed: </span>we shiped</del><ins><span class="sr">Added: </span>We have shipped</ins><span>` + "\n" + `it &lt;b&gt;today&lt;/b&gt;, see {{x}}.</span>`
	if found[1] != want {
		t.Errorf("changes\n%q, not\n%q", found[1], want)
	}
	for _, part := range []string{`data-text="We have shipped` + "\n" + `it &lt;b&gt;today&lt;/b&gt;, see {{x}}."`, "data-ai-accept", "data-ai-close", "data-ai-again", `aria-label="Polished reply"`} {
		if !strings.Contains(box, part) {
			t.Errorf("no %s in %s", part, box)
		}
	}
	if body := d.get("/app/shop/inbox/1").Body.String(); strings.Contains(body, "We have shipped") {
		t.Error("the proposal was stored")
	}
}

// A text that has little of the draft is shown as it is; so is a suggestion. One that is the same can only be left.
func TestProposalsWithoutChanges(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness, assisttest.Text("Die Ware kommt heute."), assisttest.Text("<think>Hm, they ask\nwhere it is.</think>\n\nIt is on its way."), assisttest.Text("Fine as it is."))
	d.says("c1", "Amara", "Where is it?")
	_, _, box := d.ask("translate", url.Values{"content": {"It ships today."}, "language": {"German"}})
	if differing.MatchString(box) || !strings.Contains(box, "Reply in German") || !strings.Contains(box, ">Die Ware kommt heute.</div>") {
		t.Errorf("translation: %s", box)
	}
	if asked := provider.Requests()[0].User(); !strings.Contains(asked, `"language":"German"`) {
		t.Errorf("asked %s", asked)
	}
	if !strings.Contains(box, "The model saw only your draft") || strings.Contains(box, "ai/shown") {
		t.Errorf("what the model saw of a translation: %s", box)
	}
	_, parts, box := d.ask("suggest?view=open", url.Values{"content": {"It is"}})
	if !strings.Contains(box, `href="/app/shop/inbox/1/ai/shown?view=open&amp;operation=suggest"`) || strings.Contains(box, "only your draft") {
		t.Errorf("what the model saw of a suggestion: %s", box)
	}
	if parts != "It is on its way." || differing.MatchString(box) || !strings.Contains(box, `data-text="It is on its way."`) {
		t.Errorf("suggestion: %q %s", parts, box)
	}
	_, _, box = d.ask("cleanup", url.Values{"content": {"Fine as it is."}})
	if strings.Contains(box, "data-ai-accept") || !strings.Contains(box, "Nothing to change") {
		t.Errorf("unchanged: %s", box)
	}
}

// Whatever goes wrong says what to do, and the draft stays: what was lost in a rewrite, a provider that fails before
// or in the middle, the limit with its end, the plan, nothing to work on.
func TestWhyThereIsNoProposal(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanPro)
	c := d.says("c1", "Amara", "Hello")
	for _, step := range []struct {
		what, op, content string
		answers           []assisttest.Answer
		status            int
		says              string
		again             bool
	}{
		{"a link was lost", "polish", "See https://example.com/a", []assisttest.Answer{assisttest.Text("See our page")}, 200, "refused: it lost a link", true},
		{"too busy", "polish", "Hi", []assisttest.Answer{assisttest.TooMany(99)}, 503, "too busy", true},
		{"cut in the middle", "polish", "Hi", []assisttest.Answer{assisttest.Text("Hello there my").Cut()}, 200, "cut off", true},
		{"declined", "suggest", "", []assisttest.Answer{assisttest.Refusal("no")}, 503, "declined", true},
		{"HTML in place of an answer", "polish", "Hi", []assisttest.Answer{assisttest.Body("text/html", "<script>alert(1)</script>")}, 503, "answer", true},
		{"nothing", "polish", " \n", nil, 422, "Write a reply first", true},
		{"the plan", "translate", "Hi", nil, 403, "Translating needs the Business plan. This workspace has Pro.", false},
	} {
		provider.Then(step.answers...)
		for _, script := range []bool{true, false} {
			if !script {
				provider.Then(step.answers...)
			}
			var body string
			if script {
				w, _, box := d.ask(step.op, url.Values{"content": {step.content}})
				if body = box; w.Code != step.status {
					t.Errorf("%s: %d", step.what, w.Code)
				}
			} else {
				w := d.post(aiPath+step.op, url.Values{"content": {step.content}})
				body = w.Body.String()
				if w.Code < 400 {
					t.Errorf("%s: page %d", step.what, w.Code)
				}
				d.page(w, w.Code, `value="`+html.EscapeString(step.content)+`"`)
			}
			if !strings.Contains(textOf(body), step.says) || strings.Contains(body, "the AI provider: ") || strings.Contains(body, "<script>alert") {
				t.Errorf("%s does not say %q: %s", step.what, step.says, body)
			}
			if strings.Contains(body, "data-ai-again") != (script && step.again) {
				t.Errorf("%s: try again %t", step.what, !step.again)
			}
		}
	}
	for range svcx.AISuggest.Rule().PerHour {
		d.useAI(svcx.AISuggest)
	}
	w, _, box := d.ask("suggest", nil)
	if w.Code != 429 || !strings.Contains(box, "Suggesting replies can be used 30 times an hour, and you have. It can be used again at 9:00 AM.") {
		t.Errorf("the limit: %d %s", w.Code, box)
	}
	if got, err := d.inbox.Conversation(t.Context(), d.workspace, c.ID); err != nil || got.MessageCount != 1 {
		t.Error("something was sent", err)
	}
	if w := d.post(aiPath+"polish", url.Values{"content": {"Kept"}, "attachment": {"x"}}); w.Code != 200 || !strings.Contains(w.Body.String(), ">Kept</textarea>") || !strings.Contains(w.Body.String(), `role="alert"`) {
		t.Errorf("a broken file: %d %s", w.Code, w.Body)
	}
	if w := d.post("/app/shop/inbox/99/ai/polish", url.Values{"content": {"x"}}, "HX-Request: true"); w.Code != 404 {
		t.Errorf("another conversation: %d", w.Code)
	}
}

// Fault: a draft that is longer than the API takes went to the provider.
func TestTooLongADraftGoesToNoProvider(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness, assisttest.Text("Fine."))
	d.says("c1", "Amara", "Hello")
	for _, op := range []string{"polish", "cleanup", "translate"} {
		w, _, box := d.ask(op, url.Values{"content": {strings.Repeat("é", svcx.MaxContent+2)}})
		if w.Code != 422 || !strings.Contains(box, "2 characters too long to work on. At most 50,000") {
			t.Errorf("%s: %d %s", op, w.Code, box)
		}
	}
	if n := len(provider.Requests()); n != 0 {
		t.Errorf("%d calls", n)
	}
	if w, _, _ := d.ask("polish", url.Values{"content": {strings.Repeat("é", svcx.MaxContent)}}); w.Code != 200 && w.Code != 503 || len(provider.Requests()) != 1 {
		t.Errorf("as long as it may be: %d", w.Code)
	}
}

// Fault: without scripts a suggestion stood twice, as text and in the field.
func TestSuggestionWithoutScriptsStandsOnce(t *testing.T) {
	d, _ := newAIDesk(t, svcx.PlanBusiness, assisttest.Text("It is on its way."))
	d.says("c1", "Amara", "Where is it?")
	w := d.post(aiPath+"suggest?view=open", url.Values{"content": {""}})
	d.page(w, 200, "It is on its way.</textarea>", "ai/shown?view=open&amp;operation=suggest")
	if n := strings.Count(w.Body.String(), "It is on its way."); n != 1 {
		t.Errorf("it stands %d times", n)
	}
}

// Without scripts a proposal is a page: its text can be edited and used, and what was written is not lost.
func TestProposalWithoutScripts(t *testing.T) {
	d, _ := newAIDesk(t, svcx.PlanBusiness, assisttest.Text("We have shipped it today."))
	d.says("c1", "Amara", "Hello")
	w := d.post(aiPath+"polish?view=open", url.Values{"content": {"we shiped it today."}, "format": {"markdown"}})
	d.page(w, 200, "<h1>Polished reply</h1>", "<del>", "<ins>", `action="/app/shop/inbox/1/ai/draft?view=open"`, `name="format" value="markdown"`,
		"\nWe have shipped it today.</textarea>", `name="content" value="we shiped it today."`, `formaction="/app/shop/inbox/1/ai/polish?view=open"`)
	w = d.post(aiPath+"draft?view=open", url.Values{"content": {"\nWe have shipped it today."}, "format": {"markdown"}})
	d.page(w, 200, "We have shipped it today.</textarea>", `name="format" value="markdown"`)
}

// The buttons say why they cannot be used, and are there all the same; a workspace that has switched the AI off has none.
// A note has none: notes go to no provider.
func TestAIButtons(t *testing.T) {
	d, _ := newAIDesk(t, svcx.PlanBusiness)
	d.says("c1", "Amara", "Guten Tag, wo ist meine Bestellung? Ich habe sie am Montag bestellt und noch nichts gehört.")
	body := d.get("/app/shop/inbox/1").Body.String()
	_, note, _ := strings.Cut(body, `data-write="note"`)
	for _, name := range []string{"Polish", "Suggest", "Translate", "Clean up"} {
		if strings.Count(body, `aria-label="`+name+`"`) != 1 || strings.Contains(note, `aria-label="`+name+`"`) {
			t.Errorf("button %s", name)
		}
	}
	if strings.Contains(body, `class="btn ai" aria-disabled`) {
		t.Error("a button is disabled")
	}
	languages := regexp.MustCompile(`name="language" value="([^"]+)"`).FindAllStringSubmatch(body, -1)
	if len(languages) < 20 || languages[0][1] != "German" || languages[1][1] != "English" || languages[2][1] != "Arabic" {
		t.Errorf("languages %v", languages)
	}
	d.setPlan(svcx.PlanPro)
	body = d.get("/app/shop/inbox/1").Body.String()
	for _, op := range []string{"translate", "cleanup"} {
		if !regexp.MustCompile(`formaction="/app/shop/inbox/1/ai/` + op + `[^>]*aria-disabled="true" title="[^"]*needs the Business plan`).MatchString(body) {
			t.Errorf("%s is not disabled", op)
		}
	}
	set := func(p svcx.AIPatch) {
		t.Helper()
		if _, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{AI: &p}); err != nil {
			t.Fatal(err)
		}
	}
	set(svcx.AIPatch{Disabled: &[]svcx.AIOperation{svcx.AIPolish}})
	if body := d.get("/app/shop/inbox/1").Body.String(); strings.Contains(body, `aria-label="Polish"`) || !strings.Contains(body, `aria-label="Suggest"`) {
		t.Error("the button of an operation that is switched off, or no other")
	}
	off := false
	set(svcx.AIPatch{Enabled: &off})
	if body := d.get("/app/shop/inbox/1").Body.String(); strings.Contains(body, "data-ai") {
		t.Error("buttons while the AI is off")
	}
}
