package channel

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/limit"
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
// With ?dryRun=1 it is something else: see dryRun.
//
// Errors: 503 UNAVAILABLE with Retry-After when nothing was stored, because the
// store does not work or there was no room for the body (limit.Budget); 400 as
// of unread. The record of a wrong key makes an exception: where it cannot be
// written the answer is 200 all the same, since nothing of the sender's is lost
// and trying again would not help it. The request is then counted and the count
// written later.
func (h *Handler) inbound(w http.ResponseWriter, r *http.Request, id string) {
	if dry, bad := readDryRun(r.URL.RawQuery); dry || bad != nil {
		h.dryRun(w, r, id, bad)
		return
	}
	received := h.now()
	c, err := h.cached(r, id)
	if !h.authorized(w, r, c, err, received) {
		return
	}
	body, reason, err := h.readBody(w, r)
	if err != nil {
		h.unread(w, r, c, received, err)
		return
	}
	defer body.Release()
	for {
		receipt := h.receipt(c, received, body, reason)
		if err = h.pickFields(r.Context(), c, receipt.Message); err != nil {
			break
		}
		_, err = h.inbox.Receive(r.Context(), receipt)
		if !errors.Is(err, inbox.ErrOutdated) {
			break
		}
		c, err = h.learn(r.Context(), id)
		if !h.authorized(w, r, c, err, received) {
			return
		}
	}
	if err != nil {
		h.unstored(w, r, c.form, err)
		return
	}
	answerOK(w)
}

// authorized reports whether the channel was found and the request has its key;
// otherwise the request is answered.
func (h *Handler) authorized(w http.ResponseWriter, r *http.Request, c caller, err error, received time.Time) bool {
	switch {
	case svcx.KindOf(err) == svcx.KindNotFound:
		answerOK(w)
	case err != nil:
		h.fail(w, r, h.plain, err)
	case !c.hasKey(r):
		h.unauthenticated.note(r.Context(), c.channel, received)
		answerOK(w)
	default:
		return true
	}
	return false
}

// unread answers a body that could not be read: 503 where there was no room for
// it. Otherwise it did not arrive whole: the sender hung up, was too slow or
// spoke broken HTTP. That is the sender's fault and no repeat of the same bytes
// helps, so it is 400 and a record of the event log, also where the sender has
// gone and hears nothing. The answer stays 400 if the record cannot be written:
// nothing that was sent whole is lost.
func (h *Handler) unread(w http.ResponseWriter, r *http.Request, c caller, received time.Time, err error) {
	if errors.Is(err, limit.ErrBusy) {
		answerError(w, c.form, &svcx.Error{Kind: svcx.KindUnavailable, Message: "the service receives too much right now, try again", Err: err})
		return
	}
	h.log.Debug("an inbound body did not arrive", "channel", c.channel.ID, "error", err)
	detail := "the body did not arrive whole: " + whatWasMet(err)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), writeWithin)
	defer cancel()
	receipt := h.receipt(c, received, nil, svcx.Reason{Code: svcx.ReasonInvalidJSON, Detail: detail})
	receipt.Answer = inbox.Answer{Status: http.StatusBadRequest, Text: detail}
	if _, err := h.inbox.Receive(ctx, receipt); err != nil && !errors.Is(err, inbox.ErrOutdated) && svcx.KindOf(err) != svcx.KindUnavailable {
		h.logFailure(w, r, err)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusBadRequest)
	io.WriteString(w, detail+"\n")
}

// whatWasMet says in words what ended the reading of a body, and nothing of the
// server's own.
func whatWasMet(err error) string {
	timeout := net.Error(nil)
	switch {
	case errors.As(err, &timeout) && timeout.Timeout():
		return "it took too long"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "it ended early"
	case errors.As(err, new(*net.OpError)), canceled(err):
		return "the connection was lost"
	default:
		return "its chunks are broken"
	}
}

// receipt is the request as the channel's form reads it.
func (h *Handler) receipt(c caller, received time.Time, body *limit.Body, reason svcx.Reason) inbox.Receipt {
	r := c.emptyReceipt(received, reason)
	if r.Rejected == nil {
		r.Body = body.Bytes
		r.InboundBody = c.form.DecodeInbound(body.Bytes, r.ReceivedAt, h.newID)
	}
	return r
}

// emptyReceipt is a receipt whose body is still to be read, unless it is refused.
func (c caller) emptyReceipt(received time.Time, reason svcx.Reason) inbox.Receipt {
	r := inbox.Receipt{Channel: c.channel, Form: c.form.Name, ReceivedAt: svcx.At(received)}
	if reason.Code != "" {
		r.Rejected = &svcx.Outcome{Status: svcx.EventInvalid, Type: svcx.InboundTypeInvalid, Reason: reason}
	}
	return r
}

// pickFields leaves a message that has more field values than there can be
// fields those of the workspace's. It takes a read that other messages do
// without: their values are picked by the batch.
func (h *Handler) pickFields(ctx context.Context, c caller, m *svcx.InboundMessage) error {
	if m == nil || m.ManyFields == nil {
		return nil
	}
	_, fields, err := h.inbox.Definitions(ctx, c.channel.Workspace)
	if err != nil {
		return err
	}
	known := make(map[string]bool, len(fields))
	for _, f := range fields {
		known[f.Key] = true
	}
	m.Fields, m.ManyFields = m.ManyFields(func(key string) bool { return known[key] }), nil
	return nil
}
