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

// ExportProgress is how far an export is, or was when it ended.
type ExportProgress struct {
	StartedAt Time
	// EndedAt is nil while it runs. One that ended without being complete was cut.
	EndedAt  *Time
	Complete bool
	Records  int
	// Conversations are those whose messages were exported.
	Conversations int
}
