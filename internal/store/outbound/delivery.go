package outbound

import (
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// Table describes the table of deliveries.
var Table = sqldb.NewTable("delivery", func(d *svcx.Delivery) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &d.ID),
		sqldb.Field("workspace_id", &d.Workspace),
		sqldb.Field("channel_id", &d.Channel),
		sqldb.Field("conversation_id", &d.Conversation),
		sqldb.Field("external_conversation_id", &d.ConversationID),
		sqldb.Field("sequence", &d.Sequence),
		sqldb.Field("webhook_id", &d.WebhookID),
		sqldb.Field("type", &d.Type),
		sqldb.JSON("data", &d.Data),
		sqldb.Field("state", &d.State),
		sqldb.Field("attempts", &d.Attempts),
		sqldb.Field("due_at", &d.DueAt),
		sqldb.Other[*string]("lease"),
		sqldb.Field("created_at", &d.CreatedAt),
		sqldb.Computed("ended_at", func() *svcx.Time { return endOfNew(d) }),
		sqldb.Field("feed", &d.Feed),
		sqldb.Computed("message_id", func() *svcx.MessageID { return messageOf(d) }),
		sqldb.Field("tried_at", &d.Last.At),
		sqldb.Field("response_status", &d.Last.Status),
		sqldb.Field("error", &d.Last.Error),
	}
})

// messageOf is the message that a delivery is of, nil for other events.
func messageOf(d *svcx.Delivery) *svcx.MessageID {
	if id := d.OfMessage(); id != 0 {
		return &id
	}
	return nil
}

// endOfNew is when a new delivery ends: at once if it is for the feed alone.
func endOfNew(d *svcx.Delivery) *svcx.Time {
	if d.State == svcx.DeliveryKept {
		return &d.DueAt
	}
	return nil
}

// InsertDeliveries stores new deliveries of one workspace, in order, and sets
// their ids and states: the first of a conversation is ready, the others wait
// for it. One that is kept for the feed alone stays so, ends at its DueAt and
// blocks no other. One without a DueAt is due when it was created.
//
// The ids are taken here, under the workspace's lock, so that an id becomes
// visible only when all lower ones of the workspace are.
func (tx Writer) InsertDeliveries(ws svcx.WorkspaceID, deliveries ...*svcx.Delivery) error {
	var ids []int64
	for _, d := range deliveries {
		if d.State != svcx.DeliveryKept {
			ids = append(ids, int64(d.Conversation))
		}
	}
	busy, err := busyConversations(tx.Tx, ws, ids)
	if err != nil {
		return err
	}
	return tx.InsertDeliveriesAfter(busy, deliveries...)
}

// InsertDeliveriesAfter is InsertDeliveries if it is known, from this transaction,
// which of the conversations have deliveries that have not ended.
func (tx Writer) InsertDeliveriesAfter(busy map[svcx.ConversationID]bool, deliveries ...*svcx.Delivery) error {
	if len(deliveries) == 0 {
		return nil
	}
	if err := Table.Reserve(tx.Tx, deliveries...); err != nil {
		return err
	}
	for _, d := range deliveries {
		if d.DueAt == 0 {
			d.DueAt = d.CreatedAt
		}
		switch {
		case d.State == svcx.DeliveryKept:
		case busy[d.Conversation]:
			d.State = svcx.DeliveryWaiting
		default:
			d.State, busy[d.Conversation] = svcx.DeliveryReady, true
		}
	}
	return Table.Insert(tx.Tx, deliveries...)
}

// busyConversations finds those of the conversations that have deliveries that have
// not ended. It is no part of a Pipeline: the answer is needed at once.
func busyConversations(tx *sqldb.Tx, ws svcx.WorkspaceID, ids []int64) (map[svcx.ConversationID]bool, error) {
	busy := make(map[svcx.ConversationID]bool)
	if len(ids) == 0 {
		return busy, nil
	}
	d := tx.SQL()
	pending, err := sqldb.Collect(tx, `SELECT conversation_id FROM delivery
		WHERE workspace_id = $1 AND `+d.In("conversation_id", "$2")+` AND state IN ('ready', 'waiting') GROUP BY conversation_id`,
		sqldb.ScanValue[svcx.ConversationID], ws, d.Array(ids))
	for _, id := range pending {
		busy[id] = true
	}
	return busy, err
}

// ChannelRef names a channel with its workspace.
type ChannelRef struct {
	Workspace svcx.WorkspaceID
	Channel   svcx.ChannelID
}

// DueChannels visits at most limit channels that have ready deliveries, beginning
// after the given one, and returns those with one that is due. next is where to go
// on, zero at the end. It reads the first row of each channel in an index: its
// cost does not grow with the backlog.
func (r Reader) DueChannels(now svcx.Time, after ChannelRef, limit int) (due []ChannelRef, next ChannelRef, err error) {
	heads, next, err := r.dueHeads(after, limit)
	for _, h := range heads {
		if h.dueAt <= now {
			due = append(due, h.ref)
		}
	}
	return due, next, err
}

// dueHead is the earliest time at which a delivery of a channel is due.
type dueHead struct {
	ref   ChannelRef
	dueAt svcx.Time
}

// dueHeads reads the first row of at most limit channels, beginning after the given one.
func (r Reader) dueHeads(after ChannelRef, limit int) (heads []dueHead, next ChannelRef, err error) {
	for range limit {
		h, err := sqldb.First(r.q, `SELECT workspace_id, channel_id, due_at FROM delivery
			WHERE state IN ('ready', 'resend') AND (workspace_id, channel_id) > ($1, $2)
			ORDER BY workspace_id, channel_id, due_at LIMIT 1`,
			func(s sqldb.Scanner) (h dueHead, err error) {
				return h, s.Scan(&h.ref.Workspace, &h.ref.Channel, &h.dueAt)
			},
			after.Workspace, after.Channel)
		if err != nil || h.ref.Channel == 0 {
			return heads, ChannelRef{}, err
		}
		heads = append(heads, h)
		after = h.ref
	}
	return heads, after, nil
}

// DueDeliveries finds due deliveries of a channel, oldest first, as many as keep the
// channel's attempts in flight on all nodes at or below inFlight if they are leased
// until leaseUntil. It may be part of a Pipeline.
func (tx Writer) DueDeliveries(all *[]*svcx.Delivery, ref ChannelRef, inFlight int, now, leaseUntil svcx.Time) error {
	return sqldb.EnqueueCollect(tx.Tx, all, `SELECT `+Table.Columns()+` FROM delivery
		WHERE workspace_id = $1 AND channel_id = $2 AND state IN ('ready', 'resend') AND due_at <= $3
		ORDER BY due_at, id LIMIT (SELECT CASE WHEN count(*) < $5 THEN $5 - count(*) ELSE 0 END FROM delivery
			WHERE workspace_id = $1 AND channel_id = $2 AND state IN ('ready', 'resend') AND due_at > $3 AND due_at <= $4 AND lease IS NOT NULL)`,
		Table.Scan, ref.Workspace, ref.Channel, now, leaseUntil.Add(sqldb.ClockSlack), inFlight)
}

// LeaseDeliveries leases deliveries of a workspace that are due. When the lease has
// expired they are due again, and its holder can no longer record an outcome.
func (tx Writer) LeaseDeliveries(ws svcx.WorkspaceID, lease string, until svcx.Time, deliveries ...*svcx.Delivery) error {
	for _, d := range deliveries {
		d.DueAt = until
		// One by one: for id = ANY, PostgreSQL took a plan while the table was new that read
		// all deliveries of the workspace, and kept it.
		if err := tx.Enqueue(nil, `UPDATE delivery SET lease = $3, due_at = $4 WHERE workspace_id = $1 AND id = $2`, ws, d.ID, lease, until); err != nil {
			return err
		}
	}
	return nil
}

func idsOf(deliveries []*svcx.Delivery) []int64 {
	ids := make([]int64, len(deliveries))
	for i, d := range deliveries {
		ids[i] = int64(d.ID)
	}
	return ids
}

// LeasedDelivery is what recording the outcome of an attempt depends on.
type LeasedDelivery struct {
	Lease string
	// next is the delivery of the conversation that waits for this one; 0 if there is
	// none.
	next svcx.DeliveryID
	// undelivered is set if messages of the conversation have failed.
	undelivered bool
}

// LeasedDeliveries finds those of the deliveries that are leased, and the circuits of
// their channels, in one round trip, in which it reserves an id of the event log for
// each.
func (tx Writer) LeasedDeliveries(ws svcx.WorkspaceID, deliveries ...*svcx.Delivery) (leased map[svcx.DeliveryID]LeasedDelivery, circuits map[svcx.ChannelID]svcx.Circuit, err error) {
	leased, circuits = make(map[svcx.DeliveryID]LeasedDelivery), make(map[svcx.ChannelID]svcx.Circuit)
	d := tx.SQL()
	var channels []int64
	for _, delivery := range deliveries {
		if id := int64(delivery.Channel); !slices.Contains(channels, id) {
			channels = append(channels, id)
		}
	}
	err = tx.Pipeline(func() error {
		if err := tx.ReserveAhead(map[string]int{"event_log": len(deliveries)}); err != nil {
			return err
		}
		var none []struct{}
		err := sqldb.EnqueueCollect(tx.Tx, &none, d.LookupIDs(`id, CASE WHEN state IN ('ready', 'resend') THEN COALESCE(lease, '') ELSE '' END,
			COALESCE((SELECT CASE WHEN w.state = 'waiting' THEN w.id END FROM delivery w WHERE w.workspace_id = $1 AND w.conversation_id = delivery.conversation_id
				AND w.state IN ('ready', 'waiting') AND w.id <> delivery.id ORDER BY w.id LIMIT 1), 0),
			EXISTS (SELECT 1 FROM undelivered u WHERE u.workspace_id = $1 AND u.conversation_id = delivery.conversation_id)`, "delivery", len(deliveries)),
			func(s sqldb.Scanner) (none struct{}, err error) {
				var id svcx.DeliveryID
				var l LeasedDelivery
				if err = s.Scan(&id, &l.Lease, &l.next, &l.undelivered); l.Lease != "" {
					leased[id] = l
				}
				return none, err
			}, ws, d.Array(idsOf(deliveries)))
		if err != nil {
			return err
		}
		return sqldb.EnqueueCollect(tx.Tx, &none, d.LookupIDs("id, circuit_failures, circuit_opened_at, circuit_probe_at", "channel", len(channels)),
			func(s sqldb.Scanner) (none struct{}, err error) {
				var id svcx.ChannelID
				var c svcx.Circuit
				err = s.Scan(&id, &c.Failures, &c.OpenedAt, &c.ProbeAt)
				circuits[id] = c
				return none, err
			}, ws, d.Array(channels))
	})
	return leased, circuits, err
}

// RetryDelivery records the delivery's last attempt, which has failed, the number of
// attempts so far, and when the next is due. held is false if the lease was lost: then
// nothing was recorded.
func (tx Writer) RetryDelivery(d *svcx.Delivery, lease string, attempts int, due svcx.Time) (held bool, err error) {
	n, err := tx.Exec(`UPDATE delivery SET attempts = $4, due_at = $5, lease = NULL, tried_at = $6, response_status = $7, error = $8
		WHERE workspace_id = $1 AND id = $2 AND state IN ('ready', 'resend') AND lease = $3`, d.Workspace, d.ID, lease, attempts, due,
		d.Last.At, d.Last.Status, d.Last.Error)
	return n == 1, err
}

// EndDeliveries records that leased deliveries have ended after another attempt, their
// last, delivered or failed, and makes the next of their conversations ready.
func (tx Writer) EndDeliveries(ws svcx.WorkspaceID, leased map[svcx.DeliveryID]LeasedDelivery, state svcx.DeliveryState, now svcx.Time, deliveries ...*svcx.Delivery) error {
	for _, d := range deliveries {
		err := tx.Enqueue(nil, `UPDATE delivery SET state = $3, attempts = attempts + 1, ended_at = $4, lease = NULL, tried_at = $5, response_status = $6, error = $7
			WHERE workspace_id = $1 AND id = $2`, ws, d.ID, state, now, d.Last.At, d.Last.Status, d.Last.Error)
		if err != nil {
			return err
		}
		if err := tx.endOfMessage(d, leased[d.ID], state, now); err != nil {
			return err
		}
		next := leased[d.ID].next
		if next == 0 {
			continue
		}
		err = tx.Enqueue(nil, `UPDATE delivery SET state = 'ready', due_at = $3 WHERE workspace_id = $1 AND id = $2 AND state = 'waiting'`, ws, next, now)
		if err != nil {
			return err
		}
	}
	return nil
}

// ReleaseLeases makes every leased delivery due at once. Only the single server of
// an embedded store may call it, at its start, when all leases are those of a
// process that has ended.
func (tx Writer) ReleaseLeases(now svcx.Time) (int64, error) {
	return tx.Exec(`UPDATE delivery SET lease = NULL, due_at = $1 WHERE state IN ('ready', 'resend') AND lease IS NOT NULL`, now)
}

// Waits are the latest times that a delivery can be due at, by what it waits for.
// A later time was set by a clock that has since been set back.
type Waits struct {
	Now svcx.Time
	// Untried is for deliveries without an attempt. They wait only for the time that
	// a receiver asked of a probe while the channel's circuit is open.
	Untried, Retry, Lease svcx.Time
}

// waitsTooLong is the condition: $1 to $3 are those of Waits.
const waitsTooLong = `state IN ('ready', 'resend') AND (due_at > $2 OR lease IS NOT NULL AND due_at > $3 OR
	lease IS NULL AND attempts = 0 AND due_at > $1 AND NOT EXISTS (SELECT 1 FROM channel c
		WHERE c.workspace_id = delivery.workspace_id AND c.id = delivery.channel_id AND c.circuit_opened_at IS NOT NULL))`

// WaitingTooLong finds the channels with deliveries that are due later than they
// can be. It scans all that are ready, and is for rare occasions.
func (r Reader) WaitingTooLong(w Waits) ([]ChannelRef, error) {
	return sqldb.Collect(r.q, `SELECT DISTINCT workspace_id, channel_id FROM delivery WHERE `+waitsTooLong+` ORDER BY workspace_id, channel_id`,
		func(s sqldb.Scanner) (ref ChannelRef, err error) { return ref, s.Scan(&ref.Workspace, &ref.Channel) }, w.Untried, w.Retry, w.Lease)
}

// EndWaits makes those deliveries of a channel due now. The holder of a lease can
// no longer record an outcome.
func (tx Writer) EndWaits(ref ChannelRef, w Waits) error {
	_, err := tx.Exec(`UPDATE delivery SET due_at = $6, lease = NULL WHERE workspace_id = $4 AND channel_id = $5 AND `+waitsTooLong,
		w.Untried, w.Retry, w.Lease, ref.Workspace, ref.Channel, w.Now)
	return err
}

// Lease is a lease that is held, or was held until its node was gone.
type Lease struct {
	ChannelRef
	Token string
}

// Node returns the name of the node that took the lease; "" if it had none.
func (l Lease) Node() string { return sqldb.NodeOf(l.Token) }

// Leases lists the leases of all nodes. It reads all ready deliveries, so it is
// for rare occasions only.
func (r Reader) Leases() ([]Lease, error) {
	return sqldb.Collect(r.q, `SELECT DISTINCT workspace_id, channel_id, lease FROM delivery
		WHERE state IN ('ready', 'resend') AND lease IS NOT NULL ORDER BY workspace_id, channel_id, lease`, func(s sqldb.Scanner) (l Lease, err error) {
		return l, s.Scan(&l.Workspace, &l.Channel, &l.Token)
	})
}

// Release makes the leased deliveries due at once. The holder of the lease can no
// longer record an outcome.
func (tx Writer) Release(l Lease, now svcx.Time) error {
	_, err := tx.Exec(`UPDATE delivery SET lease = NULL, due_at = $4
		WHERE workspace_id = $1 AND channel_id = $2 AND state IN ('ready', 'resend') AND lease = $3`, l.Workspace, l.Channel, l.Token, now)
	return err
}
