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

// carryOut runs an operation; once, where the request asks for that. Making a
// key is never kept: its answer holds a secret.
func (a *API) carryOut(op *operation, r *request) (any, error) {
	keys, given := r.http.Header[http.CanonicalHeaderKey(idempotencyKey)]
	if !given || r.key == nil || op.method != http.MethodPost {
		return op.run(a, r)
	}
	if len(keys) != 1 || keys[0] == "" || len(keys[0]) > svcx.MaxOnceKey {
		return nil, svcx.Invalid(idempotencyKey, "must be given once, with 1 to %d characters", svcx.MaxOnceKey)
	}
	body, err := r.bytes()
	if err != nil {
		return nil, err
	}
	once := a.Inbox.NewOnce(r.workspace, r.key, r.http.URL.EscapedPath(), keys[0], body)
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
	return a.carryOutOnce(op, r, once)
}

// onceRun is a request with an Idempotency-Key that is carried out.
type onceRun struct {
	svcx.Once
	op *operation
	// kept is the answer that the operation's own transaction keeps; nil while it
	// has kept none.
	kept *encoded
}

// carryOutOnce runs the operation. Where its own transaction did not keep the
// answer, for want of one, it is kept here if it is a success.
func (a *API) carryOutOnce(op *operation, r *request, once svcx.Once) (answer any, err error) {
	var kept *svcx.OnceAnswer
	r.once = &onceRun{Once: once, op: op}
	finished := false
	defer func() {
		switch {
		case finished:
		case svcx.KindOf(err) == svcx.KindUnavailable:
			a.Inbox.Release(once) // who was told so need not wait for the database once more
		default:
			a.Inbox.Finish(r.http.Context(), once, kept)
		}
	}()
	if answer, err = op.run(a, r); err != nil {
		return nil, err
	}
	if finished = r.once.kept != nil; finished {
		return *r.once.kept, nil
	}
	ready, err := op.success(answer)
	if err != nil {
		return nil, err
	}
	kept = &svcx.OnceAnswer{Status: ready.status, Body: ready.body}
	return ready, nil
}

// made is how an operation answers that writes: with what do has made or changed,
// as show shows it. Under an Idempotency-Key the transaction that writes it keeps
// the answer, so do must be one call of inbox, and show must depend on nothing
// but the request.
func made[T any](r *request, show func(T) any, do func(context.Context) (T, error)) (any, error) {
	ctx := r.http.Context()
	if r.once != nil {
		ctx = r.api.Inbox.CarryingOut(ctx, r.once.Once, func(made any) (svcx.OnceAnswer, error) {
			ready, err := r.once.op.success(show(made.(T)))
			r.once.kept = &ready
			return svcx.OnceAnswer{Status: ready.status, Body: ready.body}, err
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
