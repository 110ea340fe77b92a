package svcx

// DryRun is what an inbound request would come to now. Nothing of it is stored;
// what would be new has no id.
type DryRun struct {
	// Event is the record that the event log would get.
	Event *EventLogEntry
	// Conversation is the one that the request is for, nil where it is for none that
	// there is or would be.
	Conversation *DryRunConversation
	// Contact is the sender of a message, or whom an intent changes; nil for others.
	Contact *DryRunContact
	// Message is what would be stored; nil for nothing.
	Message *Message
	// Events are the types of the outbound events that would be sent, in order.
	Events []EventType
	// Unused are members of the body that are for new conversations, where the
	// message goes to one that there is.
	Unused []string
	// FieldKeys are those of the workspace's custom fields.
	FieldKeys map[string]bool
}

// DryRunConversation is a conversation as it is, nil for a new one, and as it would
// be afterwards.
type DryRunConversation struct {
	Before, After *Conversation
	// Fields are those that would get another value, or none.
	Fields []FieldValue
	// Participants are those that would be added.
	Participants []ParticipantDraft
	// Rating is nil where none would be given.
	Rating *RatingDraft
}

// DryRunContact is a contact likewise.
type DryRunContact struct {
	Before, After *Contact
	// MatchedBy tells how it was found; "" for a new one.
	MatchedBy ContactMatch
}

// ContactMatch is by what a contact was found.
type ContactMatch string

// By an id or an address that the sender gave, or as the contact of the
// conversation.
const (
	MatchedByExternalID   ContactMatch = "externalId"
	MatchedByEmail        ContactMatch = "email"
	MatchedByConversation ContactMatch = "conversation"
)
