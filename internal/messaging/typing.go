package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
)

// CheckTyping is Forbidden if the conversation's channel has typing indicators disabled or it has
// no channel (R 4.2, D 5).
func (s *Service) CheckTyping(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (*svcx.Conversation, error) {
	c, err := s.db.Read(ctx).Conversation(w.ID, id)
	if err != nil {
		return nil, err
	}
	ch, err := inbox.ChannelOf(s.db.Read(ctx), c)
	if err == nil && (ch == nil || !ch.Settings.TypingIndicatorsEnabled) {
		err = &svcx.Error{Kind: svcx.KindForbidden, Message: "typing indicators are not enabled for this conversation's channel"}
	}
	return c, err
}

// Default names of typing indicators (R 4.2, D 5).
const (
	typingStaff    = "Staff"
	typingBot      = "Bot"
	typingCustomer = "Customer"
)

// SetTyping publishes that someone is typing or has stopped, and returns until when that is
// valid. Errors are those of CheckTyping.
func (s *Service) SetTyping(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, signal svcx.TypingSignal) (until svcx.Time, err error) {
	c, err := s.CheckTyping(ctx, w, id)
	if err != nil {
		return 0, err
	}
	if signal.Name == "" {
		if signal.Name, err = s.typingName(ctx, c, signal.Role); err != nil {
			return 0, err
		}
	}
	until = s.core.Now()
	if signal.On {
		until = until.Add(svcx.TypingLife)
	}
	s.core.Live.Signal(w.ID, svcx.Indicator{
		Kind: svcx.IndicatorTyping, Conversation: id, User: signal.User, Role: signal.Role, Name: signal.Name, On: signal.On, At: until,
	})
	return until, nil
}

// AgentTypes is SetTyping for a member.
func (s *Service) AgentTypes(ctx context.Context, w *svcx.Workspace, m *svcx.Member, id svcx.ConversationID, typing bool) (until svcx.Time, err error) {
	return s.SetTyping(ctx, w, id, svcx.TypingSignal{On: typing, Role: svcx.TypingStaff, Name: memberAuthor(m).Name, User: m.ID})
}

// typingName is the name of a typing indicator without one.
func (s *Service) typingName(ctx context.Context, c *svcx.Conversation, role svcx.TypingRole) (string, error) {
	switch {
	case role == svcx.TypingStaff:
		return typingStaff, nil
	case role == svcx.TypingBot:
		return typingBot, nil
	case c.Contact == nil:
		return typingCustomer, nil
	}
	contact, err := s.db.Read(ctx).Contact(c.Workspace, *c.Contact)
	if svcx.KindOf(err) == svcx.KindNotFound || err == nil && contact.Name == "" {
		return typingCustomer, nil
	}
	if err != nil {
		return "", err
	}
	return contact.Name, nil
}
