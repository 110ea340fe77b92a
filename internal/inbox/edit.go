package inbox

import (
	"context"
	"slices"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// Message finds a message of the conversation as REST lists them: notes are
// none (D 5).
func (in *Inbox) Message(ctx context.Context, w *svcx.Workspace, conversation svcx.ConversationID, id svcx.MessageID) (*svcx.Message, error) {
	if _, err := in.db.Conversation(ctx, w.ID, conversation); err != nil {
		return nil, err
	}
	return noNote(in.db.Message(ctx, w.ID, conversation, id))
}

func noNote(m *svcx.Message, err error) (*svcx.Message, error) {
	if err == nil && m.Kind == svcx.MessageKindNote {
		return nil, svcx.NotFound("message")
	}
	return m, err
}

// historyMessageEdited is the history entry of an edit; its detail is the
// message's id.
const historyMessageEdited = "message.edited"

// EditMessage changes what a message says, whoever wrote it (R 4.2). What it
// said before is kept for the agents. An edit that changes nothing counts
// nothing; none sends an event (D 4, D 5).
func (in *Inbox) EditMessage(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, conversation svcx.ConversationID, id svcx.MessageID, edit svcx.MessageEdit) (m *svcx.Message, err error) {
	_, err = in.change(ctx, w, conversation, func(tx *store.Tx, _ *svcx.Channel, c *svcx.Conversation, out *outbox, now svcx.Time) (bool, error) {
		if m, err = noNote(tx.Message(w.ID, c.ID, id)); err != nil || m.Content == edit.Content {
			return false, err
		}
		before := svcx.MessageVersion{Number: m.EditCount + 1, Content: m.Content, Reason: edit.Reason, Editor: actor, ReplacedAt: now}
		m.Content, m.EditedAt, m.EditCount = edit.Content, &now, m.EditCount+1
		out.shown.message(m)
		out.note(c, historyMessageEdited, actor, strconv.FormatInt(int64(m.ID), 10), now)
		return true, tx.EditMessage(m, before)
	})
	return m, err
}

// Versions lists what a message said before its edits, oldest first, for agents.
func (in *Inbox) Versions(ctx context.Context, w *svcx.Workspace, conversation svcx.ConversationID, id svcx.MessageID, page svcx.Page) (svcx.List[svcx.MessageVersion], error) {
	if _, err := in.Message(ctx, w, conversation, id); err != nil {
		return svcx.List[svcx.MessageVersion]{}, err
	}
	return in.db.Versions(ctx, w.ID, id, page)
}

// maxShownReads bounds the messages that are shown one by one when they are read
// together; more are read anew.
const maxShownReads = 100

// ReadConversation notes that the customer's side has read all that agents and
// bots wrote, and returns when it has: again and again the same time while there
// is nothing new (D 5).
func (in *Inbox) ReadConversation(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (at svcx.Time, err error) {
	reader, shows, err := in.customerOf(ctx, w, id)
	if err != nil {
		return 0, err
	}
	err = in.db.Write(withResult(ctx, &at), w.ID, func(tx *store.Tx) error {
		var read []svcx.MessageID
		if at, read, err = tx.ReadConversation(w.ID, id, in.Now()); err != nil {
			return err
		}
		if !shows {
			return nil
		}
		var s shown
		s.reset = len(read) > maxShownReads
		for _, m := range read {
			s.message(&svcx.Message{ID: m, Conversation: id})
		}
		in.signalRead(tx, w, reader, at)
		return in.show(tx, w.ID, s.changes(nil))
	})
	return at, err
}

// ReadMessage notes the same of one message. A customer's own stays unread.
func (in *Inbox) ReadMessage(ctx context.Context, w *svcx.Workspace, conversation svcx.ConversationID, id svcx.MessageID) (m *svcx.Message, err error) {
	reader, shows, err := in.customerOf(ctx, w, conversation)
	if err != nil {
		return nil, err
	}
	err = in.db.Write(withResult(ctx, &m), w.ID, func(tx *store.Tx) error {
		if m, err = noNote(tx.Message(w.ID, conversation, id)); err != nil {
			return err
		}
		before := m.ReadAt
		if err := tx.ReadMessage(m, in.Now()); err != nil || same(before, m.ReadAt) || !shows {
			return err
		}
		var s shown
		s.message(m)
		in.signalRead(tx, w, reader, *m.ReadAt)
		return in.show(tx, w.ID, s.changes(nil))
	})
	return m, err
}

// customerOf is the customer's side of a conversation as those who look see it,
// and whether its channel shows them what that side has read.
func (in *Inbox) customerOf(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (who svcx.Indicator, shows bool, err error) {
	c, err := in.db.Conversation(ctx, w.ID, id)
	if err != nil {
		return who, false, err
	}
	if shows, err = in.showsReadStatus(ctx, c); err != nil {
		return who, false, err
	}
	name, err := in.typist(ctx, c, svcx.TypingCustomer)
	return svcx.Indicator{Conversation: id, Role: svcx.TypingCustomer, Name: name}, shows, err
}

// signalRead tells after the commit who has read a conversation, and when.
func (in *Inbox) signalRead(tx *store.Tx, w *svcx.Workspace, who svcx.Indicator, at svcx.Time) {
	who.Kind, who.On, who.At = svcx.IndicatorRead, true, at
	tx.OnCommit(func() { in.live.Signal(w.ID, who) })
}

// showsReadStatus reports whether the conversation's channel shows what the
// customer's side has read (W 2.7 messageReadStatusEnabled). Without a channel
// there is no such setting.
func (in *Inbox) showsReadStatus(ctx context.Context, c *svcx.Conversation) (bool, error) {
	ch, err := in.channelOf(ctx, c)
	return ch == nil || ch.Settings.MessageReadStatusEnabled, err
}

// hideReadStatus takes readAt from the messages of a channel that does not show
// what was read (R 4.2). It is kept, and seen once the channel shows it.
func (in *Inbox) hideReadStatus(ctx context.Context, c *svcx.Conversation, messages []svcx.Message) error {
	if !slices.ContainsFunc(messages, hasReadStatus) {
		return nil
	}
	shows, err := in.showsReadStatus(ctx, c)
	if err != nil || shows {
		return err
	}
	for i := range messages {
		messages[i].ReadAt = nil
	}
	return nil
}

func hasReadStatus(m svcx.Message) bool { return m.ReadAt != nil }

// HideReadStatus does the same for messages of several conversations; one that
// is gone shows nothing.
func (in *Inbox) HideReadStatus(ctx context.Context, w *svcx.Workspace, messages []svcx.Message) error {
	shows := make(map[svcx.ConversationID]bool)
	for i, m := range messages {
		if !hasReadStatus(m) {
			continue
		}
		if _, known := shows[m.Conversation]; !known {
			c, err := in.db.Conversation(ctx, w.ID, m.Conversation)
			if err == nil {
				shows[m.Conversation], err = in.showsReadStatus(ctx, c)
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
