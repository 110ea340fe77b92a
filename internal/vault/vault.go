// Package vault keeps what is stored encrypted: the keys of channels that admins may see
// again, signing secrets, the workspaces' own secrets, and keys of AI providers. It is the
// only user of the master key.
//
//	vault.go          sealing and opening under the database's master key
//	column.go         which columns are sealed: a new one is added there
//	signingsecret.go  the secrets that sign a channel's calls, during a rotation too
//	rotate.go         another master key, while servers run
//
// The database has a check value of its current master key. Values are sealed under that
// key, read in the same transaction, and opened under any key that the process has. So
// nodes need no stop when the key is rotated.
package vault

import (
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"time"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// Keys are the master keys of the process: a *seal.Sealer, or a *seal.Keyring if keys may be
// added.
type Keys interface {
	Open(sealed []byte, row string) ([]byte, error)
	Under(check []byte) (*seal.Sealer, error)
	Check() []byte
}

// Vault is safe for concurrent use.
type Vault struct {
	db   *store.DB
	keys Keys
	now  func() time.Time
	log  *slog.Logger
}

// New returns the Vault of a database.
func New(db *store.DB, keys Keys, now func() time.Time, log *slog.Logger) *Vault {
	return &Vault{db: db, keys: keys, now: now, log: log}
}

// keyCheck is the setting with the check value of the database's master key.
const keyCheck = "master_key_check"

// HasMasterKey reports whether the database already has a master key. It must then be found;
// a new one would be useless.
func HasMasterKey(ctx context.Context, db *store.DB) (bool, error) {
	known, err := db.Read(ctx).ServerSetting(keyCheck)
	return known != "", err
}

// CheckMasterKey checks that the process has the database's master key; a new database gets
// the current one. A node without the key must not run: it could read no secrets and would
// write ones that others cannot read (D 5).
func (v *Vault) CheckMasterKey(ctx context.Context) error {
	// It is set at every start but the first, and never removed.
	known, err := v.db.Read(ctx).ServerSetting(keyCheck)
	if err != nil {
		return err
	}
	if known != "" {
		_, err := v.sealer(known)
		return err
	}
	return v.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		known, err := tx.ServerSetting(keyCheck)
		if err != nil {
			return err
		}
		if known == "" {
			return tx.SetServerSetting(keyCheck, hex.EncodeToString(v.keys.Check()))
		}
		_, err = v.sealer(known)
		return err
	})
}

// Seal encrypts a value for its column under the database's current key, which it reads
// within the transaction. So a rotation misses nothing: the writes of a workspace are
// serialized, and each one comes before the rotation reads the workspace or sees the new
// key.
func (v *Vault) Seal(tx *store.Tx, plain string, to Column) ([]byte, error) {
	known, err := tx.ServerSetting(keyCheck)
	if err != nil {
		return nil, err
	}
	if known == "" {
		known = hex.EncodeToString(v.keys.Check())
	}
	sealer, err := v.sealer(known)
	if err != nil {
		return nil, fmt.Errorf("this process does not have the master key of the database: %w", err)
	}
	return sealer.Seal([]byte(plain), string(to))
}

// Open decrypts a value of the column. It fails with seal.ErrDamaged for a value that was
// sealed for another row, and with seal.ErrWrongMasterKey.
func (v *Vault) Open(sealed []byte, of Column) (string, error) {
	plain, err := v.keys.Open(sealed, string(of))
	return string(plain), err
}

// sealer seals under the key that has the check value.
func (v *Vault) sealer(known string) (*seal.Sealer, error) {
	check, err := hex.DecodeString(known)
	if err != nil {
		return nil, fmt.Errorf("reading the master key's check value: %w", err)
	}
	return v.keys.Under(check)
}

// at is the current time.
func (v *Vault) at() svcx.Time { return svcx.At(v.now()) }
