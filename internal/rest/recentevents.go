package rest

import (
	"strings"
	"unicode/utf8"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
)

func (r *request) eventID() svcx.EventID { return svcx.EventID(r.ids[1]) }

// listRecentEvents serves GET /channels/{id}/events, newest first, pings included.
//
// Filters: status and eventType as the form names them, direction (inbound,
// outbound), conversationId (the external id), since (exclusive) and until
// (inclusive). before is the id of an entry, for the page after it.
// Answer: {data, limit, hasMore}.
func (a *API) listRecentEvents(r *request) (any, error) {
	filter, err := r.eventFilter()
	if err != nil {
		return nil, err
	}
	events, more, err := a.Messaging.RecentEvents(r.http.Context(), r.workspace, r.channelID(), filter)
	if err != nil {
		return nil, err
	}
	return cursorListing{Data: encodeAll(events, r.form.Event), Limit: filter.Limit, HasMore: more}, nil
}

func (r *request) eventFilter() (f svcx.EventFilter, err error) {
	if value, given, err := r.param("status"); err != nil {
		return f, err
	} else if given {
		if f.Statuses, err = r.form.EventStatusQuery(value); err != nil {
			return f, err
		}
	}
	if value, given, err := r.param("eventType"); err != nil {
		return f, err
	} else if given {
		types := r.form.EventTypeQuery(form.CleanText(value))
		f.Types = &types
	}
	if value, given, err := r.param("direction"); err != nil {
		return f, err
	} else if f.Direction = svcx.Direction(value); given && f.Direction != svcx.Inbound && f.Direction != svcx.Outbound {
		return f, svcx.Invalid("direction", "must be inbound or outbound")
	}
	if f.ConversationID, _, err = r.param("conversationId"); err != nil {
		return f, err
	}
	f.ConversationID = form.CleanText(f.ConversationID)
	if f.Since, err = r.timeParam("since"); err != nil {
		return f, err
	}
	if f.Until, err = r.timeParam("until"); err != nil {
		return f, err
	}
	if f.Before, err = idParam[svcx.EventID](r, "before"); err != nil {
		return f, err
	}
	f.Limit, err = r.intParam("limit", form.EventPages.Default, 1, form.EventPages.Max)
	return f, err
}

// getEvent serves GET /channels/{id}/events/{eventId}, with requestBody and
// responseBody while they are kept, null otherwise.
func (a *API) getEvent(r *request) (any, error) {
	e, body, err := a.Messaging.Event(r.http.Context(), r.workspace, r.channelID(), r.eventID())
	if err != nil {
		return nil, err
	}
	return single{r.form.EventDetail(e, body)}, nil
}

// findEvents serves GET /channels/{id}/events/find?text=: entries by what the integrator knows
// of them, an X-Request-Id, a webhook-id, a messageId, the external id of a conversation or a
// contact, or by the number of an entry; else what was refused, by a text in its body. Answer:
// {data: [{foundBy, events}]}, each newest first.
func (a *API) findEvents(r *request) (any, error) {
	text, given, err := r.param("text")
	if err != nil {
		return nil, err
	}
	text = strings.TrimSpace(form.CleanText(text))
	if !given || text == "" || utf8.RuneCountInString(text) > svcx.MaxExternalID {
		return nil, svcx.Invalid("text", "must have 1 to %d characters", svcx.MaxExternalID)
	}
	id, _ := form.ParseID(text) // 0 is none
	found, err := messaging.NewEventLog(a.Messaging).Find(r.http.Context(), r.workspace, r.channelID(), text, svcx.EventID(id))
	if err != nil {
		return nil, err
	}
	return single{encodeAll(found, func(m messaging.EventMatch) any { return r.form.EventMatch(m.By, m.Events) })}, nil
}

// runEventAgain serves POST /channels/{id}/events/{eventId}/run → {data: the entry of the new
// run, as getEvent has it}. What was refused again is an answer too: its status says so. An
// entry whose request cannot be run again is 422.
func (a *API) runEventAgain(r *request) (any, error) {
	id, err := a.Inbound.RunAgain(r.http.Context(), r.call(), r.channelID(), r.eventID())
	if err != nil {
		return nil, err
	}
	e, body, err := a.Messaging.Event(r.http.Context(), r.workspace, r.channelID(), id)
	if err != nil {
		return nil, err
	}
	return single{r.form.EventDetail(e, body)}, nil
}
