package svcx

import "time"

// TypingRole says who is typing (R 4.2), or has read.
type TypingRole string

// The roles.
const (
	TypingCustomer TypingRole = "customer"
	TypingBot      TypingRole = "bot"
	TypingStaff    TypingRole = "staff"
)

// TypingSignal is what a sender says of it: Name "" stands for the usual one.
// User is the member that it is about, 0 for somebody who is none.
type TypingSignal struct {
	On   bool
	Role TypingRole
	Name string
	User UserID
}

// TypingLife is for how long a signal counts that is not repeated (R 4.2).
const TypingLife = 5 * time.Second
