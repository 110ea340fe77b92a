package outbound

import (
	"svcx"
	"svcx/internal/sqldb"
)

// Eraser deletes and rewrites what was or will be sent of deleted conversations and
// erased contacts of a workspace, and reads what there is of them. A store's Remover
// embeds it.
type Eraser struct {
	tx        *sqldb.Tx
	workspace svcx.WorkspaceID
}

// NewEraser returns an Eraser of the transaction and the workspace.
func NewEraser(tx *sqldb.Tx, ws svcx.WorkspaceID) Eraser { return Eraser{tx, ws} }

// DeleteDeliveries deletes those of the deliveries that belong to the conversation.
func (e Eraser) DeleteDeliveries(conversation svcx.ConversationID, ids []int64) error {
	d := e.tx.SQL()
	return e.tx.Enqueue(nil, `DELETE FROM delivery WHERE workspace_id = $1 AND conversation_id = $2 AND `+d.In("id", "$3"), e.workspace, conversation, d.Array(ids))
}

// RenameDeliveries sets the conversation's external id in those of the deliveries
// that belong to the conversation.
func (e Eraser) RenameDeliveries(conversation svcx.ConversationID, name string, ids []int64) error {
	d := e.tx.SQL()
	return e.tx.Enqueue(nil, `UPDATE delivery SET external_conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND `+d.In("id", "$4"),
		e.workspace, conversation, name, d.Array(ids))
}

// RevokeLeases ends the leases of a conversation's deliveries. The outcome of an
// attempt under way is not recorded, and it is made again.
func (e Eraser) RevokeLeases(conversation svcx.ConversationID) error {
	return e.tx.Enqueue(nil, `UPDATE delivery SET lease = NULL WHERE workspace_id = $1 AND conversation_id = $2 AND state IN ('ready', 'waiting')`, e.workspace, conversation)
}

// SetEventData replaces the data of an event and ends the lease of its delivery, as
// RevokeLeases does.
func (e Eraser) SetEventData(id svcx.DeliveryID, data svcx.EventData) error {
	return e.tx.Enqueue(nil, `UPDATE delivery SET data = $3, lease = NULL WHERE workspace_id = $1 AND id = $2`, e.workspace, id, sqldb.EncodeJSON(data))
}

// RatingEvents finds the events of a conversation's ratings that are to be sent, are
// in the feed, or are among the ids.
func (e Eraser) RatingEvents(conversation svcx.ConversationID, ids []int64) ([]*svcx.Delivery, error) {
	d := e.tx.SQL()
	ratings := `SELECT ` + Table.Columns() + ` FROM delivery WHERE workspace_id = $1 AND conversation_id = $2 AND type = 'rating.submitted'`
	var sent []*svcx.Delivery
	err := sqldb.EnqueueCollect(e.tx, &sent, ratings+` AND (state IN ('ready', 'waiting') OR `+d.In("id", "$3")+`)`, Table.Scan, e.workspace, conversation, d.Array(append([]int64{}, ids...)))
	if err != nil {
		return nil, err
	}
	inFeed, err := sqldb.Collect(e.tx, ratings+` AND feed`, Table.Scan, e.workspace, conversation)
	return append(sent, inFeed...), err
}

// GroupedEvent is an event in the order of a group, a channel's or a conversation's
// events. Data is nil if it is not of a rating.
type GroupedEvent struct {
	Group int64
	ID    svcx.DeliveryID
	Data  *svcx.EventData
}

// FeedEventsAfter reads the events of the workspace's feeds after the given one,
// ordered by channel, at most limit.
func (e Eraser) FeedEventsAfter(channel int64, id svcx.DeliveryID, limit int) ([]GroupedEvent, error) {
	return e.eventsAfter("channel_id", "feed", channel, id, limit)
}

// PendingEventsAfter reads the workspace's events that are to be sent after the given
// one, ordered by conversation, at most limit.
func (e Eraser) PendingEventsAfter(conversation int64, id svcx.DeliveryID, limit int) ([]GroupedEvent, error) {
	return e.eventsAfter("conversation_id", "state IN ('ready', 'waiting')", conversation, id, limit)
}

func (e Eraser) eventsAfter(group, condition string, after int64, id svcx.DeliveryID, limit int) ([]GroupedEvent, error) {
	return sqldb.Collect(e.tx, `SELECT `+group+`, id, CASE WHEN type = 'rating.submitted' THEN data ELSE '' END FROM delivery
		WHERE workspace_id = $1 AND `+condition+` AND (`+group+`, id) > ($2, $3) ORDER BY `+group+`, id LIMIT $4`,
		func(s sqldb.Scanner) (g GroupedEvent, err error) {
			var data string
			if err := s.Scan(&g.Group, &g.ID, &data); err != nil || data == "" {
				return g, err
			}
			g.Data = new(svcx.EventData)
			return g, sqldb.DecodeJSON(data, g.Data)
		}, e.workspace, after, id, limit)
}

// RatingEventsOf finds the events of ratings that are logged in entries.
func (e Eraser) RatingEventsOf(events []int64) ([]*svcx.Delivery, error) {
	if len(events) == 0 {
		return nil, nil
	}
	d := e.tx.SQL()
	sent, err := sqldb.Collect(e.tx, `SELECT DISTINCT delivery_id FROM event_log`+d.ByID()+` WHERE workspace_id = $1 AND `+d.In("id", "$2")+`
		AND type = 'rating.submitted' AND delivery_id IS NOT NULL`, sqldb.ScanValue[int64], e.workspace, d.Array(events))
	if err != nil || len(sent) == 0 {
		return nil, err
	}
	from, among := d.ByIDs("id", "$2")
	return sqldb.Collect(e.tx, `SELECT `+Table.Columns()+` FROM `+from+`delivery WHERE workspace_id = $1 AND `+among, Table.Scan, e.workspace, d.Array(sent))
}
