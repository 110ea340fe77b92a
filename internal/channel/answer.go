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

// answerOK is the inbound endpoint's answer to everything (W 4.1). A client
// that is gone cannot be told, so errors of writing are of no use, here and
// below.
func answerOK(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, "ok")
}

// answerJSON answers 200 with a wire value.
func (h *Handler) answerJSON(w http.ResponseWriter, r *http.Request, f *form.Form, v any) {
	body, err := form.Encode(v)
	if err != nil {
		h.fail(w, r, f, err)
		return
	}
	h.answerMade(w, r, f, body)
}

// answerMade is answerJSON of what was encoded before.
func (h *Handler) answerMade(w http.ResponseWriter, r *http.Request, f *form.Form, body []byte) {
	answer, err := h.budget.Made(r.Context(), w, int64(len(body)))
	if err != nil {
		h.fail(w, r, f, busy(err))
		return
	}
	defer answer.Release()
	writeJSON(answer.Writer(), http.StatusOK, body)
}

// busy is the error of an answer for which there is no room.
func busy(err error) error {
	return &svcx.Error{Kind: svcx.KindUnavailable, Message: "the service answers too much right now, try again", Err: err}
}

// fail answers an error of any kind. What is not the caller's doing is logged,
// this once: neither key nor body nor query. A caller that did not wait for the
// answer is neither; and that the database cannot be used the store has logged.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, f *form.Form, err error) {
	switch k := svcx.KindOf(err); {
	case canceled(err):
		err = svcx.Unavailable("waiting", err)
	case errors.Is(err, limit.ErrBusy): // the budget has logged it
	case k == svcx.KindUnavailable:
		h.log.Debug("a channel request met a store that cannot be used", "request", requestID(w), "path", r.URL.Path, "error", err)
	case k == svcx.KindInternal:
		h.logFailure(w, r, err)
	}
	answerError(w, f, err)
}

// unstored answers the failure of a write: whatever it was, nothing is stored
// and it may be tried again (decisions 2). The store has logged its own
// failures already.
func (h *Handler) unstored(w http.ResponseWriter, r *http.Request, f *form.Form, err error) {
	if svcx.KindOf(err) != svcx.KindUnavailable {
		if !canceled(err) {
			h.logFailure(w, r, err)
		}
		err = svcx.Unavailable("storing", err)
	}
	answerError(w, f, err)
}

// answerError answers with the form's status and envelope (R 7), and says when to
// come again where that is of use.
func answerError(w http.ResponseWriter, f *form.Form, err error) {
	limit.SetRetryAfter(w.Header(), err)
	status, body := f.Error(err, requestID(w))
	writeJSON(w, status, body)
}

func (h *Handler) logFailure(w http.ResponseWriter, r *http.Request, err error) {
	h.log.Error("a channel request failed", "request", requestID(w), "method", r.Method, "path", r.URL.Path, "error", err)
}

// canceled reports whether err says that the caller did not wait for the answer.
func canceled(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// requestID is what the middleware in front put on the answer.
func requestID(w http.ResponseWriter) string { return w.Header().Get("X-Request-Id") }

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}
