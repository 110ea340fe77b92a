package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

func newKey(config *app.Config) *cobra.Command {
	return group("key", "Create, list and revoke API keys.",
		newKeyCreate(config),
		newKeyList(config),
		newKeyRevoke(config),
	)
}

type keyCreateCmd struct {
	Workspace string
	Name      string
	Scopes    string
	Expires   string
	JSON      bool
}

func newKeyCreate(config *app.Config) *cobra.Command {
	var cmd keyCreateCmd
	c := &cobra.Command{
		Use:   "create",
		Short: "Create an API key and print it, once.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	text(c, &cmd.Name, "name", "NAME", "Name to tell keys apart.")
	text(c, &cmd.Scopes, "scopes", "SCOPES", "Scopes of the key, separated by commas, such as conversations:read,messages:write; the error for a wrong one lists all.")
	text(c, &cmd.Expires, "expires", "TIME", "When the key stops working, such as 2027-03-31 (midnight UTC) or 2027-03-31T18:00:00+02:00; by default never.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace", "name", "scopes")
	return c
}

func (cmd keyCreateCmd) run(ctx context.Context, c app.Config) error {
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
	Workspace string
	JSON      bool
}

func newKeyList(config *app.Config) *cobra.Command {
	var cmd keyListCmd
	c := &cobra.Command{
		Use:   "list",
		Short: "List a workspace's API keys.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace")
	return c
}

func (cmd keyListCmd) run(ctx context.Context, c app.Config) error {
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
	Workspace string
	ID        recordID
	JSON      bool
}

func newKeyRevoke(config *app.Config) *cobra.Command {
	var cmd keyRevokeCmd
	c := &cobra.Command{
		Use:   "revoke",
		Short: "Revoke an API key; it stops working at once.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	record(c, &cmd.ID, "id", "ID", "The key's id (svcx key list).")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace", "id")
	return c
}

func (cmd keyRevokeCmd) run(ctx context.Context, c app.Config) error {
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
