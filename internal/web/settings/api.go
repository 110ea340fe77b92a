package settings

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// apiRoutes are the pages of the REST API and its keys.
func (h *Pages) apiRoutes() {
	const pages = "/app/{org}" + page.APIPath
	h.Handle("GET "+pages, h.InWorkspace(svcx.RoleAdmin, h.apiPage))
	h.Handle("GET "+pages+"/new", h.InWorkspace(svcx.RoleAdmin, h.newKey))
	h.Handle("POST "+pages+"/new", h.InWorkspace(svcx.RoleAdmin, h.createKey))
	h.Handle("POST "+pages+"/{id}/revoke", h.InWorkspace(svcx.RoleAdmin, h.revokeKey))
}

// apiView is the page of the API.
type apiView struct {
	page.Frame
	page.Paging
	keys []*svcx.Key
	// base is the address of the API.
	base string
	// server is where it is switched on and off, "" for somebody who may not do that.
	server string
	// prefix is how much of a key is shown.
	prefix int
	asked  string
}

// keyView is the form of a new key.
type keyView struct {
	page.Frame
	written
	scopes []scopeGroup
}

// madeView shows a new key, once.
type madeView struct {
	page.Frame
	key   *svcx.Key
	plain string
	base  string
}

// scopeGroup are the scopes of one resource.
type scopeGroup struct {
	name   string
	scopes []scopeChoice
}

type scopeChoice struct {
	svcx.Scope
	text   string
	chosen bool
}

// apiBase is the address of the workspace's REST API.
func (h *Pages) apiBase(s *page.Viewer) string {
	return h.Front.BaseURL + "/api/v1/" + s.Workspace.Slug
}

// apiPage is GET /app/{org}/settings/api.
func (h *Pages) apiPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) (err error) {
	v := apiView{base: h.apiBase(s), prefix: h.forms.Of(s.Workspace.Form).KeyPrefixLength, asked: asked(r)}
	if v.Paging, err = page.ReadPaging(r); err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("api"), page.APIPath); err != nil {
		return err
	}
	list, err := h.Admin.Keys(r.Context(), s.Workspace, false, v.Part())
	if err != nil {
		return err
	}
	v.keys = list.Items
	if len(v.keys) == 0 && v.Page > 1 {
		return page.Redirect(w, r, s.Path(page.APIPath)) // the last one of it was revoked
	}
	v.Counted(len(v.keys), list.Total, false)
	if v.server, err = h.serverLink(r.Context(), s); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, apiPage(v))
}

// serverLink is the address where plan, form, scopes and the API of workspaces are set, or ""
// for somebody who may not do that.
func (h *Pages) serverLink(ctx context.Context, s *page.Viewer) (string, error) {
	main, err := h.Admin.AdminWorkspace(ctx)
	if err == nil {
		var m *svcx.Member
		if m, err = h.Identity.Member(ctx, main, s.Session.User.ID); err == nil && m.Role == svcx.RoleAdmin {
			return "/app/" + main.Slug + page.WorkspacesPath + "/" + s.Workspace.Slug, nil
		}
	}
	if svcx.KindOf(err) == svcx.KindNotFound {
		err = nil
	}
	return "", err
}

// newKey is GET …/new.
func (h *Pages) newKey(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showKeyForm(w, r, s, http.StatusOK, empty("name", "", "expires", "", "date", ""), nil)
}

func (h *Pages) showKeyForm(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, f written, chosen []svcx.Scope) (err error) {
	v := keyView{written: f}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("key.new"), page.APIPath); err != nil {
		return err
	}
	v.scopes = h.scopeGroups(s, chosen)
	return page.Show(w, r, status, keyPage(v))
}

// scopeGroups are the scopes that keys of the workspace may have, by resource.
func (h *Pages) scopeGroups(s *page.Viewer, chosen []svcx.Scope) (groups []scopeGroup) {
	f := h.forms.Of(s.Workspace.Form)
	for _, scope := range f.Scopes {
		if !s.Workspace.Allows(scope) {
			continue
		}
		resource, _, _ := strings.Cut(string(scope), ":")
		name := s.T("scope.of." + resource)
		if len(groups) == 0 || groups[len(groups)-1].name != name {
			groups = append(groups, scopeGroup{name: name})
		}
		last := &groups[len(groups)-1]
		last.scopes = append(last.scopes, scopeChoice{scope, s.T("scope." + string(f.Name) + "." + strings.ReplaceAll(string(scope), ":", ".")), slices.Contains(chosen, scope)})
	}
	return groups
}

// createKey is POST …/new {name, scopes, expires, date}. The answer has the key, which nothing
// can show again; a form that is sent again makes no second one.
func (h *Pages) createKey(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f := readWritten(posted, "name", "scopes", "expires", "date")
	f.trim("name")
	f.name(s, "name")
	draft := svcx.KeyDraft{Name: f.value["name"], Scopes: h.readScopes(s, posted)}
	if len(draft.Scopes) == 0 {
		f.wrong["scopes"] = s.T("key.scopes.none")
	}
	draft.ExpiresAt = h.readExpiry(s, h.ReadClock(r, s), f)
	if f.refused() == nil {
		var made *svcx.Key
		var plain string
		what := draft.Name + "\n" + strings.Join(posted["scopes"], "\n") + "\n" + f.value["expires"] + f.value["date"]
		_, err = page.Once(r.Context(), page.OnceFor(h.core, s, r, f.key), "key", what, func(k *svcx.Key) int64 { return int64(k.ID) },
			func(ctx context.Context, call inbox.Call) (_ *svcx.Key, err error) {
				made, plain, err = h.Admin.CreateKey(ctx, call, draft)
				return made, err
			})
		switch {
		case err == nil && made != nil:
			return h.showKey(w, r, s, made, plain)
		case err == nil:
			return h.saved(w, r, s, "keyBefore", page.APIPath)
		}
	}
	if err := f.explain(s, err, "key.refused.", nil); err != nil {
		return err
	}
	return h.showKeyForm(w, r, s, http.StatusUnprocessableEntity, f, draft.Scopes)
}

// readScopes are the scopes that were chosen and may be.
func (h *Pages) readScopes(s *page.Viewer, posted url.Values) []svcx.Scope {
	chosen := []svcx.Scope{}
	for _, scope := range h.forms.Of(s.Workspace.Form).Scopes {
		if slices.Contains(posted["scopes"], string(scope)) && s.Workspace.Allows(scope) {
			chosen = append(chosen, scope)
		}
	}
	return chosen
}

// expiries are the choices of how long a key works, in days; "" is for ever.
var expiries = []struct {
	name string
	days int
}{{"30", 30}, {"90", 90}, {"365", 365}}

// onDate is the choice of a date.
const onDate = "date"

// readExpiry is when a key expires; nil for never. With a date it is the end of that day for the
// reader.
func (h *Pages) readExpiry(s *page.Viewer, c page.Clock, f written) *svcx.Time {
	for _, e := range expiries {
		if f.value["expires"] == e.name {
			at := c.Now.Add(time.Duration(e.days) * 24 * time.Hour)
			return &at
		}
	}
	if f.value["expires"] != onDate {
		return nil
	}
	at, ok := c.DayEnd(f.value["date"])
	switch {
	case !ok:
		f.wrong["date"] = s.T("key.date.wrong")
	case at <= c.Now:
		f.wrong["date"] = s.T("key.date.past")
	}
	return &at
}

func (h *Pages) showKey(w http.ResponseWriter, r *http.Request, s *page.Viewer, k *svcx.Key, plain string) (err error) {
	v := madeView{key: k, plain: plain, base: h.apiBase(s)}
	if v.Frame, err = h.FrameAt(w, r, s, richtext.Name(k.Name), page.APIPath); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusCreated, madePage(v))
}

// revokeKey is POST …/{id}/revoke, with the ?page= of the list. One that is revoked already is no
// failure.
func (h *Pages) revokeKey(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	at, err := page.ReadPaging(r)
	if err != nil {
		return err
	}
	id, err := page.PathID[svcx.KeyID](r, "id", "key")
	if err == nil {
		err = h.Admin.RevokeKey(r.Context(), s.Call(), id)
	}
	return h.gone(w, r, s, err, "keyRevoked", page.APIPath+page.ListQuery("", at.Page))
}

// prefixOf is the beginning of a key, as the API shows it.
func (v apiView) prefixOf(k *svcx.Key) string { return k.Prefix[:min(len(k.Prefix), v.prefix)] }

// dialog is the name of the dialog that asks before a key is revoked.
func (v apiView) dialog(k *svcx.Key) string { return "revoke-" + page.IDOrNone(&k.ID) }

func (v apiView) revoke(k *svcx.Key) string {
	return v.Path(page.APIPath) + "/" + page.IDOrNone(&k.ID) + "/revoke" + page.ListQuery("", v.Page)
}

func (v apiView) pageLink(n int) string { return v.Path(page.APIPath) + page.ListQuery("", n) }

// expiryOptions are the choices of the form.
func (v keyView) expiryOptions() []page.Option {
	chosen := v.value["expires"]
	all := []page.Option{{Name: v.T("key.expires.never"), Chosen: chosen == ""}}
	for _, e := range expiries {
		all = append(all, page.Option{Value: e.name, Name: v.N("key.expires.days", e.days), Chosen: chosen == e.name})
	}
	return append(all, page.Option{Value: onDate, Name: v.T("key.expires.date"), Chosen: chosen == onDate})
}

// calls are requests to try keys with, by the scope that they need.
var calls = []struct {
	scope svcx.Scope
	line  string
}{
	{svcx.ScopeConversationsRead, "/conversations?limit=1"},
	{svcx.ScopeContactsRead, "/contacts?limit=1"},
	{svcx.ScopeSecretsRead, "/secrets"},
	{svcx.ScopeMessagesRead, "/conversations/1/messages?limit=1"},
	{svcx.ScopeRatingsRead, "/conversations/1/rating"},
	{svcx.ScopeConfigWrite, "/staff-links?channelId=1"},
}

// tryIt is a request that the key may make.
func (v madeView) tryIt() string {
	const post = " \\\n  -H 'Content-Type: application/json' -d "
	line := ""
	for _, c := range calls {
		if line == "" && v.key.Has(c.scope) {
			line = "'" + v.base + c.line + "'"
		}
	}
	writes := ""
	if line == "" {
		switch line = "'" + v.base + "/contacts'"; {
		case v.key.Has(svcx.ScopeContactsWrite):
			writes = post + `'{"externalId":"u-1","name":"Ada"}'`
		case v.key.Has(svcx.ScopeConversationsWrite):
			line, writes = "'"+v.base+"/conversations'", post+`'{"subject":"Hello"}'`
		case v.key.Has(svcx.ScopeMessagesWrite):
			line, writes = "'"+v.base+"/conversations/1/messages'", post+`'{"content":"Hello","author":{"name":"Ada"}}'`
		case v.key.Has(svcx.ScopeRatingsWrite):
			line, writes = "'"+v.base+"/conversations/1/rate'", post+`'{"rating":5}'`
		default:
			line, writes = "'"+v.base+"/conversations/1/resolve'", " \\\n  -X POST"
		}
	}
	return "curl " + line + " \\\n  -H 'Authorization: Bearer " + v.plain + "'" + writes
}
