package svcx

// RatingID identifies a rating.
type RatingID int64

// Rating is what a customer thinks of a conversation: one each, a new one
// overwrites (R 2.4, decisions 2).
type Rating struct {
	ID           RatingID
	Workspace    WorkspaceID
	Conversation ConversationID
	Rating       int // 1 to 5
	Comment      string
	RatedBy      string
	CreatedAt    Time
	// AssignedTo is who had the conversation when it was rated: whom the rating
	// counts for.
	AssignedTo *UserID
}

// RatingDraft is what a rating is made from.
type RatingDraft struct {
	Rating           int
	Comment, RatedBy string
}

// Bounds of a rating.
const (
	MinRating = 1
	MaxRating = 5
)
