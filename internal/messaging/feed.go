package messaging

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// Bodies renders events as they are delivered.
type Bodies interface {
	// Body is the body of a call with the event now.
	Body(ctx context.Context, cf store.ChannelForm, d *svcx.Delivery) ([]byte, error)
}

// FeedPage is a page of a channel's feed, oldest first.
type FeedPage struct {
	Events []*svcx.Delivery
	// Next is where the next page begins: after the last event of this one, or where
	// this one began if it is empty.
	Next svcx.DeliveryID
	More bool
}

// Feed reads the events after an id in the channel's feed: at most limit events, and no
// more text than fits into memory. Events that the workspace's form does not have, since
// it was changed, are skipped. It is a Conflict if the channel has no feed.
func (s *Service) Feed(ctx context.Context, ch *svcx.Channel, form svcx.FormName, after svcx.DeliveryID, limit int) (p FeedPage, err error) {
	if !ch.Settings.FeedEnabled {
		return p, &svcx.Error{Kind: svcx.KindConflict, Message: "the channel has no feed: its setting feedEnabled is off"}
	}
	for p = (FeedPage{Next: after, More: true}); p.More && len(p.Events) == 0; {
		var events []*svcx.Delivery
		events, p.More, err = s.db.Read(ctx).Feed(store.ChannelRef{Workspace: ch.Workspace, Channel: ch.ID}, p.Next, limit)
		if err != nil {
			return p, err
		}
		for _, d := range events {
			p.Next = d.ID
			if s.core.Forms.Sends(form, d.Type) {
				p.Events = append(p.Events, d)
			}
		}
	}
	return p, nil
}

// EventBody is the body of an event as a call to the integrator would have it now: with
// the channel's current settings and fresh URLs of files.
func (s *Service) EventBody(ctx context.Context, ch *svcx.Channel, form svcx.FormName, d *svcx.Delivery) ([]byte, error) {
	return s.bodies.Body(ctx, store.ChannelForm{Channel: ch, Form: form}, d)
}
