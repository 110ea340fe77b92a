package svcx

// What an export has beside the records themselves.

// ExportedConversation is a conversation with what belongs to it alone. Values
// of fields that are gone are not among Fields.
type ExportedConversation struct {
	*Conversation
	Fields       []FieldValue
	Participants []*Participant
}

// ExportedMessage is a message, or a note, with what it said before its edits.
type ExportedMessage struct {
	Message
	Versions []MessageVersion
}
