package svcx

// EventType is a type of outbound event (W 6).
type EventType string

// The seven outbound event types.
const (
	EventMessageCreated       EventType = "message.created"
	EventConversationResolved EventType = "conversation.resolved"
	EventConversationClosed   EventType = "conversation.closed"
	EventConversationReopened EventType = "conversation.reopened"
	EventConversationAssigned EventType = "conversation.assigned"
	EventRatingSubmitted      EventType = "rating.submitted"
	EventRatingRequested      EventType = "rating.requested"
)

// EventTypes lists them in the order of W 6.
var EventTypes = [...]EventType{
	EventMessageCreated, EventConversationResolved, EventConversationClosed,
	EventConversationReopened, EventConversationAssigned,
	EventRatingSubmitted, EventRatingRequested,
}

// ActionTypes lists the inbound actions (W 4.2).
var ActionTypes = [...]string{ActionResolve, ActionClose, ActionReopen, ActionAssign, ActionRate}

// EventStatus is the status of an event log entry. Form A and Form B have their own
// names for it (W 2.5).
type EventStatus string

// The statuses.
const (
	EventOK           EventStatus = "ok"
	EventSkipped      EventStatus = "skipped"      // a duplicate, or a disabled event
	EventInvalid      EventStatus = "invalid"      // the body is invalid
	EventUnauthorized EventStatus = "unauthorized" // wrong or missing key
	EventFailed       EventStatus = "failed"       // past validation: routing, delivery
)

// EventStatuses lists them.
var EventStatuses = [...]EventStatus{EventOK, EventSkipped, EventInvalid, EventUnauthorized, EventFailed}

// Direction is the direction of a logged request as seen from the service.
type Direction string

// The directions.
const (
	Inbound  Direction = "inbound"
	Outbound Direction = "outbound"
)

// Types of inbound entries. Actions and intents have their type after a colon once
// it is known ("action:conversation.resolve").
const (
	InboundTypeMessage = "message"
	InboundTypeAction  = "action"
	InboundTypeIntent  = "intent"
	InboundTypeInvalid = "invalid"
)

// EventLogEntry is an entry of a channel's event log (W 2.5).
type EventLogEntry struct {
	ID        EventID
	Workspace WorkspaceID
	Channel   ChannelID
	Direction Direction
	Type      string
	Status    EventStatus
	Error     string
	Warnings  []string
	// Facts are what was decided about an inbound request: see Fact.
	Facts []Fact
	// Reference is what the other side knows the call by: the X-Request-Id of the answer
	// to an inbound request, the webhook-id of an outbound call.
	Reference string
	// Client is the address that an inbound request came from.
	Client string
	// Again is the entry whose request was run again; nil for any other.
	Again *EventID
	// ConversationID is the external id of the conversation it is about.
	ConversationID string
	// ResponseStatus is nil if there was no response.
	ResponseStatus *int
	ResponseMS     int64
	// Attempt counts from 1 for deliveries; it is 0 for inbound entries.
	Attempt  int
	Delivery *DeliveryID
	// Message is the message that it is about, nil if there is none. It stays when
	// the message is erased.
	Message *MessageID
	// Final says whether an attempt of a delivery was the last one; if not,
	// NextAttemptAt is when the next one is planned. Both are nil for other calls,
	// which are never retried, and for attempts that an older version logged.
	Final         *bool
	NextAttemptAt *Time
	CreatedAt     Time
	// Request and Response are the bodies, at most MaxLoggedBody bytes of each,
	// kept for a week; empty if there is none or no longer. They hold no keys or
	// secrets, which are in headers and URLs.
	Request, Response string
}

// PingResult is the result of a ping that an admin requested.
type PingResult struct {
	OK bool
	// Status is nil if there was no response.
	Status *int
	MS     int64
	// Error is the reason as in the event log; "" if OK.
	Error string
}

// EventQuery selects entries for a replay (W 4.5, D 3): oldest first, strictly after
// Since and After if they are given.
//
// Ahead is set if Since is in the future. It can then be the time of an entry from
// before the clock was set back: entries that follow the last one of that time or
// later count as after it, whatever their own time.
type EventQuery struct {
	Since *Time
	Ahead bool
	After *EventID
	Limit int
}

// EventFilter selects entries for Recent Events: newest first, those after After and before
// Before if they are given that match everything that is set.
type EventFilter struct {
	Statuses       []EventStatus // any of these
	Types          *EventTypeFilter
	Direction      Direction
	ConversationID string
	Since          *Time // exclusive
	Until          *Time // inclusive
	After, Before  *EventID
	Limit          int
}

// EventTypeFilter selects the entries that a form shows under one name of a type:
// those of the direction whose type is in Types or begins with Prefix, if that is
// not empty.
type EventTypeFilter struct {
	Direction Direction
	Types     []string
	Prefix    string
}

// Redelivery is what is sent again: the deliveries of the entries in Events or, if it is empty, those
// that failed for good in a period. If Until is nil, the period ends now.
type Redelivery struct {
	Events []EventID
	Since  Time
	Until  *Time
}

// EventBody is the request and the response of an entry, as far as they are kept.
type EventBody struct {
	Request, Response string
}

// Reason codes, which are stable and begin the error of an event log entry
// (D 2, D 4).
const (
	ReasonDuplicateMessage     = "duplicate_message"
	ReasonSignatureMismatch    = "signature_mismatch"
	ReasonConversationNotFound = "conversation_not_found"
	ReasonAssigneeNotFound     = "assignee_not_found"
	ReasonRatingDisabled       = "rating_disabled"
	ReasonContactBlocked       = "contact_blocked"
	ReasonUnsupportedInFormA   = "unsupported_in_form_a"
	ReasonActionDisabled       = "action_disabled"
	ReasonUnknownAction        = "unknown_action"
	ReasonUnknownIntent        = "unknown_intent"
	ReasonInvalidJSON          = "invalid_json"
	ReasonBodyTooLarge         = "body_too_large"
	ReasonUnsupportedMediaType = "unsupported_media_type"
	ReasonCompressedBody       = "compressed_body"
	ReasonValidation           = "validation"

	ReasonEventDisabled = "event_disabled"
	ReasonNoWebhookURL  = "no_webhook_url"
	ReasonHTTPStatus    = "http_status"
)
