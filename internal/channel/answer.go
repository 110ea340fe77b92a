package channel

import (
	"context"
	"errors"
	"io"
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/limit"
)

// answerOK writes the inbound endpoint's answer to everything (W 4.1). Write errors
// are ignored, here and below: the client is gone.
func (c *call) answerOK() error {
	c.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(c.w, "ok")
	return nil
}

// answerJSON answers 200 with an encoded wire value.
func (h *Handler) answerJSON(c *call, v any) error {
	body, err := form.Encode(v)
	if err != nil {
		return err
	}
	return h.answerEncoded(c, body)
}

// answerEncoded is answerJSON for a body that is encoded already.
func (h *Handler) answerEncoded(c *call, body []byte) error {
	answer, err := h.front.Budget.Made(c.http.Context(), c.w, int64(len(body)))
	if err != nil {
		return err
	}
	defer answer.Release()
	writeJSON(answer.Writer(), http.StatusOK, body)
	return nil
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}

// notStored is a failed write. It is answered 503, whatever it is: nothing was stored,
// and the client may try again (D 2).
type notStored struct{ error }

func (e notStored) Unwrap() error { return e.error }

// fail answers an error in the form of the channel, once that is known.
func (h *Handler) fail(c *call, err error) { h.front.Fail(c.w, c.http, err, c.present) }

func (c *call) present(w http.ResponseWriter, r *http.Request, err error) {
	switch write := (notStored{}); {
	case svcx.KindOf(err) == svcx.KindUnavailable:
	case errors.As(err, &write):
		err = svcx.Unavailable("storing", err)
	case canceled(err):
		err = svcx.Unavailable("waiting", err)
	}
	limit.SetRetryAfter(w.Header(), err)
	httpd.InEnvelope(c.form)(w, r, err)
}

// canceled reports whether err means that the client did not wait for the answer.
func canceled(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
