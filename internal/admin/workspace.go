package admin

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/identity"
	"svcx/internal/inbox"
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

// Bootstrap creates the admin workspace and its admin if the database is empty. Otherwise it does
// nothing and created is false.
func (s *Service) Bootstrap(ctx context.Context, n NewWorkspace) (created bool, err error) {
	empty, err := s.db.Empty(ctx)
	if err != nil || !empty {
		return false, err
	}
	err = s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		created = false
		any, err := tx.HasWorkspaces()
		if err != nil || any {
			return err
		}
		created = true
		if _, _, err = s.insertWorkspace(tx, inbox.Call{Actor: inbox.Operator}, n, true); err != nil {
			return err
		}
		return identity.SetFirstAdmin(tx, n.AdminEmail)
	})
	return created, err
}

// CreateWorkspace creates a workspace with its first admin, who is invited by
// e-mail after the commit, unless they or the operator create it. A slug that is taken,
// reserved or malformed is a validation error, and so is a scope that the form
// does not have.
func (s *Service) CreateWorkspace(ctx context.Context, call inbox.Call, n NewWorkspace) (w *svcx.Workspace, err error) {
	if n.Form == "" {
		n.Form = s.defaultForm
	}
	var first svcx.UserID
	err = s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		w, first, err = s.insertWorkspace(tx, call, n, false)
		return err
	})
	if store.IsConstraint(err, "workspace_slug") {
		return nil, svcx.Invalid("slug", "must be unique: there is a workspace %q already", n.Slug)
	}
	if own := call.Actor.Kind == svcx.ActorUser && call.Actor.ID == int64(first); err == nil && !own {
		s.identity.Invite(ctx, w, n.AdminEmail, call.Actor)
	}
	return w, err
}

// insertWorkspace inserts a workspace and its first admin.
func (s *Service) insertWorkspace(tx *store.Tx, call inbox.Call, n NewWorkspace, admin bool) (w *svcx.Workspace, first svcx.UserID, err error) {
	if err := n.check(); err != nil {
		return nil, 0, err
	}
	if err := s.checkScopes(n.Form, n.AllowedScopes); err != nil {
		return nil, 0, err
	}
	w = &svcx.Workspace{
		Slug: n.Slug, Name: n.Name, Form: n.Form, Plan: n.Plan, APIEnabled: n.APIEnabled == nil || *n.APIEnabled, AllowedScopes: n.AllowedScopes,
		Admin: admin, CreatedAt: s.core.Now(),
	}
	if err := tx.InsertWorkspace(w); err != nil {
		return nil, 0, err
	}
	if first, err = tx.AddMember(w.ID, n.AdminEmail, "", svcx.RoleAdmin, s.core.Now()); err != nil {
		return nil, 0, err
	}
	if call.Workspace == nil {
		// A workspace from the command line has an empty audit log.
		return w, first, nil
	}
	return w, first, s.auditWorkspace(tx, call, svcx.AuditWorkspaceCreate, w)
}

// auditWorkspace adds an entry to the audit logs of the workspace and of the one in which the
// operator acts.
func (s *Service) auditWorkspace(tx *store.Tx, call inbox.Call, action svcx.AuditAction, w *svcx.Workspace) error {
	own := inbox.Call{Workspace: w, Actor: call.Actor}
	if err := s.core.Audit(tx, own, action, "workspace", w.ID); err != nil || call.Workspace == nil || call.Workspace.ID == w.ID {
		return err
	}
	return s.core.Audit(tx, call, action, "workspace", w.ID)
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
func (s *Service) AdminWorkspace(ctx context.Context) (*svcx.Workspace, error) {
	return s.db.Read(ctx).AdminWorkspace()
}

// DefaultForm is the form of new workspaces that do not specify one.
func (s *Service) DefaultForm() svcx.FormName { return s.defaultForm }

// Workspace finds a workspace by its slug.
func (s *Service) Workspace(ctx context.Context, slug string) (*svcx.Workspace, error) {
	return s.db.Read(ctx).WorkspaceBySlug(slug)
}

// Workspaces lists all workspaces, oldest first.
func (s *Service) Workspaces(ctx context.Context) ([]*svcx.Workspace, error) {
	return s.db.Read(ctx).Workspaces()
}

// ListWorkspaces lists a page of all workspaces, oldest first.
func (s *Service) ListWorkspaces(ctx context.Context, page svcx.Page) (svcx.List[*svcx.Workspace], error) {
	all, err := s.db.Read(ctx).Workspaces()
	return svcx.Window(all, page), err
}

// WorkspaceSizes counts what is in workspaces.
func (s *Service) WorkspaceSizes(ctx context.Context, workspaces []*svcx.Workspace) (map[svcx.WorkspaceID]svcx.WorkspaceSize, error) {
	ids := make([]svcx.WorkspaceID, len(workspaces))
	for i, w := range workspaces {
		ids[i] = w.ID
	}
	return store.PeopleOf(s.db.Read(ctx)).WorkspaceSizes(ids)
}

// SetWorkspace changes what the patch sets. A change of form changes no data, except that a form
// that does not reveal channel keys deletes their ciphertexts (D 1). It is serialized with the
// workspace's other writes, which depend on the form.
func (s *Service) SetWorkspace(ctx context.Context, call inbox.Call, slug string, p svcx.WorkspacePatch) (w *svcx.Workspace, err error) {
	return s.EditWorkspace(ctx, call, slug, func(*svcx.Workspace, svcx.AISettings) (svcx.WorkspacePatch, error) { return p, nil })
}

// EditWorkspace is SetWorkspace with a patch that depends on what the workspace and its AI
// settings are in the transaction. edit may be called several times.
func (s *Service) EditWorkspace(ctx context.Context, call inbox.Call, slug string, edit func(*svcx.Workspace, svcx.AISettings) (svcx.WorkspacePatch, error)) (w *svcx.Workspace, err error) {
	found, err := s.db.Read(ctx).WorkspaceBySlug(slug)
	if err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, found.ID, func(tx *store.Tx) error {
		if w, err = tx.Workspace(found.ID); err != nil {
			return err
		}
		ai, err := tx.AISettings(found.ID)
		if err != nil {
			return err
		}
		p, err := edit(w, ai)
		if err != nil {
			return err
		}
		if err := s.patch(tx, w, p); err != nil {
			return err
		}
		if err := tx.UpdateWorkspace(w); err != nil {
			return err
		}
		return s.auditWorkspace(tx, call, svcx.AuditWorkspaceUpdate, w)
	})
	return w, err
}

func (s *Service) patch(tx *store.Tx, w *svcx.Workspace, p svcx.WorkspacePatch) error {
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
		if !s.core.Forms.RevealsChannelKey(w.Form) {
			if err := tx.DropKeyCiphers(w.ID); err != nil {
				return err
			}
		}
	}
	if p.AllowedScopes != nil {
		if err := s.checkScopes(w.Form, *p.AllowedScopes); err != nil {
			return err
		}
		w.AllowedScopes = *p.AllowedScopes
	}
	if p.AI != nil {
		return s.patchAI(tx, w.ID, *p.AI)
	}
	return nil
}

func (s *Service) checkScopes(form svcx.FormName, scopes []svcx.Scope) error {
	for i, scope := range scopes {
		if !s.core.Forms.Knows(form, scope) {
			return svcx.Invalid(indexed("allowedScopes", i), "must be a scope of form %s, not %q", form, string(scope))
		}
	}
	return nil
}

func indexed(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
