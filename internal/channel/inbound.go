package channel

import (
	"errors"
	"net/http"
	"time"

	"svcx"
	"svcx/internal/inbox"
)

// inbound is POST /api/webhooks/custom/{channelId} (W 4.1).
//
// Order of checks: channel, key, body, the form's required fields, routing
// (decisions 2). The answer is 200 "ok", sent after the commit is durable;
// what became of the request is a record of the channel's event log:
//
//   - an unknown channel leaves no trace, there is no log to write to;
//   - a wrong or missing key is signature_mismatch, see keyless; of the body
//     nothing is read;
//   - a body that is no message has a reason code, see readBody and
//     form.Form.DecodeInbound;
//   - the rest is up to inbox.Receive.
//
// Errors: 503 UNAVAILABLE with Retry-After when nothing was stored, because
// the store does not work or the body did not arrive whole. The record of a
// wrong key makes an exception: where it cannot be written the answer is 200
// all the same, since nothing of the sender's is lost and trying again would
// not help it. The request is then counted and the count written later.
func (h *Handler) inbound(w http.ResponseWriter, r *http.Request, id string) {
	received := h.now()
	c, err := h.recall(r, id)
	if !h.admitted(w, r, c, err, received) {
		return
	}
	body, reason, err := h.readBody(w, r)
	if err != nil {
		// The client has gone, is too slow or speaks broken HTTP. If it is
		// still there it learns that nothing was stored.
		h.log.Debug("an inbound body did not arrive", "channel", c.channel.ID, "error", err)
		answerError(w, c.form, svcx.Unavailable("reading the body", err))
		return
	}
	for {
		_, err = h.inbox.Receive(r.Context(), h.receipt(c, received, body, reason))
		if !errors.Is(err, inbox.ErrOutdated) {
			break
		}
		c, err = h.find(r.Context(), id)
		if !h.admitted(w, r, c, err, received) {
			return
		}
	}
	if err != nil {
		h.unstored(w, r, c.form, err)
		return
	}
	answerOK(w)
}

// admitted reports whether the channel was found and the request has its key;
// otherwise the request is answered.
func (h *Handler) admitted(w http.ResponseWriter, r *http.Request, c caller, err error, received time.Time) bool {
	switch {
	case svcx.KindOf(err) == svcx.KindNotFound:
		answerOK(w)
	case err != nil:
		h.fail(w, r, h.plain, err)
	case !c.hasKey(r):
		h.keyless.note(r.Context(), c.channel, received)
		answerOK(w)
	default:
		return true
	}
	return false
}

// receipt is the request as the channel's form reads it.
func (h *Handler) receipt(c caller, received time.Time, body []byte, reason svcx.Reason) inbox.Receipt {
	r := inbox.Receipt{Channel: c.channel, Form: c.form.Name, ReceivedAt: svcx.At(received)}
	if reason.Code != "" {
		r.Rejected = &svcx.Outcome{Status: svcx.EventInvalid, Type: svcx.InboundTypeInvalid, Reason: reason}
		return r
	}
	r.Body = body
	r.InboundBody = c.form.DecodeInbound(body, r.ReceivedAt, h.newID)
	return r
}
