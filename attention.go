package svcx

import "time"

// Attention says that a conversation waits for a member to look at it: a note mentions them, or
// somebody handed it to them.
type Attention struct {
	Workspace    WorkspaceID
	User         UserID
	Conversation ConversationID
	// Message is the note that mentions them, 0 if the conversation was handed to them.
	Message MessageID
	// Name is what stands for them in the note, after the "@".
	Name string
	At   Time
	// SeenAt is when they opened the conversation, nil as long as it waits.
	SeenAt *Time
}

// Handed reports whether the conversation was handed to the member.
func (a Attention) Handed() bool { return a.Message == 0 }

// HandedRetention is how long a conversation waits for the one whom it was handed to. A mention
// is kept as long as its note.
const HandedRetention = 30 * 24 * time.Hour

// MaxMentioning bounds the conversations of the view Mentions, those of the latest mentions.
const MaxMentioning = 1000

// Waiting is what a conversation waits for a member for.
type Waiting struct {
	Mentioned, Handed bool
	// Note is the latest note that mentions them, 0 if none does.
	Note MessageID
}

// Any reports whether it waits at all.
func (w Waiting) Any() bool { return w.Mentioned || w.Handed }
