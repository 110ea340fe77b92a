package inbox

import (
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
func (core *Core) show(tx *store.Tx, ws svcx.WorkspaceID, changes ...svcx.Change) error {
	if len(changes) == 0 {
		return nil
	}
	if err := tx.InsertChanges(ws, core.Now(), changes...); err != nil {
		return err
	}
	tx.OnCommit(func() { core.Live.Changed(ws) })
	return nil
}

// ShowMessages shows that messages have changed to clients.
func (core *Core) ShowMessages(tx *store.Tx, ws svcx.WorkspaceID, messages ...*svcx.Message) error {
	return core.show(tx, ws, changesOf(messages, nil)...)
}

// ShowConversations shows that conversations have changed to clients.
func (core *Core) ShowConversations(tx *store.Tx, ws svcx.WorkspaceID, conversations ...svcx.ConversationID) error {
	changes := make([]svcx.Change, len(conversations))
	for i, id := range conversations {
		changes[i] = svcx.Change{Kind: svcx.ChangeConversation, Conversation: id}
	}
	return core.show(tx, ws, changes...)
}

// ShowDelivery shows that the delivery state of a message has changed.
func (core *Core) ShowDelivery(tx *store.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID, message svcx.MessageID) error {
	return core.show(tx, ws, svcx.Change{Kind: svcx.ChangeDelivery, Conversation: conversation, Message: message})
}

// ShowReset makes clients reload.
func (core *Core) ShowReset(tx *store.Tx, ws svcx.WorkspaceID) error {
	return core.show(tx, ws, svcx.Change{Kind: svcx.ChangeReset})
}
