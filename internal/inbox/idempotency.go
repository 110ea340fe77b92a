package inbox

import (
	"context"
	"slices"
	"strconv"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// NewIdempotencyKey identifies a request by the API key, the path, the Idempotency-Key and
// the body. Its run belongs to this node.
func (core *Core) NewIdempotencyKey(w *svcx.Workspace, key *svcx.Key, path, idempotencyKey string, body []byte) svcx.IdempotencyKey {
	return svcx.IdempotencyKey{
		Workspace: w.ID, Run: core.lease(seal.RandomHex(32)), Body: seal.Hash(string(body)),
		Key: seal.Hash(string(svcx.ActorKey) + "\n" + strconv.FormatInt(int64(key.ID), 10) + "\n" + path + "\n" + idempotencyKey),
	}
}

// Begin claims a request for all nodes. If it was carried out within
// svcx.IdempotencyRetention it returns the response; if it is running it is a Conflict; with
// another body it is a validation error (D 5). A run whose node is gone is over.
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
	return nil, &svcx.Error{Kind: svcx.KindConflict, Message: "the first request with this Idempotency-Key is still running"}
}

func (core *Core) begin(ctx context.Context, key svcx.IdempotencyKey) (response *svcx.StoredResponse, err error) {
	err = core.DB.Write(ctx, key.Workspace, func(tx *store.Tx) error {
		now := core.Now()
		var body string
		if response, body, err = tx.BeginIdempotencyKey(key, now, now.Add(svcx.IdempotencyLease)); err != nil || response == nil {
			return err
		}
		if body != key.Body {
			return svcx.Invalid("Idempotency-Key", "must not be used again within 24 hours with another body")
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
