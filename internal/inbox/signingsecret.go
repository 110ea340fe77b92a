package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// CreateSigningSecret creates a secret that signs the channel's calls and is returned only once.
// Previous secrets sign too for a while; see vault.NewSigningSecret.
func (in *Inbox) CreateSigningSecret(ctx context.Context, call Call, id svcx.ChannelID) (secret string, err error) {
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		ch, err := tx.Channel(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		var stored svcx.Signing
		if secret, stored, err = in.vault.NewSigningSecret(tx, ch); err != nil {
			return err
		}
		if err := tx.SetSigning(call.Workspace.ID, id, stored); err != nil {
			return err
		}
		return in.audit(tx, call, svcx.AuditSigningSecretCreate, "channel", id)
	})
	return secret, err
}

// DeleteSigningSecret ends the signing of the channel's calls at once, also by previous secrets.
// It is NotFound if there is no secret.
func (in *Inbox) DeleteSigningSecret(ctx context.Context, call Call, id svcx.ChannelID) error {
	return in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		ch, err := tx.Channel(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		if ch.Signing.Secret == nil {
			return svcx.NotFound("signing secret")
		}
		if err := tx.SetSigning(call.Workspace.ID, id, svcx.Signing{}); err != nil {
			return err
		}
		return in.audit(tx, call, svcx.AuditSigningSecretDelete, "channel", id)
	})
}
