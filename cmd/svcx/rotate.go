package main

import (
	"context"

	"svcx/internal/app"
)

type rotateCmd struct {
	JSON bool `help:"Print one JSON object."`
}

// Help is the text below the summary in --help.
func (rotateCmd) Help() string {
	return `The new key is created in FILE.next beside the key's FILE and takes its place at
the end. The old key is kept beside it, since older backups need it. Servers keep
running and read the new key from its file. If the master key is in
SVCX_MASTER_KEY, put the new one into SVCX_NEXT_MASTER_KEY, restart every server
with both, run this command with both, then set SVCX_MASTER_KEY to the new one.
If several servers have a key file each, first put the same FILE.next beside each
of them. An interrupted rotation continues when this command is run again.`
}

func (cmd rotateCmd) Run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	done, err := a.RotateMasterKey(ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(struct {
			KeyID   string `json:"keyId"`
			Values  int    `json:"values"`
			OldFile string `json:"oldKeyFile,omitzero"`
		}{done.KeyID, done.Values, done.OldFile})
	}
	next := "Set SVCX_MASTER_KEY to the new key and unset SVCX_NEXT_MASTER_KEY."
	if done.OldFile != "" {
		next = "The previous key is kept in " + done.OldFile + ": backups made until now need it."
	}
	return printf("Values encrypted under the new master key %s: %d.\n%s\n", done.KeyID, done.Values, next)
}
