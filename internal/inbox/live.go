package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// Live tells whoever looks at a workspace that something happened. None of it may
// block.
type Live interface {
	// Changed says, after the commit, that the workspace has new changes.
	Changed(ws svcx.WorkspaceID)
	// Signal tells of what is kept nowhere.
	Signal(ws svcx.WorkspaceID, i svcx.Indicator)
	// Fed says, after the commit, that the channel's feed has a new event.
	Fed(channel svcx.ChannelID)
}

// nobody looks: the command line's other commands work without a stream.
type nobody struct{}

func (nobody) Changed(svcx.WorkspaceID)                {}
func (nobody) Signal(svcx.WorkspaceID, svcx.Indicator) {}
func (nobody) Fed(svcx.ChannelID)                      {}

// shown gathers what a transaction changes for those who look. Ids may come
// later; they are read when it is written.
type shown struct {
	messages []*svcx.Message
	// reset says that there was too much to tell one by one.
	reset bool
}

// message is one that is new or changed.
func (s *shown) message(m *svcx.Message) { s.messages = append(s.messages, m) }

// changes lists what to tell: each message, and each conversation once, with its
// last message where it has one.
func (s *shown) changes(conversations []*svcx.Conversation) []svcx.Change {
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

// show stores what a transaction tells those who look, and tells them after the
// commit.
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

// showAnew has those who look read everything anew.
func (in *Inbox) showAnew(tx *store.Tx, ws svcx.WorkspaceID) error {
	return in.show(tx, ws, []svcx.Change{{Kind: svcx.ChangeReset}})
}

// touched are the conversations that the batch made or changed, or whose contact
// it did.
func (d *decider) touched() (conversations []*svcx.Conversation) {
	for _, t := range d.allConversations {
		if t.fresh || t.changed || t.shown {
			conversations = append(conversations, t.Conversation)
		}
	}
	return conversations
}

// Sequence is the number of the workspace's last change. Read before anything
// else it is where a stream of what comes after begins: something may be seen
// twice then, and nothing is missed.
func (in *Inbox) Sequence(ctx context.Context, w *svcx.Workspace) (svcx.Sequence, error) {
	return in.db.Sequence(ctx, w.ID)
}

// Unread counts what a member has not read yet of conversations: the customers'
// messages, svcx.MaxUnread at most. One without any is left out.
func (in *Inbox) Unread(ctx context.Context, w *svcx.Workspace, who *svcx.Member, conversations []*svcx.Conversation) (map[svcx.ConversationID]int, error) {
	if len(conversations) == 0 {
		return nil, nil
	}
	ids := make([]svcx.ConversationID, len(conversations))
	for i, c := range conversations {
		ids[i] = c.ID
	}
	return in.db.Unread(ctx, w.ID, who.ID, ids)
}

// AgentReads notes that a member has read a conversation as it is now, tells
// the others, and returns the moment. It is the member's own mark: what the
// customer's side has read is another matter.
func (in *Inbox) AgentReads(ctx context.Context, w *svcx.Workspace, who *svcx.Member, id svcx.ConversationID) (at svcx.Time, err error) {
	err = in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		if _, err := tx.Conversation(w.ID, id); err != nil {
			return err
		}
		at = in.Now()
		if err := tx.MarkRead(w.ID, id, who.ID, at); err != nil {
			return err
		}
		in.signalRead(tx, w, svcx.Indicator{Conversation: id, User: who.ID, Role: svcx.TypingStaff, Name: memberAuthor(who).Name}, at)
		return nil
	})
	return at, err
}
