package vault

import (
	"context"
	"encoding/hex"
	"fmt"

	"svcx/internal/store"
)

// KeyCheck is the check value of the database's master key, in hexadecimal digits: not
// secret, "" if nothing was ever sealed.
func (v *Vault) KeyCheck(ctx context.Context) (string, error) {
	return v.db.Read(ctx).ServerSetting(keyCheck)
}

// HasKey reports whether keys have the one with a check value that KeyCheck returned.
func HasKey(keys Keys, known string) error {
	check, err := hex.DecodeString(known)
	if err != nil {
		return fmt.Errorf("reading the master key's check value: %w", err)
	}
	_, err = keys.Under(check)
	return err
}

// Forgotten is what Forget has removed: how many channels had a key that could be shown again
// or a signing secret, how many secrets there were, and how many keys of AI providers.
type Forgotten struct {
	ChannelKeys, SigningSecrets, Secrets, AIKeys int64
}

// Forget removes everything that is sealed, for a copy of a database whose master key is lost:
// the process's own takes its place. Channels and API keys go on working, since what is
// checked of them is a hash.
func Forget(ctx context.Context, db *store.DB) (sum Forgotten, err error) {
	all, err := db.Read(ctx).Workspaces()
	if err != nil {
		return sum, err
	}
	for _, w := range all {
		var one store.ForgottenSecrets
		err := db.Write(ctx, w.ID, func(tx *store.Tx) (err error) {
			one, err = store.ForgetSecrets(tx, w.ID)
			return err
		})
		if err != nil {
			return sum, err
		}
		sum.ChannelKeys += one.ChannelKeys
		sum.SigningSecrets += one.SigningSecrets
		sum.Secrets += one.Secrets
		sum.AIKeys += one.AIKeys
	}
	return sum, db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error { return tx.SetServerSetting(keyCheck, "") })
}
