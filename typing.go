package svcx

import "time"

// TypingRole says who is typing (R 4.2).
type TypingRole string

// The roles.
const (
	TypingCustomer TypingRole = "customer"
	TypingBot      TypingRole = "bot"
	TypingStaff    TypingRole = "staff"
)

// Typing is that somebody is typing in a conversation, until Until; nobody
// stores it.
type Typing struct {
	Workspace    WorkspaceID
	Conversation ConversationID
	Role         TypingRole
	Name         string
	Until        Time
}

// TypingSignal is what a sender says of it: Name "" stands for the usual one.
type TypingSignal struct {
	On   bool
	Role TypingRole
	Name string
}

// TypingLife is for how long a signal counts that is not repeated (R 4.2).
const TypingLife = 5 * time.Second
