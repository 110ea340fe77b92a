package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

// LoadedConversations are conversations that are about to be changed, with what a
// change depends on.
type LoadedConversations struct {
	Conversations map[svcx.ConversationID]*svcx.Conversation
	// Channels are theirs, without deleted ones.
	Channels map[svcx.ChannelID]*svcx.Channel
	// Pending are those with deliveries that have not ended.
	Pending map[svcx.ConversationID]bool
}

// LoadConversations finds conversations in one round trip, in which it reserves ids
// too. Those that do not exist are left out.
func (tx *Tx) LoadConversations(ws svcx.WorkspaceID, ids []int64, ahead IDReservation) (l LoadedConversations, err error) {
	d := tx.SQL()
	var conversations []*svcx.Conversation
	var channels []*svcx.Channel
	pending := make(map[svcx.ConversationID]bool)
	err = tx.Pipeline(func() error {
		if err := tx.ReserveIDs(ahead); err != nil {
			return err
		}
		if err := sqldb.EnqueueCollect(tx, &conversations, d.LookupIDs(conversationColumns+`, (SELECT delivery.id FROM delivery WHERE delivery.workspace_id = $1
				AND delivery.conversation_id = conversation.id AND delivery.state IN ('ready', 'waiting') ORDER BY delivery.id LIMIT 1) IS NOT NULL`, "conversation", len(ids)),
			func(s sqldb.Scanner) (*svcx.Conversation, error) {
				var isPending bool
				c, err := scanConversationWith(s, &isPending)
				if err == nil && isPending {
					pending[c.ID] = true
				}
				return c, err
			}, ws, d.Array(ids)); err != nil {
			return err
		}
		return sqldb.EnqueueCollect(tx, &channels, `SELECT `+channelTable.Columns()+` FROM channel WHERE workspace_id = $1 AND id IN
			(`+d.LookupIDs("channel_id", "conversation", len(ids))+`)`, channelTable.Scan, ws, d.Array(ids))
	})
	if err != nil {
		return l, err
	}
	l = LoadedConversations{make(map[svcx.ConversationID]*svcx.Conversation), make(map[svcx.ChannelID]*svcx.Channel), pending}
	for _, c := range conversations {
		l.Conversations[c.ID] = c
	}
	for _, c := range channels {
		l.Channels[c.ID] = c
	}
	return l, nil
}
