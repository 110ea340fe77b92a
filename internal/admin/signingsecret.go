package admin

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// CreateSigningSecret creates a secret that signs the channel's calls and is returned only once.
// Previous secrets sign too for a while; see vault.NewSigningSecret.
func (s *Service) CreateSigningSecret(ctx context.Context, call inbox.Call, id svcx.ChannelID) (secret string, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		ch, err := tx.Channel(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		var stored svcx.Signing
		if secret, stored, err = s.vault.NewSigningSecret(tx, ch); err != nil {
			return err
		}
		if err := tx.SetSigning(call.Workspace.ID, id, stored); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditSigningSecretCreate, "channel", id)
	})
	return secret, err
}

// DeleteSigningSecret ends the signing of the channel's calls at once, also by previous secrets.
// It is NotFound if there is no secret.
func (s *Service) DeleteSigningSecret(ctx context.Context, call inbox.Call, id svcx.ChannelID) error {
	return s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
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
		return s.core.Audit(tx, call, svcx.AuditSigningSecretDelete, "channel", id)
	})
}
