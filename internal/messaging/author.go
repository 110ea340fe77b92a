package messaging

import "svcx"

// staffKey is a sender of a channel.
type staffKey struct {
	channel    svcx.ChannelID
	externalID string
}

// authorOf is the author of an inbound message: the sender or, for staff, the member that the
// sender is linked to (R 4.7, D 2).
func (d *decider) authorOf(item *receipt) svcx.Author {
	s := item.Message.Sender
	author := svcx.Author{Type: s.Type, Name: s.Name, Email: s.Email, ExternalID: s.ExternalID}
	if s.Type != svcx.AuthorAgent {
		return author
	}
	if l, linked := d.staff[staffKey{item.Channel.ID, s.ExternalID}]; linked {
		author.User, author.Name = &l.User, l.DisplayName
	}
	return author
}
