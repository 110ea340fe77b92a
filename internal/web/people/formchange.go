package people

import (
	"net/http"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// formChangeView is what a change of a workspace's form will do.
type formChangeView struct {
	page.Frame
	shown *svcx.Workspace
	to    svcx.FormName
	// channels and webhooks are how many channels the workspace has, and how many of them are
	// sent events.
	channels, webhooks int
	// lost are scopes that the new form does not have, losing the keys that hold one; dropped
	// are those of the workspace's own list.
	lost, dropped []svcx.Scope
	losing        []*svcx.Key
	// quiet are events that are not sent any more, loud those that will be; gone are calls of
	// the API that it does not have any more, come those that it will have.
	quiet, loud []svcx.EventType
	gone, come  []string
	// forgets is set if the channel keys that can be shown are forgotten, reveals if new ones
	// will be shown.
	forgets, reveals bool
}

// formChangePage is GET …/{slug}/form?to=.
func (h *Pages) formChangePage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	shown, err := h.workspaceOf(r)
	if err != nil {
		return err
	}
	v := formChangeView{shown: shown, to: svcx.FormName(r.URL.Query().Get("to"))}
	if !v.to.Valid() {
		return svcx.NotFound("page")
	}
	if v.to == shown.Form {
		return page.Redirect(w, r, workspaceLink(s, shown, ""))
	}
	if err := h.foresee(r, &v); err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("workspaces.form.title", "Name", workspaceName(shown), "Form", string(v.to)), page.WorkspacesPath); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, formChangePage(v))
}

// eventTypes are all that may be sent to a webhook.
var eventTypes = []svcx.EventType{
	svcx.EventMessageCreated, svcx.EventConversationResolved, svcx.EventConversationClosed, svcx.EventConversationReopened, svcx.EventConversationAssigned,
	svcx.EventRatingSubmitted, svcx.EventRatingRequested,
}

// foresee finds what the change will do.
func (h *Pages) foresee(r *http.Request, v *formChangeView) error {
	set := h.options.Forms
	from, to := v.shown.Form, v.to
	for offset, more := 0, true; more; {
		list, err := h.Admin.Channels(r.Context(), v.shown, svcx.Page{Limit: keysStep, Offset: offset})
		if err != nil {
			return err
		}
		for _, c := range list.Items {
			if v.channels++; c.Settings.WebhookURL != "" {
				v.webhooks++
			}
		}
		offset, more = offset+len(list.Items), len(list.Items) == keysStep
	}
	for _, scope := range set.Of(from).Scopes {
		if !set.Knows(to, scope) {
			v.lost = append(v.lost, scope)
		}
	}
	gone := func(scope svcx.Scope) bool { return !set.Knows(to, scope) }
	for _, scope := range v.shown.AllowedScopes {
		if gone(scope) {
			v.dropped = append(v.dropped, scope)
		}
	}
	keys, err := h.validKeys(r.Context(), v.shown)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if slices.ContainsFunc(k.Scopes, gone) {
			v.losing = append(v.losing, k)
		}
	}
	for _, e := range eventTypes {
		switch before, after := set.Sends(from, e), set.Sends(to, e); {
		case before && !after:
			v.quiet = append(v.quiet, e)
		case after && !before:
			v.loud = append(v.loud, e)
		}
	}
	was, is := h.operationsOf(from), h.operationsOf(to)
	v.gone, v.come = without(was, is), without(is, was)
	v.forgets = set.RevealsChannelKey(from) && !set.RevealsChannelKey(to)
	v.reveals = !set.RevealsChannelKey(from) && set.RevealsChannelKey(to)
	return nil
}

// operationsOf are the calls that the API has in a form, "GET /path" by id.
func (h *Pages) operationsOf(name svcx.FormName) map[string]string {
	calls := make(map[string]string)
	all := h.options.Reference()
	if at := slices.Index(forms, name); at >= 0 && at < len(all) {
		for _, path := range all[at].Paths {
			for _, o := range *path.Value {
				if len(o.Value.Servers) == 0 { // the others are not of v1
					calls[o.Value.ID] = strings.ToUpper(o.Name) + " " + path.Name
				}
			}
		}
	}
	return calls
}

// without are those of all that are not among others, by their ids.
func without(all, others map[string]string) (left []string) {
	for id, call := range all {
		if others[id] == "" {
			left = append(left, call)
		}
	}
	slices.Sort(left)
	return left
}

// changeForm is POST …/{slug}/form {to}.
func (h *Pages) changeForm(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	shown, err := h.workspaceOf(r)
	if err != nil {
		return err
	}
	to := svcx.FormName(fields.Get("to"))
	if !to.Valid() {
		return svcx.NotFound("page")
	}
	if to != shown.Form {
		if _, err := h.Admin.SetWorkspace(r.Context(), s.Call(), shown.Slug, svcx.WorkspacePatch{Form: &to}); err != nil {
			return err
		}
	}
	h.Done(w, "formChanged", nil)
	return page.Redirect(w, r, workspaceLink(s, shown, ""))
}

// keyNames are the names of API keys.
func keyNames(keys []*svcx.Key) (names []string) {
	for _, k := range keys {
		names = append(names, richtext.Name(k.Name))
	}
	return names
}
