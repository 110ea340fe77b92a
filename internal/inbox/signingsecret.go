package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// CreateSigningSecret gives the channel a secret that signs its calls, returned
// this once. Where it has one already that is the one before, and signs too for
// a day (decisions 4).
func (in *Inbox) CreateSigningSecret(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ChannelID) (secret string, err error) {
	secret = seal.NewSigningSecret()
	err = in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		ch, err := tx.Channel(w.ID, id)
		if err != nil {
			return err
		}
		sealed, err := in.seal(tx, secret, signingSecretRow(id))
		if err != nil {
			return err
		}
		next := svcx.Signing{Secret: sealed}
		if ch.Signing.Secret != nil {
			until := in.Now().Add(svcx.SigningOverlap)
			next.Old, next.OldUntil = ch.Signing.Secret, &until
		}
		if err := tx.SetSigning(w.ID, id, next); err != nil {
			return err
		}
		return in.auditChannel(tx, w.ID, actor, svcx.AuditSigningSecretCreate, id)
	})
	return secret, err
}

// DeleteSigningSecret ends the signing of the channel's calls, at once also by
// the secret before. NotFound where there is none.
func (in *Inbox) DeleteSigningSecret(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ChannelID) error {
	return in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		ch, err := tx.Channel(w.ID, id)
		if err != nil {
			return err
		}
		if ch.Signing.Secret == nil {
			return svcx.NotFound("signing secret")
		}
		if err := tx.SetSigning(w.ID, id, svcx.Signing{}); err != nil {
			return err
		}
		return in.auditChannel(tx, w.ID, actor, svcx.AuditSigningSecretDelete, id)
	})
}

// signingSecretRow binds a sealed signing secret to its channel.
func signingSecretRow(id svcx.ChannelID) string {
	return "channel/" + strconv.FormatInt(int64(id), 10) + "/signing-secret"
}

// SigningSecrets opens the secrets that sign the channel's calls at the moment,
// the current one first; none where it has no secret.
func (in *Inbox) SigningSecrets(ch *svcx.Channel) (secrets []string, err error) {
	sealed := [][]byte{ch.Signing.Secret}
	if ch.Signing.OldUntil != nil && in.Now() < *ch.Signing.OldUntil {
		sealed = append(sealed, ch.Signing.Old)
	}
	for _, s := range sealed {
		if s == nil {
			continue
		}
		plain, err := in.box.Open(s, signingSecretRow(ch.ID))
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, string(plain))
	}
	return secrets, nil
}
