package svcx

// DraftKind is what a draft becomes when it is sent.
type DraftKind string

// The kinds of drafts.
const (
	DraftReply DraftKind = "reply"
	DraftNote  DraftKind = "note"
)

// MaxDrafts is how many drafts of a member are kept: beyond it the oldest ones go.
const MaxDrafts = 200

// Draft is what a member has written in a conversation and not sent. Nobody else sees it.
type Draft struct {
	Workspace    WorkspaceID
	Conversation ConversationID
	User         UserID
	Kind         DraftKind
	Content      string
	// Markdown is set if the content is to be sent as what its marks say.
	Markdown bool
	// SavedAt tells the versions of a draft apart: it grows with each.
	SavedAt Time
}
