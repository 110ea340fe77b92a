package svcx

// DryRun is what an inbound request would do now. Nothing is stored; what would be
// new has no id.
type DryRun struct {
	// Event is the entry that the event log would get.
	Event *EventLogEntry
	// Conversation is the one that the request is for, nil if it neither exists nor
	// would be created.
	Conversation *DryRunConversation
	// Contact is the sender of a message or the contact that an intent changes, else
	// nil.
	Contact *DryRunContact
	// Message is the message that would be stored, if any.
	Message *Message
	// Events are the types of the outbound events that would be sent, in order.
	Events []EventType
	// Unused are the members of the body that only apply to new conversations, if the
	// message is for an existing one.
	Unused []string
	// FieldKeys are the keys of the workspace's custom fields.
	FieldKeys map[string]bool
}

// DryRunConversation is a conversation as it is, nil for a new one, and as it would
// be after the request.
type DryRunConversation struct {
	Before, After *Conversation
	// Fields are those whose value would change.
	Fields []FieldValue
	// Participants are those that would be added.
	Participants []ParticipantDraft
	// Rating is the rating that would be stored, if any.
	Rating *RatingDraft
}

// DryRunContact is a contact before and after the request.
type DryRunContact struct {
	Before, After *Contact
	// MatchedBy is how it was found; "" for a new one.
	MatchedBy ContactMatch
}

// ContactMatch is how a contact was found.
type ContactMatch string

// By an id or address of the sender, or as the contact of the conversation.
const (
	MatchedByExternalID   ContactMatch = "externalId"
	MatchedByEmail        ContactMatch = "email"
	MatchedByConversation ContactMatch = "conversation"
)
