package inbox

import (
	"context"
	"fmt"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// Call is who calls a use case that changes something, and for which workspace.
type Call struct {
	// Workspace is the workspace for which the call was authorized. Of those that create and
	// change workspaces it is the one in which the operator acts; nil on the command line.
	Workspace *svcx.Workspace
	Actor     svcx.Actor
	// Idempotency is set for a request with an Idempotency-Key.
	Idempotency *Idempotency
}

// Operator is the actor of the command line.
var Operator = svcx.Actor{Kind: svcx.ActorSystem, Name: "operator"}

// Idempotency is a request with an Idempotency-Key that Begin has claimed.
type Idempotency struct {
	Key svcx.IdempotencyKey
	// Respond makes the response of what the use case returns. It is called in the use case's
	// transaction, and must use neither the database nor the network.
	Respond func(result any) (svcx.StoredResponse, error)
}

// Write runs fn in a transaction of the call's workspace. Under an Idempotency-Key it stores the
// response in the same transaction: as soon as that is committed the response is there, even if
// the process ends. fn sets result, which is what the use case returns. If another run has taken
// the key, everything is undone and the error is a Conflict.
//
// A use case that may be repeated under a key has one call of Write. The response of one that
// writes otherwise is stored by Complete.
func Write[T any](ctx context.Context, core *Core, call Call, result *T, fn func(*store.Tx) error) error {
	return core.DB.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if err := fn(tx); err != nil || call.Idempotency == nil {
			return err
		}
		response, err := call.Idempotency.Respond(*result)
		if err != nil {
			return err
		}
		return core.storeResponse(tx, call, response)
	})
}

// storeResponse stores the response under the call's Idempotency-Key, in the transaction of
// what it is the response to.
func (core *Core) storeResponse(tx *store.Tx, call Call, response svcx.StoredResponse) error {
	return tx.CompleteIdempotencyKey(call.Idempotency.Key, response, core.Now().Add(svcx.IdempotencyRetention), errRunExpired)
}

// errRunExpired is for a run that took so long that another took the key.
var errRunExpired = &svcx.Error{Kind: svcx.KindConflict, Message: "this request took too long, and another one with its Idempotency-Key was accepted: nothing was stored"}

// Audit adds an entry to the audit log of the call's workspace. target names what was changed: its
// kind, its id and, where only a part of it was changed, that.
func (core *Core) Audit(tx *store.Tx, call Call, action svcx.AuditAction, target ...any) error {
	words := make([]string, len(target))
	for i, word := range target {
		words[i] = fmt.Sprint(word)
	}
	return tx.InsertAudit(&svcx.AuditEntry{
		Workspace: call.Workspace.ID, Actor: call.Actor, Action: action, Target: strings.Join(words, "/"), At: core.Now(),
	})
}
