package svcx

import "time"

// Sequence numbers what agents are told of a workspace: each event that the
// live stream keeps has the next one. It never goes back.
type Sequence int64

// ChangeKind says what a change shows to whoever looks at the workspace.
type ChangeKind string

// The kinds. A message mostly changes its conversation too (its place in the
// list); ChangeBoth is the two in one row, which takes two numbers: the one
// before the row's own for the message, its own for the conversation.
const (
	ChangeMessage      ChangeKind = "message"
	ChangeConversation ChangeKind = "conversation"
	ChangeBoth         ChangeKind = "both"
	// ChangeReset is so many changes at once (an import) that readers better
	// read anew.
	ChangeReset ChangeKind = "reset"
)

// Events is how many events, and so numbers, a change of the kind is.
func (k ChangeKind) Events() Sequence {
	if k == ChangeBoth {
		return 2
	}
	return 1
}

// Change is one entry of what happened in a workspace, written in the
// transaction of what it tells of. It names things and has nothing of them: they
// are read when it is shown.
type Change struct {
	Seq          Sequence
	Kind         ChangeKind
	Conversation ConversationID
	Message      MessageID
	At           Time
	// Size is about how many bytes of text there are to be read for it, when it is
	// read itself.
	Size int
}

// First is the number of the change's first event.
func (c Change) First() Sequence { return c.Seq - c.Kind.Events() + 1 }

// How far back a reader of the live stream may come: whichever is less.
const (
	MaxResume = 10_000
	ResumeAge = 24 * time.Hour
)

// IndicatorKind is a kind of what is told to those who look, and kept nowhere.
type IndicatorKind string

// The kinds.
const (
	IndicatorTyping   IndicatorKind = "typing"
	IndicatorRead     IndicatorKind = "read"
	IndicatorPresence IndicatorKind = "presence"
)

// Indicator is something that passes: somebody types (On, until At), has read a
// conversation (at At), or is there (On).
type Indicator struct {
	Kind         IndicatorKind
	Conversation ConversationID
	// User is the member that it is about; 0 for somebody who is none.
	User UserID
	// Role is what the contract calls who it is about.
	Role TypingRole
	Name string
	On   bool
	At   Time
}
