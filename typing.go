package svcx

import "time"

// TypingRole is who is typing (R 4.2) or has read.
type TypingRole string

// The roles.
const (
	TypingCustomer TypingRole = "customer"
	TypingBot      TypingRole = "bot"
	TypingStaff    TypingRole = "staff"
)

// TypingSignal says that someone started or stopped typing. An empty Name means the
// default. User is the member, 0 if it is not a member.
type TypingSignal struct {
	On   bool
	Role TypingRole
	Name string
	User UserID
}

// TypingLife is how long a signal is valid unless it is repeated (R 4.2).
const TypingLife = 5 * time.Second
