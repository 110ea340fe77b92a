package admin

import (
	"context"
	"fmt"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// Secrets lists the workspace's secrets by key, without their values (R 4.7).
func (s *Service) Secrets(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.Secret], error) {
	all, err := s.db.Read(ctx).Secrets(w.ID)
	return svcx.Window(all, page), err
}

// Secret finds a secret by its key.
func (s *Service) Secret(ctx context.Context, w *svcx.Workspace, key string) (*svcx.Secret, error) {
	return s.db.Read(ctx).Secret(w.ID, key)
}

// ReadSecret returns a secret with its value. It logs that in the audit log in the same
// transaction, so that no read goes unlogged (R 4.7).
func (s *Service) ReadSecret(ctx context.Context, call inbox.Call, key string) (secret *svcx.Secret, value string, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if secret, err = tx.Secret(call.Workspace.ID, key); err != nil {
			return err
		}
		if value, err = s.vault.Open(secret.Sealed, vault.Secret(secret.ID)); err != nil {
			return fmt.Errorf("opening secret %d: %w", secret.ID, err)
		}
		return s.core.Audit(tx, call, svcx.AuditSecretRead, "secret", key)
	})
	return secret, value, err
}

// CreateSecret creates a secret. A key that is taken is a validation error.
func (s *Service) CreateSecret(ctx context.Context, call inbox.Call, draft svcx.SecretDraft) (secret *svcx.Secret, err error) {
	err = inbox.Write(ctx, s.core, call, &secret, func(tx *store.Tx) error {
		n, err := tx.CountSecrets(call.Workspace.ID)
		if err != nil {
			return err
		}
		if n >= svcx.MaxSecrets {
			return svcx.Invalid("key", "cannot be added: a workspace has at most %d secrets", svcx.MaxSecrets)
		}
		now := s.core.Now()
		secret = &svcx.Secret{Workspace: call.Workspace.ID, Key: draft.Key, Name: draft.Name, Description: draft.Description, CreatedAt: now, UpdatedAt: now}
		if err := tx.InsertSecret(secret, func(id svcx.SecretID) ([]byte, error) { return s.vault.Seal(tx, draft.Value, vault.Secret(id)) }); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditSecretCreate, "secret", secret.Key)
	})
	if store.IsConstraint(err, "secret_key") {
		return nil, svcx.Invalid("key", "must be unique in the workspace: there is a secret %q already", draft.Key)
	}
	return secret, err
}

// UpdateSecret changes what the patch sets.
func (s *Service) UpdateSecret(ctx context.Context, call inbox.Call, key string, patch svcx.SecretPatch) (*svcx.Secret, error) {
	return s.EditSecret(ctx, call, key, func(*svcx.Secret) (svcx.SecretPatch, error) { return patch, nil })
}

// EditSecret is UpdateSecret with a patch that depends on what the secret is in the transaction.
// edit may be called several times.
func (s *Service) EditSecret(ctx context.Context, call inbox.Call, key string, edit func(*svcx.Secret) (svcx.SecretPatch, error)) (secret *svcx.Secret, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if secret, err = tx.Secret(call.Workspace.ID, key); err != nil {
			return err
		}
		patch, err := edit(secret)
		if err != nil {
			return err
		}
		set(&secret.Name, patch.Name)
		set(&secret.Description, patch.Description)
		if patch.Value != nil {
			if secret.Sealed, err = s.vault.Seal(tx, *patch.Value, vault.Secret(secret.ID)); err != nil {
				return err
			}
		}
		secret.UpdatedAt = max(s.core.Now(), secret.UpdatedAt)
		if err := tx.UpdateSecret(secret); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditSecretUpdate, "secret", key)
	})
	return secret, err
}

// DeleteSecret deletes a secret.
func (s *Service) DeleteSecret(ctx context.Context, call inbox.Call, key string) error {
	return s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		secret, err := tx.Secret(call.Workspace.ID, key)
		if err != nil {
			return err
		}
		if err := tx.DeleteSecret(call.Workspace.ID, secret.ID); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditSecretDelete, "secret", key)
	})
}
