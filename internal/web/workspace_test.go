package web

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/limit"
)

const workspacesURL = "/app/main/admin/workspaces"

// newOperator is a site whose user is an admin of the admin workspace, beside the workspace "shop".
func newOperator(t *testing.T) *desk {
	t.Helper()
	d := &desk{site: newSite(t, limit.Rate{})}
	if _, err := d.inbox.Bootstrap(t.Context(), admin.NewWorkspace{Slug: "main", Name: "Main", Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "op@example.com"}); err != nil {
		t.Fatal(err)
	}
	d.workspace, d.channel = d.inbox.NewWorkspace(t, "shop")
	d.session, d.err = &svcx.Session{User: svcx.User{ID: 1, Email: "op@example.com", Name: "Op"}}, nil
	return d
}

// shop is the workspace "shop" as it is now.
func (d *desk) shop() *svcx.Workspace {
	d.Helper()
	w, err := d.inbox.Admin.Workspace(d.Context(), "shop")
	if err != nil {
		d.Fatal(err)
	}
	return w
}

// The pages are in the admin workspace alone, and for its admins.
func TestWhoMaySeeWorkspaces(t *testing.T) {
	d := newOperator(t)
	main, err := d.inbox.AdminWorkspace(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: main, Actor: inbox.Operator}, svcx.MemberDraft{Email: "agent@example.com", Role: svcx.RoleAgent}); err != nil {
		t.Fatal(err)
	}
	paths := []string{"/admin/workspaces", "/admin/new-workspace", "/admin/workspaces/shop", "/admin/workspaces/shop/form?to=A"}
	for user, want := range map[svcx.UserID][2]int{1: {200, 404}, 2: {404, 404}, 3: {403, 404}, 9: {404, 404}} {
		d.session = &svcx.Session{User: svcx.User{ID: user}}
		for _, path := range paths {
			d.page(d.get("/app/main"+path), want[0])
			d.page(d.get("/app/shop"+path), want[1])
		}
		if want[0] != 200 {
			d.page(d.post("/app/main/admin/workspaces/shop", url.Values{"name": {"x"}}), want[0])
			d.page(d.post("/app/main/admin/workspaces/shop/form", url.Values{"to": {"A"}}), want[0])
		}
	}
	if d.shop().Name != "W" || d.shop().Form != svcx.FormB {
		t.Error("a stranger changed it")
	}
}

// Workspaces are listed and found, with what they are and have.
func TestWorkspacesAreListed(t *testing.T) {
	d := newOperator(t)
	d.says("c1", "Amara", "Hello")
	w := d.get(workspacesURL)
	d.page(w, 200, "<title>Workspaces · svcx</title>", "2 workspaces", `href="/app/main/admin/workspaces/shop"`, "· admin workspace", "API on")
	row := regexp.MustCompile(`(?s)workspaces/shop".*?</tr>`).FindString(w.Body.String())
	if cells := regexp.MustCompile(`<td class="num">(\d+)</td>`).FindAllStringSubmatch(row, -1); len(cells) != 2 || cells[0][1] != "1" || cells[1][1] != "1" {
		t.Errorf("%q", cells)
	}
	d.page(d.get(workspacesURL+"?q=SHOP"), 200, "1 workspace<")
	d.page(d.get(workspacesURL+"?q=nothing"), 200, "No workspace has these words")
	if body := d.get(workspacesURL+"?q=shop", "HX-Request: true").Body.String(); strings.Contains(body, "<html") || !strings.Contains(body, "/shop\"") {
		t.Error(body)
	}
}

// A workspace is created with its first admin, whose link is shown once.
func TestWorkspaceIsCreated(t *testing.T) {
	d := newOperator(t)
	const create = "/app/main/admin/new-workspace"
	d.page(d.get(create), 200, `value="op@example.com"`, `name="plan" value="free" checked`, `name="form" value="B" checked`)
	good := url.Values{"name": {"Acme <b>"}, "slug": {"acme"}, "email": {"carol@example.com"}, "plan": {"pro"}, "form": {"A"}}
	for _, c := range []struct{ field, value, says string }{
		{"name", " ", "The name is empty."}, {"slug", "Acme!", "lower-case letters, digits and hyphens"}, {"slug", "docs", "lower-case letters, digits and hyphens"}, {"slug", "shop", "Another workspace has this slug."}, {"email", "x", "This is not an e-mail address."},
	} {
		fields := url.Values{}
		for name, values := range good {
			fields[name] = values
		}
		fields.Set(c.field, c.value)
		w := d.post(create, fields)
		d.page(w, 422, `id="error-`+c.field+`"`, c.says, `value="pro" checked`, `value="A" checked`)
		if strings.Count(w.Body.String(), `aria-invalid="true"`) != 1 {
			t.Errorf("%s: not one field is wrong", c.value)
		}
	}
	w := d.post(create, good)
	d.page(w, 200, "Acme &lt;b&gt;", "Sign-in link for carol@example.com")
	made, err := d.inbox.Admin.Workspace(t.Context(), "acme")
	if err != nil || made.Form != svcx.FormA || made.Plan != svcx.PlanPro || !made.APIEnabled {
		t.Fatal(made, err)
	}
	cookie, _, err := d.inbox.SignIn(t.Context(), identity.SignIn{Token: d.passed(w.Body.String())})
	if err != nil {
		t.Fatal(err)
	}
	d.use(cookie)
	d.page(d.get("/app/acme/settings/members"), 200, "carol@example.com")
	// One's own needs no link.
	d.session = &svcx.Session{User: svcx.User{ID: 1, Email: "op@example.com"}}
	if w := d.post(create, url.Values{"name": {"Mine"}, "slug": {"new"}, "email": {"OP@example.com"}, "plan": {"x"}, "form": {"x"}}); w.Code != 303 || w.Header().Get("Location") != "/app/new/inbox" {
		t.Errorf("%d %s", w.Code, w.Header())
	}
	d.page(d.get(workspacesURL+"/new"), 200, "<h1 dir=\"auto\">Mine</h1>")
}

// Name, plan, API and scopes are saved together; those that the form does not have stay until the
// list is changed.
func TestWorkspaceIsChanged(t *testing.T) {
	d := newOperator(t)
	const shop = workspacesURL + "/shop"
	if _, _, err := d.inbox.CreateKey(t.Context(), d.call(), svcx.KeyDraft{Name: "scripts", Scopes: []svcx.Scope{svcx.ScopeSecretsRead, svcx.ScopeMessagesRead}}); err != nil {
		t.Fatal(err)
	}
	d.page(d.get(shop), 200, "1 member · 0 conversations", "Read messages and field values.", "· 1 key", `name="scopes" value="all" checked`, "is answered with 403 where the scope is needed", "Change to form A")
	w := d.post(shop, url.Values{"name": {"Shop"}, "plan": {"business"}, "scopes": {"some"}, "scope": {"messages:read", "nonsense"}})
	if w.Code != 303 || w.Header().Get("Location") != shop {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	got := d.shop()
	if got.Name != "Shop" || got.Plan != svcx.PlanBusiness || got.APIEnabled || !slices.Equal(got.AllowedScopes, []svcx.Scope{svcx.ScopeMessagesRead}) {
		t.Errorf("%+v", got)
	}
	d.page(d.get(shop), 200, "API off", `value="some" checked`, `value="messages:read" checked`)
	d.page(d.post(shop, url.Values{"name": {" "}, "api": {"on"}, "plan": {"pro"}, "scopes": {"all"}}), 422, "The name is empty.", `value="pro" checked`, `value="all" checked`)
	if w := d.post(shop, url.Values{"name": {"Shop"}, "api": {"on"}, "plan": {"nonsense"}, "scopes": {"some"}}); w.Code != 303 {
		t.Fatalf("%d", w.Code)
	}
	if got := d.shop(); !got.APIEnabled || got.AllowedScopes == nil || len(got.AllowedScopes) != 0 || got.Plan != svcx.PlanBusiness {
		t.Errorf("%+v", got)
	}
	if w := d.post(shop, url.Values{"name": {"Shop"}, "api": {"on"}, "scopes": {"all"}}); w.Code != 303 || d.shop().AllowedScopes != nil {
		t.Errorf("%d %v", w.Code, d.shop().AllowedScopes)
	}
	// Fault: saving the name dropped the scopes of the other form.
	some := []svcx.Scope{svcx.ScopeMessagesRead, svcx.ScopeSecretsRead}
	if _, err := d.inbox.SetWorkspace(t.Context(), d.call(), "shop", svcx.WorkspacePatch{AllowedScopes: &some}); err != nil {
		t.Fatal(err)
	}
	d.post(shop+"/form", url.Values{"to": {"A"}})
	d.post(shop, url.Values{"name": {"Again"}, "api": {"on"}, "scopes": {"some"}, "scope": {"messages:read"}})
	if got := d.shop(); got.Name != "Again" || got.Form != svcx.FormA || !slices.Equal(got.AllowedScopes, some) {
		t.Errorf("%+v", got)
	}
	// Fault: a page that was opened before switched on what somebody else had switched off.
	rest := regexp.MustCompile(`name="was.rest" value="([^"]+)"`).FindStringSubmatch(d.get(shop).Body.String())[1]
	off := false
	if _, err := d.inbox.SetWorkspace(t.Context(), d.call(), "shop", svcx.WorkspacePatch{APIEnabled: &off}); err != nil {
		t.Fatal(err)
	}
	stale := url.Values{"name": {"Mine"}, "api": {"on"}, "scopes": {"some"}, "scope": {"messages:read"}, "was.rest": {rest}}
	if w := d.post(shop, stale); w.Code != 303 || d.shop().APIEnabled || d.shop().Name != "Mine" {
		t.Errorf("%d %+v", w.Code, d.shop())
	}
	stale.Set("scopes", "all")
	d.page(d.post(shop, stale), 422, "Somebody else changed the plan, the API or the scopes in the meantime.", `value="all" checked`)
	if d.shop().APIEnabled {
		t.Error("the API is on")
	}
	for _, missing := range []string{"/nobody", "/Shop", "/%00"} {
		d.page(d.get(workspacesURL+missing), 404)
	}
}

// What a change of form does is shown before, with the keys that lose a scope.
func TestFormIsChanged(t *testing.T) {
	d := newOperator(t)
	const shop = workspacesURL + "/shop"
	if _, _, err := d.inbox.CreateKey(t.Context(), d.call(), svcx.KeyDraft{Name: "reads <b>", Scopes: []svcx.Scope{svcx.ScopeSecretsRead}}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.inbox.CreateKey(t.Context(), d.call(), svcx.KeyDraft{Name: "stays", Scopes: []svcx.Scope{svcx.ScopeMessagesRead}}); err != nil {
		t.Fatal(err)
	}
	w := d.get(shop + "/form?to=A")
	d.page(w, 200, "Change W to form A", "1 channel, 1 with a webhook.", "1 API key loses a scope.", "reads &lt;b&gt;", `<code class="mono">secrets:read</code>`, `<code class="mono">conversation.resolved</code>`,
		"can no longer be shown", "Everything that is stored")
	if strings.Contains(w.Body.String(), "stays</li>") || d.shop().Form != svcx.FormB {
		t.Error("it names a key that keeps its scopes, or has changed it")
	}
	for _, wrong := range []string{"", "?to=C", "?to=a"} {
		d.page(d.get(shop+"/form"+wrong), 404)
	}
	if w := d.get(shop + "/form?to=B"); w.Code != 303 {
		t.Errorf("to the form that it has: %d", w.Code)
	}
	d.page(d.post(shop+"/form", url.Values{"to": {"A"}}, "Sec-Fetch-Site: cross-site"), 403)
	d.page(d.post(shop+"/form", url.Values{"to": {"x"}}), 404)
	if w := d.post(shop+"/form", url.Values{"to": {"A"}}); w.Code != 303 || d.shop().Form != svcx.FormA {
		t.Fatalf("%d %s", w.Code, d.shop().Form)
	}
	d.page(d.get(shop+"/form?to=B"), 200, "They can be shown again once they are regenerated", "Ids are numbers")
}
