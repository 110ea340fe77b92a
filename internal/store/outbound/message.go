package outbound

import (
	"svcx"
	"svcx/internal/sqldb"
)

const messageColumns = "d.id, d.channel_id, d.conversation_id, d.external_conversation_id, d.message_id, d.state, d.attempts, d.due_at, d.tried_at, d.response_status, d.error"

func scanMessageDelivery(s sqldb.Scanner) (d svcx.MessageDelivery, err error) {
	return d, s.Scan(&d.Delivery, &d.Channel, &d.Conversation, &d.ConversationID, &d.Message, &d.State, &d.Attempts, &d.DueAt,
		&d.Last.At, &d.Last.Status, &d.Last.Error)
}

// MessageDeliveries reads the deliveries of messages. A message without an event has none,
// and neither has one from before deliveries named their message.
func (r Reader) MessageDeliveries(ws svcx.WorkspaceID, messages []svcx.MessageID) ([]svcx.MessageDelivery, error) {
	ids := make([]int64, len(messages))
	for i, id := range messages {
		ids[i] = int64(id)
	}
	d := r.q.SQL()
	from, among := d.ByIDs("m.id", "$2")
	return sqldb.Collect(r.q, `SELECT `+messageColumns+` FROM `+from+`message m CROSS JOIN delivery d
		WHERE m.workspace_id = $1 AND `+among+` AND d.workspace_id = $1 AND d.conversation_id = m.conversation_id AND d.message_id = m.id`,
		scanMessageDelivery, ws, d.Array(ids))
}

// maxAttempts bounds the attempts that are listed of a delivery, redeliveries included.
const maxAttempts = 50

// Attempts reads the attempts at a delivery, newest first, as far as the event log
// still has them. It reads what the log has of the conversation, not of the workspace.
func (r Reader) Attempts(ws svcx.WorkspaceID, d svcx.MessageDelivery) ([]svcx.AttemptRecord, error) {
	return sqldb.Collect(r.q, `SELECT id, created_at, COALESCE(response_status, 0), error, response_ms, next_attempt_at FROM event_log
		WHERE workspace_id = $1 AND channel_id = $2 AND conversation_id <> '' AND conversation_id = $3 AND delivery_id = $4 ORDER BY id DESC LIMIT $5`,
		func(s sqldb.Scanner) (a svcx.AttemptRecord, err error) {
			return a, s.Scan(&a.Event, &a.At, &a.Status, &a.Error, &a.Took, &a.Next)
		}, ws, d.Channel, d.ConversationID, d.Delivery, maxAttempts)
}
