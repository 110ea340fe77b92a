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

// changesOf lists changes: each message, and each conversation once, together with its last
// message if it has one.
func changesOf(messages []*svcx.Message, conversations []*svcx.Conversation) []svcx.Change {
	changes := make([]svcx.Change, 0, len(messages)+len(conversations))
	last := make(map[svcx.ConversationID]int, len(messages))
	for _, m := range messages {
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
func (in *Inbox) show(tx *store.Tx, ws svcx.WorkspaceID, changes ...svcx.Change) error {
	if len(changes) == 0 {
		return nil
	}
	if err := tx.InsertChanges(ws, in.Now(), changes...); err != nil {
		return err
	}
	tx.OnCommit(func() { in.live.Changed(ws) })
	return nil
}

// ShowMessages shows that messages have changed to clients.
func (in *Inbox) ShowMessages(tx *store.Tx, ws svcx.WorkspaceID, messages ...*svcx.Message) error {
	return in.show(tx, ws, changesOf(messages, nil)...)
}

// ShowConversations shows that conversations have changed to clients.
func (in *Inbox) ShowConversations(tx *store.Tx, ws svcx.WorkspaceID, conversations ...svcx.ConversationID) error {
	changes := make([]svcx.Change, len(conversations))
	for i, id := range conversations {
		changes[i] = svcx.Change{Kind: svcx.ChangeConversation, Conversation: id}
	}
	return in.show(tx, ws, changes...)
}

// ShowReset makes clients reload.
func (in *Inbox) ShowReset(tx *store.Tx, ws svcx.WorkspaceID) error {
	return in.show(tx, ws, svcx.Change{Kind: svcx.ChangeReset})
}

// Sequence is the number of the workspace's last change. A client reads it before the data
// and streams from there: it may see a change twice but misses none.
func (in *Inbox) Sequence(ctx context.Context, w *svcx.Workspace) (svcx.Sequence, error) {
	return in.db.Read(ctx).Sequence(w.ID)
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
	return in.db.Read(ctx).Unread(w.ID, m.ID, ids)
}

// AgentReads records that a member has read a conversation now, publishes it and returns the
// time. It is separate from what the customer's side has read.
func (in *Inbox) AgentReads(ctx context.Context, call Call, m *svcx.Member, id svcx.ConversationID) (at svcx.Time, err error) {
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if _, err := tx.Conversation(call.Workspace.ID, id); err != nil {
			return err
		}
		at = in.Now()
		if err := tx.MarkRead(call.Workspace.ID, id, m.ID, at); err != nil {
			return err
		}
		in.signalRead(tx, call.Workspace, svcx.Indicator{Conversation: id, User: m.ID, Role: svcx.TypingStaff, Name: memberAuthor(m).Name}, at)
		return nil
	})
	return at, err
}
