package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

type keyCmd struct {
	Create keyCreateCmd `cmd:"" help:"Create an API key and print it, once."`
	List   keyListCmd   `cmd:"" help:"List a workspace's API keys."`
	Revoke keyRevokeCmd `cmd:"" help:"Revoke an API key; it stops working at once."`
}

type keyCreateCmd struct {
	Workspace string `required:"" placeholder:"SLUG" help:"The workspace."`
	Name      string `required:"" placeholder:"NAME" help:"Name to tell keys apart."`
	Scopes    string `required:"" placeholder:"SCOPES" help:"Scopes of the key, separated by commas, such as conversations:read,messages:write; the error for a wrong one lists all."`
	Expires   string `placeholder:"TIME" help:"When the key stops working, such as 2027-03-31 (midnight UTC) or 2027-03-31T18:00:00+02:00; by default never."`
	JSON      bool   `help:"Print one JSON object."`
}

func (cmd keyCreateCmd) Run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		f := a.Forms.Of(w.Form)
		// Decoded as in the API, so that both refuse the same.
		asked := append([]svcx.Scope{}, splitScopes(cmd.Scopes)...)
		in := map[string]any{"name": cmd.Name, "scopes": asked}
		if cmd.Expires != "" {
			in["expiresAt"] = cmd.Expires
		}
		body, err := json.Marshal(in)
		if err != nil {
			return err
		}
		draft, err := f.DecodeKey(body)
		if err != nil {
			return keyFlagged(err, asked)
		}
		k, plain, err := a.Admin.CreateKey(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, draft)
		if err != nil {
			return keyFlagged(err, asked)
		}
		if cmd.JSON {
			return printWire(form.Encode(f.Key(k, plain)))
		}
		return printf("Key %q of workspace %s (shown only now): %s\n", k.Name, w.Slug, plain)
	})
}

type keyListCmd struct {
	Workspace string `required:"" placeholder:"SLUG" help:"The workspace."`
	JSON      bool   `help:"Print one JSON object."`
}

func (cmd keyListCmd) Run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		f := a.Forms.Of(w.Form)
		list, err := a.Admin.Keys(ctx, w, f.ListsRevokedKeys, everything)
		if err != nil {
			return err
		}
		if cmd.JSON {
			return printList("keys", list.Items, func(k *svcx.Key) any { return f.Key(k, "") })
		}
		t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "ID\tNAME\tPREFIX\tCREATED\tLAST USED\tEXPIRES\tREVOKED")
		for _, k := range list.Items {
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, svcx.OneLine(k.Name), k.Prefix[:min(len(k.Prefix), f.KeyPrefixLength)], k.CreatedAt, when(k.LastUsedAt), when(k.ExpiresAt), when(k.RevokedAt))
		}
		return printed(0, t.Flush())
	})
}

// when is a time, or a hyphen if there is none.
func when(at *svcx.Time) string {
	if at == nil {
		return "-"
	}
	return at.String()
}

type keyRevokeCmd struct {
	Workspace string   `required:"" placeholder:"SLUG" help:"The workspace."`
	ID        recordID `name:"id" required:"" placeholder:"ID" help:"The key's id (svcx key list)."`
	JSON      bool     `help:"Print one JSON object."`
}

func (cmd keyRevokeCmd) Run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		if err := a.Admin.RevokeKey(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.KeyID(cmd.ID)); err != nil {
			return missing(err, "key", cmd.ID, w)
		}
		if cmd.JSON {
			return printWire(form.Encode(form.Revoked()))
		}
		return printf("Key %d of workspace %s is revoked.\n", cmd.ID, w.Slug)
	})
}
