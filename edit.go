package svcx

// MessageEdit is a change of a message's content by REST (R 4.2).
type MessageEdit struct {
	Content string
	// Reason is why, for the agents; "" is none.
	Reason string
}

// MessageVersion is what a message said before one of its edits.
type MessageVersion struct {
	// Number is which edit replaced it: 1 has the content as it was sent.
	Number  int
	Content string
	// Reason, Editor and ReplacedAt are of the edit.
	Reason     string
	Editor     Actor
	ReplacedAt Time
}

// Of edits (R 4.2, R 8).
const (
	MaxVersions   = 50
	MaxEditReason = 255
)
