package directory

import (
	"svcx"
	"svcx/internal/store"
)

// A rating keeps its number. Its comment and who gave it are cleared in the rating
// and in the events that tell of it, those that were sent included: they may be sent
// again.

// eraseRatings clears the texts of the contact's ratings of other conversations.
func (e *eraser) eraseRatings() (last bool, err error) {
	next, err := e.RatingsAfter(svcx.ConversationID(e.afterPair()[0]), store.RemovalStep)
	if err != nil {
		return false, err
	}
	for _, r := range next {
		e.setAfter(int64(r.Conversation))
		if !e.Identifiers.tell(r.RatedBy) {
			continue
		}
		if err := e.ClearRating(r.Conversation); err != nil {
			return false, err
		}
		if err := e.clearEventsOfRating(r.Conversation); err != nil {
			return false, err
		}
	}
	return len(next) < store.RemovalStep, nil
}

// clearEventsOfRating clears the texts in the events of a conversation's rating.
func (e *eraser) clearEventsOfRating(id svcx.ConversationID) error {
	c, err := e.Tx.Conversation(e.Workspace, id)
	if svcx.KindOf(err) == svcx.KindNotFound || err == nil && c.Channel == nil {
		return nil
	}
	if err != nil {
		return err
	}
	sent, err := e.LoggedRatings(*c.Channel, c.ExternalID)
	if err != nil {
		return err
	}
	return e.clearRatingEvents(id, sent)
}

// clearRatingEvents clears the texts in events of a conversation's ratings: in those
// that are to be sent or in the feed, and in the given ones.
func (e *eraser) clearRatingEvents(id svcx.ConversationID, deliveries []int64) error {
	events, err := e.RatingEvents(id, deliveries)
	if err != nil {
		return err
	}
	for _, d := range events {
		if err := e.clearTexts(d.ID, d.Data); err != nil {
			return err
		}
	}
	return nil
}

// clearTexts clears the texts of a rating's event. An attempt under way may have them
// in its body.
func (e *eraser) clearTexts(id svcx.DeliveryID, data svcx.EventData) error {
	data.Comment, data.RatedBy = "", ""
	return e.SetEventData(id, data)
}

// clearRatingsIn clears the texts of the contact's ratings in the events that entries
// of the event log tell of. The rating may have been replaced since.
func (e *eraser) clearRatingsIn(entries []int64) error {
	events, err := e.RatingEventsOf(entries)
	if err != nil {
		return err
	}
	for _, d := range events {
		if !e.Identifiers.tell(d.Data.RatedBy) {
			continue
		}
		if err := e.clearTexts(d.ID, d.Data); err != nil {
			return err
		}
	}
	return nil
}

// eraseOldRatings clears the texts of the contact's ratings that were replaced since.
// Their events are in the channels' feeds, or still to be sent, and nothing else tells
// of them.
func (e *eraser) eraseOldRatings(eventsAfter func(group int64, id svcx.DeliveryID, limit int) ([]store.GroupedEvent, error)) (last bool, err error) {
	after := e.afterPair()
	events, err := eventsAfter(after[0], svcx.DeliveryID(after[1]), store.RemovalStep)
	if err != nil {
		return false, err
	}
	for _, event := range events {
		e.setAfter(event.Group, int64(event.ID))
		if event.Data == nil || !e.Identifiers.tell(event.Data.RatedBy) {
			continue
		}
		if err := e.clearTexts(event.ID, *event.Data); err != nil {
			return false, err
		}
	}
	return len(events) < store.RemovalStep, nil
}
