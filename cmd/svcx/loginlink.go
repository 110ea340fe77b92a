package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/app"
)

type loginLinkCmd struct {
	Email     string
	Workspace string
	JSON      bool
}

func newLoginLink(config *app.Config) *cobra.Command {
	var cmd loginLinkCmd
	c := &cobra.Command{
		Use:   "login-link",
		Short: "Print a sign-in link for a member.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Email, "email", "ADDRESS", "Address of the member.")
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace that the link leads to.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "email")
	return c
}

func (cmd loginLinkCmd) run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	link, err := a.Identity.CreateLoginLink(ctx, cmd.Email, cmd.Workspace)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return fmt.Errorf("%v (svcx member list --workspace %s)", err, svcx.OneLine(cmp.Or(cmd.Workspace, "SLUG")))
	}
	if err != nil {
		return err
	}
	url := svcx.SignInURL(a.BaseURL(), link.Token)
	if cmd.JSON {
		return printJSON(struct {
			Email     string `json:"email"`
			LoginLink string `json:"loginLink"`
			Token     string `json:"token"`
			ExpiresAt string `json:"expiresAt"`
		}{link.Email, url, link.Token, link.ExpiresAt.String()})
	}
	return printf("Sign in as %s (the link works once, for 15 minutes):\n%s\n", link.Email, url)
}
