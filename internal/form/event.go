package form

import (
	"slices"
	"strings"

	"svcx"
	"svcx/internal/openapi"
)

// eventRecord is an event log entry on the wire (W 2.5, 4.5, D 3). Ids of entries and
// deliveries are integers in both forms.
type eventRecord struct {
	ID             svcx.EventID     `json:"id"`
	Direction      svcx.Direction   `json:"direction"`
	EventType      string           `json:"eventType"`
	Status         string           `json:"status"`
	ResponseStatus *int             `json:"responseStatus"`
	ResponseMS     int64            `json:"responseMs"`
	Error          *string          `json:"error"`
	Warnings       []string         `json:"warnings"`
	ConversationID *string          `json:"conversationId"`
	Attempt        *int             `json:"attempt"`
	DeliveryID     *svcx.DeliveryID `json:"deliveryId"`
	MessageID      any              `json:"messageId" api:"id null"`
	Final          *bool            `json:"final"`
	NextAttemptAt  *string          `json:"nextAttemptAt"`
	CreatedAt      string           `json:"createdAt"`
	RequestID      *string          `json:"requestId"`
	WebhookID      *string          `json:"webhookId"`
	RunAgainOf     *svcx.EventID    `json:"runAgainOf"`
}

// Event encodes an event log entry for replay and Recent Events, with the form's
// names of types and statuses: {id, direction, eventType, status, responseStatus,
// responseMs, error, warnings, conversationId, attempt, deliveryId, messageId, final,
// nextAttemptAt, createdAt, requestId, webhookId, runAgainOf}. Missing values are null;
// warnings is always an array.
// attempt, deliveryId and nextAttemptAt are set for an attempt of a delivery. final
// is false if another attempt follows; it is true for everything that is not an
// attempt, and null (unknown) for a failed attempt that an older version logged.
// requestId is the X-Request-Id of the answer to an inbound request, webhookId the
// webhook-id of a call, and runAgainOf the entry whose request was run again.
func (f *Form) Event(e *svcx.EventLogEntry) any { return f.event(e) }

func (f *Form) event(e *svcx.EventLogEntry) eventRecord {
	record := eventRecord{
		ID:             e.ID,
		Direction:      e.Direction,
		EventType:      f.EventType(e),
		Status:         f.EventStatus(e.Status),
		ResponseStatus: e.ResponseStatus,
		ResponseMS:     e.ResponseMS,
		Error:          OptionalString(e.Error),
		Warnings:       e.Warnings,
		ConversationID: OptionalString(e.ConversationID),
		DeliveryID:     e.Delivery,
		Final:          e.Final,
		NextAttemptAt:  OptionalTime(e.NextAttemptAt),
		CreatedAt:      e.CreatedAt.String(),
		RunAgainOf:     e.Again,
	}
	if e.Direction == svcx.Inbound {
		record.RequestID = OptionalString(e.Reference)
	} else {
		record.WebhookID = OptionalString(e.Reference)
	}
	if e.Attempt > 0 {
		record.Attempt = &e.Attempt
	}
	if done := e.Attempt == 0 || e.Status != svcx.EventFailed; done && e.Final == nil {
		record.Final = &done
	}
	if e.Message != nil {
		record.MessageID = f.ID(int64(*e.Message))
	}
	return record
}

// eventDetail is an event log entry with the bodies of the request and the answer.
type eventDetail struct {
	eventRecord
	RequestBody  *string `json:"requestBody"`
	ResponseBody *string `json:"responseBody"`
}

// EventDetail encodes an event log entry as Event does, with requestBody and
// responseBody, which are null if they are not kept.
func (f *Form) EventDetail(e *svcx.EventLogEntry, body *svcx.EventBody) any {
	detail := eventDetail{eventRecord: f.event(e)}
	if body != nil {
		detail.RequestBody, detail.ResponseBody = OptionalString(body.Request), OptionalString(body.Response)
	}
	return detail
}

// EventStatusQuery reads the status filter of Recent Events: one of the form's names,
// which may stand for several statuses.
func (f *Form) EventStatusQuery(word string) (statuses []svcx.EventStatus, err error) {
	var words []string
	for _, s := range svcx.EventStatuses {
		w := f.EventStatus(s)
		if w == word {
			statuses = append(statuses, s)
		}
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	if statuses == nil {
		return nil, svcx.Invalid("status", "must be one of %s", strings.Join(words, ", "))
	}
	return statuses, nil
}

// maxRedelivered bounds how many entries a body may name.
const maxRedelivered = 500

// RedeliveryBody describes the body of POST /channels/{id}/redeliver.
func RedeliveryBody() *openapi.Schema {
	return openapi.Object(
		openapi.May("since", openapi.Time().As("Deliveries that failed for good at this time or later. Required unless `eventIds` is given.")),
		openapi.May("until", openapi.Time().As("And not later than this; the default is now.").Nullable()),
		openapi.May("eventIds", openapi.Array(WholeNumber(1), maxRedelivered).As("In place of a time: the deliveries of these event log entries. Those without a delivery are left out.")),
	)
}

// DecodeRedelivery reads the body of POST /channels/{id}/redeliver: {since, until?} with
// ISO 8601 timestamps, or {eventIds}.
func DecodeRedelivery(body []byte) (r svcx.Redelivery, err error) {
	o, err := ReadObject(body)
	if err != nil {
		return r, err
	}
	ids := o.Value("eventIds")
	if !ids.Given() {
		r.Since, r.Until = o.Value("since").Time(), o.optionalTime("until")
		if r.Until != nil && *r.Until < r.Since {
			o.Refuse("until", "must not be before since")
		}
		return checked(o, r)
	}
	for _, e := range ids.Elements(maxRedelivered) {
		r.Events = append(r.Events, svcx.EventID(e.IntegerID()))
	}
	switch {
	case o.Value("since").Given() || o.Value("until").Given():
		o.Refuse("eventIds", "must not be given together with a time")
	case len(r.Events) == 0:
		o.Refuse("eventIds", "must have at least one element")
	}
	return checked(o, r)
}

// eventMatch is what a look-up found in one way.
type eventMatch struct {
	By     string        `json:"foundBy"`
	Events []eventRecord `json:"events"`
}

// EventMatch encodes entries that a look-up found in the same way: {foundBy, events}.
func (f *Form) EventMatch(by string, events []*svcx.EventLogEntry) any {
	match := eventMatch{by, make([]eventRecord, len(events))}
	for i, e := range events {
		match.Events[i] = f.event(e)
	}
	return match
}

// queued is what waits to be delivered, on the wire.
type queued struct {
	Waiting  int     `json:"waiting"`
	Capped   bool    `json:"capped"`
	OldestAt *string `json:"oldestAt"`
}

// Queue encodes what waits to be delivered on a channel: {waiting, capped, oldestAt}.
func Queue(q svcx.Queue) any { return queued{q.Waiting, q.Capped, OptionalTime(q.OldestAt)} }
