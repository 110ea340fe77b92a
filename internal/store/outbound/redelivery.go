package outbound

import (
	"svcx"
	"svcx/internal/sqldb"
)

// Redelivery (D 4): an ended delivery is sent again because an admin asked. It is
// due at once, outside the order of its conversation: it neither blocks nor waits
// for others. Attempts continue to count.

// ResendDelivery makes an ended delivery of the channel due again, and reports
// whether it did; one that has not ended is left alone (see RetryNow). NotFound if
// the channel has no such delivery.
func (tx Writer) ResendDelivery(ref ChannelRef, id svcx.DeliveryID, now svcx.Time) (again bool, err error) {
	state, err := sqldb.One(tx, `SELECT state FROM delivery WHERE workspace_id = $1 AND channel_id = $2 AND id = $3`, sqldb.ScanValue[svcx.DeliveryState],
		ref.Workspace, ref.Channel, id)
	if _, err := sqldb.Found(state, err, "delivery"); err != nil {
		return false, err
	}
	n, err := tx.Exec(`UPDATE delivery SET state = 'resend', due_at = $4, ended_at = NULL, lease = NULL
		WHERE workspace_id = $1 AND channel_id = $2 AND id = $3 AND state IN ('failed', 'delivered')`, ref.Workspace, ref.Channel, id, now)
	return n == 1, err
}

// ResendFailed makes at most limit of the channel's deliveries due again that
// failed from since to until, oldest failure first, and returns how many. It
// includes failures long after now, which have the time of a clock that was since
// set back.
func (tx Writer) ResendFailed(ref ChannelRef, since, until, now svcx.Time, limit int) (int64, error) {
	return tx.Exec(`UPDATE delivery SET state = 'resend', due_at = $5, ended_at = NULL, lease = NULL WHERE workspace_id = $1 AND id IN
		(SELECT id FROM delivery WHERE workspace_id = $1 AND channel_id = $2 AND state = 'failed' AND ended_at >= $3 AND (ended_at <= $4 OR ended_at > $7)
		ORDER BY ended_at, id LIMIT $6)`, ref.Workspace, ref.Channel, since, until, now, limit, now.Add(sqldb.ClockSlack))
}

// RetryNow makes the next attempt of a delivery due if it is scheduled for later; of a
// waiting delivery, the attempt of the one that it waits for, which is found in the
// index of what is ready or waiting.
func (tx Writer) RetryNow(ref ChannelRef, id svcx.DeliveryID, now svcx.Time) error {
	_, err := tx.Exec(`UPDATE delivery SET due_at = $4 WHERE workspace_id = $1 AND channel_id = $2 AND due_at > $4 AND lease IS NULL
		AND state IN ('ready', 'resend') AND id IN (SELECT r.id FROM delivery d
			CROSS JOIN delivery r WHERE d.workspace_id = $1 AND d.id = $3 AND d.state = 'waiting' AND r.workspace_id = $1
			AND r.conversation_id = d.conversation_id AND r.state IN ('ready', 'waiting') AND r.state = 'ready' UNION SELECT $3)`, ref.Workspace, ref.Channel, id, now)
	return err
}

// RetryAllNow makes the next attempts of at most limit of the channel's deliveries
// due, the earliest first, and returns how many.
func (tx Writer) RetryAllNow(ref ChannelRef, now svcx.Time, limit int) (int64, error) {
	return tx.Exec(`UPDATE delivery SET due_at = $3 WHERE workspace_id = $1 AND id IN
		(SELECT id FROM delivery WHERE workspace_id = $1 AND channel_id = $2 AND state IN ('ready', 'resend') AND due_at > $3 AND lease IS NULL
		ORDER BY due_at, id LIMIT $4)`, ref.Workspace, ref.Channel, now, limit)
}
