package messaging

import (
	"context"
	"slices"
	"strconv"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Message finds a message of the conversation. As in REST lists, notes are not found
// (D 5).
func (s *Service) Message(ctx context.Context, w *svcx.Workspace, conversation svcx.ConversationID, id svcx.MessageID) (*svcx.Message, error) {
	if _, err := s.db.Read(ctx).Conversation(w.ID, conversation); err != nil {
		return nil, err
	}
	return withoutNote(s.db.Read(ctx).Message(w.ID, conversation, id))
}

// withoutNote turns a note into NotFound.
func withoutNote(m *svcx.Message, err error) (*svcx.Message, error) {
	if err == nil && m.Kind == svcx.MessageKindNote {
		return nil, svcx.NotFound("message")
	}
	return m, err
}

// historyMessageEdited is the history entry of an edit. The detail is the message's id.
const historyMessageEdited = "message.edited"

// EditMessage changes the content of a message of any author (R 4.2). The previous version
// is kept for agents. An edit without a change is not counted; edits send no event
// (D 4, D 5).
func (s *Service) EditMessage(ctx context.Context, call inbox.Call, conversation svcx.ConversationID, id svcx.MessageID, edit svcx.MessageEdit) (m *svcx.Message, err error) {
	err = inbox.Apply(ctx, s.core, call, conversation, &m, func(u *inbox.Update) (bool, error) {
		if m, err = withoutNote(u.Tx.Message(call.Workspace.ID, conversation, id)); err != nil || m.Content == edit.Content {
			return false, err
		}
		before := svcx.MessageVersion{Number: m.EditCount + 1, Content: m.Content, Reason: edit.Reason, Editor: call.Actor, ReplacedAt: u.Now}
		m.Content, m.EditedAt, m.EditCount = edit.Content, &u.Now, m.EditCount+1
		u.Out.ShowMessage(m)
		u.Note(historyMessageEdited, strconv.FormatInt(int64(m.ID), 10))
		return true, u.Tx.EditMessage(m, before)
	})
	return m, err
}

// Versions lists the previous versions of a message, oldest first, for agents.
func (s *Service) Versions(ctx context.Context, w *svcx.Workspace, conversation svcx.ConversationID, id svcx.MessageID, page svcx.Page) (svcx.List[svcx.MessageVersion], error) {
	if _, err := s.Message(ctx, w, conversation, id); err != nil {
		return svcx.List[svcx.MessageVersion]{}, err
	}
	return s.db.Versions(ctx, w.ID, id, page)
}

// maxReadChanges bounds the changes on the live stream when messages are read together.
// If there are more, clients reload.
const maxReadChanges = 100

// ReadConversation records that the customer's side has read all messages of agents and
// bots, and returns when it did: the same time again while there is nothing new (D 5).
func (s *Service) ReadConversation(ctx context.Context, call inbox.Call, id svcx.ConversationID) (at svcx.Time, err error) {
	reader, shows, err := s.customerOf(ctx, call.Workspace, id)
	if err != nil {
		return 0, err
	}
	err = inbox.Write(ctx, s.core, call, &at, func(tx *store.Tx) error {
		var read []svcx.MessageID
		if at, read, err = tx.ReadConversation(call.Workspace.ID, id, s.core.Now()); err != nil {
			return err
		}
		if !shows {
			return nil
		}
		s.signalRead(tx, call.Workspace, reader, at)
		if len(read) > maxReadChanges {
			return s.core.ShowReset(tx, call.Workspace.ID)
		}
		messages := make([]*svcx.Message, len(read))
		for i, m := range read {
			messages[i] = &svcx.Message{ID: m, Conversation: id}
		}
		return s.core.ShowMessages(tx, call.Workspace.ID, messages...)
	})
	return at, err
}

// ReadMessage is ReadConversation for one message. Messages of customers stay unread.
func (s *Service) ReadMessage(ctx context.Context, call inbox.Call, conversation svcx.ConversationID, id svcx.MessageID) (m *svcx.Message, err error) {
	reader, shows, err := s.customerOf(ctx, call.Workspace, conversation)
	if err != nil {
		return nil, err
	}
	err = inbox.Write(ctx, s.core, call, &m, func(tx *store.Tx) error {
		if m, err = withoutNote(tx.Message(call.Workspace.ID, conversation, id)); err != nil {
			return err
		}
		before := m.ReadAt
		if err := tx.ReadMessage(m, s.core.Now()); err != nil || same(before, m.ReadAt) || !shows {
			return err
		}
		s.signalRead(tx, call.Workspace, reader, *m.ReadAt)
		return s.core.ShowMessages(tx, call.Workspace.ID, m)
	})
	return m, err
}

// customerOf is the indicator of a conversation's customer, and whether the channel shows
// what the customer's side has read.
func (s *Service) customerOf(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (customer svcx.Indicator, shows bool, err error) {
	c, err := s.db.Read(ctx).Conversation(w.ID, id)
	if err != nil {
		return customer, false, err
	}
	if shows, err = s.showsReadStatus(ctx, c); err != nil {
		return customer, false, err
	}
	name, err := s.typingName(ctx, c, svcx.TypingCustomer)
	return svcx.Indicator{Conversation: id, Role: svcx.TypingCustomer, Name: name}, shows, err
}

// signalRead publishes, after the commit, who has read a conversation.
func (s *Service) signalRead(tx *store.Tx, w *svcx.Workspace, reader svcx.Indicator, at svcx.Time) {
	reader.Kind, reader.On, reader.At = svcx.IndicatorRead, true, at
	tx.OnCommit(func() { s.core.Live.Signal(w.ID, reader) })
}

// showsReadStatus reports whether the conversation's channel shows what the
// customer's side has read (W 2.7 messageReadStatusEnabled). Conversations without a
// channel always do.
func (s *Service) showsReadStatus(ctx context.Context, c *svcx.Conversation) (bool, error) {
	ch, err := inbox.ChannelOf(s.db.Read(ctx), c)
	return showsReadStatus(ch), err
}

func showsReadStatus(ch *svcx.Channel) bool {
	return ch == nil || ch.Settings.MessageReadStatusEnabled
}

// hideReadStatus clears readAt in messages of a channel that does not show it (R 4.2). It
// stays stored, for when the channel shows it again.
func (s *Service) hideReadStatus(ctx context.Context, c *svcx.Conversation, messages []svcx.Message) error {
	if !slices.ContainsFunc(messages, hasReadStatus) {
		return nil
	}
	shows, err := s.showsReadStatus(ctx, c)
	if err == nil && !shows {
		clearReadStatus(messages)
	}
	return err
}

func clearReadStatus(messages []svcx.Message) {
	for i := range messages {
		messages[i].ReadAt = nil
	}
}

func hasReadStatus(m svcx.Message) bool { return m.ReadAt != nil }

// HideReadStatus is hideReadStatus for messages of several conversations, some of which
// may have been deleted.
func (s *Service) HideReadStatus(ctx context.Context, w *svcx.Workspace, messages []svcx.Message) error {
	shows := make(map[svcx.ConversationID]bool)
	for i, m := range messages {
		if !hasReadStatus(m) {
			continue
		}
		if _, known := shows[m.Conversation]; !known {
			c, err := s.db.Read(ctx).Conversation(w.ID, m.Conversation)
			if err == nil {
				shows[m.Conversation], err = s.showsReadStatus(ctx, c)
			}
			if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
				return err
			}
		}
		if !shows[m.Conversation] {
			messages[i].ReadAt = nil
		}
	}
	return nil
}
