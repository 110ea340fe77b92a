package rest

import (
	"context"
	"net/http"

	"svcx"
	"svcx/internal/inbox"
)

// The header that makes a POST of v1 safe to repeat, and the one that marks a
// stored answer (D 5).
const (
	idempotencyKey      = "Idempotency-Key"
	idempotencyReplayed = "Idempotency-Replayed"
)

// encoded is an answer that is ready to write.
type encoded struct {
	status int
	body   []byte
}

// runOperation runs an operation, idempotently if the request has an
// Idempotency-Key. Creating an API key is never idempotent: the stored answer would
// hold a secret.
func (a *API) runOperation(r *request) (any, error) {
	keys, given := r.http.Header[http.CanonicalHeaderKey(idempotencyKey)]
	if !given || r.key == nil || r.op.method != http.MethodPost {
		return r.op.do(a, r)
	}
	if len(keys) != 1 || keys[0] == "" || len(keys[0]) > svcx.MaxIdempotencyKey {
		return nil, svcx.Invalid(idempotencyKey, "must be given once, with 1 to %d characters", svcx.MaxIdempotencyKey)
	}
	body, err := r.bytes()
	if err != nil {
		return nil, err
	}
	key := a.Core.NewIdempotencyKey(r.workspace, r.call().Actor, r.http.URL.EscapedPath(), keys[0], body)
	stored, err := a.Core.Begin(r.http.Context(), key)
	if err != nil {
		return nil, err
	}
	if stored != nil {
		r.w.Header().Set(idempotencyReplayed, "true")
		return encoded{stored.Status, stored.Body}, nil
	}
	// A client that disconnects from here on does not cancel the operation, so its
	// outcome is always stored.
	r.http = r.http.WithContext(context.WithoutCancel(r.http.Context()))
	return a.runIdempotent(r, key)
}

// idempotentRun is the execution of a request with an Idempotency-Key.
type idempotentRun struct {
	svcx.IdempotencyKey
	// stored is the answer that the operation's own transaction stored; nil if it
	// stored none.
	stored *encoded
}

// runIdempotent runs the operation. If the operation has no transaction that
// stores its answer, a successful answer is stored here.
func (a *API) runIdempotent(r *request, key svcx.IdempotencyKey) (answer any, err error) {
	var stored *svcx.StoredResponse
	r.idempotent = &idempotentRun{IdempotencyKey: key}
	finished := false
	defer func() {
		switch {
		case finished:
		case svcx.KindOf(err) == svcx.KindUnavailable:
			a.Core.Release(key) // the answer is 503: do not wait for the database again
		default:
			a.Core.Complete(r.http.Context(), key, stored)
		}
	}()
	if answer, err = r.op.do(a, r); err != nil {
		return nil, err
	}
	if finished = r.idempotent.stored != nil; finished {
		return *r.idempotent.stored, nil
	}
	ready, err := r.op.success(answer)
	if err != nil {
		return nil, err
	}
	stored = &svcx.StoredResponse{Status: ready.status, Body: ready.body}
	return ready, nil
}

// created answers an operation that writes: it runs do and encodes the result with
// show. Under an Idempotency-Key, do's transaction stores the answer too, so do
// must be a single use case, and show must depend on nothing but the request.
func created[T any](r *request, show func(T) any, do func(inbox.Call) (T, error)) (any, error) {
	call := r.call()
	if r.idempotent != nil {
		call.Idempotency = &inbox.Idempotency{Key: r.idempotent.IdempotencyKey, Respond: func(result any) (svcx.StoredResponse, error) {
			ready, err := r.op.success(show(result.(T)))
			r.idempotent.stored = &ready
			return svcx.StoredResponse{Status: ready.status, Body: ready.body}, err
		}}
	}
	it, err := do(call)
	if err != nil {
		return nil, err
	}
	return show(it), nil
}

// inData wraps an encoder in the envelope {data}.
func inData[T any](encode func(T) any) func(T) any {
	return func(it T) any { return single{encode(it)} }
}
