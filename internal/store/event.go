package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"svcx"
	"svcx/internal/sqldb"
)

const eventColumns = `id, workspace_id, channel_id, direction, type, status, error, warnings, conversation_id, response_status, response_ms,
	attempt, delivery_id, message_id, final, next_attempt_at, created_at`

func scanEvent(s sqldb.Scanner) (*svcx.EventLogEntry, error) {
	var e svcx.EventLogEntry
	var warnings string
	if err := s.Scan(&e.ID, &e.Workspace, &e.Channel, &e.Direction, &e.Type, &e.Status, &e.Error, &warnings, &e.ConversationID,
		&e.ResponseStatus, &e.ResponseMS, &e.Attempt, &e.Delivery, &e.Message, &e.Final, &e.NextAttemptAt, &e.CreatedAt); err != nil {
		return nil, err
	}
	return &e, sqldb.DecodeJSON(warnings, &e.Warnings)
}

var eventTable = sqldb.NewTable("event_log", "id bigint", "workspace_id bigint", "channel_id bigint", "direction text", "type text", "status text",
	"error text", "warnings text", "conversation_id text", "response_status bigint", "response_ms bigint", "attempt bigint",
	"delivery_id bigint", "message_id bigint", "final boolean", "next_attempt_at bigint", "created_at bigint")

var eventBodyTable = sqldb.NewTable("event_body", "workspace_id bigint", "event_id bigint", "request text", "response text", "created_at bigint")

// InsertEvents adds entries to the event log, with their bodies. The ids are taken
// here, under the workspace's lock, so that an id becomes visible only when all
// lower ones of the workspace are.
func (tx *Tx) InsertEvents(events ...*svcx.EventLogEntry) error {
	ids, err := tx.Reserve("event_log", len(events))
	if err != nil {
		return err
	}
	rows := make([][]any, len(events))
	var bodies [][]any
	for i, e := range events {
		e.ID = svcx.EventID(ids[i])
		if e.Request != "" || e.Response != "" {
			bodies = append(bodies, []any{e.Workspace, e.ID, e.Request, e.Response, e.CreatedAt})
		}
		rows[i] = []any{e.ID, e.Workspace, e.Channel, string(e.Direction), e.Type, string(e.Status), e.Error, sqldb.EncodeJSON(nonNil(e.Warnings)),
			e.ConversationID, e.ResponseStatus, e.ResponseMS, e.Attempt, e.Delivery, e.Message, e.Final, e.NextAttemptAt, e.CreatedAt}
	}
	if err := tx.Insert(eventTable, rows...); err != nil {
		return err
	}
	return tx.Insert(eventBodyTable, bodies...)
}

// clockSlack is how far the times of entries may be out of the order of their ids:
// by the time between a request's receipt and its commit, and by the difference of
// two nodes' clocks.
const clockSlack = 10 * time.Minute

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
		floor, err := eventsBefore(q, ws, channel, since.Add(-clockSlack), after)
		if err != nil {
			return nil, err
		}
		after = max(after, floor)
	}
	return sqldb.Collect(q, `SELECT `+eventColumns+` FROM event_log
		WHERE workspace_id = $1 AND channel_id = $2 AND id > $3 AND created_at > $4 AND type <> 'ping'
		ORDER BY id LIMIT $5`, scanEvent, ws, channel, after, since, query.Limit)
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
	return sqldb.Collect(q, `SELECT `+eventColumns+` FROM event_log
		WHERE workspace_id = $1 AND channel_id = $2 AND id > $3 AND id >= $4 AND (created_at > $5 OR id > $6) AND type <> 'ping'
		ORDER BY id LIMIT $7`, scanEvent, ws, channel, after, *first, since, *last, limit)
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
	_, err := r.Tx.Exec(`DELETE FROM event_body WHERE workspace_id = $1 AND `+d.In("event_id", "$2"), r.Workspace, d.Array(events))
	return err
}

// RatingEventsOf finds the events of ratings that are logged in entries.
func (r *Remover) RatingEventsOf(events []int64) ([]*svcx.Delivery, error) {
	if len(events) == 0 {
		return nil, nil
	}
	d := r.Tx.SQL()
	sent, err := sqldb.Collect(r.Tx, `SELECT DISTINCT delivery_id FROM event_log`+d.ByID()+` WHERE workspace_id = $1 AND `+d.In("id", "$2")+`
		AND type = 'rating.submitted' AND delivery_id IS NOT NULL`, sqldb.ScanValue[int64], r.Workspace, d.Array(events))
	if err != nil || len(sent) == 0 {
		return nil, err
	}
	from, among := d.ByIDs("id", "$2")
	return sqldb.Collect(r.Tx, `SELECT `+deliveryColumns+` FROM `+from+`delivery WHERE workspace_id = $1 AND `+among, scanDelivery, r.Workspace, d.Array(sent))
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
	_, err := r.Tx.Exec(`UPDATE event_log`+d.ByID()+` SET conversation_id = $2 WHERE workspace_id = $1 AND `+d.In("id", "$3"), r.Workspace, externalID, d.Array(events))
	return err
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
