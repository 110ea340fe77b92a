package svcx

// ParticipantID identifies a participant.
type ParticipantID int64

// ParticipantRole is what a participant is in a conversation (R 2.8). The
// contact is its primary one and is not kept among them.
type ParticipantRole string

// The roles.
const (
	RolePrimary  ParticipantRole = "primary"
	RoleCC       ParticipantRole = "cc"
	RoleObserver ParticipantRole = "observer"
)

// MaxParticipants bounds those of a conversation, the contact not counted
// (W 8).
const MaxParticipants = 20

// Participant is somebody who takes part in a conversation.
type Participant struct {
	ID           ParticipantID
	Workspace    WorkspaceID
	Conversation ConversationID
	// Contact is set for the primary one alone, which has no ID.
	Contact    *ContactID
	Name       string
	Email      string
	ExternalID string
	Role       ParticipantRole
	AddedAt    Time
}

// ParticipantDraft is what a participant is made from.
type ParticipantDraft struct {
	Name, Email, ExternalID string
	Role                    ParticipantRole
}
