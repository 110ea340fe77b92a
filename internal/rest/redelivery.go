package rest

import (
	"svcx"
	"svcx/internal/form"
)

type redelivered struct {
	DeliveryID svcx.DeliveryID `json:"deliveryId"`
}

type redeliveredMany struct {
	Count int64 `json:"count"`
}

// redeliverEvent serves POST /channels/{id}/events/{eventId}/redeliver → 202
// {data: {deliveryId}} (D 4). An entry that is not about a delivery is a
// validation error.
func (a *API) redeliverEvent(r *request) (any, error) {
	id, err := a.Messaging.Redeliver(r.http.Context(), r.call(), r.channelID(), r.eventID())
	if err != nil {
		return nil, err
	}
	return single{redelivered{id}}, nil
}

// redeliverFailed serves POST /channels/{id}/redeliver {since} → 202 {data:
// {count}}: all deliveries that have failed since then, after their last attempt.
func (a *API) redeliverFailed(r *request) (any, error) {
	since, err := decode(r, form.DecodeSince)
	if err != nil {
		return nil, err
	}
	count, err := a.Messaging.RedeliverFailed(r.http.Context(), r.call(), r.channelID(), since)
	if err != nil {
		return nil, err
	}
	return single{redeliveredMany{count}}, nil
}
