package eventlog

import (
	"database/sql"
	"errors"
	"time"

	"svcx"
	"svcx/internal/sqldb"
)

// Table describes the table of entries.
var Table = sqldb.NewTable("event_log", func(e *svcx.EventLogEntry) []sqldb.Column {
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
		sqldb.List("facts", &e.Facts),
		sqldb.Field("client", &e.Client),
		sqldb.Field("reference", &e.Reference),
		sqldb.Field("again_of", &e.Again),
	}
})

// BodyTable describes the table of their bodies.
var BodyTable = sqldb.NewTable("event_body", func(e *svcx.EventLogEntry) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &e.Workspace),
		sqldb.Field("event_id", &e.ID),
		sqldb.Field("request", &e.Request),
		sqldb.Field("response", &e.Response),
		sqldb.Field("created_at", &e.CreatedAt),
	}
})

// logDisorder is how far the times of entries may be out of the order of their ids:
// by the time between a request's receipt and its commit, and by the difference of
// two nodes' clocks.
const logDisorder = 10 * time.Minute

// maxAhead is how many of the newest entries are searched for one with a time in
// the future.
const maxAhead = 10_000

// Events reads a channel's event log, oldest first, without monitor pings.
func (r Reads) Events(ws svcx.WorkspaceID, channel svcx.ChannelID, query svcx.EventQuery) ([]*svcx.EventLogEntry, error) {
	q := r.q
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
	return sqldb.Collect(q, `SELECT `+Table.Columns()+` FROM event_log
		WHERE workspace_id = $1 AND channel_id = $2 AND id > $3 AND created_at > $4 AND type <> 'ping'
		ORDER BY id LIMIT $5`, Table.Scan, ws, channel, after, since, query.Limit)
}

// eventsAhead is Events for a time in the future. Among the newest entries it finds
// the last one of that time or later; all entries after it count as later.
func eventsAhead(q sqldb.Querier, ws svcx.WorkspaceID, channel svcx.ChannelID, since svcx.Time, after svcx.EventID, limit int) ([]*svcx.EventLogEntry, error) {
	var first, last *svcx.EventID
	_, err := sqldb.One(q, `SELECT MIN(id), MAX(CASE WHEN created_at >= $4 THEN id END) FROM
		(SELECT id, created_at FROM event_log WHERE workspace_id = $1 AND channel_id = $2 ORDER BY id DESC LIMIT $3) AS newest`,
		func(s sqldb.Scanner) (none struct{}, err error) { return none, s.Scan(&first, &last) }, ws, channel, maxAhead, since)
	if err != nil || last == nil {
		return nil, err
	}
	return sqldb.Collect(q, `SELECT `+Table.Columns()+` FROM event_log
		WHERE workspace_id = $1 AND channel_id = $2 AND id > $3 AND id >= $4 AND (created_at > $5 OR id > $6) AND type <> 'ping'
		ORDER BY id LIMIT $7`, Table.Scan, ws, channel, after, *first, since, *last, limit)
}

type eventPosition struct {
	id svcx.EventID
	at svcx.Time
}

// eventsBefore finds an id, at least after, up to which no entry is newer than at.
// Ids and times grow together, so it bisects the ids: some thirty lookups in an
// index that the log has anyway, where an index by time would cost every insert.
func eventsBefore(q sqldb.Querier, ws svcx.WorkspaceID, channel svcx.ChannelID, at svcx.Time, after svcx.EventID) (svcx.EventID, error) {
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
