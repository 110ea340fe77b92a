package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// NewOnce names a request by who asks, where and with which key, and by what is
// asked for.
func NewOnce(w *svcx.Workspace, key *svcx.Key, path, idempotencyKey string, body []byte) svcx.Once {
	return svcx.Once{
		Workspace: w.ID, Run: randomHex(16), Body: hashText(string(body)),
		Key: hashText(string(svcx.ActorKey) + "\n" + strconv.FormatInt(int64(key.ID), 10) + "\n" + path + "\n" + idempotencyKey),
	}
}

// Begin takes a request for carrying it out, on every node. One that was carried
// out within svcx.OnceLife returns its answer instead; one that is running is a
// Conflict, and one that asked for something else a validation error
// (decisions 5).
func (in *Inbox) Begin(ctx context.Context, o svcx.Once) (answer *svcx.OnceAnswer, err error) {
	err = in.db.Write(ctx, o.Workspace, func(tx *store.Tx) error {
		now := in.Now()
		var body string
		if answer, body, err = tx.BeginOnce(o, now, now.Add(svcx.OnceLease)); err != nil || answer == nil {
			return err
		}
		if body != o.Body {
			return svcx.Invalid("Idempotency-Key", "must not be used again within 24 hours with another body")
		}
		if answer.Status == 0 {
			return &svcx.Error{Kind: svcx.KindConflict, Message: "the first request with this Idempotency-Key is still running"}
		}
		return nil
	})
	return answer, err
}

// CarryingOut is the context under which the use case of a request runs that
// Begin has taken: the write that it is about keeps the answer, which is made of
// what the use case will return.
func (in *Inbox) CarryingOut(ctx context.Context, o svcx.Once, answer func(made any) (svcx.OnceAnswer, error)) context.Context {
	return store.CarryingOut(ctx, o, in.Now().Add(svcx.OnceLife), answer)
}

// making is for the write of a use case that a request may carry out once: made
// points to what it returns.
func making[T any](ctx context.Context, made *T) context.Context {
	return store.Making(ctx, func() any { return *made })
}

// Finish keeps the answer of a request that was carried out and wrote nothing;
// nil gives it free again, unless it has its answer. What was done stays done
// when this fails, so that is only logged.
func (in *Inbox) Finish(ctx context.Context, o svcx.Once, answer *svcx.OnceAnswer) {
	err := in.db.Write(ctx, o.Workspace, func(tx *store.Tx) error {
		if answer == nil {
			return tx.ForgetOnce(o)
		}
		return tx.FinishOnce(o, *answer, in.Now().Add(svcx.OnceLife))
	})
	if err != nil {
		in.log.Warn("keeping the answer to a request with an Idempotency-Key", "error", err)
	}
}
