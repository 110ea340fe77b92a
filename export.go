package svcx

// ExportedConversation is a conversation with its field values and participants.
// Values of deleted fields are not among Fields.
type ExportedConversation struct {
	*Conversation
	Fields       []FieldValue
	Participants []*Participant
}

// ExportedMessage is a message or a note with its earlier versions.
type ExportedMessage struct {
	Message
	Versions []MessageVersion
}
