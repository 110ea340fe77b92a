package channel

import (
	"errors"
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/messaging"
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
func (h *Handler) redeliverEvent(c *call) error {
	event, ok := form.ParseID(c.http.PathValue("eventId"))
	if !ok {
		return svcx.NotFound("event")
	}
	workspace := &svcx.Workspace{ID: c.channel.Workspace}
	delivery, err := h.messaging.Redeliver(c.http.Context(), inbox.Call{Workspace: workspace, Actor: c.actor()}, c.channel.ID, svcx.EventID(event))
	if err != nil {
		return err
	}
	return c.accept(redelivered{delivery})
}

// redeliver is POST /api/webhooks/custom/{channelId}/redeliver {since, until?} or
// {eventIds}: all deliveries of the channel that have failed in that time, or those of the
// entries, are sent again.
//
// Answer: 202 {data: {count}}. Errors: 401 and 503 as of authorize; those of a body as in
// REST v1 (D 5).
func (h *Handler) redeliver(c *call) error {
	body, err := h.requireBody(c)
	if err != nil {
		return err
	}
	defer body.Release()
	what, err := form.DecodeRedelivery(body.Bytes)
	if err != nil {
		return err
	}
	workspace := &svcx.Workspace{ID: c.channel.Workspace}
	count, err := messaging.NewEventLog(h.messaging).RedeliverMany(c.http.Context(), inbox.Call{Workspace: workspace, Actor: c.actor()}, c.channel.ID, what)
	if err != nil {
		return err
	}
	return c.accept(redeliveredMany{count})
}

// actor is the actor of a change made with the channel's key.
func (c caller) actor() svcx.Actor {
	return svcx.Actor{Kind: svcx.ActorChannel, ID: int64(c.channel.ID), Name: c.channel.Name}
}

// accept answers 202 with data.
func (c *call) accept(data any) error {
	body, err := form.Encode(dataEnvelope{data})
	if err != nil {
		return err
	}
	writeJSON(c.w, http.StatusAccepted, body)
	return nil
}

// requireBody is readBody for an endpoint that answers errors of the body.
func (h *Handler) requireBody(c *call) (*limit.Body, error) {
	body, reason, err := h.readBody(c)
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
		return err
	}
	return svcx.Invalid("body", "could not be read to its end")
}
