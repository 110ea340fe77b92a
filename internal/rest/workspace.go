package rest

import (
	"svcx"
	"svcx/internal/admin"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

// getWorkspace serves GET /api/{org}/workspace, with the AI settings.
func (a *API) getWorkspace(r *request) (any, error) { return r.showWorkspace(r.workspace) }

func (r *request) showWorkspace(w *svcx.Workspace) (any, error) {
	ai, err := r.api.Admin.AISettings(r.http.Context(), w)
	if err != nil {
		return nil, err
	}
	return single{r.api.Forms.Workspace(w, &ai)}, nil
}

// updateOwnWorkspace serves PATCH /api/{org}/workspace: what its own admins may
// change.
func (a *API) updateOwnWorkspace(r *request) (any, error) {
	patch, err := decode(r, func(body []byte) (svcx.WorkspacePatch, error) {
		return form.DecodeWorkspaceSettings(body, a.Core.CheckURL)
	})
	if err != nil {
		return nil, err
	}
	w, err := a.Admin.SetWorkspace(r.http.Context(), inbox.Call{Actor: r.actor()}, r.workspace.Slug, patch)
	if err != nil {
		return nil, err
	}
	return r.showWorkspace(w)
}

// listWorkspaces serves GET /api/admin/workspaces, oldest first.
func (a *API) listWorkspaces(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.ListWorkspaces(r.http.Context(), page)
	if err != nil {
		return nil, err
	}
	return list(items, page, func(w *svcx.Workspace) any { return a.Forms.Workspace(w, nil) }), nil
}

// createWorkspace serves POST /api/admin/workspaces. The new workspace's admin is
// adminEmail, by default the user who makes the request.
func (a *API) createWorkspace(r *request) (any, error) {
	in, err := decode(r, form.DecodeWorkspace)
	if err != nil {
		return nil, err
	}
	n := admin.NewWorkspace{
		Slug: in.Slug, Name: in.Name, Form: in.Form, Plan: in.Plan, AdminEmail: in.AdminEmail, APIEnabled: in.APIEnabled, AllowedScopes: in.AllowedScopes,
	}
	if n.AdminEmail == "" {
		n.AdminEmail = r.session.User.Email
	}
	w, err := a.Admin.CreateWorkspace(r.http.Context(), r.call(), n)
	if err != nil {
		return nil, err
	}
	return single{a.Forms.Workspace(w, nil)}, nil
}

// getAnyWorkspace serves GET /api/admin/workspaces/{slug}.
func (a *API) getAnyWorkspace(r *request) (any, error) {
	w, err := a.Admin.Workspace(r.http.Context(), r.http.PathValue("name"))
	if err != nil {
		return nil, err
	}
	return single{a.Forms.Workspace(w, nil)}, nil
}

// updateAnyWorkspace serves PATCH /api/admin/workspaces/{slug}.
func (a *API) updateAnyWorkspace(r *request) (any, error) {
	slug := r.http.PathValue("name")
	patch, err := decode(r, form.DecodeWorkspacePatch)
	if err != nil {
		return nil, err
	}
	w, err := a.Admin.SetWorkspace(r.http.Context(), r.call(), slug, patch)
	if err != nil {
		return nil, err
	}
	return single{a.Forms.Workspace(w, nil)}, nil
}
