package admin

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// keyPrefixLength is how many characters of a key are stored in plain text (R 2.5).
const keyPrefixLength = 16

// keyUseInterval is how often times of last use are written. They may lag (D 5), and no
// request waits for them.
const keyUseInterval = 5 * time.Second

// CreateKey creates an API key, which is returned only once. Scopes that the workspace may
// not use (R 5.5), and a time of expiry that has passed, are validation errors.
func (s *Service) CreateKey(ctx context.Context, call inbox.Call, draft svcx.KeyDraft) (k *svcx.Key, plain string, err error) {
	for i, scope := range draft.Scopes {
		if !s.core.Forms.Knows(call.Workspace.Form, scope) {
			return nil, "", svcx.Invalid(indexed("scopes", i), "must be a scope of the workspace's form, not %q", string(scope))
		}
		if !call.Workspace.Allows(scope) {
			return nil, "", svcx.Invalid(indexed("scopes", i), "must be a scope that this workspace may use, not %q", string(scope))
		}
	}
	if draft.ExpiresAt != nil && *draft.ExpiresAt <= s.core.Now() {
		return nil, "", svcx.Invalid("expiresAt", "must be in the future")
	}
	plain = seal.NewAPIKey()
	err = inbox.Write(ctx, s.core, call, &k, func(tx *store.Tx) error {
		k = &svcx.Key{
			Workspace: call.Workspace.ID, Name: draft.Name, Prefix: plain[:keyPrefixLength], Scopes: draft.Scopes, CreatedAt: s.core.Now(), ExpiresAt: draft.ExpiresAt,
		}
		if err := tx.InsertKey(k, seal.Hash(plain)); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditAPIKeyCreate, "key", k.ID)
	})
	return k, plain, err
}

// Keys lists the workspace's keys, newest first, including revoked ones if revoked is set.
// Those that have expired are listed until they are revoked.
// Times of last use include those that this node has not written yet.
func (s *Service) Keys(ctx context.Context, w *svcx.Workspace, revoked bool, page svcx.Page) (svcx.List[*svcx.Key], error) {
	list, err := s.db.Read(ctx).Keys(w.ID, revoked, page)
	for _, k := range list.Items {
		if at := s.keyUse.Last(keyUse{w.ID, k.ID}); at > 0 && (k.LastUsedAt == nil || *k.LastUsedAt < at) {
			k.LastUsedAt = &at
		}
	}
	return list, err
}

// RevokeKey revokes a key on all nodes at once; see Authenticate. A revoked key is NotFound
// (D 5).
func (s *Service) RevokeKey(ctx context.Context, call inbox.Call, id svcx.KeyID) error {
	return s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if err := tx.RevokeKey(call.Workspace.ID, id, s.core.Now()); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditAPIKeyRevoke, "key", id)
	})
}

// Authenticate finds the key of a request. A key that is malformed, unknown, revoked, expired
// or of another workspace is Unauthorized with the same error (R 5.2). It always reads the
// database, so that a revocation takes effect at once on every node.
func (s *Service) Authenticate(ctx context.Context, w *svcx.Workspace, plain string) (*svcx.Key, error) {
	unauthorized := &svcx.Error{Kind: svcx.KindUnauthorized, Message: "a valid API key is needed: Authorization: Bearer svcx_sk_…"}
	if !seal.LooksLikeAPIKey(plain) {
		return nil, unauthorized
	}
	k, err := s.db.Read(ctx).KeyByHash(seal.Hash(plain))
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil, unauthorized
	}
	if err != nil {
		return nil, err
	}
	now := s.core.Now()
	if k.RevokedAt != nil || k.Expired(now) || k.Workspace != w.ID {
		return nil, unauthorized
	}
	s.keyUse.Note(keyUse{k.Workspace, k.ID}, now)
	return k, nil
}

// keyUse is a key of a workspace, for when it was last used.
type keyUse struct {
	workspace svcx.WorkspaceID
	id        svcx.KeyID
}

// writeKeyUse stores the times of last use in a transaction per workspace. While the database
// is unavailable they are kept, and only one workspace is tried: each of the others would
// take as long to fail. The store logs the outage.
func (s *Service) writeKeyUse(ctx context.Context) {
	byWorkspace := make(map[svcx.WorkspaceID]map[keyUse]svcx.Time)
	for k, at := range s.keyUse.Take() {
		if byWorkspace[k.workspace] == nil {
			byWorkspace[k.workspace] = make(map[keyUse]svcx.Time)
		}
		byWorkspace[k.workspace][k] = at
	}
	down := false
	for ws, keys := range byWorkspace {
		if down {
			s.keyUse.Restore(keys)
			continue
		}
		err := s.db.Write(ctx, ws, func(tx *store.Tx) error {
			for k, at := range keys {
				if err := tx.TouchKey(ws, k.id, at); err != nil {
					return err
				}
			}
			return nil
		})
		switch {
		case svcx.KindOf(err) == svcx.KindUnavailable:
			down = true
			s.keyUse.Restore(keys)
		case err != nil:
			s.log.Warn("storing when API keys were last used failed", "error", err)
		}
	}
}
