package events

import (
	"net/http"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// redeliver is POST …/events/redeliver {event…} or {since, until}: the deliveries of the entries
// that are selected, or all that have failed in a time, are sent again.
func (h *Pages) redeliver(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	back := s.ChannelLink(channel.ID, page.ChannelEvents)
	if fields.Has("since") {
		return h.redeliverTime(w, r, s, channel.ID, fields.Get("since"), fields.Get("until"))
	}
	var ids []svcx.EventID
	for _, text := range fields["event"] {
		id, ok := form.ParseID(text)
		if !ok || len(ids) == maxSelected {
			return svcx.NotFound("event")
		}
		ids = append(ids, svcx.EventID(id))
	}
	n, err := h.log.RedeliverAll(r.Context(), s.Call(), channel.ID, ids)
	if err != nil {
		return err
	}
	return page.Redirect(w, r, back+"?redelivered="+strconv.Itoa(n))
}

// redeliverTime sends the deliveries again that failed in a time, as its fields have it; until may
// be empty.
func (h *Pages) redeliverTime(w http.ResponseWriter, r *http.Request, s *page.Viewer, channel svcx.ChannelID, from, to string) error {
	clock := h.ReadClock(r, s)
	v := &listView{asked: askSince, since: from, until: to}
	since, ok := readField(clock, from)
	if !ok || since > clock.Now {
		v.wrong = s.T("events.since.wrong")
	}
	var until *svcx.Time
	if to != "" {
		end, ok := readField(clock, to)
		if !ok || end < since {
			v.wrongUntil = s.T("events.until.wrong")
		}
		until = &end
	}
	if v.wrong != "" || v.wrongUntil != "" {
		return h.showList(w, r, s, http.StatusUnprocessableEntity, v)
	}
	n, err := h.Messaging.RedeliverFailed(r.Context(), s.Call(), channel, since, until)
	if err != nil {
		return err
	}
	return page.Redirect(w, r, s.ChannelLink(channel, page.ChannelEvents)+"?redelivered="+strconv.FormatInt(n, 10))
}

// askSince is the dialog that asks since when failed deliveries are sent again.
const askSince = "since"

// maxSelected bounds how many entries may be selected: some pages, of which a script can show
// several.
const maxSelected = 500

// redeliverOne is POST …/events/{event}/redeliver.
func (h *Pages) redeliverOne(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	id, err := eventID(r)
	if err != nil {
		return err
	}
	if _, err := h.Messaging.Redeliver(r.Context(), s.Call(), channel.ID, id); err != nil {
		return err
	}
	return page.Redirect(w, r, s.ChannelLink(channel.ID, page.ChannelEvents)+"/"+number(id)+"?redelivered=1")
}

// runAgain is POST …/events/{event}/again: the request of the entry is carried out again. The answer
// leads to the entry of the new run.
func (h *Pages) runAgain(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	id, err := eventID(r)
	if err != nil {
		return err
	}
	to, err := h.inbound.RunAgain(r.Context(), s.Call(), channel.ID, id)
	switch {
	case svcx.KindOf(err) == svcx.KindUnprocessable:
		return h.showRecord(w, r, s, http.StatusUnprocessableEntity) // it says why
	case err != nil:
		return err
	}
	return page.Redirect(w, r, s.ChannelLink(channel.ID, page.ChannelEvents)+"/"+number(to))
}
