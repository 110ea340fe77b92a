package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// EventType is the type of an event.
type EventType string

// The events. Form A sends EventMessageCreated alone.
const (
	EventMessageCreated       EventType = "message.created"
	EventConversationResolved EventType = "conversation.resolved"
	EventConversationClosed   EventType = "conversation.closed"
	EventConversationReopened EventType = "conversation.reopened"
	EventConversationAssigned EventType = "conversation.assigned"
	EventRatingSubmitted      EventType = "rating.submitted"
	EventRatingRequested      EventType = "rating.requested"
)

// Delivery is what the headers of a request tell.
type Delivery struct {
	// ID is the webhook-id: the same for every attempt, by which repeats are recognized.
	ID string
	// At is the time of the attempt.
	At time.Time
	// Sequence numbers the deliveries of a conversation, from 1; 0 for calls that are no events.
	Sequence int64
	Body     []byte
}

// Event is something that happened in a conversation of the channel.
type Event struct {
	Delivery
	Type EventType
	// ConversationID is the integrator's own id of the conversation.
	ConversationID string
	// Timestamp is when it happened; zero in form A.
	Timestamp time.Time
	// Data is a pointer to the data of the type: *MessageCreated, *ConversationChanged,
	// *ConversationAssigned, *RatingSubmitted or *RatingRequested; a json.RawMessage for a type that this package does not know.
	Data any
	// History is there with the channel's setting messageExportEnabled: the last messages up
	// to the event, oldest first. Truncated means that not all fitted.
	History   []PastMessage
	Truncated bool
}

// MessageCreated is a reply of an agent, or a message that was sent by the REST API. Form A
// has Content alone.
type MessageCreated struct {
	Content     string `json:"content"`
	ContentType string `json:"contentType"` // text, html
	AuthorName  string `json:"authorName"`
	AuthorType  string `json:"authorType"` // agent, bot
	MessageID   int64  `json:"messageId"`
	// Origin is inbox or api: a program that replies by the REST API leaves out its own.
	Origin      string       `json:"origin"`
	Attachments []Attachment `json:"attachments"`
}

// ConversationChanged is a conversation's new status.
type ConversationChanged struct {
	Status     string    `json:"status"`
	ResolvedAt time.Time `json:"resolvedAt"`
}

// ConversationAssigned tells who a conversation is assigned to; AssignedTo is 0 for nobody.
type ConversationAssigned struct {
	AssignedTo int64 `json:"assignedTo"`
}

// RatingSubmitted is a customer's rating.
type RatingSubmitted struct {
	Rating  int    `json:"rating"`
	Comment string `json:"comment"`
	RatedBy string `json:"ratedBy"`
}

// RatingRequested asks the integrator to ask the customer. Reason is auto or requested.
type RatingRequested struct {
	Reason string `json:"reason"`
}

// PastMessage is a message of an event's history.
type PastMessage struct {
	ID          int64        `json:"id"`
	AuthorType  string       `json:"authorType"`
	AuthorName  string       `json:"authorName"`
	Content     string       `json:"content"`
	ContentType string       `json:"contentType"`
	CreatedAt   time.Time    `json:"createdAt"`
	ExternalID  string       `json:"externalId"`
	Attachments []Attachment `json:"attachments"`
}

// ParseEvent reads an event of either form. The request must have been checked before.
func ParseEvent(header http.Header, body []byte) (Event, error) {
	e, err := parseEvent(body)
	if err != nil {
		return e, err
	}
	e.Delivery, err = deliveryOf(header, body)
	return e, err
}

func deliveryOf(header http.Header, body []byte) (Delivery, error) {
	d := Delivery{ID: header.Get("webhook-id"), Body: body}
	seconds, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if d.ID == "" || err != nil {
		return d, errors.New("the request has no webhook-id or no webhook-timestamp")
	}
	d.At = time.Unix(seconds, 0)
	d.Sequence, _ = strconv.ParseInt(header.Get("svcx-sequence"), 10, 64)
	return d, nil
}

func parseEvent(body []byte) (e Event, err error) {
	var in struct {
		Type           string
		Event          EventType
		ConversationID string
		Timestamp      time.Time
		Content        *string
		Data           json.RawMessage
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return e, fmt.Errorf("the event is not understood: %w", err)
	}
	e = Event{Type: in.Event, ConversationID: in.ConversationID, Timestamp: in.Timestamp}
	if in.Event == "" {
		if in.Content == nil || in.Type != "" {
			return e, errors.New("the body is no event")
		}
		e.Type, e.Data = EventMessageCreated, &MessageCreated{Content: *in.Content}
		return e, nil
	}
	var history struct {
		Messages  []PastMessage
		Truncated bool
	}
	switch in.Event {
	case EventMessageCreated:
		e.Data = new(MessageCreated)
	case EventConversationResolved, EventConversationClosed, EventConversationReopened:
		e.Data = new(ConversationChanged)
	case EventConversationAssigned:
		e.Data = new(ConversationAssigned)
	case EventRatingSubmitted:
		e.Data = new(RatingSubmitted)
	case EventRatingRequested:
		e.Data = new(RatingRequested)
	default: // of a later version
		e.Data = in.Data
		return e, nil
	}
	if err := errors.Join(json.Unmarshal(in.Data, e.Data), json.Unmarshal(in.Data, &history)); err != nil {
		return e, fmt.Errorf("the data of %s is not understood: %w", in.Event, err)
	}
	e.History, e.Truncated = history.Messages, history.Truncated
	return e, nil
}
