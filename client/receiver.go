package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
)

// ErrUnacceptable, or an error that wraps it, says that a body will never be accepted: it
// is answered 422, and svcx gives up after three attempts. After any other error svcx tries
// again for about 28 hours.
var ErrUnacceptable = errors.New("the event is not acceptable")

// Receiver answers at a webhook URL, and at a verification URL. A function that is nil
// ignores what it is for: such events are confirmed, such questions answered with "unknown", and
// confirmations with yes. An event is confirmed when its function returns nil, so the
// function stores what must not be lost and leaves long work for later: svcx waits 10
// seconds.
type Receiver struct {
	// Check decides whether a request comes from svcx: Signed, Token or Anyone. Without one all
	// requests are refused.
	Check Check
	// Repeats recognizes events that were processed already; nil processes each one that
	// arrives.
	Repeats Repeats

	MessageCreated       func(ctx context.Context, e *Event, data *MessageCreated) error
	ConversationResolved func(ctx context.Context, e *Event, data *ConversationChanged) error
	ConversationClosed   func(ctx context.Context, e *Event, data *ConversationChanged) error
	ConversationReopened func(ctx context.Context, e *Event, data *ConversationChanged) error
	ConversationAssigned func(ctx context.Context, e *Event, data *ConversationAssigned) error
	RatingSubmitted      func(ctx context.Context, e *Event, data *RatingSubmitted) error
	RatingRequested      func(ctx context.Context, e *Event, data *RatingRequested) error
	// Other gets events that have no function of their own.
	Other func(ctx context.Context, e *Event) error

	Ping    func(ctx context.Context) error
	Confirm func(ctx context.Context, c Confirmation) (Decision, error)
	Content func(ctx context.Context, c ContentRequest) ([]FreshURL, error)
	// Query answers back requests; nil is "unknown".
	Query func(ctx context.Context, q Query) (*Known, error)

	// Log gets what was refused and what failed; nil is slog.Default.
	Log *slog.Logger

	// underway are the events that are being processed: a channel by id, closed at the end.
	underway sync.Map
}

// maxCall bounds the body of a request; an event has at most 1 MiB.
const maxCall = 2 << 20

func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxCall))
	if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	} else if err != nil {
		return // the caller is gone
	}
	if r.Check == nil {
		err = errors.New("the receiver has no check")
	} else {
		err = r.Check(req, body)
	}
	if err != nil {
		// Not 400: if it is svcx, and the secret here is stale, nothing may be lost.
		r.log().WarnContext(req.Context(), "a request was refused", "error", err)
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	answer, err := r.take(req.Context(), req.Header, body)
	switch {
	case errors.Is(err, ErrUnacceptable):
		r.log().WarnContext(req.Context(), "a request is not acceptable", "error", err)
		w.WriteHeader(http.StatusUnprocessableEntity)
	case err != nil:
		r.log().ErrorContext(req.Context(), "a request could not be processed", "error", err)
		w.WriteHeader(http.StatusInternalServerError)
	case answer == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(answer)
	}
}

func (r *Receiver) log() *slog.Logger {
	if r.Log != nil {
		return r.Log
	}
	return slog.Default()
}

// take processes a request that was checked. Without an answer it is 204.
func (r *Receiver) take(ctx context.Context, header http.Header, body []byte) (answer any, err error) {
	var kind struct{ Type string }
	if err := json.Unmarshal(body, &kind); err != nil {
		return nil, fmt.Errorf("the body is not understood: %w", err)
	}
	if kind.Type != "" {
		return r.call(ctx, kind.Type, body)
	}
	e, err := ParseEvent(header, body)
	if err != nil {
		return nil, err
	}
	if r.Repeats == nil {
		return nil, r.dispatch(ctx, &e)
	}
	end, err := r.begin(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	defer end()
	if seen, err := r.Repeats.Seen(ctx, e.ID); seen || err != nil {
		return nil, err
	}
	if err := r.dispatch(ctx, &e); err != nil {
		return nil, err
	}
	return nil, r.Repeats.Done(ctx, e.ID)
}

// begin waits until nobody else in this process is at work on an event: an attempt and a
// redelivery may come at the same time.
func (r *Receiver) begin(ctx context.Context, id string) (end func(), err error) {
	mine := make(chan struct{})
	for {
		other, busy := r.underway.LoadOrStore(id, mine)
		if !busy {
			return func() {
				r.underway.Delete(id)
				close(mine)
			}, nil
		}
		select {
		case <-other.(chan struct{}):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// dispatch calls the function for an event.
func (r *Receiver) dispatch(ctx context.Context, e *Event) error {
	handled, err := false, error(nil)
	switch e.Type {
	case EventMessageCreated:
		handled, err = to(ctx, r.MessageCreated, e)
	case EventConversationResolved:
		handled, err = to(ctx, r.ConversationResolved, e)
	case EventConversationClosed:
		handled, err = to(ctx, r.ConversationClosed, e)
	case EventConversationReopened:
		handled, err = to(ctx, r.ConversationReopened, e)
	case EventConversationAssigned:
		handled, err = to(ctx, r.ConversationAssigned, e)
	case EventRatingSubmitted:
		handled, err = to(ctx, r.RatingSubmitted, e)
	case EventRatingRequested:
		handled, err = to(ctx, r.RatingRequested, e)
	}
	if !handled && r.Other != nil {
		return r.Other(ctx, e)
	}
	return err
}

func to[T any](ctx context.Context, handle func(context.Context, *Event, *T) error, e *Event) (handled bool, err error) {
	data, is := e.Data.(*T)
	if handle == nil || !is {
		return false, nil
	}
	return true, handle(ctx, e, data)
}

// call answers a call that is no event. They are made once, so there are no repeats.
func (r *Receiver) call(ctx context.Context, kind string, body []byte) (any, error) {
	switch kind {
	case CallPing:
		if r.Ping == nil {
			return nil, nil
		}
		return nil, r.Ping(ctx)
	case CallConfirm:
		if r.Confirm == nil {
			return Decision{Allowed: true}, nil
		}
		return ask(ctx, r.Confirm, body)
	case CallContent:
		if r.Content == nil {
			return map[string]any{"urls": []FreshURL{}}, nil
		}
		urls, err := ask(ctx, r.Content, body)
		if urls == nil {
			urls = []FreshURL{}
		}
		return map[string]any{"urls": urls}, err
	case QueryContactAvatar, QueryContactInfo, QueryMessageContent, QueryConversationDetails:
		if r.Query == nil {
			return nil, nil
		}
		known, err := ask(ctx, r.Query, body)
		if err != nil || known == nil {
			return nil, err
		}
		return map[string]any{"data": known}, nil
	}
	return nil, fmt.Errorf("%w: %q is of a later version", ErrUnacceptable, kind)
}

func ask[Q, A any](ctx context.Context, handle func(context.Context, Q) (A, error), body []byte) (answer A, err error) {
	var q Q
	if err := json.Unmarshal(body, &q); err != nil {
		return answer, fmt.Errorf("the call is not understood: %w", err)
	}
	return handle(ctx, q)
}
