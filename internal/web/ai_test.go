package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/assist/assisttest"
	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// newAIDesk is a desk of a plan whose operator has a provider that answers by a script.
func newAIDesk(t *testing.T, plan svcx.Plan, script ...assisttest.Answer) (*desk, *assisttest.Server) {
	t.Helper()
	provider := assisttest.New(t, script...)
	d := newDeskOn(t, inbox.Options{DB: storetest.SQLite(t)})
	d.inbox.Assist.Operator.BaseURL = provider.URL
	d.setPlan(plan)
	return d, provider
}

func (d *desk) setPlan(plan svcx.Plan) {
	d.Helper()
	if _, err := d.inbox.SetWorkspace(d.Context(), inbox.Call{Actor: inbox.Operator}, d.workspace.Slug, svcx.WorkspacePatch{Plan: &plan}); err != nil {
		d.Fatal(err)
	}
	d.workspace.Plan = plan
}

// useAI counts a use by the first member.
func (d *desk) useAI(op svcx.AIOperation) {
	d.Helper()
	call := store.AICall{Workspace: d.workspace.ID, User: 1, Operation: op, At: d.inbox.Core.Now()}
	if err := d.inbox.Core.DB.Write(d.Context(), d.workspace.ID, func(tx *store.Tx) error { return store.AssistIn(tx).BeginCall(&call, 0) }); err != nil {
		d.Fatal(err)
	}
}

// aboutShop is a request for a page of the workspace.
func aboutShop() *http.Request {
	r := httptest.NewRequest("GET", "/app/shop/inbox", nil)
	r.SetPathValue("org", "shop")
	return r
}

// What keeps a member from using an operation is said with what to do; an admin is led to where it
// can be changed. The plan stands before the provider, since it has to be changed first.
func TestWhyTheAIIsUnavailable(t *testing.T) {
	d, _ := newAIDesk(t, svcx.PlanPro)
	why := func(op svcx.AIOperation) *aiObstacle {
		t.Helper()
		s, err := d.Handler.ReadViewer(aboutShop())
		if err != nil {
			t.Fatal(err)
		}
		found, err := d.aiUnavailable(t.Context(), s, d.ReadClock(aboutShop(), s), svcx.AIOperations...)
		if err != nil {
			t.Fatal(err)
		}
		return found[op]
	}
	if o := why(svcx.AIPolish); o != nil {
		t.Errorf("polish: %+v", o)
	}
	expect := func(what string, o *aiObstacle, text, link string) {
		t.Helper()
		if o == nil || !strings.Contains(o.text, text) || o.link != link || (link == "") != (o.linkText == "") {
			t.Errorf("%s: %+v", what, o)
		}
	}
	expect("translate", why(svcx.AITranslate), "Translating needs the Business plan. This workspace has Pro.", "/app/shop"+page.WorkspacePath)
	for range svcx.AIPolish.Rule().PerHour {
		d.useAI(svcx.AIPolish)
	}
	expect("over the limit", why(svcx.AIPolish), "Polishing can be used 30 times an hour, and you have. It can be used again at 9:00 AM.", "")
	if o := why(svcx.AISuggest); o != nil {
		t.Errorf("another operation: %+v", o)
	}
	d.inbox.Assist.Operator.BaseURL = ""
	expect("no provider", why(svcx.AIPolish), "No AI provider is set up.", "/app/shop"+page.AIPath)
	d.setPlan(svcx.PlanFree)
	expect("no plan", why(svcx.AIPolish), "Polishing needs the Pro or Business plan. This workspace has Free.", "/app/shop"+page.WorkspacePath)
	off := false
	if _, err := d.inbox.SetWorkspace(t.Context(), d.call(), "shop", svcx.WorkspacePatch{AI: &svcx.AIPatch{Enabled: &off}}); err != nil {
		t.Fatal(err)
	}
	if o := why(svcx.AIPolish); o == nil || !o.off {
		t.Errorf("off: %+v", o)
	}
	d.asAgent()
	expect("an agent", why(svcx.AIPolish), "Polishing is switched off in this workspace.", "")
}

// Fault: pages showed the English of the core for why a call failed. Every cause has a text of the catalogue.
func TestFailuresOfTheAIAreTexts(t *testing.T) {
	d, provider := newAIDesk(t, svcx.PlanBusiness)
	d.says("c1", "Amara", "Hello")
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := catalogue.Of("en")
	for _, c := range []struct {
		draft  string
		answer assisttest.Answer
		want   string
	}{
		{"Hi", assisttest.BadKey(), p.T("ai.why.key")}, {"Hi", assisttest.Status(404, "x"), p.T("ai.why.model")}, {"Hi", assisttest.TooMany(99), p.T("ai.why.quota")},
		{"Hi", assisttest.Status(418, "x"), p.T("ai.why.status", "Status", 418)}, {"Hi", assisttest.Redirect("http://127.0.0.1:1/"), p.T("ai.why.redirect")},
		{"Hi", assisttest.Truncated("Hi"), p.T("ai.why.truncated")}, {"Hi", assisttest.Refusal("no"), p.T("ai.why.declined")}, {"Hi", assisttest.Body("text/html", "<p>"), p.T("ai.why.malformed")},
		{"Hi", assisttest.Text(" "), p.T("ai.why.answer.empty")}, {"Hi", assisttest.Text(strings.Repeat("x", svcx.MaxContent+1)), p.T("ai.why.answer.long")},
		{"We have sent the parcel to you this morning, and it will be there soon.", assisttest.Text("Wir haben Ihnen das Paket heute Morgen geschickt, und es wird bald bei Ihnen sein."), p.T("ai.why.answer.language")},
		{"See https://a.example, {{name}}", assisttest.Text("See our page"), "it lost a link and a placeholder."},
		{"Hi", assisttest.Text("Hi, call +49 30 901820 or write to a@b.example"), "it added an e-mail address and a phone number."},
		{"It costs 5 EUR", assisttest.Text("It costs 7 EUR"), "it lost an amount, and added an amount."},
	} {
		provider.Then(c.answer)
		if body := d.post("/app/shop/inbox/1/ai/polish", url.Values{"content": {c.draft}}, "HX-Request: true").Body.String(); !strings.Contains(body, c.want) {
			t.Errorf("not %q: %s", c.want, body)
		}
	}
	provider.Then(assisttest.BadKey(), assisttest.Text("no JSON"))
	d.page(d.post("/app/shop/inbox/1/ai/summarize", nil), 422, p.T("ai.why.key"))
	d.page(d.post("/app/shop/inbox/1/ai/summarize", nil), 422, p.T("ai.why.answer.shape"))
	for _, fault := range []assist.Fault{
		assist.FaultNoProvider, assist.FaultBlocked, assist.FaultUnreachable, assist.FaultTimeout, assist.FaultDeclined, assist.FaultTruncated, assist.FaultMalformed,
		assist.FaultKey, assist.FaultModel, assist.FaultQuota, assist.FaultRedirect, assist.FaultStatus,
	} {
		if !p.Has("ai.why." + string(fault)) {
			t.Errorf("no text for %s", fault)
		}
	}
}
