package inbox

import (
	"context"
	"fmt"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// operators is the "workspace" of writes that are about workspaces themselves.
const operators svcx.WorkspaceID = 0

// NewWorkspace is what a workspace is made from.
type NewWorkspace struct {
	Slug, Name string
	Form       svcx.FormName
	Plan       svcx.Plan
	AdminEmail string
}

// Bootstrap makes the admin workspace and its admin in an empty database; in
// any other it does nothing. created tells which.
func (in *Inbox) Bootstrap(ctx context.Context, n NewWorkspace) (created bool, err error) {
	err = in.db.Write(ctx, operators, func(tx *store.Tx) error {
		created = false
		any, err := tx.HasWorkspaces()
		if err != nil || any {
			return err
		}
		created = true
		_, err = in.insertWorkspace(tx, n, true)
		return err
	})
	return created, err
}

// CreateWorkspace makes a workspace with its first admin. A slug that is taken,
// reserved or malformed is a validation error.
func (in *Inbox) CreateWorkspace(ctx context.Context, n NewWorkspace) (w *svcx.Workspace, err error) {
	err = in.db.Write(ctx, operators, func(tx *store.Tx) error {
		w, err = in.insertWorkspace(tx, n, false)
		return err
	})
	if store.IsConstraint(err, "workspace_slug") {
		return nil, svcx.Invalid("slug", "must be unique: there is a workspace %q already", n.Slug)
	}
	return w, err
}

func (in *Inbox) insertWorkspace(tx *store.Tx, n NewWorkspace, admin bool) (*svcx.Workspace, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	w := &svcx.Workspace{Slug: n.Slug, Name: n.Name, Form: n.Form, Plan: n.Plan, APIEnabled: true, Admin: admin, CreatedAt: in.Now()}
	if err := tx.InsertWorkspace(w); err != nil {
		return nil, err
	}
	_, err := tx.AddMember(w.ID, n.AdminEmail, "", svcx.RoleAdmin, in.Now())
	return w, err
}

func (n NewWorkspace) check() error {
	if err := svcx.CheckSlug(n.Slug); err != nil {
		return err
	}
	if svcx.Blank(n.Name) {
		return svcx.Invalid("name", "must not be blank")
	}
	if err := svcx.CheckLength("name", n.Name, svcx.MaxName); err != nil {
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

// Workspace finds a workspace by its slug.
func (in *Inbox) Workspace(ctx context.Context, slug string) (*svcx.Workspace, error) {
	return in.db.WorkspaceBySlug(ctx, slug)
}

// Workspaces lists all workspaces, oldest first.
func (in *Inbox) Workspaces(ctx context.Context) ([]*svcx.Workspace, error) {
	return in.db.Workspaces(ctx)
}

// WorkspacePatch changes what is set. AllowedScopes nil inside lifts the
// restriction.
type WorkspacePatch struct {
	Form          *svcx.FormName
	Plan          *svcx.Plan
	APIEnabled    *bool
	AllowedScopes *[]svcx.Scope
}

// SetWorkspace changes a workspace's plan, form, API switch or allowed scopes.
// A change of form changes no data, but a form that never shows channel keys
// again loses their ciphertexts (decisions 1).
func (in *Inbox) SetWorkspace(ctx context.Context, slug string, p WorkspacePatch) (w *svcx.Workspace, err error) {
	err = in.db.Write(ctx, operators, func(tx *store.Tx) error {
		if w, err = tx.WorkspaceBySlug(slug); err != nil {
			return err
		}
		if err := in.patch(tx, w, p); err != nil {
			return err
		}
		return tx.UpdateWorkspace(w)
	})
	return w, err
}

func (in *Inbox) patch(tx *store.Tx, w *svcx.Workspace, p WorkspacePatch) error {
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
		for i, s := range *p.AllowedScopes {
			if !in.forms.Knows(w.Form, s) {
				return svcx.Invalid(indexed("allowed-scopes", i), "must be a scope of form %s, not %q", w.Form, string(s))
			}
		}
		w.AllowedScopes = *p.AllowedScopes
	}
	return nil
}

// CheckMasterKey compares the master key with the one that the database knows,
// and makes it known to a new database. A node with another key must not run:
// it could read nothing and would write what others cannot read (decisions 5).
func (in *Inbox) CheckMasterKey(ctx context.Context) error {
	return in.db.Write(ctx, operators, func(tx *store.Tx) error {
		known, err := tx.ServerSetting(masterKeyCheck)
		if err != nil {
			return err
		}
		if known == "" {
			return tx.SetServerSetting(masterKeyCheck, fmt.Sprintf("%x", in.box.Check()))
		}
		var check []byte
		if _, err := fmt.Sscanf(known, "%x", &check); err != nil {
			return fmt.Errorf("reading the master key's check value: %w", err)
		}
		return in.box.Verify(check)
	})
}

// KnowsMasterKey reports whether the database was used with a master key before:
// then that key must be found, and a new one would be of no use.
func KnowsMasterKey(ctx context.Context, db *store.DB) (bool, error) {
	known, err := db.ServerSetting(ctx, masterKeyCheck)
	return known != "", err
}

const masterKeyCheck = "master_key_check"

func indexed(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
