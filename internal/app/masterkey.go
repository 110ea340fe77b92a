package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"svcx/internal/seal"
)

// nextSuffix is behind the name of the master key's file in that of the key that
// a rotation goes to.
const nextSuffix = ".next"

// masterKeys loads the master key, and the one that a rotation goes to if there
// is one. The file of the first is made at the first start; where the database
// knows a key already (known) a missing file is an error, since a new key could
// not read what is stored.
func (c *Config) masterKeys(known bool) (*seal.Keyring, error) {
	if err := c.checkMasterKeys(); err != nil {
		return nil, err
	}
	if c.MasterKey == "" && !known {
		if _, _, err := seal.LoadOrCreateKeyFile(c.masterKeyPath()); err != nil {
			return nil, err
		}
	}
	return seal.NewKeyring(c.loadMasterKeys)
}

// checkMasterKeys reads the keys that are given by value.
func (c *Config) checkMasterKeys() error {
	if c.MasterKey != "" && c.MasterKeyFile != "" {
		return errors.New("SVCX_MASTER_KEY and SVCX_MASTER_KEY_FILE exclude each other")
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
	// The next one first: when a rotation ends between the two looks, it is found
	// in both places rather than in none.
	next, err := seal.LoadKeyFile(path + nextSuffix)
	switch {
	case err == nil:
		keys.Others = append(keys.Others, next)
	case !errors.Is(err, fs.ErrNotExist):
		return keys, err
	}
	keys.Current, err = seal.LoadKeyFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("the database was made with a master key, but %s is missing: put it back, or set SVCX_MASTER_KEY or SVCX_MASTER_KEY_FILE", path)
	}
	return keys, err
}

// Rotation is what RotateMasterKey has done.
type Rotation struct {
	// KeyID names the new key, Values is how many values it has sealed anew.
	KeyID  string
	Values int
	// OldFile is where the key before is kept, "" where keys are not in files.
	OldFile string
}

// RotateMasterKey puts everything that is sealed under a new master key: the one
// of SVCX_NEXT_MASTER_KEY, else a fresh one that takes the place of the key's
// file, whose old content stays beside it for older backups. A rotation that was
// cut off is taken up where it was.
//
// It works beside servers: they find the new key in its file when they need it.
// Those that are given keys by SVCX_MASTER_KEY must have been given the next one
// too; on the embedded store, where that can be known to be in doubt, a running
// server is refused.
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
		return done, errors.New("the master key is in SVCX_MASTER_KEY: put a new one (openssl rand -base64 32) into SVCX_NEXT_MASTER_KEY, start every server with both, and run this again with both")
	}
	if c.DatabaseURL == "" {
		lock, err := lockDataDir(c.DataDir)
		if err != nil {
			return done, fmt.Errorf("%w: stop it, for it may not have the new key", err)
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
	done.Values, err = a.Inbox.RotateMasterKey(ctx, box)
	return done, err
}
