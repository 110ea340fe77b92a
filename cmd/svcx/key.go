package main

import (
	"context"
	"encoding/json"

	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

type keyCmd struct {
	Create keyCreateCmd `cmd:"" help:"Create an API key and print it, once."`
}

type keyCreateCmd struct {
	Workspace string `required:"" help:"Slug of the workspace."`
	Name      string `required:"" help:"Name for people."`
	Scopes    string `required:"" help:"Scopes of the key, separated by commas, such as conversations:read,messages:write; a wrong one is answered with the list."`
	JSON      bool   `help:"Print one JSON object."`
}

func (cmd keyCreateCmd) Run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	w, err := a.Inbox.Workspace(ctx, cmd.Workspace)
	if err != nil {
		return err
	}
	f := a.Forms.Of(w.Form)
	// The same reader as for the API, so that both refuse the same.
	body, err := json.Marshal(map[string]any{"name": cmd.Name, "scopes": splitScopes(cmd.Scopes)})
	if err != nil {
		return err
	}
	name, scopes, err := f.DecodeKey(body)
	if err != nil {
		return err
	}
	k, plain, err := a.Inbox.CreateKey(ctx, w, inbox.Operator, name, scopes)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printWire(form.Encode(f.Key(k, plain)))
	}
	return printf("Key %q of workspace %s (shown this once): %s\n", k.Name, w.Slug, plain)
}
