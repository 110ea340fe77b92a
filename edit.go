package svcx

// MessageEdit is a change of a message's content by REST (R 4.2).
type MessageEdit struct {
	Content string
	// Reason is why, for the agents. It may be empty.
	Reason string
}

// MessageVersion is the content of a message before one of its edits.
type MessageVersion struct {
	// Number is the edit that replaced it: 1 is the original content.
	Number  int
	Content string
	// Reason, Editor and ReplacedAt are those of the edit.
	Reason     string
	Editor     Actor
	ReplacedAt Time
}

// Bounds of edits (R 4.2, R 8).
const (
	MaxVersions   = 50
	MaxEditReason = 255
)
