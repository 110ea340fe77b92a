package svcx

// SavedReplyID identifies a saved reply.
type SavedReplyID int64

// SavedReply is a text that agents use again and again. Its shortcut, if it has
// one, is unique in the workspace without regard to case.
type SavedReply struct {
	ID        SavedReplyID
	Workspace WorkspaceID
	Title     string
	Content   string
	Shortcut  string // "" is none
}

// Bounds of saved replies: how many a workspace may have, which are listed whole,
// how many bytes all of them, and a shortcut's length in characters.
const (
	MaxSavedReplies    = 1000
	MaxSavedReplyBytes = 4 << 20
	MaxShortcut        = 64
)

// SavedReplyDraft is what a saved reply is made from.
type SavedReplyDraft struct {
	Title, Content, Shortcut string
}

// SavedReplyPatch changes what is set; Shortcut "" clears it.
type SavedReplyPatch struct {
	Title, Content, Shortcut *string
}
