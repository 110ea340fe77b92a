package eventlog

import (
	"database/sql"
	"errors"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// RecentEvents lists a channel's event log, newest first: at most f.Limit entries
// that match the filter. Ids and times grow together, so that the times of a filter
// bound the ids to read. Entries with an error and of rare types are found by indexes of
// their own, the others by walking through the log.
func (r Reads) RecentEvents(ws svcx.WorkspaceID, channel svcx.ChannelID, f svcx.EventFilter) ([]*svcx.EventLogEntry, error) {
	q := r.q
	w := &where{dialect: q.SQL()}
	w.Add("workspace_id = $", ws)
	w.Add("channel_id = $", channel)
	if f.Before != nil {
		w.Add("id < $", *f.Before)
	}
	after := svcx.EventID(0)
	if f.After != nil {
		after = *f.After
	}
	if f.Since != nil {
		var err error
		if after, err = eventsBefore(q, ws, channel, f.Since.Add(-logDisorder), after); err != nil {
			return nil, err
		}
		w.Add("created_at > $", *f.Since)
	}
	if after > 0 {
		w.Add("id > $", after)
	}
	if f.Until != nil {
		to, err := eventsBefore(q, ws, channel, f.Until.Add(logDisorder), 0)
		if err != nil {
			return nil, err
		}
		w.Add("id <= $", to)
		w.Add("created_at <= $", *f.Until)
	}
	w.events(f)
	limit := w.Bind(f.Limit)
	var selects []string
	for _, part := range w.eventParts(f) {
		selects = append(selects, `SELECT `+Table.Columns()+` FROM event_log WHERE `+w.Text()+part)
	}
	return sqldb.Collect(q, q.SQL().Merge(selects, "id DESC", limit, "0")+` ORDER BY id DESC LIMIT `+limit, Table.Scan, w.Args...)
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
			parts = append(parts, ` AND status <> '`+string(svcx.EventOK)+`' AND status = `+w.Bind(string(s)))
		}
	case f.Types != nil && len(f.Types.Types) > 0 && f.Types.Prefix == "" &&
		!slices.Contains(f.Types.Types, svcx.InboundTypeMessage) && !slices.Contains(f.Types.Types, string(svcx.EventMessageCreated)):
		for _, t := range f.Types.Types {
			parts = append(parts, rare+` AND type = `+w.Bind(t))
		}
	default:
		parts = []string{""}
	}
	return parts
}

// where is a condition on the log.
type where struct {
	sqldb.Where
	dialect sqldb.Dialect
}

// in is the condition that the column has one of the values.
func (w *where) in(column string, values []string) string {
	return w.dialect.In(column, w.Bind(w.dialect.Array(values)))
}

func (w *where) events(f svcx.EventFilter) {
	if len(f.Statuses) > 0 {
		statuses := make([]string, len(f.Statuses))
		for i, s := range f.Statuses {
			statuses[i] = string(s)
		}
		w.Parts = append(w.Parts, w.in("status", statuses))
	}
	if f.Direction != "" {
		w.Add("direction = $", string(f.Direction))
	}
	if f.ConversationID != "" {
		// The literal condition is that of the partial index.
		w.Parts = append(w.Parts, "conversation_id <> ''")
		w.Add("conversation_id = $", f.ConversationID)
	}
	if f.Types == nil {
		return
	}
	w.Add("direction = $", string(f.Types.Direction))
	types := w.in("type", nonNil(f.Types.Types))
	if f.Types.Prefix != "" {
		types = "(" + types + " OR substr(type, 1, " + w.Bind(len(f.Types.Prefix)) + ") = " + w.Bind(f.Types.Prefix) + ")"
	}
	w.Parts = append(w.Parts, types)
}

// Event finds an entry of the channel's event log.
func (r Reads) Event(ws svcx.WorkspaceID, channel svcx.ChannelID, id svcx.EventID) (*svcx.EventLogEntry, error) {
	e, err := sqldb.One(r.q, `SELECT `+Table.Columns()+` FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND id = $3`, Table.Scan, ws, channel, id)
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

// EventsByID reads those entries of a channel that exist.
func (r Reads) EventsByID(ws svcx.WorkspaceID, channel svcx.ChannelID, ids []svcx.EventID) ([]*svcx.EventLogEntry, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	numbers := make([]int64, len(ids))
	for i, id := range ids {
		numbers[i] = int64(id)
	}
	d := r.q.SQL()
	return sqldb.Collect(r.q, `SELECT `+Table.Columns()+` FROM event_log`+d.ByID()+` WHERE workspace_id = $1 AND channel_id = $2 AND `+d.In("id", "$3")+` ORDER BY id DESC`,
		Table.Scan, ws, channel, d.Array(numbers))
}

func nonNil[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
