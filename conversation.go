package svcx

// Status is where a conversation stands (W 3, R 3).
type Status string

// The statuses. Closed conversations are archived.
const (
	StatusOpen     Status = "open"
	StatusResolved Status = "resolved"
	StatusClosed   Status = "closed"
)

// Statuses lists them in the order of a conversation's life.
var Statuses = [...]Status{StatusOpen, StatusResolved, StatusClosed}

// Valid reports whether s is one of the statuses.
func (s Status) Valid() bool { return s == StatusOpen || s == StatusResolved || s == StatusClosed }

// Every status may become every other: the contract restricts the source of a
// reopening to resolved and closed, which for an open one means that nothing
// changes (decisions 2). So the state machine is: the wanted status is set,
// and what already has it is left alone, without an event.

// Event is the outbound event that tells of having reached the status (W 6).
func (s Status) Event() EventType {
	switch s {
	case StatusResolved:
		return EventConversationResolved
	case StatusClosed:
		return EventConversationClosed
	default:
		return EventConversationReopened
	}
}

// ChannelType names where a conversation of Form A came from (R 2.1).
type ChannelType string

// The channel types.
const (
	ChannelTypeCustom ChannelType = "custom"
	ChannelTypeAPI    ChannelType = "api"
)

// Priority orders an agent's work; empty is none (decisions 2).
type Priority string

// The priorities, lowest first.
const (
	PriorityLow    Priority = "low"
	PriorityNormal Priority = "normal"
	PriorityHigh   Priority = "high"
	PriorityUrgent Priority = "urgent"
)

// Conversation is one thread. Optional ids are nil where there is none;
// Subject "" is none.
type Conversation struct {
	ID          ConversationID
	Workspace   WorkspaceID
	Channel     *ChannelID
	ChannelType ChannelType
	// ExternalID is the integrator's own id of the thread, or "svcx-<id>" for
	// one that was begun on this side (decisions 4); "" without a channel.
	ExternalID string
	Subject    string
	Status     Status
	AssignedTo *UserID
	Contact    *ContactID
	// MovesFrom is the contact that it still stands under where it is on its way
	// to Contact because of a merge or of its end.
	MovesFrom *ContactID
	Category  *CategoryID
	Priority  Priority
	Tags      []string
	CreatedAt Time
	// UpdatedAt moves with every message and every change: lists are ordered
	// by it, newest first.
	UpdatedAt     Time
	LastMessageAt *Time
	ResolvedAt    *Time
	// MessageCount is the number of messages that REST lists (no notes).
	MessageCount int
	// DeliverySeq is the svcx-sequence of the last delivery made for it.
	DeliverySeq int64
	// What the reports' times are from: when a customer first wrote, when that
	// was first answered, when it was first resolved or closed.
	AskedAt, AnsweredAt, SettledAt *Time
}

// ConversationFilter narrows a list of conversations (R 4.1, decisions 5).
// Zero values do not filter.
type ConversationFilter struct {
	Status     Status
	AssignedTo *UserID
	Unassigned bool
	ExternalID string
	Channel    *ChannelID
	Contact    *ContactID
	// ContactMoves is the other contact of a merge, or of its end, from or to which
	// conversations of Contact still move.
	ContactMoves *ContactID
	Category     *CategoryID
	UpdatedSince *Time
}

// ConversationCursor is a conversation's place in a list, last activity first: the
// list goes on behind it.
type ConversationCursor struct {
	UpdatedAt Time
	ID        ConversationID
}

// ConversationPage is a page of a search of conversations.
type ConversationPage struct {
	Items []*Conversation
	// Next is the place behind which the search goes on, nil at its end.
	Next *ConversationCursor
}

// ConversationDraft is what a conversation is made from by REST or an agent.
type ConversationDraft struct {
	Subject     string
	Contact     *ContactID
	AssignedTo  *UserID
	ChannelType ChannelType
	Channel     *ChannelID
}

// ConversationPatch changes what is set; the inner nil of AssignedTo
// unassigns, that of Category takes it away.
type ConversationPatch struct {
	Subject    *string
	AssignedTo **UserID
	Category   **CategoryID
	Priority   *Priority
	Tags       *[]string
}
