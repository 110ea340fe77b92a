package store

import (
	"svcx"
)

// Messages and conversations are deleted in this file alone.

// DeleteConversation deletes a conversation and its events that wait or are in the
// channel's feed; what depends on it is left to Remove. The keys of its messages
// stay, so that a repeat is still recognized, and so do the entries of the event
// log, without their bodies.
func (tx *Tx) DeleteConversation(c *svcx.Conversation) error {
	trace := traceOf(c)
	var err error
	if trace.Until, err = tx.lastEvent(c.Workspace, trace); err != nil {
		return err
	}
	if _, err := tx.exec(`DELETE FROM delivery WHERE workspace_id = $1 AND conversation_id = $2 AND state IN ('ready', 'waiting')`, c.Workspace, c.ID); err != nil {
		return err
	}
	if _, err := tx.exec(`DELETE FROM delivery WHERE workspace_id = $1 AND conversation_id = $2 AND feed`, c.Workspace, c.ID); err != nil {
		return err
	}
	if err := tx.ForgetSearch(c.Workspace, c.ID); err != nil {
		return err
	}
	if _, err := tx.exec(`DELETE FROM agent_read WHERE workspace_id = $1 AND conversation_id = $2`, c.Workspace, c.ID); err != nil {
		return err
	}
	n, err := tx.exec(`DELETE FROM conversation WHERE workspace_id = $1 AND id = $2`, c.Workspace, c.ID)
	if err != nil {
		return err
	}
	if err := mustExist("conversation")(n); err != nil {
		return err
	}
	totals := make(statusCounts)
	totals.add(c.Workspace, c.Status, -1)
	if err := totals.write(tx); err != nil {
		return err
	}
	return tx.beginRemoval(c.Workspace, removal{kind: removalConversation, target: int64(c.ID), detail: encodeJSON(trace)})
}

// trace is the progress through what a conversation has left: its messages in their
// order, then its entries of the event log up to the last one at its deletion. A
// later conversation may have the same external id.
type trace struct {
	Channel    svcx.ChannelID `json:"channel"`
	ExternalID string         `json:"externalId"`
	// The last message and the last entry that were processed.
	SentAt  svcx.Time      `json:"sentAt"`
	Message svcx.MessageID `json:"message"`
	Emptied bool           `json:"emptied"`
	Event   svcx.EventID   `json:"event"`
	Until   svcx.EventID   `json:"until"`
	// rows is how many rows the current step has read.
	rows int
}

func traceOf(c *svcx.Conversation) trace {
	t := trace{SentAt: -1, ExternalID: c.ExternalID}
	if c.Channel != nil {
		t.Channel = *c.Channel
	}
	return t
}

const ofConversation = ` FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND conversation_id <> '' AND conversation_id = $3`

func (tx *Tx) lastEvent(ws svcx.WorkspaceID, t trace) (svcx.EventID, error) {
	if t.Channel == 0 {
		return 0, nil
	}
	return one(tx, `SELECT COALESCE(MAX(id), 0)`+ofConversation, scanValue[svcx.EventID], ws, t.Channel, t.ExternalID)
}

// conversationStep deletes a part of what a deleted conversation has left.
func (tx *Tx) conversationStep(ws svcx.WorkspaceID, r *removal, media MediaOf) (done bool, err error) {
	var t trace
	if err := decodeJSON(r.detail, &t); err != nil {
		return false, err
	}
	defer func() { r.detail = encodeJSON(t) }()
	id := svcx.ConversationID(r.target)
	if !t.Emptied {
		t.Emptied, err = tx.forgetMessages(ws, id, &t, media, func(*svcx.Message) bool { return true })
		return false, err
	}
	if more, err := tx.forgetEvents(ws, id, &t, tx.deleteDeliveries); err != nil || more {
		return false, err
	}
	if err := tx.forgetContent(ws, id); err != nil {
		return false, err
	}
	for _, statement := range []string{
		`DELETE FROM history WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM participant WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM rating WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM field_value WHERE workspace_id = $1 AND conversation_id = $2`,
	} {
		if _, err := tx.exec(statement, ws, id); err != nil {
			return false, err
		}
	}
	// Until now there were messages that may have been indexed meanwhile.
	return true, tx.Reindex(ws, id)
}

// forgetMessages reads the next messages of a conversation, deletes those for which
// remove is true with all that depends on them, and reports whether they were the
// last.
func (tx *Tx) forgetMessages(ws svcx.WorkspaceID, id svcx.ConversationID, t *trace, media MediaOf, remove func(*svcx.Message) bool) (done bool, err error) {
	rows, err := collect(tx, `SELECT id, `+messageSize+` FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND (sent_at, id) > ($3, $4)
		ORDER BY sent_at, id LIMIT $5`, scanSized, ws, id, t.SentAt, t.Message, removalStep)
	if err != nil || len(rows) == 0 {
		return err == nil, err
	}
	some := firstPiece(rows, 4*pieceBytes)
	next, err := messagesByID(tx, ws, some)
	if err != nil {
		return false, err
	}
	next = inOrder(some, next, messageID)
	t.rows += len(next)
	var ids []int64
	for i := range next {
		m := &next[i]
		t.SentAt, t.Message = m.SentAt, m.ID
		if !remove(m) {
			continue
		}
		ids = append(ids, int64(m.ID))
		if err := tx.releaseFiles(m); err != nil {
			return false, err
		}
		if err := tx.deleteLater(ws, PendingPicture, media(m)...); err != nil {
			return false, err
		}
	}
	return len(next) == len(rows) && len(rows) < removalStep, tx.deleteMessages(ws, ids)
}

// deleteMessages deletes messages with their versions.
func (tx *Tx) deleteMessages(ws svcx.WorkspaceID, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	d := tx.dialectOf()
	if _, err := tx.exec(`DELETE FROM message_version WHERE workspace_id = $1 AND `+d.in("message_id", "$2"), ws, d.array(ids)); err != nil {
		return err
	}
	_, err := tx.exec(`DELETE FROM message`+d.byID()+` WHERE workspace_id = $1 AND `+d.in("id", "$2"), ws, d.array(ids))
	return err
}

// forgetEvents deletes the bodies of a conversation's next entries of the event
// log, calls then with the entries and their deliveries, and reports whether there
// are more.
func (tx *Tx) forgetEvents(ws svcx.WorkspaceID, id svcx.ConversationID, t *trace,
	then func(ws svcx.WorkspaceID, id svcx.ConversationID, events, deliveries []int64) error) (more bool, err error) {
	if t.Channel == 0 || t.Event >= t.Until {
		return false, nil
	}
	type entry struct {
		event    svcx.EventID
		delivery *int64
	}
	entries, err := collect(tx, `SELECT id, delivery_id`+ofConversation+` AND id > $4 AND id <= $5 ORDER BY id LIMIT $6`,
		func(s scanner) (e entry, err error) { return e, s.Scan(&e.event, &e.delivery) }, ws, t.Channel, t.ExternalID, t.Event, t.Until, removalStep)
	if err != nil {
		return false, err
	}
	t.rows += len(entries)
	var events, deliveries []int64
	for _, e := range entries {
		t.Event = e.event
		events = append(events, int64(e.event))
		if e.delivery != nil {
			deliveries = append(deliveries, *e.delivery)
		}
	}
	if len(entries) < removalStep {
		t.Event = t.Until
	}
	d := tx.dialectOf()
	if _, err := tx.exec(`DELETE FROM event_body WHERE workspace_id = $1 AND `+d.in("event_id", "$2"), ws, d.array(nonNil(events))); err != nil {
		return false, err
	}
	return t.Event < t.Until, then(ws, id, nonNil(events), nonNil(deliveries))
}

// deleteDeliveries deletes those of the deliveries that belong to the conversation.
func (tx *Tx) deleteDeliveries(ws svcx.WorkspaceID, id svcx.ConversationID, _, deliveries []int64) error {
	d := tx.dialectOf()
	_, err := tx.exec(`DELETE FROM delivery WHERE workspace_id = $1 AND conversation_id = $2 AND `+d.in("id", "$3"), ws, id, d.array(deliveries))
	return err
}

// forgetContent deletes the stored URLs of a conversation's media.
func (tx *Tx) forgetContent(ws svcx.WorkspaceID, id svcx.ConversationID) error {
	urls, err := collect(tx, `SELECT url FROM content_url WHERE workspace_id = $1 AND conversation_id = $2`, scanValue[string], ws, id)
	if err != nil || len(urls) == 0 {
		return err
	}
	if err := tx.deleteLater(ws, PendingPicture, urls...); err != nil {
		return err
	}
	_, err = tx.exec(`DELETE FROM content_url WHERE workspace_id = $1 AND conversation_id = $2`, ws, id)
	return err
}
