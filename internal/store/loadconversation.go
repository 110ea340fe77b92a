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
	from, among := d.ByIDs("id", "$2")
	var conversations []*svcx.Conversation
	var channels []*svcx.Channel
	var pending []svcx.ConversationID
	err = tx.Pipeline(func() error {
		if err := tx.ReserveIDs(ahead); err != nil {
			return err
		}
		if err := sqldb.EnqueueCollect(tx, &conversations, `SELECT `+conversationColumns+` FROM `+from+`conversation WHERE workspace_id = $1 AND `+among,
			scanConversation, ws, d.Array(ids)); err != nil {
			return err
		}
		if err := sqldb.EnqueueCollect(tx, &channels, `SELECT `+channelTable.Columns()+` FROM channel WHERE workspace_id = $1 AND id IN
			(SELECT channel_id FROM `+from+`conversation WHERE workspace_id = $1 AND `+among+`)`, channelTable.Scan, ws, d.Array(ids)); err != nil {
			return err
		}
		return pendingConversations(tx.Tx, &pending, ws, ids)
	})
	l = LoadedConversations{make(map[svcx.ConversationID]*svcx.Conversation), make(map[svcx.ChannelID]*svcx.Channel), setOf(pending)}
	for _, c := range conversations {
		l.Conversations[c.ID] = c
	}
	for _, c := range channels {
		l.Channels[c.ID] = c
	}
	return l, err
}
