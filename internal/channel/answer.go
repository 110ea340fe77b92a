package channel

import (
	"context"
	"errors"
	"io"
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/limit"
)

// answerOK writes the inbound endpoint's answer to everything (W 4.1). Write errors
// are ignored, here and below: the client is gone.
func answerOK(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, "ok")
}

// answerJSON answers 200 with an encoded wire value.
func (h *Handler) answerJSON(w http.ResponseWriter, r *http.Request, f *form.Form, v any) {
	body, err := form.Encode(v)
	if err != nil {
		h.fail(w, r, f, err)
		return
	}
	h.answerEncoded(w, r, f, body)
}

// answerEncoded is answerJSON for a body that is encoded already.
func (h *Handler) answerEncoded(w http.ResponseWriter, r *http.Request, f *form.Form, body []byte) {
	answer, err := h.budget.Made(r.Context(), w, int64(len(body)))
	if err != nil {
		h.fail(w, r, f, busy(err))
		return
	}
	defer answer.Release()
	writeJSON(answer.Writer(), http.StatusOK, body)
}

// busy is the error for an answer that got no share of the budget.
func busy(err error) error {
	return &svcx.Error{Kind: svcx.KindUnavailable, Message: "the service answers too much right now, try again", Err: err}
}

// fail answers an error of any kind. An internal error is logged, here alone, without
// key, body or query. A client that did not wait for the answer is not an error, and
// the store has logged that the database cannot be used.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, f *form.Form, err error) {
	switch k := svcx.KindOf(err); {
	case canceled(err):
		err = svcx.Unavailable("waiting", err)
	case errors.Is(err, limit.ErrBusy): // logged by the budget
	case k == svcx.KindUnavailable:
		h.log.Debug("a channel request failed since the database cannot be used", "request", requestID(w), "path", r.URL.Path, "error", err)
	case k == svcx.KindInternal:
		h.logFailure(w, r, err)
	}
	answerError(w, f, err)
}

// unstored answers 503 for any failed write: nothing was stored, and the client may
// try again (D 2). The store has logged its own failures.
func (h *Handler) unstored(w http.ResponseWriter, r *http.Request, f *form.Form, err error) {
	if svcx.KindOf(err) != svcx.KindUnavailable {
		if !canceled(err) {
			h.logFailure(w, r, err)
		}
		err = svcx.Unavailable("storing", err)
	}
	answerError(w, f, err)
}

// answerError answers with the form's status and envelope (R 7), and with Retry-After
// for a temporary error.
func answerError(w http.ResponseWriter, f *form.Form, err error) {
	limit.SetRetryAfter(w.Header(), err)
	status, body := f.Error(err, requestID(w))
	writeJSON(w, status, body)
}

func (h *Handler) logFailure(w http.ResponseWriter, r *http.Request, err error) {
	h.log.Error("a channel request failed", "request", requestID(w), "method", r.Method, "path", r.URL.Path, "error", err)
}

// canceled reports whether err means that the client did not wait for the answer.
func canceled(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// requestID is the id that the middleware has set on the answer.
func requestID(w http.ResponseWriter) string { return w.Header().Get("X-Request-Id") }

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}
