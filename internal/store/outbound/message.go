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

// MessageDeliveries reads the deliveries that bring messages to the integrator. There is
// none of a message without an event, nor of one from before deliveries named theirs.
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

// FailedConversations finds those of the conversations whose last message to the
// integrator failed.
func (r Reader) FailedConversations(ws svcx.WorkspaceID, conversations []svcx.ConversationID) (map[svcx.ConversationID]bool, error) {
	ids := make([]int64, len(conversations))
	for i, id := range conversations {
		ids[i] = int64(id)
	}
	d, failed := r.q.SQL(), make(map[svcx.ConversationID]bool)
	from, among := d.ByIDs("c.id", "$2")
	_, err := sqldb.Collect(r.q, `SELECT c.id, COALESCE((SELECT state FROM delivery
			WHERE workspace_id = $1 AND conversation_id = c.id AND message_id IS NOT NULL ORDER BY message_id DESC LIMIT 1), '')
		FROM `+from+`conversation c WHERE c.workspace_id = $1 AND `+among,
		func(s sqldb.Scanner) (none struct{}, err error) {
			var id svcx.ConversationID
			var state svcx.DeliveryState
			if err = s.Scan(&id, &state); state == svcx.DeliveryFailed {
				failed[id] = true
			}
			return none, err
		}, ws, d.Array(ids))
	return failed, err
}

// maxAttempts bounds the attempts that are listed of a delivery, redeliveries included.
const maxAttempts = 50

// AttemptRecord is what the event log has of an attempt.
type AttemptRecord struct {
	Event svcx.EventID
	svcx.Attempt
	// Took is in milliseconds.
	Took int64
	// Next is when the next attempt was planned; nil after the last.
	Next *svcx.Time
}

// Attempts reads the attempts at a delivery, newest first, as far as the event log
// still has them. It reads what the log has of the conversation, not of the workspace.
func (r Reader) Attempts(ws svcx.WorkspaceID, d svcx.MessageDelivery) ([]AttemptRecord, error) {
	return sqldb.Collect(r.q, `SELECT id, created_at, COALESCE(response_status, 0), error, response_ms, next_attempt_at FROM event_log
		WHERE workspace_id = $1 AND channel_id = $2 AND conversation_id <> '' AND conversation_id = $3 AND delivery_id = $4 ORDER BY id DESC LIMIT $5`,
		func(s sqldb.Scanner) (a AttemptRecord, err error) {
			return a, s.Scan(&a.Event, &a.At, &a.Status, &a.Error, &a.Took, &a.Next)
		}, ws, d.Channel, d.ConversationID, d.Delivery, maxAttempts)
}
