package rest

import (
	"context"
	"net/http"

	"svcx"
)

// The header that makes a POST of v1 happen once, and the one that says that an
// answer was given before (decisions 5).
const (
	idempotencyKey      = "Idempotency-Key"
	idempotencyReplayed = "Idempotency-Replayed"
)

// encoded is an answer that is ready to be written.
type encoded struct {
	status int
	body   []byte
}

// runOperation runs an operation; once, where the request asks for that. Making a
// key is never kept: its answer holds a secret.
func (a *API) runOperation(op *operation, r *request) (any, error) {
	keys, given := r.http.Header[http.CanonicalHeaderKey(idempotencyKey)]
	if !given || r.key == nil || op.method != http.MethodPost {
		return op.run(a, r)
	}
	if len(keys) != 1 || keys[0] == "" || len(keys[0]) > svcx.MaxIdempotencyKey {
		return nil, svcx.Invalid(idempotencyKey, "must be given once, with 1 to %d characters", svcx.MaxIdempotencyKey)
	}
	body, err := r.bytes()
	if err != nil {
		return nil, err
	}
	once := a.Inbox.NewIdempotencyKey(r.workspace, r.key, r.http.URL.EscapedPath(), keys[0], body)
	before, err := a.Inbox.Begin(r.http.Context(), once)
	if err != nil {
		return nil, err
	}
	if before != nil {
		r.w.Header().Set(idempotencyReplayed, "true")
		return encoded{before.Status, before.Body}, nil
	}
	// From here on nobody's hanging up leaves open whether it happened.
	r.http = r.http.WithContext(context.WithoutCancel(r.http.Context()))
	return a.runIdempotent(op, r, once)
}

// idempotentRun is a request with an Idempotency-Key that is carried out.
type idempotentRun struct {
	svcx.IdempotencyKey
	op *operation
	// kept is the answer that the operation's own transaction keeps; nil while it
	// has kept none.
	kept *encoded
}

// runIdempotent runs the operation. Where its own transaction did not keep the
// answer, for want of one, it is kept here if it is a success.
func (a *API) runIdempotent(op *operation, r *request, once svcx.IdempotencyKey) (answer any, err error) {
	var kept *svcx.StoredResponse
	r.idempotent = &idempotentRun{IdempotencyKey: once, op: op}
	finished := false
	defer func() {
		switch {
		case finished:
		case svcx.KindOf(err) == svcx.KindUnavailable:
			a.Inbox.Release(once) // who was told so need not wait for the database once more
		default:
			a.Inbox.Complete(r.http.Context(), once, kept)
		}
	}()
	if answer, err = op.run(a, r); err != nil {
		return nil, err
	}
	if finished = r.idempotent.kept != nil; finished {
		return *r.idempotent.kept, nil
	}
	ready, err := op.success(answer)
	if err != nil {
		return nil, err
	}
	kept = &svcx.StoredResponse{Status: ready.status, Body: ready.body}
	return ready, nil
}

// created is how an operation answers that writes: with what do has made or changed,
// as show shows it. Under an Idempotency-Key the transaction that writes it keeps
// the answer, so do must be one call of inbox, and show must depend on nothing
// but the request.
func created[T any](r *request, show func(T) any, do func(context.Context) (T, error)) (any, error) {
	ctx := r.http.Context()
	if r.idempotent != nil {
		ctx = r.api.Inbox.WithIdempotencyKey(ctx, r.idempotent.IdempotencyKey, func(made any) (svcx.StoredResponse, error) {
			ready, err := r.idempotent.op.success(show(made.(T)))
			r.idempotent.kept = &ready
			return svcx.StoredResponse{Status: ready.status, Body: ready.body}, err
		})
	}
	it, err := do(ctx)
	if err != nil {
		return nil, err
	}
	return show(it), nil
}

// inData shows something in the envelope of one.
func inData[T any](encode func(T) any) func(T) any {
	return func(it T) any { return single{encode(it)} }
}
