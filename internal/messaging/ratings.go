package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
)

// Ratings has the use cases about the ratings of a workspace.
type Ratings struct{ core *inbox.Core }

// NewRatings returns them.
func NewRatings(core *inbox.Core) Ratings { return Ratings{core} }

// RatingPage is a page of ratings with their conversations.
type RatingPage struct {
	Items         []*svcx.Rating
	Conversations map[svcx.ConversationID]*svcx.Conversation
	// Next is where the next page begins; nil on the last.
	Next *svcx.RatingCursor
}

// Latest lists ratings, latest first, after the given one.
func (s Ratings) Latest(ctx context.Context, w *svcx.Workspace, f svcx.RatingFilter, after *svcx.RatingCursor, limit int) (RatingPage, error) {
	p := RatingPage{Conversations: make(map[svcx.ConversationID]*svcx.Conversation)}
	items, err := s.core.DB.LatestRatings(ctx, w.ID, f, after, limit+1)
	if err != nil {
		return p, err
	}
	if len(items) > limit {
		items = items[:limit]
		p.Next = &svcx.RatingCursor{At: items[limit-1].CreatedAt, ID: items[limit-1].ID}
	}
	p.Items = items
	conversations, err := s.core.DB.RatedConversations(ctx, w.ID, items)
	for _, c := range conversations {
		p.Conversations[c.ID] = c
	}
	return p, err
}

// CanRequest reports whether customers of a channel can be asked for a rating: ratings are
// switched on, and the integrator is told.
func (s Ratings) CanRequest(w *svcx.Workspace, ch *svcx.Channel) bool {
	return ch != nil && ch.Settings.RatingEnabled && ch.Settings.Sends(svcx.EventRatingRequested) &&
		(ch.Settings.WebhookURL != "" || ch.Settings.FeedEnabled) && s.core.Forms.Sends(w.Form, svcx.EventRatingRequested)
}

// Request has the integrator ask the customer of a conversation for a rating, as its intent
// rating.request does (W 4.3), however often. Where nobody can be asked it is a Conflict.
func (s Ratings) Request(ctx context.Context, call inbox.Call, id svcx.ConversationID) error {
	var requested bool
	return inbox.Apply(ctx, s.core, call, id, &requested, func(u *inbox.Update) (bool, error) {
		if !s.CanRequest(call.Workspace, u.Channel) {
			return false, &svcx.Error{Kind: svcx.KindConflict, Message: "the conversation's channel takes no requests for ratings"}
		}
		u.Note(string(svcx.EventRatingRequested), "")
		u.Emit(svcx.EventRatingRequested, svcx.EventData{Reason: "requested"})
		requested = true
		return true, nil
	})
}
