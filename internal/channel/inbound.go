package channel

import (
	"net/http"

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
	c, err := h.find(r.Context(), id)
	if svcx.KindOf(err) == svcx.KindNotFound {
		answerOK(w)
		return
	}
	if err != nil {
		h.fail(w, r, h.plain, err)
		return
	}
	if !c.hasKey(r) {
		h.keyless.note(r.Context(), c.channel, received)
		answerOK(w)
		return
	}
	receipt := inbox.Receipt{Channel: c.channel, Form: c.form.Name, ReceivedAt: svcx.At(received)}
	body, reason, err := h.readBody(w, r)
	switch {
	case err != nil:
		// The client has gone, is too slow or speaks broken HTTP. If it is
		// still there it learns that nothing was stored.
		h.log.Debug("an inbound body did not arrive", "channel", c.channel.ID, "error", err)
		answerError(w, c.form, svcx.Unavailable("reading the body", err))
		return
	case reason.Code != "":
		receipt.Rejected = &svcx.Outcome{Status: svcx.EventInvalid, Type: svcx.InboundTypeInvalid, Reason: reason}
	default:
		receipt.Body = body
		receipt.InboundBody = c.form.DecodeInbound(body, receipt.ReceivedAt, h.newID)
	}
	if _, err := h.inbox.Receive(r.Context(), receipt); err != nil {
		h.unstored(w, r, c.form, err)
		return
	}
	answerOK(w)
}
