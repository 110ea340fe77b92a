package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

// The rotation of the master key reads sealed values here, and ForgetSecrets removes them. A
// new column with sealed values must be added to both.

// SealedChannel has a channel's sealed values; nil for those it does not have.
type SealedChannel struct {
	ID                    svcx.ChannelID
	Key, Signing, OldSign []byte
}

// SealedChannels lists the workspace's channels with an id above after, in order.
func (r Reads) SealedChannels(ws svcx.WorkspaceID, after svcx.ChannelID, limit int) ([]SealedChannel, error) {
	return sqldb.Collect(r.q, `SELECT id, key_cipher, signing_secret, old_signing_secret FROM channel WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		func(s sqldb.Scanner) (c SealedChannel, err error) {
			return c, s.Scan(&c.ID, &c.Key, &c.Signing, &c.OldSign)
		}, ws, after, limit)
}

// ResealChannel stores a channel's values after they were sealed again.
func (tx *Tx) ResealChannel(ws svcx.WorkspaceID, c SealedChannel) error {
	_, err := tx.Exec(`UPDATE channel SET key_cipher = $3, signing_secret = $4, old_signing_secret = $5 WHERE workspace_id = $1 AND id = $2`,
		ws, c.ID, blob(c.Key), blob(c.Signing), blob(c.OldSign))
	return err
}

// SealedSecret is a secret's sealed value.
type SealedSecret struct {
	ID    svcx.SecretID
	Value []byte
}

// SealedSecrets lists the workspace's secrets with an id above after, in order.
func (r Reads) SealedSecrets(ws svcx.WorkspaceID, after svcx.SecretID, limit int) ([]SealedSecret, error) {
	return sqldb.Collect(r.q, `SELECT id, value FROM secret WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		func(s sqldb.Scanner) (x SealedSecret, err error) { return x, s.Scan(&x.ID, &x.Value) }, ws, after, limit)
}

// ResealSecret stores a secret's value after it was sealed again.
func (tx *Tx) ResealSecret(ws svcx.WorkspaceID, s SealedSecret) error {
	_, err := tx.Exec(`UPDATE secret SET value = $3 WHERE workspace_id = $1 AND id = $2`, ws, s.ID, s.Value)
	return err
}

// ForgottenSecrets counts the sealed values that were removed.
type ForgottenSecrets struct{ ChannelKeys, SigningSecrets, Secrets, AIKeys int64 }

// ForgetSecrets removes the workspace's sealed values. A secret has no row without its value.
func ForgetSecrets(tx *Tx, ws svcx.WorkspaceID) (n ForgottenSecrets, err error) {
	for _, f := range []struct {
		count     *int64
		statement string
	}{
		{&n.ChannelKeys, `UPDATE channel SET key_cipher = NULL WHERE workspace_id = $1 AND key_cipher IS NOT NULL`},
		{&n.SigningSecrets, `UPDATE channel SET signing_secret = NULL, old_signing_secret = NULL WHERE workspace_id = $1 AND signing_secret IS NOT NULL`},
		{&n.Secrets, `DELETE FROM secret WHERE workspace_id = $1`},
		{&n.AIKeys, `UPDATE ai_setting SET api_key = NULL WHERE workspace_id = $1 AND api_key IS NOT NULL`},
	} {
		if *f.count, err = tx.Exec(f.statement, ws); err != nil {
			return n, err
		}
	}
	return n, nil
}
