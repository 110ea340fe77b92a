package svcx

import "time"

// Sequence numbers the changes of a workspace on the live stream. It only grows.
type Sequence int64

// ChangeKind is what a change is about.
type ChangeKind string

// The kinds. A message mostly changes its conversation too (its position in the
// list). ChangeBoth is the two in one row, which takes two sequence numbers: the
// row's own for the conversation and the one before it for the message.
const (
	ChangeMessage      ChangeKind = "message"
	ChangeConversation ChangeKind = "conversation"
	ChangeBoth         ChangeKind = "both"
	// ChangeDelivery is about a message's delivery state: an attempt was made, or it is
	// sent again.
	ChangeDelivery ChangeKind = "delivery"
	// ChangeReset stands for many changes at once, such as an import: clients
	// reload.
	ChangeReset ChangeKind = "reset"
)

// Events is how many sequence numbers a change of the kind takes.
func (k ChangeKind) Events() Sequence {
	if k == ChangeBoth {
		return 2
	}
	return 1
}

// Change is an entry of a workspace's live stream, written in the transaction that
// makes the change. It holds only ids; the rest is read when it is sent.
type Change struct {
	Seq          Sequence
	Kind         ChangeKind
	Conversation ConversationID
	Message      MessageID
	At           Time
	// Size is about how many bytes of text must be read to send it. It is set
	// when the change is read.
	Size int
}

// First is the first sequence number of the change.
func (c Change) First() Sequence { return c.Seq - c.Kind.Events() + 1 }

// How far back a client may resume the live stream: whichever is less.
const (
	MaxResume = 10_000
	ResumeAge = 24 * time.Hour
)

// IndicatorKind is a kind of indicator.
type IndicatorKind string

// The kinds.
const (
	IndicatorTyping   IndicatorKind = "typing"
	IndicatorRead     IndicatorKind = "read"
	IndicatorPresence IndicatorKind = "presence"
	IndicatorViewing  IndicatorKind = "viewing"
)

// Indicator is sent on the live stream and not stored: a user types (On, until
// At), has read a conversation (at At), is present, or has a conversation open (On).
type Indicator struct {
	Kind         IndicatorKind
	Conversation ConversationID
	// User is the member that it is about; 0 if it is not about a member.
	User UserID
	// Role is the contract's role of whom it is about.
	Role TypingRole
	Name string
	On   bool
	At   Time
}
