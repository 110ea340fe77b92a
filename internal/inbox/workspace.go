package inbox

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"svcx"
	"svcx/internal/seal"
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

// linkLifetime is how long a sign-in link works (decisions 6).
const linkLifetime = 15 * time.Minute

// LoginLink is a sign-in token for a person, to be used once.
type LoginLink struct {
	Email     string
	Token     string
	ExpiresAt svcx.Time
}

// CreateLoginLink makes a sign-in token for a member. slug narrows to one
// workspace, "" means any; somebody who is a member of none is NotFound.
func (in *Inbox) CreateLoginLink(ctx context.Context, email, slug string) (link LoginLink, err error) {
	err = in.db.Write(ctx, operators, func(tx *store.Tx) error {
		user, err := tx.PersonByEmail(email)
		if err != nil {
			return missingPerson(err, email)
		}
		redirect, err := in.landing(tx, user, email, slug)
		if err != nil {
			return err
		}
		now := in.Now()
		link = LoginLink{Email: email, Token: seal.NewToken(), ExpiresAt: now.Add(linkLifetime)}
		return tx.InsertLoginToken(store.LoginToken{Hash: hashText(link.Token), User: user, Redirect: redirect, ExpiresAt: link.ExpiresAt, CreatedAt: now})
	})
	return link, err
}

// landing is the page that the link leads to.
func (in *Inbox) landing(tx *store.Tx, user svcx.UserID, email, slug string) (string, error) {
	if slug == "" {
		return "/", nil
	}
	mine, err := tx.MemberWorkspaces(user)
	if err != nil {
		return "", err
	}
	if !slices.ContainsFunc(mine, func(w *svcx.Workspace) bool { return w.Slug == slug }) {
		return "", &svcx.Error{Kind: svcx.KindNotFound, Message: fmt.Sprintf("%s is not a member of workspace %s", email, slug)}
	}
	return "/app/" + slug + "/inbox", nil
}

func missingPerson(err error, email string) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return &svcx.Error{Kind: svcx.KindNotFound, Message: "nobody has the address " + email}
	}
	return err
}

func indexed(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
