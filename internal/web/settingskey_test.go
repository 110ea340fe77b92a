package web

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/web/page"
)

// R 4.5, R 5.5: a key is created with scopes that are allowed, shown once, and revoked.
func TestKeyPages(t *testing.T) {
	inBothForms(t, func(d *desk) {}, func(t *testing.T, d *desk) {
		d.T = t
		const list = settingsURL + "/api"
		some := []svcx.Scope{svcx.ScopeContactsRead, svcx.ScopeContactsWrite, svcx.ScopeMessagesRead}
		w, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{AllowedScopes: &some})
		if err != nil {
			t.Fatal(err)
		}
		d.page(d.get(list), 200, "No API keys yet", `value="/api/v1/shop"`, "The workspace uses form "+string(w.Form)+".")
		body := d.get(list + "/new").Body.String()
		if strings.Contains(body, "conversations:") || strings.Count(body, `name="scopes"`) != 3 || strings.Contains(body, "scope.") {
			t.Error("the scopes are not those that are allowed")
		}
		form := with(d.formOf(list+"/new"), "name", " Shop ", "expires", "30")
		form["scopes"] = []string{"contacts:read", "messages:read"}
		made := d.post(list+"/new", form)
		d.page(made, 201, "Key created", "It is not shown again", `data-copy="field-api-key"`, "curl &#39;/api/v1/shop/contacts?limit=1&#39;")
		plain := regexp.MustCompile(`value="(svcx_sk_[0-9a-f]{40})"`).FindStringSubmatch(made.Body.String())
		if plain == nil || strings.Count(made.Body.String(), plain[1]) != 2 {
			t.Fatal("the key is not shown")
		}
		k, err := d.inbox.Admin.Authenticate(t.Context(), w, plain[1])
		if err != nil || len(k.Scopes) != 2 || k.ExpiresAt == nil || *k.ExpiresAt != svcx.Time(1_800_000_000_000+30*86_400_000) {
			t.Fatalf("%+v %v", k, err)
		}

		// The same form makes no second one, and does not show the first again.
		again := d.follow(d.post(list+"/new", form), list)
		d.page(again, 200, "its key was created and shown then", ">Shop", "contacts:read</li>", "Revoke Shop?")
		if strings.Contains(again.Body.String(), plain[1]) {
			t.Error("the key is shown twice")
		}
		if got, err := d.inbox.Admin.Keys(t.Context(), w, true, svcx.Page{Limit: 9}); err != nil || got.Total != 1 {
			t.Errorf("%d keys, %v", got.Total, err)
		}

		new := func(pairs ...string) url.Values {
			return with(d.formOf(list+"/new"), append([]string{"name", "x", "scopes", "contacts:read", "expires", ""}, pairs...)...)
		}
		for _, c := range []struct{ name, value, field, says string }{
			{"name", "\t", "name", "The name is empty."},
			{"name", strings.Repeat("é", 256), "name", "at most 255 characters"},
			{"scopes", "", "scopes", "Choose at least one scope."},
			{"scopes", "conversations:read", "scopes", "Choose at least one scope."},
			{"scopes", "api_keys:write", "scopes", "Choose at least one scope."},
		} {
			d.wrong(d.post(list+"/new", new(c.name, c.value)), c.field, c.says)
		}
		for date, says := range map[string]string{"": "Choose a day", "tomorrow": "Choose a day", "2027-01-14": "This day has passed."} {
			d.wrong(d.post(list+"/new", new("expires", "date", "date", date)), "date", says)
		}
		d.page(d.post(list+"/new", new("expires", "date", "date", "2027-01-15")), 201, "It expires")
		d.page(d.post(list+"/new", new()), 201)

		d.page(d.get(list+"?ask=revoke-1"), 200, `<dialog id="ask-revoke-1" class="ask" aria-labelledby="ask-title-revoke-1" open>`, "get 401 from their next call on")
		for range 2 {
			d.page(d.follow(d.post(list+"/1/revoke", nil), list), 200, "Key revoked")
		}
		if _, err := d.inbox.Admin.Authenticate(t.Context(), w, plain[1]); svcx.KindOf(err) != svcx.KindUnauthorized {
			t.Errorf("a revoked key: %v", err)
		}
	})
}

// Fault: without scripts a key beyond the first 50 could not be revoked, for the link that asks led
// to the first page of the list.
func TestKeyOfTheSecondPageIsRevoked(t *testing.T) {
	d := newDesk(t)
	const list = settingsURL + "/api"
	for i := range page.RowsPerPage + 1 {
		if _, _, err := d.inbox.CreateKey(t.Context(), d.call(), svcx.KeyDraft{Name: fmt.Sprint("Key ", i), Scopes: []svcx.Scope{svcx.ScopeContactsRead}}); err != nil {
			t.Fatal(err)
		}
	}
	d.page(d.get(list), 200, `rel="next" href="`+list+`?page=2"`)
	ask := regexp.MustCompile(`href="(\?[^"]*ask=revoke-(\d+)[^"]*)"`).FindStringSubmatch(d.get(list + "?page=2").Body.String())
	if ask == nil {
		t.Fatal("the second page has no key")
	}
	w := d.get(list + html.UnescapeString(ask[1]))
	d.page(w, 200, `id="ask-revoke-`+ask[2]+`" class="ask" aria-labelledby="ask-title-revoke-`+ask[2]+`" open`, `action="`+list+`/`+ask[2]+`/revoke?page=2"`, `href="?page=2" data-close`)
	w = d.post(list+"/"+ask[2]+"/revoke?page=2", nil)
	if to := w.Header().Get("Location"); w.Code != 303 || to != list+"?page=2" {
		t.Fatalf("%d %s", w.Code, to)
	}
	// That was the last one of the page.
	if to := d.get(list + "?page=2").Header().Get("Location"); to != list {
		t.Errorf("an empty page leads to %q", to)
	}
	keys, err := d.inbox.Admin.Keys(t.Context(), d.workspace, false, svcx.Page{Limit: 1})
	if err != nil || keys.Total != page.RowsPerPage {
		t.Errorf("%d keys are left, %v", keys.Total, err)
	}
}

// A key that has expired is like a revoked one; the list says so. That the API is off is said too.
func TestExpiredKeyIsShown(t *testing.T) {
	d := newDesk(t)
	now := d.inbox.Core.Now()
	past, soon := now-1, now+1
	if _, _, err := d.inbox.Admin.CreateKey(t.Context(), d.call(), svcx.KeyDraft{Name: "Past", ExpiresAt: &now}); svcx.KindOf(err) != svcx.KindValidation {
		t.Errorf("a key that expires now: %v", err)
	}
	k := &svcx.Key{ExpiresAt: &now}
	if !k.Expired(now) || k.Expired(past) || (&svcx.Key{}).Expired(now) {
		t.Error("a key works until the time of its expiry and not longer")
	}
	off, none := false, []svcx.Scope{}
	_, plain, err := d.inbox.Admin.CreateKey(t.Context(), d.call(), svcx.KeyDraft{Name: "Soon", Scopes: []svcx.Scope{svcx.ScopeContactsRead}, ExpiresAt: &soon})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.inbox.Admin.Authenticate(t.Context(), d.workspace, plain); err != nil {
		t.Errorf("before it expires: %v", err)
	}
	if _, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{APIEnabled: &off, AllowedScopes: &none}); err != nil {
		t.Fatal(err)
	}
	d.page(d.get(settingsURL+"/api"), 200, "The API is switched off for this workspace", "no longer allowed for this workspace", "Off</span>")
}

// R 4.7: a secret's value is written, and no page shows it.
func TestSecretPages(t *testing.T) {
	d := newDesk(t)
	const list = settingsURL + "/secrets"
	d.page(d.get(list), 200, "No secrets yet", "curl /api/v1/shop/secrets/shop.token")
	form := with(d.formOf(list+"/new"), "secret", " crm.token ", "value", "s3cr3t-1\r\nline two", "name", "", "description", "Of the CRM")
	for range 2 {
		d.page(d.follow(d.post(list, form), list), 200, "crm.token", "Of the CRM", "Secret created", "curl /api/v1/shop/secrets/crm.token")
	}
	if _, value, err := d.inbox.Admin.ReadSecret(t.Context(), d.call(), "crm.token"); err != nil || value != "s3cr3t-1\nline two" {
		t.Errorf("%q %v", value, err)
	}
	new := with(d.formOf(list+"/new"), "secret", "x", "value", "x")
	for _, c := range []struct{ name, value, field, says string }{
		{"secret", "", "secret", "A key has 1 to 128 letters"}, {"secret", "..", "secret", "A key has 1 to 128 letters"}, {"secret", "a b", "secret", "A key has 1 to 128 letters"},
		{"secret", "crm.token", "secret", "Another secret has this key."},
		{"value", "", "value", "The value is empty."},
		{"value", strings.Repeat("é", 65537), "value", "at most 65,536 characters"},
		{"name", strings.Repeat("é", 256), "name", "at most 255 characters"},
		{"description", strings.Repeat("é", 2001), "description", "at most 2,000 characters"},
	} {
		d.wrong(d.post(list, with(new, c.name, c.value)), c.field, c.says)
	}
	const one = list + "/key/crm.token"
	if body := d.get(one).Body.String(); strings.Contains(body, "s3cr3t") || !strings.Contains(body, "A value is stored, and is not shown.") {
		t.Error("the page shows the value")
	}
	d.page(d.follow(d.post(one, with(d.formOf(one), "name", "CRM", "description", "", "value", "")), list), 200, ">CRM<")
	if s, value, err := d.inbox.Admin.ReadSecret(t.Context(), d.call(), "crm.token"); err != nil || value != "s3cr3t-1\nline two" || s.Description != "" {
		t.Errorf("%q %+v %v", value, s, err)
	}
	if d.follow(d.post(one, with(d.formOf(one), "name", "")), list); strings.Contains(d.get(list).Body.String(), ">CRM<") {
		t.Error("without a name a secret is called by its key")
	}
	d.follow(d.post(one, with(d.formOf(one), "name", "CRM", "value", "s3cr3t-2")), list)
	if _, value, err := d.inbox.Admin.ReadSecret(t.Context(), d.call(), "crm.token"); err != nil || value != "s3cr3t-2" {
		t.Errorf("%q %v", value, err)
	}
	for _, no := range []string{"/key/none", "/key/a%00b", "/key/%ff"} {
		d.page(d.get(list+no), 404)
	}
	for range 2 {
		d.page(d.follow(d.post(one+"/delete", nil), list), 200, "Secret deleted")
	}
}

// Form A has no secrets: nothing could read them.
func TestSecretsInFormA(t *testing.T) {
	inBothForms(t, func(d *desk) {
		if _, err := d.inbox.Admin.CreateSecret(d.Context(), d.call(), svcx.SecretDraft{Key: "old", Name: "old", Value: "x"}); err != nil {
			d.Fatal(err)
		}
	}, func(t *testing.T, d *desk) {
		d.T = t
		body, want := d.get(settingsURL+"/secrets").Body.String(), 404
		if strings.Contains(t.Name(), "/B") {
			want = 200
		}
		if strings.Contains(body, "nothing can read them") != (want == 404) || !strings.Contains(body, ">old<") {
			t.Error("the page does not say whether secrets can be read")
		}
		d.page(d.get(settingsURL+"/secrets/new"), want)
	})
}

// The key of the AI provider is stored and not shown; another address removes it.
func TestAIPage(t *testing.T) {
	d := newDesk(t)
	const one = settingsURL + "/ai"
	d.page(d.get(one), 200, "No key is stored.", "The Free plan has no AI features.", `name="enabled" type="checkbox" role="switch" aria-labelledby="label-enabled" aria-describedby="hint-enabled" checked`)
	settings := func() svcx.AISettings {
		s, err := d.inbox.Admin.AISettings(t.Context(), d.workspace)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	form := with(d.formOf(one), "rename", "on", "baseUrl", " https://ai.example/v1 ", "model", "large", "apiKey", "sk-secret")
	d.page(d.follow(d.post(one, form), one), 200, "A key is stored, encrypted", "Replace the API key", `value="large"`, ">Saved")
	if s := settings(); s.Enabled || !s.AutoRename || s.AutoSummarize || s.BaseURL != "https://ai.example/v1" || s.APIKey == nil {
		t.Errorf("%+v", s)
	}
	if strings.Contains(d.get(one).Body.String(), "sk-secret") {
		t.Error("the key is shown")
	}
	same := with(d.formOf(one), "baseUrl", "https://ai.example/v1", "model", "small", "enabled", "on")
	if d.follow(d.post(one, same), one); settings().APIKey == nil {
		t.Error("another model removed the key")
	}
	d.page(d.follow(d.post(one, with(d.formOf(one), "baseUrl", "", "model", "small")), one), 200, "was removed", "No key is stored.")
	d.follow(d.post(one, with(d.formOf(one), "apiKey", "sk-other")), one)
	if d.follow(d.post(one, with(d.formOf(one), "noKey", "on")), one); settings().APIKey != nil {
		t.Error("the key was not removed")
	}
	for _, c := range []struct{ name, value, field, says string }{
		{"baseUrl", "https://ai.example/v1?x=1", "baseUrl", "must be without a query"},
		{"baseUrl", "https://ai.example/" + strings.Repeat("x", 2048), "baseUrl", "at most 2,048 characters"},
		{"model", strings.Repeat("x", 256), "model", "at most 255 characters"},
		{"apiKey", strings.Repeat("x", 1001), "apiKey", "at most 1,000 characters"},
	} {
		d.wrong(d.post(one, with(d.formOf(one), c.name, c.value)), c.field, c.says)
	}
	// Somebody else chose another model meanwhile.
	mine, theirs := with(d.formOf(one), "model", "mine"), "theirs"
	if _, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{AI: &svcx.AIPatch{Model: &theirs}}); err != nil {
		t.Fatal(err)
	}
	d.wrong(d.post(one, mine), "model", "Somebody else changed this to “theirs” meanwhile.")
}

// The workspace's admins change its name; the rest is shown.
func TestWorkspacePage(t *testing.T) {
	d := newDesk(t)
	const one = settingsURL + "/workspace"
	d.page(d.get(one), 200, `value="W"`, `value="/app/shop"`, `value="shop"`, "Form B", "Ask the people who run this server.", `<th scope="col" aria-current="true">Free`)
	d.page(d.follow(d.post(one, with(d.formOf(one), "name", " Northwind ")), one), 200, `value="Northwind"`, ">Saved")
	d.wrong(d.post(one, with(d.formOf(one), "name", " ")), "name", "The name is empty.")
	mine, theirs := with(d.formOf(one), "name", "Mine"), "Theirs"
	if _, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{Name: &theirs}); err != nil {
		t.Fatal(err)
	}
	refused := d.post(one, mine)
	d.wrong(refused, "name", "Somebody else changed this to “Theirs” meanwhile.")
	again := mine
	for _, m := range regexp.MustCompile(`name="(was\.\w+)" value="([^"]*)"`).FindAllStringSubmatch(refused.Body.String(), -1) {
		again = with(again, m[1], html.UnescapeString(m[2]))
	}
	d.page(d.follow(d.post(one, again), one), 200, `value="Mine"`)
}
