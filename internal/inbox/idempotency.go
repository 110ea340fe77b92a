package inbox

import (
	"context"
	"slices"
	"strconv"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// NewIdempotencyKey identifies a request by who makes it, the path, the Idempotency-Key and
// the body. Its run belongs to this node.
func (core *Core) NewIdempotencyKey(w *svcx.Workspace, by svcx.Actor, path, idempotencyKey string, body []byte) svcx.IdempotencyKey {
	return svcx.IdempotencyKey{
		Workspace: w.ID, Run: core.lease(seal.RandomHex(32)), Body: seal.Hash(string(body)),
		Key: seal.Hash(string(by.Kind) + "\n" + strconv.FormatInt(by.ID, 10) + "\n" + path + "\n" + idempotencyKey),
	}
}

// Errors of Begin (D 5).
var (
	ErrRunning   = &svcx.Error{Kind: svcx.KindConflict, Message: "the first request with this Idempotency-Key is still running"}
	ErrOtherBody = svcx.Invalid("Idempotency-Key", "must not be used again within 24 hours with another body")
)

// Once carries out a request, unless it was carried out before: then it returns the response
// of that time. do has one call of a use case that stores the response (see Write); a
// request whose client is gone is carried out all the same. If do fails, the key is free.
func (core *Core) Once(ctx context.Context, key svcx.IdempotencyKey, do func(context.Context) error) (stored *svcx.StoredResponse, err error) {
	if stored, err = core.Begin(ctx, key); err != nil || stored != nil {
		return stored, err
	}
	ctx = context.WithoutCancel(ctx)
	done := false
	defer func() {
		switch {
		case done:
		case svcx.KindOf(err) == svcx.KindUnavailable:
			core.Release(key) // the answer is 503: do not wait for the database again
		default:
			core.Complete(ctx, key, nil)
		}
	}()
	err = do(ctx)
	done = err == nil
	return nil, err
}

// Begin claims a request for all nodes. If it was carried out within
// svcx.IdempotencyRetention it returns the response; if it is running the error is
// ErrRunning; with another body ErrOtherBody. A run whose node is gone is over.
func (core *Core) Begin(ctx context.Context, key svcx.IdempotencyKey) (response *svcx.StoredResponse, err error) {
	defer func() {
		if svcx.KindOf(err) == svcx.KindUnavailable {
			core.Release(key) // it may have been claimed nevertheless
		}
	}()
	response, err = core.begin(ctx, key)
	if err != nil || response == nil || response.Status != 0 {
		return response, err
	}
	gone, err := core.isGone(ctx, store.NodeOf(response.Run))
	if err != nil {
		return nil, err
	}
	if gone {
		over := key
		over.Run = response.Run
		if err := core.DB.Write(ctx, key.Workspace, func(tx *store.Tx) error { return tx.ReleaseIdempotencyKey(over) }); err != nil {
			return nil, err
		}
		// Several requests may find this out; one of them claims it.
		if response, err = core.begin(ctx, key); err != nil || response == nil || response.Status != 0 {
			return response, err
		}
	}
	return nil, ErrRunning
}

func (core *Core) begin(ctx context.Context, key svcx.IdempotencyKey) (response *svcx.StoredResponse, err error) {
	err = core.DB.Write(ctx, key.Workspace, func(tx *store.Tx) error {
		now := core.Now()
		var body string
		if response, body, err = tx.BeginIdempotencyKey(key, now, now.Add(svcx.IdempotencyLease)); err != nil || response == nil {
			return err
		}
		if body != key.Body {
			return ErrOtherBody
		}
		return nil
	})
	return response, err
}

// isGone reports whether a node is no longer registered. It must be called after the run was
// found: nodes are registered before their first run.
func (core *Core) isGone(ctx context.Context, node string) (bool, error) {
	if node == "" {
		return false, nil
	}
	nodes, err := core.DB.Nodes(ctx)
	return err == nil && !slices.Contains(nodes, node), err
}

// Complete stores the response to a request that was carried out without a write, or
// releases the request if response is nil and no response was stored. If it fails, the
// changes of the request stay.
func (core *Core) Complete(ctx context.Context, key svcx.IdempotencyKey, response *svcx.StoredResponse) {
	err := core.DB.Write(ctx, key.Workspace, func(tx *store.Tx) error {
		if response == nil {
			return tx.ReleaseIdempotencyKey(key)
		}
		return tx.CompleteIdempotencyKey(key, *response, core.Now().Add(svcx.IdempotencyRetention), nil)
	})
	if err != nil {
		core.Log.Warn("storing the response to a request with an Idempotency-Key failed", "error", err)
		core.Release(key)
	}
}
