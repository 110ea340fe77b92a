package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

// RecentEvents lists a channel's event log, newest first: at most f.Limit entries
// that match the filter. Ids and times grow together, so that the times of a filter
// bound the ids to read. Entries with an error and of rare types are found by indexes of
// their own, the others by walking through the log.
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
	limit := w.bind(f.Limit)
	var selects []string
	for _, part := range w.eventParts(f) {
		selects = append(selects, `SELECT `+eventTable.Columns()+` FROM event_log WHERE `+w.text()+part)
	}
	return sqldb.Collect(q, q.SQL().Merge(selects, "id DESC", limit, "0")+` ORDER BY id DESC LIMIT `+limit, eventTable.Scan, w.args...)
}

// eventParts are conditions for parts of the log of which an index has each in the order
// of the ids. The literal conditions are those of the partial indexes.
func (w *where) eventParts(f svcx.EventFilter) (parts []string) {
	const rare = ` AND type <> '` + svcx.InboundTypeMessage + `' AND type <> '` + string(svcx.EventMessageCreated) + `'`
	switch {
	case f.ConversationID != "": // has its own index
		parts = []string{""}
	case len(f.Statuses) > 0 && !slices.Contains(f.Statuses, svcx.EventOK):
		for _, s := range f.Statuses {
			parts = append(parts, ` AND status <> '`+string(svcx.EventOK)+`' AND status = `+w.bind(string(s)))
		}
	case f.Types != nil && len(f.Types.Types) > 0 && f.Types.Prefix == "" &&
		!slices.Contains(f.Types.Types, svcx.InboundTypeMessage) && !slices.Contains(f.Types.Types, string(svcx.EventMessageCreated)):
		for _, t := range f.Types.Types {
			parts = append(parts, rare+` AND type = `+w.bind(t))
		}
	default:
		parts = []string{""}
	}
	return parts
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
	return sqldb.Found(e, err, "event")
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
