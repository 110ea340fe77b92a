package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

func newWorkspace(config *app.Config) *cobra.Command {
	return group("workspace", "Create, list and change workspaces.",
		newWorkspaceCreate(config),
		newWorkspaceList(config),
		newWorkspaceSet(config),
	)
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
	Slug       string
	Name       string
	Form       *string
	Plan       string
	AdminEmail string
	JSON       bool
}

func newWorkspaceCreate(config *app.Config) *cobra.Command {
	cmd := workspaceCreateCmd{Plan: "free"}
	c := &cobra.Command{
		Use:   "create",
		Short: "Create a workspace with its first admin.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Slug, "slug", "SLUG", "Name in URLs: lower-case letters, digits and hyphens.")
	text(c, &cmd.Name, "name", "NAME", "Name shown to members.")
	optionalChoice(c, &cmd.Form, "form", []string{"A", "B"}, "Contract form (A: string ids, B: integer ids); the server's default if not given.")
	choice(c, &cmd.Plan, "plan", []string{"free", "pro", "business"}, "The plan; free if not given.")
	text(c, &cmd.AdminEmail, "admin-email", "ADDRESS", "Address of the workspace's admin; the server's (SVCX_ADMIN_EMAIL) if empty.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "slug", "name")
	return c
}

func (cmd workspaceCreateCmd) run(ctx context.Context, c app.Config) error {
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
	JSON bool
}

func newWorkspaceList(config *app.Config) *cobra.Command {
	var cmd workspaceListCmd
	c := &cobra.Command{
		Use:   "list",
		Short: "List the workspaces.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

func (cmd workspaceListCmd) run(ctx context.Context, c app.Config) error {
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
	Slug          string
	Plan          *string
	Form          *string
	API           *string
	AllowedScopes *string
	JSON          bool
}

func newWorkspaceSet(config *app.Config) *cobra.Command {
	var cmd workspaceSetCmd
	c := &cobra.Command{
		Use:   "set",
		Short: "Change a workspace's plan, form, API switch or allowed scopes.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Slug, "slug", "SLUG", "The workspace.")
	optionalChoice(c, &cmd.Plan, "plan", []string{"free", "pro", "business"}, "The plan.")
	optionalChoice(c, &cmd.Form, "form", []string{"A", "B"}, "The contract form. What is stored stays.")
	optionalChoice(c, &cmd.API, "api", []string{"on", "off"}, "Whether the REST API answers.")
	optional(c, &cmd.AllowedScopes, "allowed-scopes", "SCOPES", "Scopes that its keys may hold, separated by commas; empty lifts the restriction.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "slug")
	return c
}

func (cmd workspaceSetCmd) run(ctx context.Context, c app.Config) error {
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
