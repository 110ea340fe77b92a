package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

type memberCmd struct {
	List   memberListCmd   `cmd:"" help:"List a workspace's members."`
	Add    memberAddCmd    `cmd:"" help:"Add a member and print a sign-in link; nothing is mailed."`
	Remove memberRemoveCmd `cmd:"" help:"Remove a member; their open conversations are unassigned."`
}

type memberListCmd struct {
	Workspace string `required:"" placeholder:"SLUG" help:"The workspace."`
	JSON      bool   `help:"Print one JSON object."`
}

func (cmd memberListCmd) Run(ctx context.Context, c app.Config) error {
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
	Workspace string `required:"" placeholder:"SLUG" help:"The workspace."`
	Email     string `required:"" placeholder:"ADDRESS" help:"Address of the member."`
	Name      string `placeholder:"NAME" help:"Name that customers see."`
	Role      string `enum:"agent,admin" default:"agent" placeholder:"agent|admin" help:"What the member may do; agent if not given."`
	JSON      bool   `help:"Print one JSON object."`
}

func (cmd memberAddCmd) Run(ctx context.Context, c app.Config) error {
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
	Workspace string `required:"" placeholder:"SLUG" help:"The workspace."`
	Email     string `required:"" placeholder:"ADDRESS" help:"Address of the member."`
	JSON      bool   `help:"Print one JSON object."`
}

func (cmd memberRemoveCmd) Run(ctx context.Context, c app.Config) error {
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
