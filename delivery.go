package svcx

import "time"

// FeedAge is for how long an event stays in its channel's feed at least, counted
// from when nothing is to be sent of it any more.
const FeedAge = 30 * 24 * time.Hour

// DeliveryState is where an outbound event stands.
type DeliveryState string

// The states. A conversation has at most one ready delivery: the others wait
// for it, which is what keeps their order (decisions 4).
const (
	DeliveryReady     DeliveryState = "ready"     // due at DueAt, or leased until then
	DeliveryWaiting   DeliveryState = "waiting"   // behind an earlier one of its conversation
	DeliveryDelivered DeliveryState = "delivered" // a 2xx came
	DeliveryFailed    DeliveryState = "failed"    // for good
	DeliveryResend    DeliveryState = "resend"    // due again by an admin's wish, outside the order
	DeliveryKept      DeliveryState = "kept"      // in the channel's feed alone: it had no webhook URL
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
	// Data is the event's own data, stored neutrally; a form renders it.
	Data  EventData
	State DeliveryState
	// Feed says that the event is in the channel's feed.
	Feed bool
	// Attempts counts those that were made.
	Attempts  int
	DueAt     Time
	CreatedAt Time
}

// EventData is what an event says (W 6). Which members matter depends on the
// type.
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
}

// About is the message that the event is about, nil where it is about none.
func (d *EventData) About() *MessageID {
	if d.MessageID == 0 {
		return nil
	}
	id := d.MessageID
	return &id
}
