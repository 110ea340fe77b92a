package store

import (
	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/attention"
	"svcx/internal/store/outbound"
)

// Messages and conversations are deleted in this file alone.

// DeleteConversation deletes a conversation and its events that wait or are in the
// channel's feed; what depends on it is left to Remove. The keys of its messages
// stay, so that a repeat is still recognized, and so do the entries of the event
// log, without their bodies.
func (tx *Tx) DeleteConversation(c *svcx.Conversation) error {
	trace := TraceOf(c)
	if err := NewRemover(tx, c.Workspace, nil).EndTrace(&trace); err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM delivery WHERE workspace_id = $1 AND conversation_id = $2 AND state IN ('ready', 'waiting')`, c.Workspace, c.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM delivery WHERE workspace_id = $1 AND conversation_id = $2 AND feed`, c.Workspace, c.ID); err != nil {
		return err
	}
	if err := outbound.ForgetUndelivered(tx.Tx, c.Workspace, c.ID); err != nil {
		return err
	}
	if err := attention.Forget(tx.Tx, c.Workspace, c.ID); err != nil {
		return err
	}
	if err := tx.ForgetSearch(c.Workspace, c.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM agent_read WHERE workspace_id = $1 AND conversation_id = $2`, c.Workspace, c.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM draft WHERE workspace_id = $1 AND conversation_id = $2`, c.Workspace, c.ID); err != nil {
		return err
	}
	n, err := tx.Exec(`DELETE FROM conversation WHERE workspace_id = $1 AND id = $2`, c.Workspace, c.ID)
	if err != nil {
		return err
	}
	if err := mustExist("conversation")(n); err != nil {
		return err
	}
	if err := deleteTags(tx, c); err != nil {
		return err
	}
	counts := make(listCounts)
	counts.add(c, -1)
	if err := counts.write(tx); err != nil {
		return err
	}
	return beginRemoval(tx, c.Workspace, Removal{kind: removalConversation, target: int64(c.ID), detail: sqldb.EncodeJSON(trace)})
}

// Trace is the progress through what a conversation has left: its messages in their
// order, then its entries of the event log up to the last one at its deletion. A
// later conversation may have the same external id.
type Trace struct {
	Channel    svcx.ChannelID `json:"channel"`
	ExternalID string         `json:"externalId"`
	// The last message and the last entry that were processed.
	SentAt  svcx.Time      `json:"sentAt"`
	Message svcx.MessageID `json:"message"`
	Emptied bool           `json:"emptied"`
	Event   svcx.EventID   `json:"event"`
	Until   svcx.EventID   `json:"until"`
}

// TraceOf begins with the first message of a conversation.
func TraceOf(c *svcx.Conversation) Trace {
	t := Trace{SentAt: -1, ExternalID: c.ExternalID}
	if c.Channel != nil {
		t.Channel = *c.Channel
	}
	return t
}

const ofConversation = ` FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND conversation_id <> '' AND conversation_id = $3`

// EndTrace has a trace end at the conversation's last entry of the event log.
func (r *Remover) EndTrace(t *Trace) (err error) {
	t.Until = 0
	if t.Channel != 0 {
		t.Until, err = sqldb.One(r.Tx, `SELECT COALESCE(MAX(id), 0)`+ofConversation, sqldb.ScanValue[svcx.EventID], r.Workspace, t.Channel, t.ExternalID)
	}
	return err
}

// conversationStep deletes a part of what a deleted conversation has left.
func (r *Remover) conversationStep(removal *Removal) (done bool, err error) {
	var t Trace
	if err := removal.Detail(&t); err != nil {
		return false, err
	}
	defer func() { removal.SetDetail(t) }()
	id := svcx.ConversationID(removal.target)
	if !t.Emptied {
		_, t.Emptied, err = r.ForgetMessages(id, &t, func(*svcx.Message) bool { return true })
		return false, err
	}
	deleteDeliveries := func(_, deliveries []int64) error { return r.DeleteDeliveries(id, deliveries) }
	if _, done, err := r.ForgetEvents(&t, deleteDeliveries); err != nil || !done {
		return false, err
	}
	if err := r.ForgetContent(id); err != nil {
		return false, err
	}
	for _, statement := range []string{
		`DELETE FROM history WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM participant WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM rating WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM field_value WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM bulk_item WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM ai_answer WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM ai_job WHERE workspace_id = $1 AND conversation_id = $2`,
	} {
		if err := r.Tx.Enqueue(nil, statement, r.Workspace, id); err != nil {
			return false, err
		}
	}
	// Until now there were messages that may have been indexed meanwhile.
	return true, r.Tx.Reindex(r.Workspace, id)
}

// ForgetMessages reads the next messages of a conversation, deletes those for which
// remove is true with all that depends on them, and returns how many it has read and
// whether they were the last.
func (r *Remover) ForgetMessages(id svcx.ConversationID, t *Trace, remove func(*svcx.Message) bool) (read int, done bool, err error) {
	rows, err := sqldb.Collect(r.Tx, `SELECT id, `+messageSize+` FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND (sent_at, id) > ($3, $4)
		ORDER BY sent_at, id LIMIT $5`, sqldb.ScanSized, r.Workspace, id, t.SentAt, t.Message, RemovalStep)
	if err != nil || len(rows) == 0 {
		return 0, err == nil, err
	}
	some := sqldb.FirstPiece(rows, 4*sqldb.PieceBytes)
	next, err := messagesByID(r.Tx, r.Workspace, some)
	if err != nil {
		return 0, false, err
	}
	next = sqldb.InOrder(some, next, messageID)
	var ids []int64
	for i := range next {
		m := &next[i]
		t.SentAt, t.Message = m.SentAt, m.ID
		if !remove(m) {
			continue
		}
		ids = append(ids, int64(m.ID))
		if err := releaseFiles(r.Tx, m); err != nil {
			return len(next), false, err
		}
		if err := r.DeletePictures(r.Media(m)...); err != nil {
			return len(next), false, err
		}
	}
	return len(next), len(next) == len(rows) && len(rows) < RemovalStep, r.deleteMessages(ids)
}

// deleteMessages deletes messages with their versions.
func (r *Remover) deleteMessages(ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	d := r.Tx.SQL()
	if err := r.Tx.Enqueue(nil, `DELETE FROM message_version WHERE workspace_id = $1 AND `+d.In("message_id", "$2"), r.Workspace, d.Array(ids)); err != nil {
		return err
	}
	return r.Tx.Enqueue(nil, `DELETE FROM message`+d.ByID()+` WHERE workspace_id = $1 AND `+d.In("id", "$2"), r.Workspace, d.Array(ids))
}

// ForgetEvents deletes the bodies of a conversation's next entries of the event
// log, calls then with the entries and their deliveries, and returns how many it has
// read and whether they were the last.
func (r *Remover) ForgetEvents(t *Trace, then func(events, deliveries []int64) error) (read int, done bool, err error) {
	if t.Channel == 0 || t.Event >= t.Until {
		return 0, true, nil
	}
	type entry struct {
		event    svcx.EventID
		delivery *int64
	}
	entries, err := sqldb.Collect(r.Tx, `SELECT id, delivery_id`+ofConversation+` AND id > $4 AND id <= $5 ORDER BY id LIMIT $6`,
		func(s sqldb.Scanner) (e entry, err error) { return e, s.Scan(&e.event, &e.delivery) }, r.Workspace, t.Channel, t.ExternalID, t.Event, t.Until, RemovalStep)
	if err != nil {
		return 0, false, err
	}
	events, deliveries := []int64{}, []int64{}
	for _, e := range entries {
		t.Event = e.event
		events = append(events, int64(e.event))
		if e.delivery != nil {
			deliveries = append(deliveries, *e.delivery)
		}
	}
	if len(entries) < RemovalStep {
		t.Event = t.Until
	}
	if err := r.DeleteEventBodies(events); err != nil {
		return len(entries), false, err
	}
	return len(entries), t.Event >= t.Until, then(events, deliveries)
}
