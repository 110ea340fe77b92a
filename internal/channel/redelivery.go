package channel

import (
	"errors"
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/limit"
)

// redelivered is the answer to a redelivery (interface: with the channel key).
type redelivered struct {
	DeliveryID svcx.DeliveryID `json:"deliveryId"`
}

type redeliveredMany struct {
	Count int64 `json:"count"`
}

type dataEnvelope struct {
	Data any `json:"data"`
}

// redeliverEvent is POST /api/webhooks/custom/{channelId}/events/{eventId}/redeliver: the
// delivery of the event log entry is sent again, as an admin can do (D 4). The body is
// ignored.
//
// Answer: 202 {data: {deliveryId}}. Errors: 401 and 503 as of authorize, 404 for an entry
// that the channel does not have, a validation error for one without a delivery.
func (h *Handler) redeliverEvent(w http.ResponseWriter, r *http.Request, id string) {
	c, ok := h.authorize(w, r, id)
	if !ok {
		return
	}
	event, ok := form.ParseID(r.PathValue("event"))
	if !ok {
		h.fail(w, r, c.form, svcx.NotFound("event"))
		return
	}
	workspace := &svcx.Workspace{ID: c.channel.Workspace}
	delivery, err := h.inbox.Redeliver(r.Context(), workspace, c.actor(), c.channel.ID, svcx.EventID(event))
	if err != nil {
		h.fail(w, r, c.form, err)
		return
	}
	h.accept(w, r, c.form, redelivered{delivery})
}

// redeliver is POST /api/webhooks/custom/{channelId}/redeliver {since}: all deliveries of
// the channel that have failed since then are sent again.
//
// Answer: 202 {data: {count}}. Errors: 401 and 503 as of authorize; those of a body as in
// REST v1 (D 5).
func (h *Handler) redeliver(w http.ResponseWriter, r *http.Request, id string) {
	c, ok := h.authorize(w, r, id)
	if !ok {
		return
	}
	body, err := h.requireBody(w, r)
	if err != nil {
		h.fail(w, r, c.form, err)
		return
	}
	defer body.Release()
	since, err := form.DecodeSince(body.Bytes)
	if err != nil {
		h.fail(w, r, c.form, err)
		return
	}
	workspace := &svcx.Workspace{ID: c.channel.Workspace}
	count, err := h.inbox.RedeliverFailed(r.Context(), workspace, c.actor(), c.channel.ID, since)
	if err != nil {
		h.fail(w, r, c.form, err)
		return
	}
	h.accept(w, r, c.form, redeliveredMany{count})
}

// actor is the actor of a change made with the channel's key.
func (c caller) actor() svcx.Actor {
	return svcx.Actor{Kind: svcx.ActorChannel, ID: int64(c.channel.ID), Name: c.channel.Name}
}

// accept answers 202 with data.
func (h *Handler) accept(w http.ResponseWriter, r *http.Request, f *form.Form, data any) {
	body, err := form.Encode(dataEnvelope{data})
	if err != nil {
		h.fail(w, r, f, err)
		return
	}
	writeJSON(w, http.StatusAccepted, body)
}

// requireBody is readBody for an endpoint that answers errors of the body.
func (h *Handler) requireBody(w http.ResponseWriter, r *http.Request) (*limit.Body, error) {
	body, reason, err := h.readBody(w, r)
	switch {
	case err != nil:
		return nil, unreadable(err)
	case reason.Code == svcx.ReasonBodyTooLarge:
		return nil, &svcx.Error{Kind: svcx.KindTooLarge, Message: reason.Detail}
	case reason.Code != "":
		return nil, &svcx.Error{Kind: svcx.KindUnsupportedMedia, Message: "the body must be uncompressed JSON with Content-Type: application/json"}
	}
	return body, nil
}

// unreadable is the error for a body that could not be read.
func unreadable(err error) error {
	if errors.Is(err, limit.ErrBusy) {
		return &svcx.Error{Kind: svcx.KindUnavailable, Message: "the service receives too much right now, try again", Err: err}
	}
	return svcx.Invalid("body", "could not be read to its end")
}
