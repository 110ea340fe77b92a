package form

import "svcx"

// eventRecord is a record of the event log on the wire (W 2.5, 4.5,
// decisions 3). Ids of log records and deliveries are integers in both forms.
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
	CreatedAt      string           `json:"createdAt"`
}

// Event is a record of the event log as replay and Recent Events show it, in
// the form's words: {id, direction, eventType, status, responseStatus,
// responseMs, error, warnings, conversationId, attempt, deliveryId, createdAt}.
// What a record does not have is null; warnings is always an array; attempt and
// deliveryId are null on inbound records.
func (f *Form) Event(e *svcx.Event) any {
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
		CreatedAt:      e.CreatedAt.String(),
	}
	if e.Attempt > 0 {
		record.Attempt = &e.Attempt
	}
	return record
}
