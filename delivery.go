package svcx

import "time"

// FeedAge is how long an event stays in its channel's feed at least, counted from
// when it has been delivered or has failed.
const FeedAge = 30 * 24 * time.Hour

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states. A conversation has at most one ready delivery; the others wait for
// it, which keeps their order (D 4).
const (
	DeliveryReady     DeliveryState = "ready"     // due at DueAt, or leased until then
	DeliveryWaiting   DeliveryState = "waiting"   // for an earlier one of its conversation
	DeliveryDelivered DeliveryState = "delivered" // answered with 2xx
	DeliveryFailed    DeliveryState = "failed"    // after the last attempt
	DeliveryResend    DeliveryState = "resend"    // redelivered for an admin, outside the order
	DeliveryKept      DeliveryState = "kept"      // only in the feed: the channel had no webhook URL
)

// Delivery is one outbound event on its way to one channel's webhook URL.
type Delivery struct {
	ID           DeliveryID
	Workspace    WorkspaceID
	Channel      ChannelID
	Conversation ConversationID
	// ConversationID is the external id, echoed in the body.
	ConversationID string
	// Sequence numbers the deliveries of the conversation from 1
	// (header svcx-sequence).
	Sequence int64
	// WebhookID is the same on every attempt (header webhook-id).
	WebhookID string
	Type      EventType
	// Data is the event's data, independent of a form.
	Data  EventData
	State DeliveryState
	// Feed says that the event is in the channel's feed.
	Feed bool
	// Attempts counts the attempts so far.
	Attempts  int
	DueAt     Time
	CreatedAt Time
	// Last is the last attempt; its At is 0 before the first.
	Last Attempt
}

// Attempt is an attempt at a delivery.
type Attempt struct {
	At Time
	// Status is that of the answer, 0 without one.
	Status int
	// Error is empty for a delivery that was made.
	Error string
}

// AttemptRecord is what the event log has of an attempt at a delivery.
type AttemptRecord struct {
	Event EventID
	Attempt
	// Took is in milliseconds.
	Took int64
	// Next is when the next attempt was planned; nil after the last.
	Next *Time
}

// OfMessage is the message that is delivered, 0 for another event.
func (d *Delivery) OfMessage() MessageID {
	if d.Type != EventMessageCreated {
		return 0
	}
	return d.Data.MessageID
}

// A message that waits for longer than UndeliveredAfter for its delivery counts as one that was not
// delivered. Conversations with such messages are counted and listed up to MaxUndelivered.
const (
	UndeliveredAfter = 2 * time.Minute
	MaxUndelivered   = 1000
)

// MessageDelivery is the delivery state of a message.
type MessageDelivery struct {
	Delivery     DeliveryID
	Channel      ChannelID
	Conversation ConversationID
	// ConversationID is the external id.
	ConversationID string
	Message        MessageID
	State          DeliveryState
	Attempts       int
	DueAt          Time
	Last           Attempt
}

// EventData is the content of an event (W 6). Its type determines which members are
// used.
type EventData struct {
	Content     string       `json:"content,omitempty"`
	ContentType ContentType  `json:"contentType,omitempty"`
	AuthorName  string       `json:"authorName,omitempty"`
	AuthorType  AuthorType   `json:"authorType,omitempty"`
	MessageID   MessageID    `json:"messageId,omitempty"`
	Origin      Origin       `json:"origin,omitempty"`
	Attachments []Attachment `json:"attachments,omitempty"`
	Status      Status       `json:"status,omitempty"`
	ResolvedAt  *Time        `json:"resolvedAt,omitempty"`
	AssignedTo  *UserID      `json:"assignedTo,omitempty"`
	Rating      int          `json:"rating,omitempty"`
	Comment     string       `json:"comment,omitempty"`
	RatedBy     string       `json:"ratedBy,omitempty"`
	Reason      string       `json:"reason,omitempty"`
	// Trace is the event's place in the trace of the request that caused it, as the header
	// traceparent has it; "" if that was not traced. It is not sent.
	Trace string `json:"trace,omitempty"`
}

// About is the message that the event is about, nil if there is none.
func (d *EventData) About() *MessageID {
	if d.MessageID == 0 {
		return nil
	}
	id := d.MessageID
	return &id
}
