package svcx

// Status is the status of a conversation (W 3, R 3).
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

// Any status may follow any other. The contract allows reopening only from resolved
// and closed; for an open conversation that means that nothing changes (D 2). So
// setting a status that a conversation already has does nothing and sends no event.

// Event is the outbound event of a conversation that reaches the status (W 6).
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

// ChannelType is where a conversation of Form A comes from (R 2.1).
type ChannelType string

// The channel types.
const (
	ChannelTypeCustom ChannelType = "custom"
	ChannelTypeAPI    ChannelType = "api"
)

// Priority is the priority of a conversation; empty if not set (D 2).
type Priority string

// The priorities, lowest first.
const (
	PriorityLow    Priority = "low"
	PriorityNormal Priority = "normal"
	PriorityHigh   Priority = "high"
	PriorityUrgent Priority = "urgent"
)

// Conversation is a series of messages that belong together. Optional ids are nil
// if there is none; Subject may be empty.
type Conversation struct {
	ID          ConversationID
	Workspace   WorkspaceID
	Channel     *ChannelID
	ChannelType ChannelType
	// ExternalID is the integrator's id of the conversation, or "svcx-<id>" if it
	// was created here (D 4); "" without a channel.
	ExternalID string
	Subject    string
	Status     Status
	AssignedTo *UserID
	Contact    *ContactID
	// MovesFrom is the contact that the conversation is still listed under while a
	// merge, or the undoing of one, moves it to Contact.
	MovesFrom *ContactID
	Category  *CategoryID
	Priority  Priority
	Tags      []string
	CreatedAt Time
	// UpdatedAt moves with every message and every change: the lists of R 4.1 are
	// ordered by it, newest first.
	UpdatedAt     Time
	LastMessageAt *Time
	ResolvedAt    *Time
	// MessageCount is the number of messages that REST lists (no notes).
	MessageCount int
	// DeliverySeq is the svcx-sequence of its last delivery.
	DeliverySeq int64
	// For the reports: when a customer first wrote, when that was first answered,
	// and when the conversation was first resolved or closed.
	AskedAt, AnsweredAt, SettledAt *Time
	// WaitingSince is the time of the first customer message that nobody has answered;
	// nil if there is none, and from when the conversation is resolved or closed until
	// the customer writes again.
	WaitingSince *Time
}

// ConversationFilter narrows a list of conversations (R 4.1, D 5).
// Zero values do not filter.
type ConversationFilter struct {
	Status     Status
	AssignedTo *UserID
	Unassigned bool
	ExternalID string
	Channel    *ChannelID
	Contact    *ContactID
	// ContactMoves is the other contact of a merge, or of the undoing of one, between
	// which conversations of Contact still move.
	ContactMoves *ContactID
	Category     *CategoryID
	// Tag is a tag, without regard to case.
	Tag          string
	UpdatedSince *Time
	// Sort is the order of the list.
	Sort ConversationSort
}

// ConversationSort is an order of conversations.
type ConversationSort string

// The orders: by last change, latest first, as R 4.1 has it; by last message (see ActiveAt),
// latest or earliest first; those whose customers wait, longest first, and then the others,
// latest message first.
const (
	SortUpdated ConversationSort = ""
	SortNewest  ConversationSort = "newest"
	SortOldest  ConversationSort = "oldest"
	SortWaiting ConversationSort = "waiting"
)

// ConversationCursor is a position in a list of conversations: the next page begins
// after it.
type ConversationCursor struct {
	// At is ActiveAt in a list by last message, and UpdatedAt in others.
	At Time
	ID ConversationID
	// WaitingSince takes the place of At among those who wait, in the order
	// SortWaiting; 0 elsewhere.
	WaitingSince Time
}

// ByLastMessage reports whether the list is ordered by the last message. What has changed since
// some time is ordered by its change.
func (f ConversationFilter) ByLastMessage() bool {
	return f.Sort != SortUpdated && f.UpdatedSince == nil
}

// Cursor is the position of a conversation in the list.
func (f ConversationFilter) Cursor(c *Conversation) ConversationCursor {
	switch {
	case f.Sort == SortWaiting && c.WaitingSince != nil:
		return ConversationCursor{ID: c.ID, WaitingSince: *c.WaitingSince}
	case f.ByLastMessage():
		return ConversationCursor{At: c.ActiveAt(), ID: c.ID}
	}
	return ConversationCursor{At: c.UpdatedAt, ID: c.ID}
}

// ActiveAt returns the time of the last message, or the creation time of a conversation without
// messages. Agents' lists show it and are ordered by it; changes by members leave it as it is.
func (c *Conversation) ActiveAt() Time {
	if c.LastMessageAt != nil {
		return *c.LastMessageAt
	}
	return c.CreatedAt
}

// ViewCounts are the numbers of conversations in the lists that a member may look at.
type ViewCounts struct {
	ByStatus map[Status]int
	// Of the open ones: those that nobody has, and those of each key.
	Unassigned int
	ByAssignee map[UserID]int
	ByChannel  map[ChannelID]int
	ByCategory map[CategoryID]int
	// Undelivered are those with messages that were not delivered, whatever their status.
	Undelivered int
	// Mentioned are those with mentions of the member that they have not seen.
	Mentioned int
}

// ConversationPage is a page of search results.
type ConversationPage struct {
	Items []*Conversation
	// Next is where the next page begins, nil on the last page.
	Next *ConversationCursor
}

// ConversationDraft is the input for a conversation created by REST or an agent.
type ConversationDraft struct {
	Subject     string
	Contact     *ContactID
	AssignedTo  *UserID
	ChannelType ChannelType
	Channel     *ChannelID
}

// ConversationPatch changes what is set. An inner nil of AssignedTo unassigns, of
// Category clears.
type ConversationPatch struct {
	Subject    *string
	AssignedTo **UserID
	Category   **CategoryID
	Priority   *Priority
	Tags       *[]string
}
