package main

import (
	"context"

	"github.com/spf13/cobra"

	"svcx/internal/app"
)

type rotateCmd struct {
	JSON bool
}

func newRotate(config *app.Config) *cobra.Command {
	var cmd rotateCmd
	c := &cobra.Command{
		Use:   "rotate-master-key",
		Short: "Encrypt everything that is stored encrypted under a new master key.",
		Long: `The new key is created in FILE.next beside the key's FILE and takes its place at
the end. The old key is kept beside it, since older backups need it. Servers keep
running and read the new key from its file. If the master key is in
SVCX_MASTER_KEY, put the new one into SVCX_NEXT_MASTER_KEY, restart every server
with both, run this command with both, then set SVCX_MASTER_KEY to the new one.
If several servers have a key file each, first put the same FILE.next beside each
of them. An interrupted rotation continues when this command is run again.`,
		RunE: func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

func (cmd rotateCmd) run(ctx context.Context, c app.Config) error {
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
