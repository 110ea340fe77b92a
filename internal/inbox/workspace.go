package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// NewWorkspace is the input for a new workspace.
type NewWorkspace struct {
	Slug, Name string
	Form       svcx.FormName // "" is the server's default
	Plan       svcx.Plan
	AdminEmail string
	// A nil APIEnabled means true; nil AllowedScopes allow all (D 5).
	APIEnabled    *bool
	AllowedScopes []svcx.Scope
}

// firstAdmin is the setting with the first admin's address, until someone signs in.
const firstAdmin = "first_admin"

// FirstAdmin is the address of the first admin until someone signs in to the deployment, then
// "".
func (in *Inbox) FirstAdmin(ctx context.Context) (email string, err error) {
	return in.db.Read(ctx).ServerSetting(firstAdmin)
}

// forgetFirstAdmin clears FirstAdmin when someone signs in.
func forgetFirstAdmin(tx *store.Tx) error {
	email, err := tx.ServerSetting(firstAdmin)
	if err != nil || email == "" {
		return err
	}
	return tx.SetServerSetting(firstAdmin, "")
}

// Bootstrap creates the admin workspace and its admin if the database is empty. Otherwise it does
// nothing and created is false.
func (in *Inbox) Bootstrap(ctx context.Context, n NewWorkspace) (created bool, err error) {
	empty, err := in.db.Empty(ctx)
	if err != nil || !empty {
		return false, err
	}
	err = in.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		created = false
		any, err := tx.HasWorkspaces()
		if err != nil || any {
			return err
		}
		created = true
		if _, err = in.insertWorkspace(tx, Call{Actor: Operator}, n, true); err != nil {
			return err
		}
		return tx.SetServerSetting(firstAdmin, n.AdminEmail)
	})
	return created, err
}

// CreateWorkspace creates a workspace with its first admin, who is invited by
// e-mail after the commit unless the operator creates it. A slug that is taken,
// reserved or malformed is a validation error, and so is a scope that the form
// does not have.
func (in *Inbox) CreateWorkspace(ctx context.Context, call Call, n NewWorkspace) (w *svcx.Workspace, err error) {
	if n.Form == "" {
		n.Form = in.defaultForm
	}
	err = in.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		w, err = in.insertWorkspace(tx, call, n, false)
		return err
	})
	if store.IsConstraint(err, "workspace_slug") {
		return nil, svcx.Invalid("slug", "must be unique: there is a workspace %q already", n.Slug)
	}
	if err == nil {
		in.invite(w, n.AdminEmail, call.Actor)
	}
	return w, err
}

func (in *Inbox) insertWorkspace(tx *store.Tx, call Call, n NewWorkspace, admin bool) (*svcx.Workspace, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	if err := in.checkScopes(n.Form, n.AllowedScopes); err != nil {
		return nil, err
	}
	w := &svcx.Workspace{
		Slug: n.Slug, Name: n.Name, Form: n.Form, Plan: n.Plan, APIEnabled: n.APIEnabled == nil || *n.APIEnabled, AllowedScopes: n.AllowedScopes,
		Admin: admin, CreatedAt: in.Now(),
	}
	if err := tx.InsertWorkspace(w); err != nil {
		return nil, err
	}
	if _, err := tx.AddMember(w.ID, n.AdminEmail, "", svcx.RoleAdmin, in.Now()); err != nil {
		return nil, err
	}
	if call.Workspace == nil {
		// A workspace from the command line has an empty audit log.
		return w, nil
	}
	return w, in.auditWorkspace(tx, call, svcx.AuditWorkspaceCreate, w)
}

// auditWorkspace adds an entry to the audit logs of the workspace and of the one in which the
// operator acts.
func (in *Inbox) auditWorkspace(tx *store.Tx, call Call, action svcx.AuditAction, w *svcx.Workspace) error {
	own := Call{Workspace: w, Actor: call.Actor}
	if err := in.audit(tx, own, action, "workspace", w.ID); err != nil || call.Workspace == nil || call.Workspace.ID == w.ID {
		return err
	}
	return in.audit(tx, call, action, "workspace", w.ID)
}

func (n NewWorkspace) check() error {
	if err := svcx.CheckSlug(n.Slug); err != nil {
		return err
	}
	if err := checkWorkspaceName(n.Name); err != nil {
		return err
	}
	if !n.Form.Valid() {
		return svcx.Invalid("form", "must be A or B")
	}
	if !n.Plan.Valid() {
		return svcx.Invalid("plan", "must be free, pro or business")
	}
	if !svcx.IsEmail(n.AdminEmail) {
		return svcx.Invalid("admin-email", "must be an e-mail address")
	}
	return nil
}

func checkWorkspaceName(name string) error {
	if svcx.Blank(name) {
		return svcx.Invalid("name", "must not be blank")
	}
	return svcx.CheckLength("name", name, svcx.MaxName)
}

// AdminWorkspace is the workspace whose admins manage the others (D 6).
func (in *Inbox) AdminWorkspace(ctx context.Context) (*svcx.Workspace, error) {
	return in.db.Read(ctx).AdminWorkspace()
}

// Workspace finds a workspace by its slug.
func (in *Inbox) Workspace(ctx context.Context, slug string) (*svcx.Workspace, error) {
	return in.db.Read(ctx).WorkspaceBySlug(slug)
}

// Workspaces lists all workspaces, oldest first.
func (in *Inbox) Workspaces(ctx context.Context) ([]*svcx.Workspace, error) {
	return in.db.Read(ctx).Workspaces()
}

// ListWorkspaces lists a page of all workspaces, oldest first.
func (in *Inbox) ListWorkspaces(ctx context.Context, page svcx.Page) (svcx.List[*svcx.Workspace], error) {
	all, err := in.db.Read(ctx).Workspaces()
	return window(all, page), err
}

// SetWorkspace changes what the patch sets. A change of form changes no data, except that a form
// that does not reveal channel keys deletes their ciphertexts (D 1). It is serialized with the
// workspace's other writes, which depend on the form.
func (in *Inbox) SetWorkspace(ctx context.Context, call Call, slug string, p svcx.WorkspacePatch) (w *svcx.Workspace, err error) {
	found, err := in.db.Read(ctx).WorkspaceBySlug(slug)
	if err != nil {
		return nil, err
	}
	err = in.db.Write(ctx, found.ID, func(tx *store.Tx) error {
		if w, err = tx.Workspace(found.ID); err != nil {
			return err
		}
		if err := in.patch(tx, w, p); err != nil {
			return err
		}
		if err := tx.UpdateWorkspace(w); err != nil {
			return err
		}
		return in.auditWorkspace(tx, call, svcx.AuditWorkspaceUpdate, w)
	})
	return w, err
}

func (in *Inbox) patch(tx *store.Tx, w *svcx.Workspace, p svcx.WorkspacePatch) error {
	if p.Name != nil {
		if err := checkWorkspaceName(*p.Name); err != nil {
			return err
		}
		w.Name = *p.Name
	}
	if p.Plan != nil {
		if !p.Plan.Valid() {
			return svcx.Invalid("plan", "must be free, pro or business")
		}
		w.Plan = *p.Plan
	}
	if p.APIEnabled != nil {
		w.APIEnabled = *p.APIEnabled
	}
	if p.Form != nil && *p.Form != w.Form {
		if !p.Form.Valid() {
			return svcx.Invalid("form", "must be A or B")
		}
		w.Form = *p.Form
		if !in.forms.RevealsChannelKey(w.Form) {
			if err := tx.DropKeyCiphers(w.ID); err != nil {
				return err
			}
		}
	}
	if p.AllowedScopes != nil {
		if err := in.checkScopes(w.Form, *p.AllowedScopes); err != nil {
			return err
		}
		w.AllowedScopes = *p.AllowedScopes
	}
	if p.AI != nil {
		return in.patchAI(tx, w.ID, *p.AI)
	}
	return nil
}

func (in *Inbox) checkScopes(form svcx.FormName, scopes []svcx.Scope) error {
	for i, s := range scopes {
		if !in.forms.Knows(form, s) {
			return svcx.Invalid(indexed("allowedScopes", i), "must be a scope of form %s, not %q", form, string(s))
		}
	}
	return nil
}

func indexed(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
