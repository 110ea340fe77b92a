package web

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/assist/assisttest"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

const aiSettingsURL = "/app/shop/settings/ai"

func (d *desk) aiSettings() svcx.AISettings {
	d.Helper()
	s, err := d.inbox.AISettings(d.Context(), d.workspace)
	if err != nil {
		d.Fatal(err)
	}
	return s
}

// showing is page, and returns the page.
func (d *desk) showing(w *httptest.ResponseRecorder, status int, texts ...string) string {
	d.Helper()
	d.page(w, status, texts...)
	return w.Body.String()
}

// Operations are switched off one by one; those that the plan lacks have no switch and stay as they are.
func TestAIOperationsAreSwitched(t *testing.T) {
	d, _ := newAIDesk(t, svcx.PlanPro)
	body := d.showing(d.get(aiSettingsURL), 200, `name="use-polish"`, "30 times an hour", "Needs Business", "10 times an hour")
	if strings.Contains(body, `name="use-translate"`) {
		t.Error("a switch for what the plan lacks")
	}
	was := func(name string) string {
		_, after, _ := strings.Cut(body, `name="was.`+name+`" value="`)
		value, _, _ := strings.Cut(after, `"`)
		return value
	}
	fields := url.Values{"enabled": {"on"}, "use-suggest": {"on"}, "use-rename": {"on"}, "priceIn": {"0,15"}, "priceOut": {"0.6"}}
	for _, name := range []string{"enabled", "use-polish", "use-suggest", "use-rename", "rename", "summarize", "baseUrl", "model", "priceIn", "priceOut"} {
		fields.Set("was."+name, was(name))
	}
	if w := d.post(aiSettingsURL, fields); w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if s := d.aiSettings(); len(s.Disabled) != 1 || s.Disabled[0] != svcx.AIPolish || s.PriceIn != 1500 || s.PriceOut != 6000 || !s.Enabled {
		t.Errorf("%+v", s)
	}
	if why := d.inbox.Assist.Permit(t.Context(), d.workspace, svcx.AIPolish); svcx.KindOf(why) != svcx.KindForbidden {
		t.Errorf("%v", why)
	}
	// A form from before changes only what was changed in it.
	if w := d.post(aiSettingsURL, fields); w.Code != 303 || len(d.aiSettings().Disabled) != 1 {
		t.Errorf("%d %+v", w.Code, d.aiSettings())
	}
	d.page(d.post(aiSettingsURL, url.Values{"enabled": {"on"}, "priceIn": {"cheap"}}), 422, `id="error-priceIn"`, "such as 0.15", `value="cheap"`)
}

// Trying asks the model as the form has it, and stores nothing. What comes back is text, with what to do.
func TestAISettingsAreTried(t *testing.T) {
	const hostile = `OK <img src=x><b>`
	d, provider := newAIDesk(t, svcx.PlanBusiness, assisttest.Text(hostile).WithUsage(assisttest.Usage{Prompt: 20, Completion: 1, Total: 21}), assisttest.BadKey(), assisttest.Status(404, "no"), assisttest.BadKey())
	try := func(fields url.Values, status int, want ...string) string {
		t.Helper()
		return d.showing(d.post(aiSettingsURL+"/try", fields, "HX-Request: true"), status, want...)
	}
	body := try(url.Values{"model": {"large"}, "apiKey": {"sk-secret"}}, 200, `role="status"`, "large answered after", "&lt;img src=x", "(21 tokens)")
	if strings.Contains(body, "<img") || strings.Contains(body, "<html") || strings.Contains(body, "sk-secret") {
		t.Errorf("%s", body)
	}
	if r := provider.Requests()[0]; r.Model != "large" || r.Key() != "sk-secret" {
		t.Errorf("asked %+v", r)
	}
	if s := d.aiSettings(); s.Model != "" || s.APIKey != nil {
		t.Errorf("stored %+v", s)
	}
	try(nil, 200, "does not accept the key", "Copy the key")
	try(nil, 200, "does not know the model", "Check the name of the model")
	try(url.Values{"baseUrl": {"https://127.0.0.1/v1?x=1"}}, 422, "This address cannot be used")
	// Without scripts it is the page, with what was written.
	d.page(d.post(aiSettingsURL+"/try", url.Values{"model": {"huge"}}), 200, "<html", `value="huge"`, "does not accept the key")
	// Fault: a key that was written came back in the page, of a trial and of a save that was refused.
	for path, fields := range map[string]url.Values{aiSettingsURL + "/try": {"apiKey": {"sk-secret"}}, aiSettingsURL: {"apiKey": {"sk-secret"}, "priceIn": {"much"}, "was.priceIn": {""}}} {
		provider.Then(assisttest.BadKey())
		w := d.post(path, fields)
		if body := w.Body.String(); strings.Contains(body, "sk-secret") || !strings.Contains(body, "Write the key again") {
			t.Errorf("%s: %d %s", path, w.Code, body)
		}
	}
	provider.Stop()
	try(nil, 200, "cannot be reached", "Check the address")
	d.inbox.Assist.Operator.BaseURL = ""
	try(nil, 200, "No provider is set up")
}

// The usage page has figures by day and operation, and files of them.
func TestAIUsagePage(t *testing.T) {
	d, _ := newAIDesk(t, svcx.PlanBusiness)
	const path = aiSettingsURL + "/usage"
	d.page(d.get(path), 200, "<title>AI usage · svcx</title>", "AI was not used on these days", "?days=90")
	today := svcx.DayOf(d.inbox.Core.Now())
	if err := d.inbox.Core.DB.Write(t.Context(), d.workspace.ID, func(tx *store.Tx) error {
		for _, u := range []svcx.AIUsage{
			{Day: today, Operation: svcx.AIPolish, Calls: 7, Failures: 2, TokensIn: 1_500_000, TokensOut: 200_000}, {Day: today - 1, Operation: svcx.AISummarize, Calls: 3, TokensIn: 40},
			{Day: today - 40, Operation: svcx.AIRename, Calls: 1},
		} {
			u.Workspace = d.workspace.ID
			if err := store.AssistIn(tx).AddUsage(&u); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	body := d.showing(d.get(path), 200, `<svg class="drawing"`, "Calls: 10. Errors: 2.", "1,500,040", "Polish", "Summarize", "Enter prices", "aiDays.csv", "<details>")
	if strings.Contains(body, `<th scope="row" class="cut" dir="auto">Suggest a subject`) {
		t.Error("a day before the period is counted")
	}
	if body := d.showing(d.get(path+"?operation=summarize&days=7"), 200, `value="summarize" selected`, `name="days" value="7"`, "Calls: 3. Errors: 0."); strings.Contains(body, "1,500,000") {
		t.Error("another operation is counted")
	}
	if _, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{AI: &svcx.AIPatch{PriceIn: new(svcx.AIPrice(1500)), PriceOut: new(svcx.AIPrice(6000))}}); err != nil {
		t.Fatal(err)
	}
	d.page(d.get(path), 200, "<dd>0.3450", ">Cost<")
	for file, want := range map[string]string{
		"aiDays.csv": "Day,Operation,Calls,Errors,Tokens sent,Tokens received,Cost\n" + today.String() + ",polish,7,2,1500000,200000,0.3450\n", "aiOperations.csv": "Operation,Calls,Errors", "aiCalls.csv": "Day,Calls,Errors\n",
	} {
		if w := d.get(path + "/" + file); w.Code != 200 || !strings.Contains(w.Body.String(), want) || !strings.Contains(w.Header().Get("Content-Disposition"), file[:6]) {
			t.Errorf("%s: %d %s", file, w.Code, w.Body)
		}
	}
	for _, wrong := range []string{"?operation=x", "?from=2026-01-01", "/nothing.csv"} {
		d.page(d.get(path+wrong), 404)
	}
	d.asAgent()
	d.page(d.get(path), 403)
	d.page(d.post(aiSettingsURL+"/try", nil), 403)
}
