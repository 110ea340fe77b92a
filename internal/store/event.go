package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"svcx"
	"svcx/internal/sqldb"
)

var eventTable = sqldb.NewTable("event_log", func(e *svcx.EventLogEntry) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &e.ID),
		sqldb.Field("workspace_id", &e.Workspace),
		sqldb.Field("channel_id", &e.Channel),
		sqldb.Field("direction", &e.Direction),
		sqldb.Field("type", &e.Type),
		sqldb.Field("status", &e.Status),
		sqldb.Field("error", &e.Error),
		sqldb.List("warnings", &e.Warnings),
		sqldb.Field("conversation_id", &e.ConversationID),
		sqldb.Field("response_status", &e.ResponseStatus),
		sqldb.Field("response_ms", &e.ResponseMS),
		sqldb.Field("attempt", &e.Attempt),
		sqldb.Field("delivery_id", &e.Delivery),
		sqldb.Field("message_id", &e.Message),
		sqldb.Field("final", &e.Final),
		sqldb.Field("next_attempt_at", &e.NextAttemptAt),
		sqldb.Field("created_at", &e.CreatedAt),
	}
})

var eventBodyTable = sqldb.NewTable("event_body", func(e *svcx.EventLogEntry) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &e.Workspace),
		sqldb.Field("event_id", &e.ID),
		sqldb.Field("request", &e.Request),
		sqldb.Field("response", &e.Response),
		sqldb.Field("created_at", &e.CreatedAt),
	}
})

// InsertEvents adds entries to the event log, with their bodies. The ids are taken
// here, under the workspace's lock, so that an id becomes visible only when all
// lower ones of the workspace are.
func (tx *Tx) InsertEvents(events ...*svcx.EventLogEntry) error {
	if err := eventTable.Reserve(tx.Tx, events...); err != nil {
		return err
	}
	if err := eventTable.Insert(tx.Tx, events...); err != nil {
		return err
	}
	bodiless := func(e *svcx.EventLogEntry) bool { return e.Request == "" && e.Response == "" }
	return eventBodyTable.Insert(tx.Tx, slices.DeleteFunc(slices.Clone(events), bodiless)...)
}

// logDisorder is how far the times of entries may be out of the order of their ids:
// by the time between a request's receipt and its commit, and by the difference of
// two nodes' clocks.
const logDisorder = 10 * time.Minute

// maxAhead is how many of the newest entries are searched for one with a time in
// the future.
const maxAhead = 10_000

// Events reads a channel's event log, oldest first, without monitor pings.
func (db *DB) Events(ctx context.Context, ws svcx.WorkspaceID, channel svcx.ChannelID, query svcx.EventQuery) ([]*svcx.EventLogEntry, error) {
	q := db.Reader(ctx)
	since, after := svcx.Time(-1), svcx.EventID(0)
	if query.After != nil {
		after = *query.After
	}
	if query.Since != nil {
		since = *query.Since
		if query.Ahead {
			return eventsAhead(q, ws, channel, since, after, query.Limit)
		}
		floor, err := eventsBefore(q, ws, channel, since.Add(-logDisorder), after)
		if err != nil {
			return nil, err
		}
		after = max(after, floor)
	}
	return sqldb.Collect(q, `SELECT `+eventTable.Columns()+` FROM event_log
		WHERE workspace_id = $1 AND channel_id = $2 AND id > $3 AND created_at > $4 AND type <> 'ping'
		ORDER BY id LIMIT $5`, eventTable.Scan, ws, channel, after, since, query.Limit)
}

// eventsAhead is Events for a time in the future. Among the newest entries it finds
// the last one of that time or later; all entries after it count as later.
func eventsAhead(q sqldb.Reader, ws svcx.WorkspaceID, channel svcx.ChannelID, since svcx.Time, after svcx.EventID, limit int) ([]*svcx.EventLogEntry, error) {
	var first, last *svcx.EventID
	_, err := sqldb.One(q, `SELECT MIN(id), MAX(CASE WHEN created_at >= $4 THEN id END) FROM
		(SELECT id, created_at FROM event_log WHERE workspace_id = $1 AND channel_id = $2 ORDER BY id DESC LIMIT $3) AS newest`,
		func(s sqldb.Scanner) (none struct{}, err error) { return none, s.Scan(&first, &last) }, ws, channel, maxAhead, since)
	if err != nil || last == nil {
		return nil, err
	}
	return sqldb.Collect(q, `SELECT `+eventTable.Columns()+` FROM event_log
		WHERE workspace_id = $1 AND channel_id = $2 AND id > $3 AND id >= $4 AND (created_at > $5 OR id > $6) AND type <> 'ping'
		ORDER BY id LIMIT $7`, eventTable.Scan, ws, channel, after, *first, since, *last, limit)
}

type eventPosition struct {
	id svcx.EventID
	at svcx.Time
}

// eventsBefore finds an id, at least after, up to which no entry is newer than at.
// Ids and times grow together, so it bisects the ids: some thirty lookups in an
// index that the log has anyway, where an index by time would cost every insert.
func eventsBefore(q sqldb.Reader, ws svcx.WorkspaceID, channel svcx.ChannelID, at svcx.Time, after svcx.EventID) (svcx.EventID, error) {
	first := func(order string, from svcx.EventID) (eventPosition, error) {
		return sqldb.One(q, `SELECT id, created_at FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND id >= $3 ORDER BY id `+order+` LIMIT 1`,
			func(s sqldb.Scanner) (p eventPosition, err error) { return p, s.Scan(&p.id, &p.at) }, ws, channel, from)
	}
	last, err := first("DESC", after+1)
	if errors.Is(err, sql.ErrNoRows) {
		return after, nil
	}
	if err != nil || last.at <= at {
		return last.id, err
	}
	// All up to low are old enough; the first entry from high on is not.
	low, high := after, last.id
	for low+1 < high {
		middle := low + (high-low)/2
		p, err := first("ASC", middle)
		if err != nil {
			return 0, err
		}
		if p.at <= at {
			low = p.id
		} else {
			high = middle
		}
	}
	return low, nil
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
