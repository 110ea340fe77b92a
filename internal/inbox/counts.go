package inbox

import (
	"svcx"
	"svcx/internal/store"
)

// Reports are counted in the transactions of the changes. Imports are not counted, as
// reports measure the work done here.

// CountOpened counts a new conversation.
func (o *Outbox) CountOpened(c *svcx.Conversation) {
	o.counts.Add(c, svcx.MeasureOpened, 0, c.CreatedAt, 1)
}

// CountMessage counts a new message, which is not a note, and the time to the first answer, and
// sets since when the customer waits. The caller stores the conversation.
func (o *Outbox) CountMessage(c *svcx.Conversation, m *svcx.Message) {
	at := m.CreatedAt
	switch m.Author.Type {
	case svcx.AuthorCustomer:
		o.counts.Add(c, svcx.MeasureMessageIn, 0, at, 1)
		if c.AskedAt == nil {
			c.AskedAt = &at
		}
		if c.WaitingSince == nil {
			c.WaitingSince = &at
		}
	case svcx.AuthorSystem:
	default:
		o.counts.Add(c, svcx.MeasureMessageOut, 0, at, 1)
		c.WaitingSince = nil
		if c.AskedAt != nil && c.AnsweredAt == nil {
			c.AnsweredAt = &at
			o.counts.AddTime(c, svcx.MeasureResponse, *c.AskedAt, at)
		}
	}
}

// countStatus counts that a conversation has reached its status, and the time until it was
// first resolved or closed.
func (o *Outbox) countStatus(c *svcx.Conversation, at svcx.Time) {
	o.counts.Add(c, c.Status.Measure(), 0, at, 1)
	if c.Status != svcx.StatusOpen && c.SettledAt == nil {
		c.SettledAt = &at
		o.counts.AddTime(c, svcx.MeasureResolution, c.CreatedAt, at)
	}
}

// PutRating stores a rating and replaces the previous one in the counts.
func (o *Outbox) PutRating(tx *store.Tx, c *svcx.Conversation, r *svcx.Rating) error {
	old, err := tx.PutRating(r)
	if err != nil {
		return err
	}
	if old != nil {
		o.counts.AddRating(c, old, -1)
	}
	o.counts.AddRating(c, r, 1)
	return nil
}
