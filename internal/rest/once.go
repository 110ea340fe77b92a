package rest

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"svcx"
	"svcx/internal/inbox"
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
	once := inbox.NewOnce(r.workspace, r.key, r.http.URL.EscapedPath(), keys[0], body)
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
	r.http.Body = io.NopCloser(bytes.NewReader(body))
	return a.carryOutOnce(op, r, once)
}

// carryOutOnce runs the operation and keeps its answer if it is a success.
func (a *API) carryOutOnce(op *operation, r *request, once svcx.Once) (answer any, err error) {
	var kept *svcx.OnceAnswer
	ctx := r.http.Context()
	defer func() { a.Inbox.Finish(ctx, once, kept) }()
	r.http = r.http.WithContext(a.Inbox.CarryingOut(ctx, once))
	if answer, err = op.run(a, r); err != nil {
		return nil, err
	}
	ready, err := op.success(answer)
	if err != nil {
		return nil, err
	}
	kept = &svcx.OnceAnswer{Status: ready.status, Body: ready.body}
	return ready, nil
}
