package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"

	"svcx/internal/seal"
)

// nextSuffix is appended to the name of the master key's file for the key that a
// rotation changes to.
const nextSuffix = ".next"

// masterKeys loads the master key, and the one that a rotation changes to if there
// is one. The first start creates the file of the master key; once the database
// has a key (known) a missing file is an error, since a new key could not decrypt
// what is stored.
func (c *Config) masterKeys(known bool, log *slog.Logger) (*seal.Keyring, error) {
	if err := c.checkMasterKeys(); err != nil {
		return nil, err
	}
	if c.MasterKey == "" && !known {
		_, created, err := seal.LoadOrCreateKeyFile(c.masterKeyPath())
		if err != nil {
			return nil, err
		}
		if created {
			log.Info("a new master key was created", "file", c.masterKeyPath())
		}
	}
	return seal.NewKeyring(c.loadMasterKeys)
}

// checkMasterKeys reads the keys that are given by value.
func (c *Config) checkMasterKeys() error {
	if c.MasterKey != "" && c.MasterKeyFile != "" {
		return errors.New("SVCX_MASTER_KEY and SVCX_MASTER_KEY_FILE are both set: keep one of them")
	}
	for _, setting := range [][2]string{{"SVCX_MASTER_KEY", c.MasterKey}, {"SVCX_NEXT_MASTER_KEY", c.NextMasterKey}} {
		if name, value := setting[0], setting[1]; value != "" {
			if _, err := seal.ParseKey(value); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

func (c *Config) masterKeyPath() string {
	if c.MasterKeyFile != "" {
		return c.MasterKeyFile
	}
	return filepath.Join(c.DataDir, "master.key")
}

func (c *Config) loadMasterKeys() (keys seal.Keys, err error) {
	if c.NextMasterKey != "" {
		next, err := seal.ParseKey(c.NextMasterKey)
		if err != nil {
			return keys, fmt.Errorf("SVCX_NEXT_MASTER_KEY: %w", err)
		}
		keys.Others = append(keys.Others, next)
	}
	if c.MasterKey != "" {
		if keys.Current, err = seal.ParseKey(c.MasterKey); err != nil {
			err = fmt.Errorf("SVCX_MASTER_KEY: %w", err)
		}
		return keys, err
	}
	path := c.masterKeyPath()
	// The next one first: if a rotation ends between the two reads, the key is found
	// in both places rather than in neither.
	next, err := seal.LoadKeyFile(path + nextSuffix)
	switch {
	case err == nil:
		keys.Others = append(keys.Others, next)
	case !errors.Is(err, fs.ErrNotExist):
		return keys, err
	}
	keys.Current, err = seal.LoadKeyFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		remedy := "put it back, or set SVCX_MASTER_KEY or SVCX_MASTER_KEY_FILE"
		if c.MasterKeyFile != "" {
			remedy = "put it back, or correct SVCX_MASTER_KEY_FILE"
		}
		err = fmt.Errorf("the master key of this database is missing, there is no file %s: %s", path, remedy)
	}
	return keys, err
}

// Rotation is the result of RotateMasterKey.
type Rotation struct {
	// KeyID identifies the new key. Values is how many values were encrypted under it.
	KeyID  string
	Values int
	// OldFile is where the previous key is kept; "" if keys are not in files.
	OldFile string
}

// RotateMasterKey encrypts everything that is sealed under a new master key: that
// of SVCX_NEXT_MASTER_KEY, or else a fresh one that replaces the key's file, whose
// old content is kept beside it for older backups. An interrupted rotation is
// continued.
//
// It works while servers run: they read the new key from its file when they need
// it. Servers with SVCX_MASTER_KEY must have SVCX_NEXT_MASTER_KEY too. The embedded
// database, which allows only one server, cannot know that it has: a running server
// is an error there.
func (a *App) RotateMasterKey(ctx context.Context) (done Rotation, err error) {
	c := &a.Config
	if c.MasterKey != "" || c.NextMasterKey != "" {
		return a.rotateGivenKeys(ctx)
	}
	path := c.masterKeyPath()
	next, _, err := seal.LoadOrCreateNextKeyFile(path, path+nextSuffix)
	if err != nil {
		return done, err
	}
	if done, err = a.rotateTo(ctx, next); err != nil {
		return done, err
	}
	done.OldFile, err = seal.ReplaceKeyFile(path, path+nextSuffix)
	return done, err
}

func (a *App) rotateGivenKeys(ctx context.Context) (done Rotation, err error) {
	c := &a.Config
	if c.NextMasterKey == "" {
		return done, errors.New("the master key is in SVCX_MASTER_KEY: put a new one (openssl rand -base64 32) into SVCX_NEXT_MASTER_KEY, restart every server with both, and run this again with both")
	}
	if c.DatabaseURL == "" {
		lock, err := lockDataDir(c.DataDir)
		if err != nil {
			return done, fmt.Errorf("%w: stop it, it may not have the new key", err)
		}
		defer lock.Close()
	}
	next, err := seal.ParseKey(c.NextMasterKey)
	if err != nil {
		return done, fmt.Errorf("SVCX_NEXT_MASTER_KEY: %w", err)
	}
	return a.rotateTo(ctx, next)
}

func (a *App) rotateTo(ctx context.Context, next seal.Key) (done Rotation, err error) {
	keys, err := a.Config.loadMasterKeys()
	if err != nil {
		return done, err
	}
	box, err := seal.NewSealer(next, append(keys.Others, keys.Current)...)
	if err != nil {
		return done, err
	}
	done.KeyID = box.KeyID()
	done.Values, err = a.vault.RotateMasterKey(ctx, box)
	return done, err
}
