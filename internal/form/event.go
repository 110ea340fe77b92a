package form

import (
	"slices"
	"strings"

	"svcx"
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
}

// Event encodes an event log entry for replay and Recent Events, with the form's
// names of types and statuses: {id, direction, eventType, status, responseStatus,
// responseMs, error, warnings, conversationId, attempt, deliveryId, messageId, final,
// nextAttemptAt, createdAt}. Missing values are null; warnings is always an array.
// attempt, deliveryId and nextAttemptAt are set for an attempt of a delivery. final
// is false if another attempt follows; it is true for everything that is not an
// attempt, and null (unknown) for a failed attempt that an older version logged.
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

// DecodeSince reads the body of POST /channels/{id}/redeliver: {since}, an ISO
// 8601 timestamp.
func DecodeSince(body []byte) (svcx.Time, error) {
	o, err := ReadObject(body)
	if err != nil {
		return 0, err
	}
	return checked(o, o.Value("since").Time())
}
