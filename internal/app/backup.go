package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"svcx"
	"svcx/internal/backup"
	"svcx/internal/owned"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// Progress is how far a backup or its restoration has come: what is being done, and of how
// many bytes. Total is 0 if it is not known.
type Progress struct {
	What        string
	Done, Total int64
}

// errOwnTools is the answer of backups on PostgreSQL.
var errOwnTools = errors.New("the database is PostgreSQL: back it up and restore it with pg_dump or base backups, and run svcx outbound pause before a server starts on a copy (docs/operations.md)")

// Backup writes a backup of the embedded database and the stored files: everything that was
// acknowledged before it began. Servers may run meanwhile. Until it ends, the folder temp
// has a copy of the database, and the log of the database grows by what is written.
//
// The master key is not in it, nor are files that are stored elsewhere (SVCX_FILES_URL).
// report is called about every second.
func (a *App) Backup(ctx context.Context, to io.Writer, temp string, report func(Progress)) error {
	if a.Config.DatabaseURL != "" {
		return errOwnTools
	}
	copied, err := owned.CreateTemp(temp, ".svcx-backup-*")
	if err != nil {
		return err
	}
	defer os.Remove(copied.Name())
	defer copied.Close()
	at := a.now()
	if err := a.copyDatabase(ctx, copied.Name(), report); err != nil {
		return err
	}
	key, err := a.vault.KeyCheck(ctx)
	if err != nil {
		return err
	}
	files := filepath.Join(a.Config.DataDir, "files")
	p := Progress{What: "writing", Total: sizes(copied.Name(), files)}
	err = backup.Write(ctx, to, backup.Manifest{Version: Version, KeyCheck: key}, at, copied.Name(), files, paced(func(n int64) Progress {
		p.Done += n
		return p
	}, report))
	if err != nil {
		return err
	}
	return nil
}

// copyDatabase copies the database and reports how large the copy is meanwhile.
func (a *App) copyDatabase(ctx context.Context, path string, report func(Progress)) error {
	p := Progress{What: "copying the database", Total: a.db.FileBytes()}
	ended := make(chan error, 1)
	go func() { ended <- a.db.CopyFile(ctx, path) }()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			return err
		case <-tick.C:
			p.Done = sizes(path)
			report(p)
		}
	}
}

// paced reports at most once a second.
func paced(next func(n int64) Progress, report func(Progress)) func(n int64) {
	last := time.Now()
	return func(n int64) {
		p := next(n)
		if now := time.Now(); now.Sub(last) >= time.Second {
			last = now
			report(p)
		}
	}
}

// sizes is the size of files, and of those in folders.
func sizes(paths ...string) (sum int64) {
	for _, path := range paths {
		filepath.WalkDir(path, func(_ string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil
			}
			if info, err := entry.Info(); err == nil {
				sum += info.Size()
			}
			return nil
		})
	}
	return sum
}

// Restored is the result of Restore.
type Restored struct {
	// Version is the program that made the backup, CreatedAt when.
	Version, CreatedAt string
	// Lost are the secrets that were left out.
	Lost vault.Forgotten
}

// Restore reads a backup into the data folder, which may hold a key file and nothing else.
// No event is sent from the copy until the operator resumes that: the deployment that was
// backed up may have sent them. Without the master key of the backup it fails, or leaves
// out what is encrypted under it. After an error nothing is left of it in the folder.
func Restore(ctx context.Context, c Config, from io.Reader, withoutSecrets bool, report func(Progress)) (r Restored, err error) {
	if c.DatabaseURL != "" {
		return r, errOwnTools
	}
	if err := owned.MkdirAll(c.DataDir, 0o700); err != nil {
		return r, err
	}
	if err := c.holdsKeysOnly(); err != nil {
		return r, err
	}
	lock, err := lockDataDir(c.DataDir)
	if err != nil {
		return r, err
	}
	defer lock.Close()
	p := Progress{What: "restoring"}
	m, remove, err := backup.Read(ctx, from, c.DataDir, func(m backup.Manifest) error {
		if withoutSecrets {
			return nil
		}
		return c.opens(m)
	}, paced(func(n int64) Progress {
		p.Done += n
		return p
	}, report))
	if err != nil {
		return r, err
	}
	r.Version, r.CreatedAt = m.Version, m.CreatedAt
	if r.Lost, err = c.settleCopy(ctx, withoutSecrets); err != nil {
		remove()
		c.removeDatabase()
	}
	return r, err
}

// holdsKeysOnly refuses a data folder with other files than keys and a lock.
func (c *Config) holdsKeysOnly() error {
	entries, err := os.ReadDir(c.DataDir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if name := entry.Name(); name != lockName && !strings.HasPrefix(name, "master.key") {
			return fmt.Errorf("%s holds more than a key file (%s): restore into an empty folder, give it by --data-dir", c.place(), name)
		}
	}
	return nil
}

// opens reports whether the process has the master key of a backup.
func (c *Config) opens(m backup.Manifest) error {
	if m.KeyCheck == "" {
		return nil
	}
	ring, err := seal.NewKeyring(c.loadMasterKeys)
	if err == nil {
		err = vault.HasKey(ring, m.KeyCheck)
	}
	if err != nil {
		return fmt.Errorf("the backup's secrets cannot be read: %w; put its master key in place, or leave them out by --without-secrets", err)
	}
	return nil
}

// settleCopy makes a restored database fit to be served.
func (c *Config) settleCopy(ctx context.Context, withoutSecrets bool) (lost vault.Forgotten, err error) {
	db, err := openStore(ctx, *c, time.Now, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		return lost, err
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return lost, c.unusable(err)
	}
	now := svcx.At(time.Now())
	if err := db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error { return tx.PauseAll(&now) }); err != nil {
		return lost, err
	}
	if withoutSecrets {
		lost, err = vault.Forget(ctx, db)
	}
	return lost, err
}

// removeDatabase removes what opening a database has created beside it.
func (c *Config) removeDatabase() {
	found, _ := filepath.Glob(filepath.Join(c.DataDir, "svcx*.db*"))
	for _, path := range found {
		os.Remove(path)
	}
}

// warnOfPause logs that no events are sent.
func (a *App) warnOfPause(ctx context.Context) {
	if since, err := a.Admin.OutboundPaused(ctx); err == nil && since != nil {
		a.Log.Warn("events are not sent until svcx outbound resume", "since", since.String())
	}
}
