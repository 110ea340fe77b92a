package inbox

import (
	"context"
	"fmt"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// Secrets lists the workspace's secrets by key, without their values (R 4.7).
func (in *Inbox) Secrets(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.Secret], error) {
	all, err := in.db.Read(ctx).Secrets(w.ID)
	return window(all, page), err
}

// Secret finds a secret by its key.
func (in *Inbox) Secret(ctx context.Context, w *svcx.Workspace, key string) (*svcx.Secret, error) {
	return in.db.Read(ctx).Secret(w.ID, key)
}

// ReadSecret returns a secret with its value. It logs that in the audit log in the same
// transaction, so that no read goes unlogged (R 4.7).
func (in *Inbox) ReadSecret(ctx context.Context, call Call, key string) (s *svcx.Secret, value string, err error) {
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if s, err = tx.Secret(call.Workspace.ID, key); err != nil {
			return err
		}
		if value, err = in.vault.Open(s.Sealed, vault.Secret(s.ID)); err != nil {
			return fmt.Errorf("opening secret %d: %w", s.ID, err)
		}
		return in.audit(tx, call, svcx.AuditSecretRead, "secret", key)
	})
	return s, value, err
}

// CreateSecret creates a secret. A key that is taken is a validation error.
func (in *Inbox) CreateSecret(ctx context.Context, call Call, draft svcx.SecretDraft) (s *svcx.Secret, err error) {
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		n, err := tx.CountSecrets(call.Workspace.ID)
		if err != nil {
			return err
		}
		if n >= svcx.MaxSecrets {
			return svcx.Invalid("key", "must be one of at most %d: the workspace has that many secrets", svcx.MaxSecrets)
		}
		now := in.Now()
		s = &svcx.Secret{Workspace: call.Workspace.ID, Key: draft.Key, Name: draft.Name, Description: draft.Description, CreatedAt: now, UpdatedAt: now}
		if err := tx.InsertSecret(s, func(id svcx.SecretID) ([]byte, error) { return in.vault.Seal(tx, draft.Value, vault.Secret(id)) }); err != nil {
			return err
		}
		return in.audit(tx, call, svcx.AuditSecretCreate, "secret", s.Key)
	})
	if store.IsConstraint(err, "secret_key") {
		return nil, svcx.Invalid("key", "must be unique in the workspace: there is a secret %q already", draft.Key)
	}
	return s, err
}

// UpdateSecret changes what the patch sets.
func (in *Inbox) UpdateSecret(ctx context.Context, call Call, key string, patch svcx.SecretPatch) (s *svcx.Secret, err error) {
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if s, err = tx.Secret(call.Workspace.ID, key); err != nil {
			return err
		}
		set(&s.Name, patch.Name)
		set(&s.Description, patch.Description)
		if patch.Value != nil {
			if s.Sealed, err = in.vault.Seal(tx, *patch.Value, vault.Secret(s.ID)); err != nil {
				return err
			}
		}
		s.UpdatedAt = max(in.Now(), s.UpdatedAt)
		if err := tx.UpdateSecret(s); err != nil {
			return err
		}
		return in.audit(tx, call, svcx.AuditSecretUpdate, "secret", key)
	})
	return s, err
}

// DeleteSecret deletes a secret.
func (in *Inbox) DeleteSecret(ctx context.Context, call Call, key string) error {
	return in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		s, err := tx.Secret(call.Workspace.ID, key)
		if err != nil {
			return err
		}
		if err := tx.DeleteSecret(call.Workspace.ID, s.ID); err != nil {
			return err
		}
		return in.audit(tx, call, svcx.AuditSecretDelete, "secret", key)
	})
}
