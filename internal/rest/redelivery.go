package rest

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
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

// redeliverMany serves POST /channels/{id}/redeliver {since, until?} or {eventIds} → 202
// {data: {count}}: all deliveries that failed for good in that time, or those of the entries.
func (a *API) redeliverMany(r *request) (any, error) {
	what, err := decode(r, form.DecodeRedelivery)
	if err != nil {
		return nil, err
	}
	count, err := messaging.NewEventLog(a.Messaging).RedeliverMany(r.http.Context(), r.call(), r.channelID(), what)
	if err != nil {
		return nil, err
	}
	return single{redeliveredMany{count}}, nil
}
