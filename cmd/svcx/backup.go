package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"svcx/internal/app"
)

type backupCmd struct {
	To   string
	JSON bool
}

func newBackup(config *app.Config) *cobra.Command {
	var cmd backupCmd
	c := &cobra.Command{
		Use:   "backup",
		Short: "Write the embedded database and the stored files to a file or to S3, also while a server runs.",
		Long: `The backup has everything that was acknowledged before it began: the database and the
stored files. Servers keep running. Meanwhile the folder of FILE, or else the data folder,
has a copy of the database. The file is a tar archive (mode 0600) that svcx restore reads.
Without --to a new backup is made below SVCX_BACKUP_URL, so that no key is on the command
line; the name in the bucket is printed. Keep the master key elsewhere: it is not in the
backup. PostgreSQL has its own tools: see docs/operations.md.`,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate(*config) },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.To, "to", "FILE", "The new file, - for standard output, s3:NAME below SVCX_BACKUP_URL, or s3://key:secret@host/bucket/NAME?region=….")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

// validate refuses a mix of the backup and a record, and a place that cannot be one.
func (cmd backupCmd) validate(c app.Config) error {
	switch {
	case cmd.To == "-" && cmd.JSON:
		return errors.New("--json: standard output has the backup")
	case cmd.To == "" && c.BackupURL == "":
		return errors.New("missing flags: --to=FILE (or set SVCX_BACKUP_URL)")
	case app.InStorage(cmd.To):
		return ofFlag("--to", c.CheckBackupPlace(cmd.To))
	}
	return nil
}

// ofFlag names the flag of an error.
func ofFlag(flag string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", flag, err)
}

func (cmd backupCmd) run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	if cmd.To == "-" {
		return a.Backup(ctx, os.Stdout, c.DataDir, showProgress)
	}
	if cmd.To == "" {
		cmd.To = c.NewBackupName()
	}
	var size int64
	if app.InStorage(cmd.To) {
		cmd.To, size, err = a.BackupToStorage(ctx, cmd.To, showProgress)
	} else {
		size, err = cmd.write(ctx, a)
	}
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(struct {
			File string `json:"file"`
			Size int64  `json:"size"`
		}{cmd.To, size})
	}
	return printf("Wrote %s (%s). It does not have the master key, which restoring it needs.\n", cmd.To, mebibytes(size))
}

// write writes the file: it has its name when it is complete and on the disk.
func (cmd backupCmd) write(ctx context.Context, a *app.App) (size int64, err error) {
	if _, err := os.Lstat(cmd.To); err == nil {
		return 0, fmt.Errorf("--to: %s is there already: give a new name", cmd.To)
	}
	dir := filepath.Dir(cmd.To)
	f, err := os.CreateTemp(dir, "."+filepath.Base(cmd.To)+".part-*")
	if err != nil {
		return 0, fmt.Errorf("--to: %w", err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := a.Backup(ctx, f, dir, showProgress); err != nil {
		return 0, err
	}
	if size, err = f.Seek(0, io.SeekEnd); err != nil {
		return 0, err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return 0, fmt.Errorf("--to: %w", err)
	}
	if err := os.Rename(f.Name(), cmd.To); err != nil {
		return 0, fmt.Errorf("--to: %w", err)
	}
	return size, nil
}

// showProgress prints how far something has come.
func showProgress(p app.Progress) {
	of := ""
	if p.Total > 0 {
		of = " of " + mebibytes(p.Total)
	}
	fmt.Fprintf(app.Lossy(os.Stderr), "%s: %s%s\n", p.What, mebibytes(p.Done), of)
}

type restoreCmd struct {
	From           string
	WithoutSecrets bool
	JSON           bool
}

func newRestore(config *app.Config) *cobra.Command {
	var cmd restoreCmd
	c := &cobra.Command{
		Use:   "restore",
		Short: "Read a backup, from a file or from S3, into an empty data folder.",
		Long: `The data folder may hold the backup's master key (master.key) and nothing else; the
key can also come from SVCX_MASTER_KEY or SVCX_MASTER_KEY_FILE. The copy sends no events
until svcx outbound resume, since the deployment that was backed up may have sent them.
The file is checked: after an error nothing of it is left in the folder.`,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate(*config) },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.From, "from", "FILE", "A file that svcx backup wrote, - for standard input, s3:NAME below SVCX_BACKUP_URL, or s3://key:secret@host/bucket/NAME?region=….")
	c.Flags().BoolVar(&cmd.WithoutSecrets, "without-secrets", false, "Leave out what is encrypted, if the master key is lost.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "from")
	return c
}

func (cmd restoreCmd) validate(c app.Config) error {
	if !app.InStorage(cmd.From) {
		return nil
	}
	return ofFlag("--from", c.CheckBackupPlace(cmd.From))
}

// read reads the backup from where it is.
func (cmd restoreCmd) read(ctx context.Context, c app.Config) (app.Restored, error) {
	switch {
	case app.InStorage(cmd.From):
		return app.RestoreFromStorage(ctx, c, cmd.From, cmd.WithoutSecrets, showProgress)
	case cmd.From == "-":
		return app.Restore(ctx, c, os.Stdin, cmd.WithoutSecrets, showProgress)
	}
	f, err := os.Open(cmd.From)
	if err != nil {
		return app.Restored{}, fmt.Errorf("--from: %w", err)
	}
	defer f.Close()
	return app.Restore(ctx, c, f, cmd.WithoutSecrets, showProgress)
}

func (cmd restoreCmd) run(ctx context.Context, c app.Config) error {
	r, err := cmd.read(ctx, c)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(struct {
			DataDir   string       `json:"dataDir"`
			Version   string       `json:"version"`
			CreatedAt string       `json:"createdAt"`
			Lost      *lostSecrets `json:"withoutSecrets,omitzero"`
		}{c.DataDir, r.Version, r.CreatedAt, cmd.lost(r)})
	}
	return cmd.print(c, r)
}

// lostSecrets says what was left out.
type lostSecrets struct {
	ChannelKeys    int64 `json:"channelKeys"`
	SigningSecrets int64 `json:"signingSecrets"`
	Secrets        int64 `json:"secrets"`
	AIKeys         int64 `json:"aiKeys"`
}

func (cmd restoreCmd) lost(r app.Restored) *lostSecrets {
	if !cmd.WithoutSecrets {
		return nil
	}
	l := lostSecrets(r.Lost)
	return &l
}

func (cmd restoreCmd) print(c app.Config, r app.Restored) error {
	text := fmt.Sprintf("Restored the backup of %s (svcx %s) into %s.\n", r.CreatedAt, r.Version, c.DataDir)
	if l := cmd.lost(r); l != nil {
		text += fmt.Sprintf("Left out: signing secrets of %d channels (their calls are not signed now), %d secrets, keys of %d channels that could be shown again, %d AI keys.\n",
			l.SigningSecrets, l.Secrets, l.ChannelKeys, l.AIKeys)
	}
	return printf("%sEvents are not sent until: svcx outbound resume\n", text)
}
