package svcx

// ParticipantID identifies a participant.
type ParticipantID int64

// ParticipantRole is the role of a participant (R 2.8). The contact is the primary
// participant and is not stored as one.
type ParticipantRole string

// The roles.
const (
	RolePrimary  ParticipantRole = "primary"
	RoleCC       ParticipantRole = "cc"
	RoleObserver ParticipantRole = "observer"
)

// MaxParticipants bounds the participants of a conversation besides the contact
// (W 8).
const MaxParticipants = 20

// Participant is a participant of a conversation.
type Participant struct {
	ID           ParticipantID
	Workspace    WorkspaceID
	Conversation ConversationID
	// Contact is set only for the primary participant, which has no ID.
	Contact    *ContactID
	Name       string
	Email      string
	ExternalID string
	Role       ParticipantRole
	AddedAt    Time
}

// ParticipantDraft is the input for a new participant.
type ParticipantDraft struct {
	Name, Email, ExternalID string
	Role                    ParticipantRole
}
