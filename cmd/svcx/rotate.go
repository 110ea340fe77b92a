package main

import (
	"context"

	"svcx/internal/app"
)

type rotateCmd struct {
	JSON bool `help:"Print one JSON object."`
}

// Help is what --help says below the one line.
func (rotateCmd) Help() string {
	return `The new key is made beside the old one's file (FILE.next) and takes its place at
the end; the old one stays beside it, since older backups need it. Running
servers go on, and find the new key in its file. Where the master key is in
SVCX_MASTER_KEY, put the new one into SVCX_NEXT_MASTER_KEY, restart every server
with both, run this with both, and then make the new one SVCX_MASTER_KEY. With
several servers that have a key file each, put the same FILE.next beside each
before. A rotation that was cut off goes on when this is run again.`
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
	next := "Make the new key SVCX_MASTER_KEY and take SVCX_NEXT_MASTER_KEY away."
	if done.OldFile != "" {
		next = "The key before is in " + done.OldFile + ": backups made until now need it."
	}
	return printf("Values sealed anew under the master key %s: %d.\n%s\n", done.KeyID, done.Values, next)
}
