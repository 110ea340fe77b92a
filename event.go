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

// EventStatus is the neutral status of an event log record. Form A and Form B
// have their own words for it (W 2.5).
type EventStatus string

// The neutral statuses.
const (
	EventOK           EventStatus = "ok"
	EventSkipped      EventStatus = "skipped"      // a repeat, or a disabled event
	EventInvalid      EventStatus = "invalid"      // the body is not what it must be
	EventUnauthorized EventStatus = "unauthorized" // wrong or missing key
	EventFailed       EventStatus = "failed"       // past validation: routing, delivery
)

// EventStatuses lists them.
var EventStatuses = [...]EventStatus{EventOK, EventSkipped, EventInvalid, EventUnauthorized, EventFailed}

// Direction of a logged request as seen from the service.
type Direction string

// The directions.
const (
	Inbound  Direction = "inbound"
	Outbound Direction = "outbound"
)

// Neutral types of inbound records. Actions and intents carry their type
// behind a colon once it is known ("action:conversation.resolve").
const (
	InboundTypeMessage = "message"
	InboundTypeAction  = "action"
	InboundTypeIntent  = "intent"
	InboundTypeInvalid = "invalid"
)

// EventLogEntry is one record of a channel's event log (W 2.5).
type EventLogEntry struct {
	ID        EventID
	Workspace WorkspaceID
	Channel   ChannelID
	Direction Direction
	Type      string
	Status    EventStatus
	Error     string
	Warnings  []string
	// ConversationID is the external id of the conversation it is about.
	ConversationID string
	// ResponseStatus is nil where no answer came.
	ResponseStatus *int
	ResponseMS     int64
	// Attempt counts from 1 for deliveries; 0 for inbound records.
	Attempt  int
	Delivery *DeliveryID
	// Message is the message that it is about, nil where it is about none. It
	// stays when the message is erased.
	Message *MessageID
	// Final says of an attempt at a delivery that it was the last one, and
	// NextAttemptAt, of one that was not, when the next is planned. Both are nil
	// for what is no attempt at a delivery, which is never tried again, and for
	// attempts that an older version logged.
	Final         *bool
	NextAttemptAt *Time
	CreatedAt     Time
	// Request and Response are the bodies, at most MaxLoggedBody bytes of each,
	// kept for a week; "" where there is none or no longer. Never keys or
	// secrets: those travel in headers and URLs.
	Request, Response string
}

// PingResult is what came of a ping that was sent at an admin's wish.
type PingResult struct {
	OK bool
	// Status is nil where no answer came.
	Status *int
	MS     int64
	// Error is the reason as the event log has it; "" when OK.
	Error string
}

// EventQuery selects records for a replay (W 4.5, decisions 3): oldest first,
// strictly after Since and After where they are given.
//
// A Since that is Ahead, still to come, can be that of a record whose clock was set
// back since: what stands behind the last record of that time or later is after it
// too, whatever its own time.
type EventQuery struct {
	Since *Time
	Ahead bool
	After *EventID
	Limit int
}

// EventFilter selects records for Recent Events: newest first, those before
// Before where it is given, and of those what fits everything that is set.
type EventFilter struct {
	Statuses       []EventStatus // one of them
	Types          *EventTypeFilter
	Direction      Direction
	ConversationID string
	Since          *Time // strictly after
	Until          *Time // up to
	Before         *EventID
	Limit          int
}

// EventTypeFilter is what records one word of a form for event types stands
// for: those of the direction whose type is in Types, or begins with Prefix
// where that is not "".
type EventTypeFilter struct {
	Direction Direction
	Types     []string
	Prefix    string
}

// EventBody is what was sent and what was answered, as far as it is kept.
type EventBody struct {
	Request, Response string
}

// Reason codes: stable words at the start of an event log record's error
// (decisions 2 and 4).
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
