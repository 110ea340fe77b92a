package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

type workspaceCmd struct {
	Create workspaceCreateCmd `cmd:"" help:"Create a workspace with its first admin."`
	List   workspaceListCmd   `cmd:"" help:"List the workspaces."`
	Set    workspaceSetCmd    `cmd:"" help:"Change a workspace's plan, form, API switch or allowed scopes."`
}

// workspaceJSON is a workspace as --json prints it; its id has its form's type.
type workspaceJSON struct {
	ID            any      `json:"id"`
	Slug          string   `json:"slug"`
	Name          string   `json:"name"`
	Form          string   `json:"form"`
	Plan          string   `json:"plan"`
	APIEnabled    *bool    `json:"apiEnabled,omitzero"`
	AllowedScopes []string `json:"allowedScopes,omitzero"`
	LoginLink     string   `json:"loginLink,omitzero"`
}

func newWorkspaceJSON(f form.Set, w *svcx.Workspace) workspaceJSON {
	j := workspaceJSON{ID: f.Of(w.Form).ID(int64(w.ID)), Slug: w.Slug, Name: w.Name, Form: string(w.Form), Plan: string(w.Plan)}
	j.APIEnabled = &w.APIEnabled
	for _, s := range w.AllowedScopes {
		j.AllowedScopes = append(j.AllowedScopes, string(s))
	}
	return j
}

type workspaceCreateCmd struct {
	Slug       string  `required:"" placeholder:"SLUG" help:"Name in URLs: lower-case letters, digits and hyphens."`
	Name       string  `required:"" placeholder:"NAME" help:"Name shown to members."`
	Form       *string `enum:"A,B" placeholder:"A|B" help:"Contract form (A: string ids, B: integer ids); the server's default if not given."`
	Plan       string  `enum:"free,pro,business" default:"free" help:"free, pro or business."`
	AdminEmail string  `placeholder:"ADDRESS" help:"Address of the workspace's admin; the server's (SVCX_ADMIN_EMAIL) if empty."`
	JSON       bool    `help:"Print one JSON object."`
}

func (cmd workspaceCreateCmd) Run(ctx context.Context, c app.Config) error {
	// Before a first deployment is created for it.
	if err := svcx.CheckSlug(cmd.Slug); err != nil {
		return named("--slug", err)
	}
	if cmd.AdminEmail != "" && !svcx.IsEmail(cmd.AdminEmail) {
		return svcx.Invalid("--admin-email", "must be an e-mail address, not %q", cmd.AdminEmail)
	}
	a, err := open(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	c = a.Config // with the settings of the running server
	if a.FirstStart {
		fmt.Fprintf(os.Stderr, "Creating a new deployment in %s, which was empty, with the admin workspace main of %s.\n", a.Place(), c.AdminEmail)
	}
	n := admin.NewWorkspace{Slug: cmd.Slug, Name: cmd.Name, Form: svcx.FormName(c.DefaultForm), Plan: svcx.Plan(cmd.Plan), AdminEmail: cmd.AdminEmail}
	if n.AdminEmail == "" {
		n.AdminEmail = c.AdminEmail
	}
	if cmd.Form != nil {
		n.Form = svcx.FormName(*cmd.Form)
	}
	w, err := a.Admin.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, n)
	if err != nil {
		return flagged(err, map[string]string{"slug": "--slug", "name": "--name", "form": "--form", "plan": "--plan", "admin-email": "--admin-email"})
	}
	link, err := a.Identity.CreateLoginLink(ctx, n.AdminEmail, w.Slug)
	if err != nil {
		return err
	}
	j := newWorkspaceJSON(a.Forms, w)
	j.APIEnabled, j.LoginLink = nil, svcx.SignInURL(a.BaseURL(), link.Token)
	if cmd.JSON {
		return printJSON(j)
	}
	return printf("Workspace %s (form %s, plan %s) was created.\nSign in as %s (the link works once, for 15 minutes):\n%s\n", w.Slug, w.Form, w.Plan, n.AdminEmail, j.LoginLink)
}

type workspaceListCmd struct {
	JSON bool `help:"Print one JSON object."`
}

func (cmd workspaceListCmd) Run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	all, err := a.Admin.Workspaces(ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		list := make([]workspaceJSON, len(all))
		for i, w := range all {
			list[i] = newWorkspaceJSON(a.Forms, w)
		}
		return printJSON(struct {
			Workspaces []workspaceJSON `json:"workspaces"`
		}{list})
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SLUG\tNAME\tFORM\tPLAN\tAPI")
	for _, w := range all {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", w.Slug, svcx.OneLine(w.Name), w.Form, w.Plan, onOff(w.APIEnabled))
	}
	return printed(0, t.Flush())
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

type workspaceSetCmd struct {
	Slug          string  `required:"" placeholder:"SLUG" help:"The workspace."`
	Plan          *string `enum:"free,pro,business" placeholder:"free|pro|business" help:"The plan."`
	Form          *string `enum:"A,B" placeholder:"A|B" help:"The contract form. What is stored stays."`
	API           *string `name:"api" enum:"on,off" placeholder:"on|off" help:"Whether the REST API answers."`
	AllowedScopes *string `placeholder:"SCOPES" help:"Scopes that its keys may hold, separated by commas; empty lifts the restriction."`
	JSON          bool    `help:"Print one JSON object."`
}

func (cmd workspaceSetCmd) Run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	w, err := a.Admin.SetWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, cmd.Slug, cmd.patch())
	if svcx.KindOf(err) == svcx.KindNotFound {
		return noWorkspace(cmd.Slug)
	}
	if err != nil {
		return flagged(err, map[string]string{"allowedScopes": "--allowed-scopes", "plan": "--plan", "form": "--form"})
	}
	if cmd.JSON {
		return printJSON(newWorkspaceJSON(a.Forms, w))
	}
	return printf("Workspace %s: form %s, plan %s, API %s.\n", w.Slug, w.Form, w.Plan, onOff(w.APIEnabled))
}

func (cmd workspaceSetCmd) patch() svcx.WorkspacePatch {
	var p svcx.WorkspacePatch
	p.Plan = (*svcx.Plan)(cmd.Plan)
	p.Form = (*svcx.FormName)(cmd.Form)
	if cmd.API != nil {
		on := *cmd.API == "on"
		p.APIEnabled = &on
	}
	if cmd.AllowedScopes != nil {
		scopes := splitScopes(*cmd.AllowedScopes)
		p.AllowedScopes = &scopes
	}
	return p
}

// splitScopes reads "a,b"; nil for an empty list.
func splitScopes(list string) []svcx.Scope {
	var scopes []svcx.Scope
	for s := range strings.SplitSeq(list, ",") {
		if s = strings.TrimSpace(s); s != "" {
			scopes = append(scopes, svcx.Scope(s))
		}
	}
	return scopes
}
