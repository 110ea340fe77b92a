package people

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/web/page"
)

// workspaceView is the page of a workspace, for admins of the admin workspace.
type workspaceView struct {
	page.Frame
	shown  *svcx.Workspace
	size   svcx.WorkspaceSize
	scopes []svcx.Scope
	// keys counts the valid keys of the workspace that hold a scope.
	keys map[svcx.Scope]int
	// name is what was written.
	name, was string
	// wasRest stands for what the form showed besides the name.
	wasRest string
	wrong   map[string]string
	alert   string
	link    *passedLink
}

// workspacePage is GET /app/{org}/admin/workspaces/{slug}.
func (h *Pages) workspacePage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	shown, err := h.workspaceOf(r)
	if err != nil {
		return err
	}
	return h.showWorkspace(w, r, s, http.StatusOK, workspaceView{shown: shown})
}

// workspaceOf finds the workspace of a path.
func (h *Pages) workspaceOf(r *http.Request) (*svcx.Workspace, error) {
	slug := r.PathValue("slug")
	if svcx.CheckSlug(slug) != nil {
		return nil, svcx.NotFound("workspace")
	}
	return h.Admin.Workspace(r.Context(), slug)
}

// showWorkspace shows a workspace; without what is wrong its name is the stored one.
func (h *Pages) showWorkspace(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v workspaceView) (err error) {
	if v.Frame, err = h.FrameAt(w, r, s, workspaceName(v.shown), page.WorkspacesPath); err != nil {
		return err
	}
	if v.wrong == nil {
		v.name = page.ShownAs(v.shown.Name, true)
	}
	v.was = page.Digest(page.ShownAs(v.shown.Name, true))
	if v.wasRest == "" {
		v.wasRest = h.restOf(v.shown)
	}
	sizes, err := h.Admin.WorkspaceSizes(r.Context(), []*svcx.Workspace{v.shown})
	if err != nil {
		return err
	}
	v.size, v.scopes = sizes[v.shown.ID], h.options.Forms.Of(v.shown.Form).Scopes
	keys, err := h.validKeys(r.Context(), v.shown)
	if err != nil {
		return err
	}
	v.keys = make(map[svcx.Scope]int)
	for _, k := range keys {
		for _, scope := range k.Scopes {
			v.keys[scope]++
		}
	}
	return page.Show(w, r, status, workspacePage(v))
}

// keysStep is how many API keys are read at once.
const keysStep = 500

// validKeys are the API keys of a workspace that are neither revoked nor expired.
func (h *Pages) validKeys(ctx context.Context, w *svcx.Workspace) (all []*svcx.Key, err error) {
	for {
		list, err := h.Admin.Keys(ctx, w, false, svcx.Page{Limit: keysStep, Offset: len(all)})
		all = append(all, list.Items...)
		if err != nil || len(list.Items) < keysStep {
			now := svcx.At(h.Now())
			return slices.DeleteFunc(all, func(k *svcx.Key) bool { return k.Expired(now) }), err
		}
	}
}

// saveWorkspace is POST …/{slug}: name, plan, API and scopes.
func (h *Pages) saveWorkspace(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	shown, err := h.workspaceOf(r)
	if err != nil {
		return err
	}
	v := workspaceView{shown: shown, wasRest: h.restOf(shown), name: strings.TrimSpace(fields.Get("name")), wrong: make(map[string]string)}
	patch := svcx.WorkspacePatch{}
	changed, conflict := page.Edit{Name: "name", Value: &v.name, Line: true}.Changes(s, fields, shown.Name)
	switch {
	case svcx.Blank(v.name):
		v.wrong["name"] = s.T("workspaces.name.empty")
	case s.NameProblem(v.name) != "":
		v.wrong["name"] = s.NameProblem(v.name)
	case conflict != "":
		v.wrong["name"] = conflict
	case changed:
		patch.Name = &v.name
	}
	chosen := *shown
	chosen.AllowedScopes = nil
	if fields.Get("scopes") == "some" {
		chosen.AllowedScopes = []svcx.Scope{}
		for _, scope := range h.options.Forms.Of(shown.Form).Scopes {
			if slices.Contains(fields["scope"], string(scope)) {
				chosen.AllowedScopes = append(chosen.AllowedScopes, scope)
			}
		}
	}
	// Those that the form does not have stay in the list, unless it is changed.
	now := slices.DeleteFunc(slices.Clone(shown.AllowedScopes), func(scope svcx.Scope) bool { return !h.options.Forms.Knows(shown.Form, scope) })
	if !sameScopes(chosen.AllowedScopes, now) || (chosen.AllowedScopes == nil) != (shown.AllowedScopes == nil) {
		patch.AllowedScopes = &chosen.AllowedScopes
	}
	if plan := svcx.Plan(fields.Get("plan")); plan.Valid() && plan != shown.Plan {
		patch.Plan, chosen.Plan = &plan, plan
	}
	if on := fields.Has("api"); on != shown.APIEnabled {
		patch.APIEnabled, chosen.APIEnabled = &on, on
	}
	switch was := fields.Get(page.WasPrefix + restField); {
	case was == h.restOf(&chosen): // the form did not change it, though others may have
		patch, chosen = svcx.WorkspacePatch{Name: patch.Name}, *shown
	case was != "" && was != v.wasRest:
		v.alert = s.T("workspaces.changed")
	}
	if len(v.wrong) > 0 || v.alert != "" {
		v.shown = &chosen
		return h.showWorkspace(w, r, s, http.StatusUnprocessableEntity, v)
	}
	if patch != (svcx.WorkspacePatch{}) {
		_, err := h.Admin.SetWorkspace(r.Context(), s.Call(), shown.Slug, patch)
		var known *svcx.Error
		if errors.As(err, &known) && known.Kind == svcx.KindValidation {
			v.shown, v.alert = &chosen, page.Sentence(known.Public())
			return h.showWorkspace(w, r, s, http.StatusUnprocessableEntity, v)
		}
		if err != nil {
			return err
		}
	}
	h.Done(w, "saved", nil)
	return page.Redirect(w, r, workspaceLink(s, shown, ""))
}

// restField is the name of the field that says what the form showed besides the name.
const restField = "rest"

// restOf stands for what the form of a workspace shows besides the name.
func (h *Pages) restOf(w *svcx.Workspace) string {
	known := slices.DeleteFunc(slices.Clone(w.AllowedScopes), func(scope svcx.Scope) bool { return !h.options.Forms.Knows(w.Form, scope) })
	slices.Sort(known)
	return page.Digest(fmt.Sprint(w.Plan, w.APIEnabled, w.AllowedScopes == nil, known))
}

func sameScopes(a, b []svcx.Scope) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s svcx.Scope) bool { return !slices.Contains(b, s) })
}

// restricts reports whether the workspace's keys may not hold all scopes of the form.
func (v workspaceView) restricts() bool { return v.shown.AllowedScopes != nil }

// scopeGroup are scopes of one kind of resource.
type scopeGroup struct {
	kind   string
	scopes []svcx.Scope
}

// scopeGroups are the scopes of the form by what they are about.
func (v workspaceView) scopeGroups() (groups []scopeGroup) {
	for _, scope := range v.scopes {
		kind, _, _ := strings.Cut(string(scope), ":")
		if n := len(groups); n == 0 || groups[n-1].kind != kind {
			groups = append(groups, scopeGroup{kind: kind})
		}
		last := &groups[len(groups)-1]
		last.scopes = append(last.scopes, scope)
	}
	return groups
}

// scopeText is the id of what a scope allows in a form, as the page of API keys has it.
func scopeText(form svcx.FormName, scope svcx.Scope) string {
	return "scope." + string(form) + "." + strings.ReplaceAll(string(scope), ":", ".")
}
