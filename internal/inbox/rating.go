package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// Rating finds the rating of a conversation; NotFound if there is none (D 5).
func (in *Inbox) Rating(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (*svcx.Rating, error) {
	if _, err := in.db.Conversation(ctx, w.ID, id); err != nil {
		return nil, err
	}
	return in.db.Rating(ctx, w.ID, id)
}

// Rate rates a conversation, replacing its previous rating (R 4.4), and sends
// rating.submitted, even if the rating is the same (D 2).
//
// The channel's ratingEnabled does not matter here: it is for what the service and the
// integrator exchange (W 2.7). If it is false no event is sent, but ratings by the workspace's
// own API are stored.
func (in *Inbox) Rate(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID, draft svcx.RatingDraft) (r *svcx.Rating, err error) {
	_, err = in.change(withResult(ctx, &r), w, id, func(tx *store.Tx, ch *svcx.Channel, c *svcx.Conversation, out *outbox, now svcx.Time) (bool, error) {
		r, err = in.rate(tx, w.Form, ch, c, draft, actor, out, now)
		return true, err
	})
	return r, err
}

// rate stores a rating and adds its history entry and its event to the outbox. The caller
// stores the conversation, whose DeliverySeq may have changed. ch is nil for a conversation
// without a channel.
func (in *Inbox) rate(tx *store.Tx, form svcx.FormName, ch *svcx.Channel, c *svcx.Conversation, d svcx.RatingDraft, actor svcx.Actor, out *outbox, now svcx.Time) (*svcx.Rating, error) {
	r := newRating(c, d, now)
	r.Conversation = c.ID
	if err := out.putRating(tx, c, r); err != nil {
		return nil, err
	}
	in.noteRated(out, form, ch, c, d, actor, now)
	return r, nil
}

// newRating is a rating of a conversation that may have no id yet.
func newRating(c *svcx.Conversation, d svcx.RatingDraft, now svcx.Time) *svcx.Rating {
	return &svcx.Rating{Workspace: c.Workspace, Rating: d.Rating, Comment: d.Comment, RatedBy: d.RatedBy, CreatedAt: now, AssignedTo: c.AssignedTo}
}

// noteRated adds the history entry and the event of a rating to the outbox. If the channel has
// ratings disabled the event is logged as skipped.
func (in *Inbox) noteRated(out *outbox, form svcx.FormName, ch *svcx.Channel, c *svcx.Conversation, d svcx.RatingDraft, actor svcx.Actor, now svcx.Time) {
	out.note(c, string(svcx.EventRatingSubmitted), actor, strconv.Itoa(d.Rating), now)
	out.add(in.forms, form, ch, c, svcx.EventRatingSubmitted, svcx.EventData{Rating: d.Rating, Comment: d.Comment, RatedBy: d.RatedBy}, now)
}
