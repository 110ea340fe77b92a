package svcx

// RatingID identifies a rating.
type RatingID int64

// Rating is a customer's score of a conversation. There is one per conversation; a
// new one replaces it (R 2.4, D 2).
type Rating struct {
	ID           RatingID
	Workspace    WorkspaceID
	Conversation ConversationID
	Rating       int // 1 to 5
	Comment      string
	RatedBy      string
	CreatedAt    Time
	// AssignedTo is the assignee when the conversation was rated, for whom the rating
	// counts.
	AssignedTo *UserID
	// Channel is the conversation's.
	Channel *ChannelID
}

// RatingFilter selects ratings; its zero values select all.
type RatingFilter struct {
	// Score is 1 to 5.
	Score   int
	Channel ChannelID
}

// RatingCursor is the position of a rating among the latest.
type RatingCursor struct {
	At Time
	ID RatingID
}

// RatingDraft is the input for a rating.
type RatingDraft struct {
	Rating           int
	Comment, RatedBy string
}

// Bounds of a rating.
const (
	MinRating = 1
	MaxRating = 5
)
