package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Sequence is the number of the workspace's last change. A client reads it before the data
// and streams from there: it may see a change twice but misses none.
func (s *Service) Sequence(ctx context.Context, w *svcx.Workspace) (svcx.Sequence, error) {
	return s.db.Read(ctx).Sequence(w.ID)
}

// Unread counts the customers' messages that a member has not read in conversations, at most
// svcx.MaxUnread each. Conversations without any are left out.
func (s *Service) Unread(ctx context.Context, w *svcx.Workspace, m *svcx.Member, conversations []*svcx.Conversation) (map[svcx.ConversationID]int, error) {
	if len(conversations) == 0 {
		return nil, nil
	}
	ids := make([]svcx.ConversationID, len(conversations))
	for i, c := range conversations {
		ids[i] = c.ID
	}
	return s.db.Read(ctx).Unread(w.ID, m.ID, ids)
}

// AgentReads records that a member has read a conversation now, which no longer waits for them,
// publishes it and returns the time. It is separate from what the customer's side has read.
func (s *Service) AgentReads(ctx context.Context, call inbox.Call, m *svcx.Member, id svcx.ConversationID) (at svcx.Time, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if _, err := tx.Conversation(call.Workspace.ID, id); err != nil {
			return err
		}
		at = s.core.Now()
		if err := tx.MarkRead(call.Workspace.ID, id, m.ID, at); err != nil {
			return err
		}
		if err := store.AttentionIn(tx).See(call.Workspace.ID, id, m.ID, at); err != nil {
			return err
		}
		s.signalRead(tx, call.Workspace, svcx.Indicator{Conversation: id, User: m.ID, Role: svcx.TypingStaff, Name: memberAuthor(m).Name}, at)
		return nil
	})
	return at, err
}
