package admin

import (
	"context"
	"sync"
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
		if at, used := s.keyUse.last(k.ID); used && (k.LastUsedAt == nil || *k.LastUsedAt < at) {
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
	s.keyUse.note(k, now)
	return k, nil
}

// keyUse holds the times of last use that are not written yet.
type keyUse struct {
	mu   sync.Mutex
	used map[svcx.KeyID]keyUsed
}

type keyUsed struct {
	workspace svcx.WorkspaceID
	at        svcx.Time
}

func (u *keyUse) note(k *svcx.Key, at svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.used == nil {
		u.used = make(map[svcx.KeyID]keyUsed)
	}
	u.used[k.ID] = keyUsed{k.Workspace, at}
}

// last is when a key was last used, if that is not written yet.
func (u *keyUse) last(id svcx.KeyID) (svcx.Time, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	use, used := u.used[id]
	return use.at, used
}

func (u *keyUse) take() map[svcx.KeyID]keyUsed {
	u.mu.Lock()
	defer u.mu.Unlock()
	used := u.used
	u.used = nil
	return used
}

// restore puts back what could not be written, unless there is a later use.
func (u *keyUse) restore(used map[svcx.KeyID]keyUsed) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.used == nil {
		u.used = make(map[svcx.KeyID]keyUsed)
	}
	for id, use := range used {
		if u.used[id].at < use.at {
			u.used[id] = use
		}
	}
}

// writeKeyUse stores the times of last use in a transaction per workspace. While the database
// is unavailable they are kept, and only one workspace is tried: each of the others would
// take as long to fail. The store logs the outage.
func (s *Service) writeKeyUse(ctx context.Context) {
	byWorkspace := make(map[svcx.WorkspaceID]map[svcx.KeyID]keyUsed)
	for id, u := range s.keyUse.take() {
		if byWorkspace[u.workspace] == nil {
			byWorkspace[u.workspace] = make(map[svcx.KeyID]keyUsed)
		}
		byWorkspace[u.workspace][id] = u
	}
	down := false
	for ws, keys := range byWorkspace {
		if down {
			s.keyUse.restore(keys)
			continue
		}
		err := s.db.Write(ctx, ws, func(tx *store.Tx) error {
			for id, use := range keys {
				if err := tx.TouchKey(ws, id, use.at); err != nil {
					return err
				}
			}
			return nil
		})
		switch {
		case svcx.KindOf(err) == svcx.KindUnavailable:
			down = true
			s.keyUse.restore(keys)
		case err != nil:
			s.log.Warn("storing when API keys were last used failed", "error", err)
		}
	}
}
