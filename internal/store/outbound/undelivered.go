package outbound

import (
	"svcx"
	"svcx/internal/sqldb"
)

// Undelivered is a conversation whose messages have failed since the last one that was accepted. It
// is stored as an attempt fails for good, so that those conversations are found without looking
// through what was sent.
type Undelivered struct {
	workspace    svcx.WorkspaceID
	conversation svcx.ConversationID
	// message is the last one that failed.
	message  svcx.MessageID
	failedAt svcx.Time
}

// UndeliveredTable describes the table of those conversations.
var UndeliveredTable = sqldb.NewTable("undelivered", func(u *Undelivered) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &u.workspace),
		sqldb.Field("conversation_id", &u.conversation),
		sqldb.Field("message_id", &u.message),
		sqldb.Field("failed_at", &u.failedAt),
	}
})

// endOfMessage keeps what the end of a message's delivery says of its conversation.
func (tx Writer) endOfMessage(d *svcx.Delivery, of LeasedDelivery, state svcx.DeliveryState, now svcx.Time) error {
	message := d.OfMessage()
	switch {
	case message == 0:
		return nil
	case state == svcx.DeliveryFailed:
		return tx.Enqueue(nil, `INSERT INTO undelivered (workspace_id, conversation_id, message_id, failed_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET failed_at = excluded.failed_at,
			message_id = CASE WHEN excluded.message_id > undelivered.message_id THEN excluded.message_id ELSE undelivered.message_id END`,
			d.Workspace, d.Conversation, message, now)
	case of.undelivered:
		return tx.Enqueue(nil, `DELETE FROM undelivered WHERE workspace_id = $1 AND conversation_id = $2 AND message_id <= $3`, d.Workspace, d.Conversation, message)
	}
	return nil
}

// ForgetUndelivered forgets what has failed in a conversation.
func ForgetUndelivered(tx *sqldb.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error {
	return tx.Enqueue(nil, `DELETE FROM undelivered WHERE workspace_id = $1 AND conversation_id = $2`, ws, conversation)
}

// UndeliveredConversations finds conversations with messages that have failed, the latest first, and then those
// with messages that have waited since a time or longer. It finds at most limit of each.
func (r Reader) UndeliveredConversations(ws svcx.WorkspaceID, since svcx.Time, limit int) ([]svcx.ConversationID, error) {
	failed, err := sqldb.Collect(r.q, `SELECT conversation_id FROM undelivered WHERE workspace_id = $1 ORDER BY conversation_id DESC LIMIT $2`,
		sqldb.ScanValue[svcx.ConversationID], ws, limit)
	if err != nil {
		return nil, err
	}
	// What waits in a conversation waits behind a delivery that is ready.
	waiting, err := sqldb.Collect(r.q, `SELECT DISTINCT ready.conversation_id FROM
		(SELECT conversation_id, message_id FROM delivery WHERE workspace_id = $1 AND state IN ('ready', 'resend') AND created_at <= $2 LIMIT $3) AS ready
		WHERE ready.message_id IS NOT NULL OR EXISTS (SELECT 1 FROM delivery behind WHERE behind.workspace_id = $1
			AND behind.conversation_id = ready.conversation_id AND behind.state IN ('ready', 'waiting') AND behind.message_id IS NOT NULL AND behind.created_at <= $2)`,
		sqldb.ScanValue[svcx.ConversationID], ws, since, limit)
	return append(failed, waiting...), err
}
