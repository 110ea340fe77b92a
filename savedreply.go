package svcx

import (
	"strings"
	"unicode"
)

// SavedReplyID identifies a saved reply.
type SavedReplyID int64

// SavedReply is a text that agents insert. Its shortcut, if it has one, is unique in
// the workspace without regard to case.
type SavedReply struct {
	ID        SavedReplyID
	Workspace WorkspaceID
	Title     string
	Content   string
	Shortcut  string // may be empty
}

// Bounds of saved replies: their number in a workspace and the bytes of all of them,
// which are read together, and the characters of a shortcut.
const (
	MaxSavedReplies    = 1000
	MaxSavedReplyBytes = 4 << 20
	MaxShortcut        = 64
)

// SavedReplyDraft is the input for a new saved reply.
type SavedReplyDraft struct {
	Title, Content, Shortcut string
}

// SavedReplyPatch changes what is set; Shortcut "" clears it.
type SavedReplyPatch struct {
	Title, Content, Shortcut *string
}

// IsShortcut reports whether nothing in s is white space or invisible, so that it can be
// typed after a slash. "", no shortcut, is allowed.
func IsShortcut(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || Invisible(r) })
}
