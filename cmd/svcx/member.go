package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

func newMember(config *app.Config) *cobra.Command {
	return group("member", "List, add and remove members of a workspace.",
		newMemberList(config),
		newMemberAdd(config),
		newMemberRemove(config),
	)
}

type memberListCmd struct {
	Workspace string
	JSON      bool
}

func newMemberList(config *app.Config) *cobra.Command {
	var cmd memberListCmd
	c := &cobra.Command{
		Use:   "list",
		Short: "List a workspace's members.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace")
	return c
}

func (cmd memberListCmd) run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		list, err := a.Admin.Members(ctx, w, everything)
		if err != nil {
			return err
		}
		if cmd.JSON {
			return printList("members", list.Items, a.Forms.Of(w.Form).Member)
		}
		t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "ID\tEMAIL\tNAME\tROLE")
		for _, m := range list.Items {
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\n", m.ID, svcx.OneLine(m.Email), svcx.OneLine(m.Name), m.Role)
		}
		return printed(0, t.Flush())
	})
}

type memberAddCmd struct {
	Workspace string
	Email     string
	Name      string
	Role      string
	JSON      bool
}

func newMemberAdd(config *app.Config) *cobra.Command {
	cmd := memberAddCmd{Role: "agent"}
	c := &cobra.Command{
		Use:   "add",
		Short: "Add a member and print a sign-in link; nothing is mailed.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	text(c, &cmd.Email, "email", "ADDRESS", "Address of the member.")
	text(c, &cmd.Name, "name", "NAME", "Name that customers see.")
	choice(c, &cmd.Role, "role", []string{"agent", "admin"}, "What the member may do; agent if not given.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace", "email")
	return c
}

func (cmd memberAddCmd) run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		f := a.Forms.Of(w.Form)
		// Decoded as in the API, so that both refuse the same.
		body, err := json.Marshal(map[string]string{"email": cmd.Email, "name": cmd.Name, "role": cmd.Role})
		if err != nil {
			return err
		}
		flags := map[string]string{"email": "--email", "name": "--name", "role": "--role"}
		draft, err := f.DecodeMember(body)
		if err != nil {
			return flagged(err, flags)
		}
		m, err := a.Admin.AddMember(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, draft)
		if err != nil {
			return flagged(err, flags)
		}
		link, err := a.Identity.CreateLoginLink(ctx, m.Email, w.Slug)
		if err != nil {
			return err
		}
		url := svcx.SignInURL(a.BaseURL(), link.Token)
		if cmd.JSON {
			return printJSON(struct {
				ID        any       `json:"id"`
				Email     string    `json:"email"`
				Name      *string   `json:"name"`
				Role      svcx.Role `json:"role"`
				LoginLink string    `json:"loginLink"`
			}{f.ID(int64(m.ID)), m.Email, form.OptionalString(m.Name), m.Role, url})
		}
		return printf("%s is now a member of workspace %s (%s).\nSign-in link (works once, for 15 minutes):\n%s\n", m.Email, w.Slug, m.Role, url)
	})
}

type memberRemoveCmd struct {
	Workspace string
	Email     string
	JSON      bool
}

func newMemberRemove(config *app.Config) *cobra.Command {
	var cmd memberRemoveCmd
	c := &cobra.Command{
		Use:   "remove",
		Short: "Remove a member; their open conversations are unassigned.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	text(c, &cmd.Email, "email", "ADDRESS", "Address of the member.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace", "email")
	return c
}

func (cmd memberRemoveCmd) run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		list, err := a.Admin.Members(ctx, w, everything)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list.Items, func(m *svcx.Member) bool { return svcx.EmailKey(m.Email) == svcx.EmailKey(cmd.Email) })
		if i < 0 {
			return fmt.Errorf("member %s not found in workspace %s (svcx member list --workspace %[2]s)", svcx.OneLine(cmd.Email), w.Slug)
		}
		m := list.Items[i]
		if err := a.Admin.RemoveMember(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, m.ID); err != nil {
			return named("--email", err)
		}
		if cmd.JSON {
			return printJSON(deletion{a.Forms.Of(w.Form).ID(int64(m.ID)), true})
		}
		return printf("%s is no longer a member of workspace %s.\n", m.Email, w.Slug)
	})
}
