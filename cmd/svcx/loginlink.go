package main

import (
	"cmp"
	"context"
	"fmt"

	"svcx"
	"svcx/internal/app"
)

type loginLinkCmd struct {
	Email     string `required:"" placeholder:"ADDRESS" help:"Address of the member."`
	Workspace string `placeholder:"SLUG" help:"The workspace that the link leads to."`
	JSON      bool   `help:"Print one JSON object."`
}

func (cmd loginLinkCmd) Run(ctx context.Context, c app.Config) error {
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
