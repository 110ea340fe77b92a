package inbox

import (
	"context"
	"slices"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// NewIdempotencyKey names a request by who asks, where and with which key, and by what is
// asked for. Its run belongs to this node.
func (in *Inbox) NewIdempotencyKey(w *svcx.Workspace, key *svcx.Key, path, idempotencyKey string, body []byte) svcx.IdempotencyKey {
	return svcx.IdempotencyKey{
		Workspace: w.ID, Run: in.lease(randomHex(16)), Body: hashText(string(body)),
		Key: hashText(string(svcx.ActorKey) + "\n" + strconv.FormatInt(int64(key.ID), 10) + "\n" + path + "\n" + idempotencyKey),
	}
}

// Begin takes a request for carrying it out, on every node. One that was carried
// out within svcx.IdempotencyRetention returns its answer instead; one that is running is a
// Conflict, and one that asked for something else a validation error
// (D 5). A run whose node is gone is over.
func (in *Inbox) Begin(ctx context.Context, o svcx.IdempotencyKey) (answer *svcx.StoredResponse, err error) {
	defer func() {
		if svcx.KindOf(err) == svcx.KindUnavailable {
			in.Release(o) // it may have been taken all the same
		}
	}()
	answer, err = in.begin(ctx, o)
	if err != nil || answer == nil || answer.Status != 0 {
		return answer, err
	}
	gone, err := in.isGone(ctx, store.NodeOf(answer.Run))
	if err != nil {
		return nil, err
	}
	if gone {
		over := o
		over.Run = answer.Run
		if err := in.db.Write(ctx, o.Workspace, func(tx *store.Tx) error { return tx.ReleaseIdempotencyKey(over) }); err != nil {
			return nil, err
		}
		// Of several that find this out, one is let in.
		if answer, err = in.begin(ctx, o); err != nil || answer == nil || answer.Status != 0 {
			return answer, err
		}
	}
	return nil, &svcx.Error{Kind: svcx.KindConflict, Message: "the first request with this Idempotency-Key is still running"}
}

func (in *Inbox) begin(ctx context.Context, o svcx.IdempotencyKey) (answer *svcx.StoredResponse, err error) {
	err = in.db.Write(ctx, o.Workspace, func(tx *store.Tx) error {
		now := in.Now()
		var body string
		if answer, body, err = tx.BeginIdempotencyKey(o, now, now.Add(svcx.IdempotencyLease)); err != nil || answer == nil {
			return err
		}
		if body != o.Body {
			return svcx.Invalid("Idempotency-Key", "must not be used again within 24 hours with another body")
		}
		return nil
	})
	return answer, err
}

// isGone says that a node with a name is no longer present. It is asked after the
// run was found: a node is present before it begins its first.
func (in *Inbox) isGone(ctx context.Context, node string) (bool, error) {
	if node == "" {
		return false, nil
	}
	present, err := in.db.Nodes(ctx)
	return err == nil && !slices.Contains(present, node), err
}

// WithIdempotencyKey is the context under which the use case of a request runs that
// Begin has taken: the write that it is about keeps the answer, which is made of
// what the use case will return.
func (in *Inbox) WithIdempotencyKey(ctx context.Context, o svcx.IdempotencyKey, answer func(made any) (svcx.StoredResponse, error)) context.Context {
	return store.WithIdempotencyKey(ctx, o, in.Now().Add(svcx.IdempotencyRetention), answer)
}

// withResult is for the write of a use case that a request may carry out once: made
// points to what it returns.
func withResult[T any](ctx context.Context, made *T) context.Context {
	return store.WithResult(ctx, func() any { return *made })
}

// Complete keeps the answer of a request that was carried out and wrote nothing;
// nil gives it free again, unless it has its answer. What was done stays done
// when this fails.
func (in *Inbox) Complete(ctx context.Context, o svcx.IdempotencyKey, answer *svcx.StoredResponse) {
	err := in.db.Write(ctx, o.Workspace, func(tx *store.Tx) error {
		if answer == nil {
			return tx.ReleaseIdempotencyKey(o)
		}
		return tx.CompleteIdempotencyKey(o, *answer, in.Now().Add(svcx.IdempotencyRetention))
	})
	if err != nil {
		in.log.Warn("keeping the answer to a request with an Idempotency-Key", "error", err)
		in.Release(o)
	}
}
