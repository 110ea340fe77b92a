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
func (in *Inbox) NewIdempotencyKey(w *svcx.Workspace, key *svcx.Key, path, idempotencyKey string, body []byte) svcx.IdempotencyKey {
	return svcx.IdempotencyKey{
		Workspace: w.ID, Run: in.lease(randomHex(16)), Body: seal.Hash(string(body)),
		Key: seal.Hash(string(svcx.ActorKey) + "\n" + strconv.FormatInt(int64(key.ID), 10) + "\n" + path + "\n" + idempotencyKey),
	}
}

// Begin claims a request for all nodes. If it was carried out within
// svcx.IdempotencyRetention it returns the response; if it is running it is a Conflict; with
// another body it is a validation error (D 5). A run whose node is gone is over.
func (in *Inbox) Begin(ctx context.Context, key svcx.IdempotencyKey) (response *svcx.StoredResponse, err error) {
	defer func() {
		if svcx.KindOf(err) == svcx.KindUnavailable {
			in.Release(key) // it may have been claimed nevertheless
		}
	}()
	response, err = in.begin(ctx, key)
	if err != nil || response == nil || response.Status != 0 {
		return response, err
	}
	gone, err := in.isGone(ctx, store.NodeOf(response.Run))
	if err != nil {
		return nil, err
	}
	if gone {
		over := key
		over.Run = response.Run
		if err := in.db.Write(ctx, key.Workspace, func(tx *store.Tx) error { return tx.ReleaseIdempotencyKey(over) }); err != nil {
			return nil, err
		}
		// Several requests may find this out; one of them claims it.
		if response, err = in.begin(ctx, key); err != nil || response == nil || response.Status != 0 {
			return response, err
		}
	}
	return nil, &svcx.Error{Kind: svcx.KindConflict, Message: "the first request with this Idempotency-Key is still running"}
}

func (in *Inbox) begin(ctx context.Context, key svcx.IdempotencyKey) (response *svcx.StoredResponse, err error) {
	err = in.db.Write(ctx, key.Workspace, func(tx *store.Tx) error {
		now := in.Now()
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
func (in *Inbox) isGone(ctx context.Context, node string) (bool, error) {
	if node == "" {
		return false, nil
	}
	nodes, err := in.db.Nodes(ctx)
	return err == nil && !slices.Contains(nodes, node), err
}

// Complete stores the response to a request that was carried out without a write, or
// releases the request if response is nil and no response was stored. If it fails, the
// changes of the request stay.
func (in *Inbox) Complete(ctx context.Context, key svcx.IdempotencyKey, response *svcx.StoredResponse) {
	err := in.db.Write(ctx, key.Workspace, func(tx *store.Tx) error {
		if response == nil {
			return tx.ReleaseIdempotencyKey(key)
		}
		_, err := tx.CompleteIdempotencyKey(key, *response, in.Now().Add(svcx.IdempotencyRetention))
		return err
	})
	if err != nil {
		in.log.Warn("storing the response to a request with an Idempotency-Key failed", "error", err)
		in.Release(key)
	}
}
