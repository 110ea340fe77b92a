package store

import (
	"context"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/eventlog"
)

// InsertEvents adds entries to the event log, with their bodies. The ids are taken
// here, under the workspace's lock, so that an id becomes visible only when all
// lower ones of the workspace are.
func (tx *Tx) InsertEvents(events ...*svcx.EventLogEntry) error {
	if err := eventlog.Table.Reserve(tx.Tx, events...); err != nil {
		return err
	}
	if err := eventlog.Table.Insert(tx.Tx, events...); err != nil {
		return err
	}
	if err := eventlog.Add(tx.Tx, events); err != nil {
		return err
	}
	bodiless := func(e *svcx.EventLogEntry) bool { return e.Request == "" && e.Response == "" }
	return eventlog.BodyTable.Insert(tx.Tx, slices.DeleteFunc(slices.Clone(events), bodiless)...)
}

// Events reads a channel's event log, oldest first, without monitor pings.
func (db *DB) Events(ctx context.Context, ws svcx.WorkspaceID, channel svcx.ChannelID, query svcx.EventQuery) ([]*svcx.EventLogEntry, error) {
	return eventlog.Of(db.Reader(ctx)).Events(ws, channel, query)
}

// RecentEvents lists a channel's event log, newest first: at most f.Limit entries that match the
// filter.
func (db *DB) RecentEvents(ctx context.Context, ws svcx.WorkspaceID, channel svcx.ChannelID, f svcx.EventFilter) ([]*svcx.EventLogEntry, error) {
	return eventlog.Of(db.Reader(ctx)).RecentEvents(ws, channel, f)
}

// LoggedBody is the body of an entry of the event log.
type LoggedBody struct {
	Event int64
	svcx.EventBody
}

// EventBodiesAfter reads the workspace's bodies of the event log after an entry's, at
// most limit.
func (r *Remover) EventBodiesAfter(event int64, limit int) ([]LoggedBody, error) {
	return sqldb.Collect(r.Tx, `SELECT event_id, request, response FROM event_body WHERE workspace_id = $1 AND event_id > $2 ORDER BY event_id LIMIT $3`,
		func(s sqldb.Scanner) (b LoggedBody, err error) { return b, s.Scan(&b.Event, &b.Request, &b.Response) }, r.Workspace, event, limit)
}

// DeleteEventBodies deletes the bodies of entries.
func (r *Remover) DeleteEventBodies(events []int64) error {
	if len(events) == 0 {
		return nil
	}
	d := r.Tx.SQL()
	return r.Tx.Enqueue(nil, `DELETE FROM event_body WHERE workspace_id = $1 AND `+d.In("event_id", "$2"), r.Workspace, d.Array(events))
}

// LoggedRatings finds the deliveries of ratings in the entries of a conversation.
func (r *Remover) LoggedRatings(channel svcx.ChannelID, externalID string) ([]int64, error) {
	return sqldb.Collect(r.Tx, `SELECT DISTINCT delivery_id`+ofConversation+` AND type = 'rating.submitted' AND delivery_id IS NOT NULL`,
		sqldb.ScanValue[int64], r.Workspace, channel, externalID)
}

// NamedEvent is an entry of the event log that names a conversation, by its external
// id.
type NamedEvent struct {
	Event      int64
	ExternalID string
}

// EventsWithoutConversation finds those of the entries that name a conversation that
// does not exist.
func (r *Remover) EventsWithoutConversation(events []int64) ([]NamedEvent, error) {
	if len(events) == 0 {
		return nil, nil
	}
	d := r.Tx.SQL()
	return sqldb.Collect(r.Tx, `SELECT id, conversation_id FROM event_log`+d.ByID()+` WHERE workspace_id = $1 AND `+d.In("id", "$2")+` AND conversation_id <> ''
		AND NOT EXISTS (SELECT 1 FROM conversation c
			WHERE c.workspace_id = $1 AND c.external_id = event_log.conversation_id AND c.channel_id = event_log.channel_id)`,
		func(s sqldb.Scanner) (e NamedEvent, err error) { return e, s.Scan(&e.Event, &e.ExternalID) }, r.Workspace, d.Array(events))
}

// SetEventConversation sets the external id of the conversation that entries name;
// "" clears it.
func (r *Remover) SetEventConversation(events []int64, externalID string) error {
	if len(events) == 0 {
		return nil
	}
	d := r.Tx.SQL()
	return r.Tx.Enqueue(nil, `UPDATE event_log`+d.ByID()+` SET conversation_id = $2 WHERE workspace_id = $1 AND `+d.In("id", "$3"), r.Workspace, externalID, d.Array(events))
}

// NamedEventsAfter reads the workspace's entries that name a conversation, in the
// order of an index that has all that is read, at most limit. after is where an
// earlier call has ended, "" for the first.
func (r *Remover) NamedEventsAfter(after string, limit int) (events []NamedEvent, end string, err error) {
	type position struct {
		Channel svcx.ChannelID `json:"Channel"`
		Name    string         `json:"Name"`
		ID      int64          `json:"ID"`
	}
	var at position
	if err := sqldb.DecodeJSON(after, &at); err != nil {
		return nil, after, err
	}
	events, err = sqldb.Collect(r.Tx, `SELECT channel_id, conversation_id, id FROM event_log WHERE workspace_id = $1 AND conversation_id <> ''
		AND (channel_id, conversation_id, id) > ($2, $3, $4) ORDER BY channel_id, conversation_id, id LIMIT $5`,
		func(s sqldb.Scanner) (e NamedEvent, err error) {
			err = s.Scan(&at.Channel, &at.Name, &at.ID)
			return NamedEvent{Event: at.ID, ExternalID: at.Name}, err
		}, r.Workspace, at.Channel, at.Name, at.ID, limit)
	return events, sqldb.EncodeJSON(at), err
}
