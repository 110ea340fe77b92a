package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
)

// Rating finds the rating of a conversation; NotFound if there is none (D 5).
func (s *Service) Rating(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (*svcx.Rating, error) {
	if _, err := s.db.Read(ctx).Conversation(w.ID, id); err != nil {
		return nil, err
	}
	return s.db.Read(ctx).Rating(w.ID, id)
}

// Rate rates a conversation, replacing its previous rating (R 4.4), and sends
// rating.submitted, even if the rating is the same (D 2).
//
// The channel's ratingEnabled does not matter here: it is for what the service and the
// integrator exchange (W 2.7). If it is false no event is sent, but ratings by the workspace's
// own API are stored.
func (s *Service) Rate(ctx context.Context, call inbox.Call, id svcx.ConversationID, draft svcx.RatingDraft) (r *svcx.Rating, err error) {
	err = inbox.Apply(ctx, s.core, call, id, &r, func(u *inbox.Update) (bool, error) {
		r = u.Rate(draft)
		return true, u.Out.PutRating(u.Tx, u.Conversation, r)
	})
	return r, err
}
