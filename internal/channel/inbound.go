package channel

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"svcx"
	"svcx/internal/httpd"
	"svcx/internal/limit"
	"svcx/internal/messaging"
)

// inbound is POST /api/webhooks/custom/{channelId} (W 4.1).
//
// Order of checks: channel, key, body, the form's required fields, routing (D 2). The
// answer is 200 "ok", sent after the commit is durable. The outcome is an entry of the
// channel's event log:
//
//   - an unknown channel has none, since there is no log to write to;
//   - a wrong or missing key is signature_mismatch, see unauthenticatedLog; the body is
//     not read;
//   - a body that is not a valid message has a reason code, see readBody and
//     form.Form.DecodeInbound;
//   - the rest is up to messaging.Receive.
//
// With ?dryRun=1 the request goes to dryRun instead.
//
// Errors: 503 UNAVAILABLE with Retry-After if nothing was stored, because the store is
// unavailable or the body got no share of the budget; 400 as of bodyNotRead. A wrong key
// is an exception: if its entry cannot be written, the answer is still 200, since the
// sender loses nothing and a repeat would not help. The request is then counted, and the
// count is written later.
func (h *Handler) inbound(c *call) error {
	if dry, bad := readDryRun(c.http.URL.RawQuery); dry || bad != nil {
		return h.dryRun(c, bad)
	}
	received := h.now()
	if ok, err := h.identify(c, h.cached, received); !ok {
		return err
	}
	body, reason, err := h.readBody(c)
	if err != nil {
		return h.bodyNotRead(c, received, err)
	}
	defer body.Release()
	var outcome svcx.Outcome
	for range maxTries {
		receipt := h.receipt(c.caller, received, bytesOf(body), reason, h.newID)
		receipt.Origin = h.origin(c)
		if err = h.pickFields(c.http.Context(), c.channel, receipt.Message); err != nil {
			break
		}
		outcome, err = h.messaging.Receive(c.http.Context(), receipt)
		if !errors.Is(err, messaging.ErrOutdated) {
			break
		}
		if ok, err := h.identify(c, h.findAndCache, received); !ok {
			return err
		}
	}
	if err != nil {
		h.observe("none", "not_stored")
		return notStored{err}
	}
	kind, _, _ := strings.Cut(outcome.Type, ":")
	h.observe(kind, string(outcome.Status))
	return c.answerOK()
}

// maxTries bounds how often a request is decided again because its channel has changed
// meanwhile (messaging.ErrOutdated). One repeat is enough, unless the channel changes all the
// time.
const maxTries = 10

// identify finds the channel, of which the request must have the key. If not, ok is
// false, and the request is answered or fails with the error.
func (h *Handler) identify(c *call, find func(*call) (caller, error), received time.Time) (ok bool, err error) {
	found, err := find(c)
	switch {
	case svcx.KindOf(err) == svcx.KindNotFound:
		h.observe("none", "unknown_channel")
		return false, c.answerOK()
	case err != nil:
		h.observe("none", "not_stored")
		c.form = h.plain
		return false, err
	case !found.hasKey(c.http):
		h.observe("none", string(svcx.EventUnauthorized))
		h.unauthenticated.note(c.http.Context(), found.channel, received, h.origin(c))
		return false, c.answerOK()
	}
	c.caller = found
	return true, nil
}

// bodyNotRead answers a request whose body could not be read: 503 if it got no share of
// the budget. Otherwise the body did not arrive whole: the sender hung up, was too slow
// or sent broken HTTP. That is the sender's fault, and a repeat of the same bytes does not
// help, so the answer is 400 and there is an event log entry, even if the sender is gone.
// The answer stays 400 if the entry cannot be written, since no complete message is lost.
func (h *Handler) bodyNotRead(c *call, received time.Time, err error) error {
	if errors.Is(err, limit.ErrBusy) {
		h.observe("none", "not_stored")
		return err
	}
	h.observe("none", "unread")
	h.front.Log.Debug("an inbound body did not arrive whole", "channel", c.channel.ID, "error", err)
	detail := "the body did not arrive whole: " + readFailure(err)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.http.Context()), writeWithin)
	defer cancel()
	receipt := h.receipt(c.caller, received, nil, svcx.Reason{Code: svcx.ReasonInvalidJSON, Detail: detail}, h.newID)
	receipt.Origin = h.origin(c)
	receipt.Answer = messaging.Answer{Status: http.StatusBadRequest, Text: detail}
	if _, err := h.messaging.Receive(ctx, receipt); err != nil && !errors.Is(err, messaging.ErrOutdated) && svcx.KindOf(err) != svcx.KindUnavailable {
		h.front.Log.Error("the entry of a body that did not arrive whole could not be stored", "request", httpd.RequestID(c.w), "path", c.http.URL.Path, "error", err)
	}
	c.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	c.w.WriteHeader(http.StatusBadRequest)
	io.WriteString(c.w, detail+"\n")
	return nil
}

// readFailure describes what ended the reading of a body, without internal details.
func readFailure(err error) string {
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

func (h *Handler) origin(c *call) messaging.Origin {
	from := messaging.Origin{RequestID: httpd.RequestID(c.w)}
	if client := h.front.ClientIP(c.http); client.IsValid() {
		from.Client = client.String()
	}
	return from
}

// receipt is the request, decoded with the channel's form.
func (h *Handler) receipt(c caller, received time.Time, body []byte, reason svcx.Reason, newID func() string) messaging.Receipt {
	r := c.emptyReceipt(received, reason)
	if r.Rejected == nil {
		r.Body = body
		r.InboundBody = c.form.DecodeInbound(body, r.ReceivedAt, newID)
	}
	return r
}

// bytesOf are the bytes of a body; nil if it was not read because of the request's headers.
func bytesOf(body *limit.Body) []byte {
	if body == nil {
		return nil
	}
	return body.Bytes
}

// emptyReceipt is a receipt without a decoded body; it is rejected if there is a reason.
func (c caller) emptyReceipt(received time.Time, reason svcx.Reason) messaging.Receipt {
	r := messaging.Receipt{Channel: c.channel, Form: c.form.Name, ReceivedAt: svcx.At(received)}
	if reason.Code != "" {
		r.Rejected = &svcx.Outcome{Status: svcx.EventInvalid, Type: svcx.InboundTypeInvalid, Reason: reason}
	}
	return r
}

// pickFields keeps only the values of the workspace's own fields in a message that has
// more values than there can be fields. That takes an extra read, which other messages
// do without: their values are picked in the batch.
func (h *Handler) pickFields(ctx context.Context, ch *svcx.Channel, m *svcx.InboundMessage) error {
	if m == nil || m.ManyFields == nil {
		return nil
	}
	_, fields, err := h.admin.Definitions(ctx, ch.Workspace)
	if err != nil {
		return err
	}
	keys := make(map[string]bool, len(fields))
	for _, f := range fields {
		keys[f.Key] = true
	}
	m.Fields, m.ManyFields = m.ManyFields(func(key string) bool { return keys[key] }), nil
	return nil
}
