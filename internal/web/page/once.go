package page

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strconv"

	"svcx"
	"svcx/internal/inbox"
)

// FormKey is the name of the field that tells a form that is sent again from a second one:
// its value is made with the form (KeyField).
const FormKey = "key"

// NewFormKey returns the value for a new form.
func NewFormKey() string { return rand.Text() }

// SentOnce is a form that makes something once, however often it is sent: who gets no answer
// sends it again.
type SentOnce struct {
	*Viewer
	core *inbox.Core
	// key is that of the form; a form without one makes something each time.
	key  string
	path string
}

// OnceFor is the form of a request, with its key.
func OnceFor(core *inbox.Core, s *Viewer, r *http.Request, key string) SentOnce {
	return SentOnce{s, core, key, r.URL.Path}
}

// Once makes what a form is sent for, or finds what it made before; id is that of what was
// made. A form that makes several things names each; what is what the form says of it.
func Once[T any](ctx context.Context, f SentOnce, name, what string, idOf func(T) int64, do func(context.Context, inbox.Call) (T, error)) (id int64, err error) {
	call := f.Call()
	carryOut := func(ctx context.Context) error {
		made, err := do(ctx, call)
		if err == nil {
			id = idOf(made)
		}
		return err
	}
	if f.key == "" || len(f.key) > svcx.MaxIdempotencyKey {
		err = carryOut(ctx)
		return id, err
	}
	key := f.core.NewIdempotencyKey(f.Workspace, call.Actor, f.path+"#"+name, f.key, []byte(what))
	call.Idempotency = &inbox.Idempotency{Key: key, Respond: func(result any) (svcx.StoredResponse, error) {
		return svcx.StoredResponse{Status: http.StatusCreated, Body: strconv.AppendInt(nil, idOf(result.(T)), 10)}, nil
	}}
	stored, err := f.core.Once(ctx, key, carryOut)
	switch {
	case errors.Is(err, inbox.ErrRunning):
		return 0, &svcx.Error{Kind: svcx.KindConflict, Message: f.T("once.running"), Err: err}
	case errors.Is(err, inbox.ErrOtherBody):
		return 0, ErrSentBefore
	case err != nil || stored == nil:
		return id, err
	}
	return strconv.ParseInt(string(stored.Body), 10, 64)
}

// ErrSentBefore is for a form that was sent before with other content.
var ErrSentBefore = errors.New("the form was sent before with other content")
