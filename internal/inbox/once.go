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
		if answer.Status == svcx.OnceCarriedOut {
			return &svcx.Error{Kind: svcx.KindConflict, Message: "the first request with this Idempotency-Key was carried out, but its answer is not known: " +
				"look for what it made instead of sending it again"}
		}
		if answer.Status == 0 {
			return &svcx.Error{Kind: svcx.KindConflict, Message: "the first request with this Idempotency-Key is still running"}
		}
		return nil
	})
	return answer, err
}

// CarryingOut is the context under which the operation of a request runs that
// Begin has taken: its first write notes that it was carried out.
func (in *Inbox) CarryingOut(ctx context.Context, o svcx.Once) context.Context {
	return store.CarryingOut(ctx, o, in.Now().Add(svcx.OnceLife))
}

// Finish keeps the answer of a request that was carried out; nil gives it free
// again. What was done stays done when this fails, so that is only logged.
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
