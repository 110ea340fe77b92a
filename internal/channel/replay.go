package channel

import (
	"net/url"
	"time"

	"svcx"
	"svcx/internal/form"
)

// The bounds of a replay (W 8).
const (
	replayDefault = 50
	replayMax     = 100
	replayBack    = 24 * time.Hour
)

// replayAnswer is a page of a channel's event log (W 4.5, D 3).
type replayAnswer struct {
	Data []any `json:"data"`
	// Since is the requested since, as given or by default; null if only after was
	// given.
	Since *string `json:"since"`
	Limit int     `json:"limit"`
	// NextAfter is the value of after for the next page: the last id of this page, or
	// the given one if the page is empty.
	NextAfter *svcx.EventID `json:"nextAfter"`
	HasMore   bool          `json:"hasMore"`
}

// replay is GET /api/webhooks/custom/{channelId}/events (W 4.5): the channel's event log,
// oldest first, without heartbeats and pings.
//
// Answer: 200 {data, since, limit, nextAfter, hasMore}. Errors: 401 and 503 as of
// authorize; a validation error in the form's status for a bad query.
func (h *Handler) replay(c *call) error {
	q, err := readReplayQuery(c.http.URL.RawQuery, svcx.At(h.now()))
	if err != nil {
		return err
	}
	events, more, err := h.messaging.Events(c.http.Context(), c.channel, q.EventQuery)
	if err != nil {
		return err
	}
	answer := replayAnswer{Data: make([]any, len(events)), Since: q.sinceText, Limit: q.Limit, NextAfter: q.After, HasMore: more}
	for i, e := range events {
		answer.Data[i] = c.form.Event(e)
	}
	if len(events) > 0 {
		answer.NextAfter = &events[len(events)-1].ID
	}
	return h.answerJSON(c, answer)
}

// replayQuery is the query of a replay, with since as it was given.
type replayQuery struct {
	svcx.EventQuery
	sinceText *string
}

// readReplayQuery reads since (ISO 8601), after (an event id) and limit (1 to 100,
// default 50). Without after, since defaults to 24 hours before now; if both are given,
// both apply (D 3). Unknown parameters are ignored.
//
// Errors name the parameter. A value that is invalid, empty or given twice is an error.
// Names are case-sensitive.
func readReplayQuery(raw string, now svcx.Time) (replayQuery, error) {
	q := replayQuery{EventQuery: svcx.EventQuery{Limit: replayDefault}}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return q, errQuery
	}
	since, hasSince, err := parameter(values, "since")
	if err != nil {
		return q, err
	}
	after, hasAfter, err := parameter(values, "after")
	if err != nil {
		return q, err
	}
	limit, hasLimit, err := parameter(values, "limit")
	if err != nil {
		return q, err
	}
	if hasSince {
		t, since, err := svcx.ParseQueryTime(since)
		if err != nil {
			return q, svcx.Invalid("since", "must be an ISO 8601 timestamp in the years 1970 to 9999, such as 2026-11-27T22:05:01.123Z")
		}
		q.Since, q.sinceText = &t, &since
	} else if !hasAfter {
		t := now.Add(-replayBack)
		text := t.String()
		q.Since, q.sinceText = &t, &text
	}
	if hasAfter {
		// 0 is before the first id, for a reader that begins to page by id.
		n, ok := form.ParseID(after)
		if !ok && after != "0" {
			return q, svcx.Invalid("after", "must be the id of an event, or 0 for all that are kept")
		}
		id := svcx.EventID(n)
		q.After = &id
	}
	if hasLimit {
		n, ok := form.ParseID(limit)
		if !ok || n > replayMax {
			return q, svcx.Invalid("limit", "must be an integer from 1 to %d", replayMax)
		}
		q.Limit = int(n)
	}
	return q, nil
}

var errQuery = svcx.Invalid("query", "must be well-formed: name=value, joined by &, with %% escapes")

// parameter returns the value of a query parameter that may be given once.
func parameter(values url.Values, name string) (value string, given bool, err error) {
	all, given := values[name]
	switch {
	case !given:
		return "", false, nil
	case len(all) > 1:
		return "", true, svcx.Invalid(name, "must be given once")
	case all[0] == "":
		return "", true, svcx.Invalid(name, "must not be empty")
	}
	return all[0], true, nil
}
