package httpd

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"svcx"
	"svcx/internal/limit"
)

// Envelope encodes errors as JSON; *form.Form does, each form in its own way.
type Envelope interface {
	// Error returns the status and the body of the answer, ErrorText the message in it.
	Error(err error, requestID string) (status int, body []byte)
	ErrorText(err error, requestID string) string
}

// Endpoint answers a request, or returns the error that is to be answered.
type Endpoint func(w http.ResponseWriter, r *http.Request) error

// Presenter writes the answer to a request that failed: in an envelope (InEnvelope), as a
// page (InPage), or as it suits a package.
type Presenter func(w http.ResponseWriter, r *http.Request, err error)

// Serve returns the handler of an endpoint, whose errors present answers.
func (f *Front) Serve(serve Endpoint, present Presenter) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := serve(w, r); err != nil {
			f.Fail(w, r, err, present)
		}
	})
}

// Fail answers an error that an endpoint has returned. The cause is logged, unless it is
// that the client is gone, and never shown. A temporary error gets Retry-After.
func (f *Front) Fail(w http.ResponseWriter, r *http.Request, err error, present Presenter) {
	f.logFailure(w, r, err)
	limit.SetRetryAfter(w.Header(), err)
	present(w, r, err)
}

// logFailure logs an internal error. An outage is logged where it is noticed, at its
// beginning and its end, and not for each request; a lack of memory by the budget.
func (f *Front) logFailure(w http.ResponseWriter, r *http.Request, err error) {
	level := slog.LevelError
	switch kind := svcx.KindOf(err); {
	case errors.Is(err, context.Canceled), errors.Is(err, limit.ErrBusy):
		return
	case kind == svcx.KindUnavailable:
		level = slog.LevelDebug
	case kind != svcx.KindInternal:
		return
	}
	f.Log.Log(r.Context(), level, "request failed", "request", RequestID(w), "method", r.Method, "path", r.URL.Path, "error", err)
}

// InEnvelope presents errors as JSON.
func InEnvelope(e Envelope) Presenter {
	return func(w http.ResponseWriter, _ *http.Request, err error) {
		status, body := e.Error(err, RequestID(w))
		WriteJSON(w, status, body)
	}
}

// InPage presents errors as pages, with the status and the message of an envelope.
func (f *Front) InPage(e Envelope) Presenter {
	return func(w http.ResponseWriter, r *http.Request, err error) {
		status, _ := e.Error(err, RequestID(w))
		f.FailPage(w, r, status, e.ErrorText(err, RequestID(w)))
	}
}

// FailPage shows an error to a browser.
func (f *Front) FailPage(w http.ResponseWriter, r *http.Request, status int, message string) {
	err := f.Page(w, r, status, message)
	if err == nil {
		return
	}
	if !errors.Is(err, context.Canceled) {
		f.Log.Error("a page could not be rendered", "error", err)
	}
	http.Error(w, http.StatusText(status), status)
}

// Refuse answers a request that is of no workspace, and so of no form, in the envelope.
func (f *Front) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	f.Fail(w, r, err, InEnvelope(f.Envelope))
}

// NotAllowed is the error of a path that does not have the request's method.
func NotAllowed(r *http.Request) error {
	return &svcx.Error{Kind: svcx.KindMethodNotAllowed, Message: "the method " + r.Method + " is not allowed here"}
}

// statuses are the HTTP statuses of errors where there is no form.
var statuses = map[svcx.Kind]int{
	svcx.KindUnauthorized: http.StatusUnauthorized, svcx.KindForbidden: http.StatusForbidden, svcx.KindNotFound: http.StatusNotFound,
	svcx.KindMethodNotAllowed: http.StatusMethodNotAllowed, svcx.KindConflict: http.StatusConflict, svcx.KindRateLimited: http.StatusTooManyRequests, svcx.KindUnavailable: http.StatusServiceUnavailable,
	svcx.KindIntegrationFailed: http.StatusBadGateway, svcx.KindTooLarge: http.StatusRequestEntityTooLarge, svcx.KindVetoed: http.StatusUnprocessableEntity,
	svcx.KindValidation: http.StatusUnprocessableEntity, svcx.KindUnprocessable: http.StatusUnprocessableEntity,
}

// Public returns the status and the text of an error where there is no form: in pages
// and plain text. An error of any other kind is internal.
func Public(err error) (status int, text string) {
	var known *svcx.Error
	if errors.As(err, &known) && statuses[known.Kind] != 0 {
		return statuses[known.Kind], known.Public()
	}
	return http.StatusInternalServerError, "something went wrong on our side"
}
