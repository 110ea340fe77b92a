package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

// RecentEvents lists a channel's event log, newest first: at most f.Limit entries
// that match the filter. Ids and times grow together, so that the times of a filter
// bound the ids to read.
func (db *DB) RecentEvents(ctx context.Context, ws svcx.WorkspaceID, channel svcx.ChannelID, f svcx.EventFilter) ([]*svcx.EventLogEntry, error) {
	q := db.Reader(ctx)
	w := &where{dialect: q.SQL()}
	w.add("workspace_id = $", ws)
	w.add("channel_id = $", channel)
	if f.Before != nil {
		w.add("id < $", *f.Before)
	}
	if f.Since != nil {
		from, err := eventsBefore(q, ws, channel, f.Since.Add(-logDisorder), 0)
		if err != nil {
			return nil, err
		}
		w.add("id > $", from)
		w.add("created_at > $", *f.Since)
	}
	if f.Until != nil {
		to, err := eventsBefore(q, ws, channel, f.Until.Add(logDisorder), 0)
		if err != nil {
			return nil, err
		}
		w.add("id <= $", to)
		w.add("created_at <= $", *f.Until)
	}
	w.events(f)
	return sqldb.Collect(q, `SELECT `+eventTable.Columns()+` FROM event_log WHERE `+w.text()+` ORDER BY id DESC LIMIT `+w.bind(f.Limit), eventTable.Scan, w.args...)
}

// where builds a condition and the arguments of its placeholders.
type where struct {
	dialect sqldb.Dialect
	parts   []string
	args    []any
}

func (w *where) text() string { return strings.Join(w.parts, " AND ") }

// bind adds an argument and returns its placeholder.
func (w *where) bind(value any) string {
	w.args = append(w.args, value)
	return sqldb.Placeholder(len(w.args))
}

// add adds a condition that ends in the $ of its only placeholder.
func (w *where) add(condition string, value any) {
	w.parts = append(w.parts, strings.TrimSuffix(condition, "$")+w.bind(value))
}

// in is the condition that the column has one of the values.
func (w *where) in(column string, values []string) string {
	return w.dialect.In(column, w.bind(w.dialect.Array(values)))
}

func (w *where) events(f svcx.EventFilter) {
	if len(f.Statuses) > 0 {
		statuses := make([]string, len(f.Statuses))
		for i, s := range f.Statuses {
			statuses[i] = string(s)
		}
		w.parts = append(w.parts, w.in("status", statuses))
	}
	if f.Direction != "" {
		w.add("direction = $", string(f.Direction))
	}
	if f.ConversationID != "" {
		// The literal condition is that of the partial index.
		w.parts = append(w.parts, "conversation_id <> ''")
		w.add("conversation_id = $", f.ConversationID)
	}
	if f.Types == nil {
		return
	}
	w.add("direction = $", string(f.Types.Direction))
	types := w.in("type", nonNil(f.Types.Types))
	if f.Types.Prefix != "" {
		types = "(" + types + " OR substr(type, 1, " + w.bind(len(f.Types.Prefix)) + ") = " + w.bind(f.Types.Prefix) + ")"
	}
	w.parts = append(w.parts, types)
}

// Event finds an entry of the channel's event log.
func (r Reads) Event(ws svcx.WorkspaceID, channel svcx.ChannelID, id svcx.EventID) (*svcx.EventLogEntry, error) {
	e, err := sqldb.One(r.q, `SELECT `+eventTable.Columns()+` FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND id = $3`, eventTable.Scan, ws, channel, id)
	return found(e, err, "event")
}

// EventBody reads the request and response of an entry; nil if they are not kept.
func (r Reads) EventBody(ws svcx.WorkspaceID, id svcx.EventID) (*svcx.EventBody, error) {
	b, err := sqldb.One(r.q, `SELECT request, response FROM event_body WHERE workspace_id = $1 AND event_id = $2`,
		func(s sqldb.Scanner) (b svcx.EventBody, err error) { return b, s.Scan(&b.Request, &b.Response) }, ws, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &b, err
}
