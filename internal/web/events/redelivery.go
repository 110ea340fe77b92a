package events

import (
	"net/http"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// redeliver is POST …/events/redeliver {event…} or {since}: the deliveries of the entries that are
// selected, or all that have failed since a time, are sent again.
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
		clock := h.ReadClock(r, s)
		since, ok := readField(clock, fields.Get("since"))
		if !ok || since > clock.Now {
			return h.showList(w, r, s, http.StatusUnprocessableEntity, &listView{asked: askSince, since: fields.Get("since"), wrong: s.T("events.since.wrong")})
		}
		n, err := h.Messaging.RedeliverFailed(r.Context(), s.Call(), channel.ID, since, nil)
		if err != nil {
			return err
		}
		return page.Redirect(w, r, back+"?redelivered="+strconv.FormatInt(n, 10))
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
