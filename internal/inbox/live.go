package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// Live publishes changes to the clients of a workspace. Its methods must not block.
type Live interface {
	// Changed is called after the commit if the workspace has new changes.
	Changed(ws svcx.WorkspaceID)
	// Signal publishes an indicator, which is not stored.
	Signal(ws svcx.WorkspaceID, i svcx.Indicator)
	// Fed is called after the commit if the channel's feed has a new event.
	Fed(channel svcx.ChannelID)
}

// noClients is for commands that run without a live stream.
type noClients struct{}

func (noClients) Changed(svcx.WorkspaceID)                {}
func (noClients) Signal(svcx.WorkspaceID, svcx.Indicator) {}
func (noClients) Fed(svcx.ChannelID)                      {}

// changeSet collects the changes of a transaction for the live stream. Ids may be set later;
// they are read when the changes are written.
type changeSet struct {
	messages []*svcx.Message
	// reset is set if there are too many changes, so that clients reload.
	reset bool
}

// message adds a new or changed message.
func (s *changeSet) message(m *svcx.Message) { s.messages = append(s.messages, m) }

// list lists the changes: each message, and each conversation once, together with its last
// message if it has one.
func (s *changeSet) list(conversations []*svcx.Conversation) []svcx.Change {
	if len(s.messages)+len(conversations) == 0 {
		return nil
	}
	if s.reset {
		return []svcx.Change{{Kind: svcx.ChangeReset}}
	}
	changes := make([]svcx.Change, 0, len(s.messages)+len(conversations))
	last := make(map[svcx.ConversationID]int, len(s.messages))
	for _, m := range s.messages {
		last[m.Conversation] = len(changes)
		changes = append(changes, svcx.Change{Kind: svcx.ChangeMessage, Conversation: m.Conversation, Message: m.ID})
	}
	for _, c := range conversations {
		if i, ok := last[c.ID]; ok {
			changes[i].Kind = svcx.ChangeBoth
		} else {
			changes = append(changes, svcx.Change{Kind: svcx.ChangeConversation, Conversation: c.ID})
		}
	}
	return changes
}

// show stores changes for the live stream and notifies it after the commit.
func (in *Inbox) show(tx *store.Tx, ws svcx.WorkspaceID, changes []svcx.Change) error {
	if len(changes) == 0 {
		return nil
	}
	if err := tx.InsertChanges(ws, in.Now(), changes...); err != nil {
		return err
	}
	tx.OnCommit(func() { in.live.Changed(ws) })
	return nil
}

// showReset makes clients reload.
func (in *Inbox) showReset(tx *store.Tx, ws svcx.WorkspaceID) error {
	return in.show(tx, ws, []svcx.Change{{Kind: svcx.ChangeReset}})
}

// touched are the conversations that the batch created or changed, or whose contact it
// changed.
func (d *decider) touched() (conversations []*svcx.Conversation) {
	for _, conv := range d.allConversations {
		if conv.fresh || conv.changed || conv.contactChanged {
			conversations = append(conversations, conv.Conversation)
		}
	}
	return conversations
}

// Sequence is the number of the workspace's last change. A client reads it before the data
// and streams from there: it may see a change twice but misses none.
func (in *Inbox) Sequence(ctx context.Context, w *svcx.Workspace) (svcx.Sequence, error) {
	return in.db.Sequence(ctx, w.ID)
}

// Unread counts the customers' messages that a member has not read in conversations, at most
// svcx.MaxUnread each. Conversations without any are left out.
func (in *Inbox) Unread(ctx context.Context, w *svcx.Workspace, m *svcx.Member, conversations []*svcx.Conversation) (map[svcx.ConversationID]int, error) {
	if len(conversations) == 0 {
		return nil, nil
	}
	ids := make([]svcx.ConversationID, len(conversations))
	for i, c := range conversations {
		ids[i] = c.ID
	}
	return in.db.Unread(ctx, w.ID, m.ID, ids)
}

// AgentReads records that a member has read a conversation now, publishes it and returns the
// time. It is separate from what the customer's side has read.
func (in *Inbox) AgentReads(ctx context.Context, w *svcx.Workspace, m *svcx.Member, id svcx.ConversationID) (at svcx.Time, err error) {
	err = in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		if _, err := tx.Conversation(w.ID, id); err != nil {
			return err
		}
		at = in.Now()
		if err := tx.MarkRead(w.ID, id, m.ID, at); err != nil {
			return err
		}
		in.signalRead(tx, w, svcx.Indicator{Conversation: id, User: m.ID, Role: svcx.TypingStaff, Name: memberAuthor(m).Name}, at)
		return nil
	})
	return at, err
}
