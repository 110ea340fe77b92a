package events

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// listView is Recent Events, or what was found in it.
type listView struct {
	page.ChannelHead
	query
	form *form.Form
	rows []row
	more bool
	// never is set if the channel has no entry of any time.
	never bool
	// figures are shown above the first page.
	figures *figuresView
	// found is what a look-up has found; nil if the page is no look-up.
	found []messaging.EventMatch
	// done says what was done on the page before; "" for nothing.
	done string
	// asked is what the page asks about, without scripts.
	asked string
	// since and until are the time of which failed deliveries are sent again, as its fields have
	// it, and wrong and wrongUntil what is wrong with them.
	since, until, wrong, wrongUntil string
}

// query is which entries the list shows: what stands in the query of its address.
type query struct {
	status, kind, direction, period, conversation, before, find string
}

// periods are the times that the list may be about; the first is the one without a choice.
var periods = []struct {
	name string
	of   time.Duration
}{{"24h", 24 * time.Hour}, {"1h", time.Hour}, {"7d", 7 * 24 * time.Hour}, {"all", 0}}

func readQuery(r *http.Request) query {
	q := r.URL.Query()
	text := func(name string) string { return strings.TrimSpace(form.CleanText(q.Get(name))) }
	return query{
		status: text("status"), kind: text("type"), direction: text("direction"), period: text("period"),
		conversation: text("conversation"), before: text("before"), find: text("find"),
	}
}

// values are the query as that of an address; what is not chosen is left out.
func (q query) values() url.Values {
	v := url.Values{}
	for name, value := range map[string]string{
		"status": q.status, "type": q.kind, "direction": q.direction, "period": q.period, "conversation": q.conversation, "before": q.before, "find": q.find,
	} {
		if value != "" {
			v.Set(name, value)
		}
	}
	return v
}

// with is the first page of the list with another value.
func (q query) with(name, value string) string {
	v := q.values()
	v.Del("before")
	v.Set(name, value)
	if value == "" {
		v.Del(name)
	}
	if len(v) == 0 {
		return ""
	}
	return "?" + v.Encode()
}

// filtered reports whether the list leaves out entries of its time.
func (q query) filtered() bool {
	return q.status != "" || q.kind != "" || q.direction != "" || q.conversation != ""
}

// filter is the query for the use case. What is not a choice is NotFound.
func (q query) filter(f *form.Form, now svcx.Time) (filter svcx.EventFilter, err error) {
	filter = svcx.EventFilter{ConversationID: q.conversation, Direction: svcx.Direction(q.direction), Limit: page.RowsPerPage}
	if q.direction != "" && filter.Direction != svcx.Inbound && filter.Direction != svcx.Outbound {
		return filter, svcx.NotFound("page")
	}
	if q.status != "" {
		if filter.Statuses, err = f.EventStatusQuery(q.status); err != nil {
			return filter, svcx.NotFound("page")
		}
	}
	if q.kind != "" {
		types := f.EventTypeQuery(q.kind)
		filter.Types = &types
	}
	i := slices.IndexFunc(periods, func(p struct {
		name string
		of   time.Duration
	}) bool {
		return p.name == q.period || q.period == "" && p.name == periods[0].name
	})
	if i < 0 {
		return filter, svcx.NotFound("page")
	}
	if of := periods[i].of; of > 0 && q.conversation == "" {
		since := now.Add(-of)
		filter.Since = &since
	}
	if q.before != "" {
		id, ok := form.ParseID(q.before)
		if !ok {
			return filter, svcx.NotFound("page")
		}
		before := svcx.EventID(id)
		filter.Before = &before
	}
	return filter, nil
}

// list is GET …/events: ?status=, ?type=, ?direction=, ?period=, ?conversation= narrow it, ?before=
// is the page after an entry, and ?find= looks entries up.
func (h *Pages) list(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showList(w, r, s, http.StatusOK, &listView{query: readQuery(r), asked: r.URL.Query().Get("ask")})
}

// showList reads and shows the list of a view.
func (h *Pages) showList(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v *listView) error {
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	if v.ChannelHead, err = h.ChannelAt(w, r, s, channel, page.ChannelEvents); err != nil {
		return err
	}
	v.form = h.form(s)
	if n, ok := form.ParseID(r.URL.Query().Get("redelivered")); ok {
		v.done = s.N("events.redelivered", int(n))
	} else if r.URL.Query().Has("redelivered") {
		v.done = s.T("events.redelivered.none")
	}
	if v.since == "" && status == http.StatusOK { // what was sent empty stays empty
		v.since = v.field(v.Now.Add(-24 * time.Hour))
	}
	if v.find != "" {
		if err := h.find(r, s, v); err != nil {
			return err
		}
		return page.Show(w, r, status, listPage(v))
	}
	filter, err := v.filter(v.form, v.Now)
	if err != nil {
		return err
	}
	events, more, err := h.Messaging.RecentEvents(r.Context(), s.Workspace, channel.ID, filter)
	if err != nil {
		return err
	}
	v.rows, v.more = v.rowsOf(events), more
	if len(v.rows) == 0 && !v.filtered() && v.before == "" {
		kept, _, err := h.Messaging.RecentEvents(r.Context(), s.Workspace, channel.ID, svcx.EventFilter{Limit: 1})
		if err != nil {
			return err
		}
		v.never = len(kept) == 0
	}
	figures, err := h.log.Figures(r.Context(), s.Workspace, channel.ID)
	if err != nil {
		return err
	}
	v.figures = newFigures(v.ChannelHead, figures)
	return page.Show(w, r, status, listPage(v))
}

// find looks entries up by what the integrator knows of them.
func (h *Pages) find(r *http.Request, s *page.Viewer, v *listView) (err error) {
	text := v.find
	if runes := []rune(text); len(runes) > maxFind {
		text = string(runes[:maxFind])
	}
	id, _ := form.ParseID(strings.NewReplacer(",", "", " ", "").Replace(text)) // 0 if it is not a number
	v.found, err = h.log.Find(r.Context(), s.Workspace, v.Channel.ID, text, svcx.EventID(id))
	return err
}

// maxFind bounds what is looked up, in characters: an external id.
const maxFind = svcx.MaxExternalID

// newRows is GET …/events/new?after=: the rows of entries that are newer, with the filters of the
// list. A script asks for them.
func (h *Pages) newRows(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	v := &listView{query: readQuery(r), form: h.form(s)}
	v.ChannelHead = page.ChannelHead{Frame: page.Frame{Viewer: s, Clock: h.ReadClock(r, s)}, Channel: channel, Tab: page.ChannelEvents}
	filter, err := v.filter(v.form, v.Now)
	if err != nil {
		return err
	}
	after, ok := form.ParseID(r.URL.Query().Get("after"))
	if !ok && r.URL.Query().Get("after") != "0" {
		return svcx.NotFound("event")
	}
	events, more, err := h.log.New(r.Context(), s.Workspace, channel.ID, svcx.EventID(after), filter)
	if err != nil {
		return err
	}
	v.rows, v.more = v.rowsOf(events), more
	return page.Show(w, r, http.StatusOK, freshRows(v))
}

// row is an entry in the list.
type row struct {
	*svcx.EventLogEntry
	kind, status string
}

func (v *listView) rowsOf(events []*svcx.EventLogEntry) (rows []row) {
	for _, e := range events {
		rows = append(rows, v.rowOf(e))
	}
	return rows
}

func (v *listView) rowOf(e *svcx.EventLogEntry) row {
	return row{e, v.form.EventType(e), v.form.EventStatus(e.Status)}
}

// last is the id of the newest entry that the page has, or that it would have; "0" for none.
func (v *listView) last() string {
	if len(v.rows) == 0 {
		return "0"
	}
	return number(v.rows[0].ID)
}

// live reports whether new entries belong at the top of the page.
func (v *listView) live() bool { return v.before == "" && v.find == "" }

// older is the address of the next page.
func (v *listView) older() string {
	q := v.query
	q.before = number(v.rows[len(v.rows)-1].ID)
	return "?" + q.values().Encode()
}

// total is how many entries the list has in all, if that is known.
func (v *listView) total() (n int, known bool) {
	if v.filtered() || v.period != "" && v.period != periods[0].name || v.find != "" {
		return 0, false
	}
	sum := v.figures.Sum()
	return sum.Total(), sum.Total() >= len(v.rows)
}

// statuses are the words that the form has for statuses, each once.
func (v *listView) statuses() (words []string) {
	for _, s := range svcx.EventStatuses {
		if word := v.form.EventStatus(s); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// countsErrors reports whether a status is what the figures count as errors, of which there are
// some.
func (v *listView) countsErrors(word string) bool {
	for _, s := range []svcx.EventStatus{svcx.EventFailed, svcx.EventInvalid, svcx.EventUnauthorized} {
		if v.form.EventStatus(s) != word {
			return false
		}
	}
	return v.figures.Sum().Bad > 0
}

// kinds are the types by which the list may be filtered.
func (v *listView) kinds() []page.Option {
	all := []page.Option{{Value: "", Name: v.T("events.type.any"), Chosen: v.kind == ""}}
	for _, word := range typesOf(v.form) {
		all = append(all, page.Option{Value: word, Name: word, Chosen: word == v.kind})
	}
	return all
}

func (v *listView) directions() []page.Option {
	return []page.Option{
		{Value: "", Name: v.T("events.direction.any"), Chosen: v.direction == ""},
		{Value: string(svcx.Inbound), Name: v.T("events.direction.inbound"), Chosen: v.direction == string(svcx.Inbound)},
		{Value: string(svcx.Outbound), Name: v.T("events.direction.outbound"), Chosen: v.direction == string(svcx.Outbound)},
	}
}

func (v *listView) periods() (all []page.Option) {
	for i, p := range periods {
		value := p.name
		if i == 0 {
			value = ""
		}
		all = append(all, page.Option{Value: value, Name: v.T("events.period." + p.name), Chosen: p.name == v.period || value == "" && v.period == ""})
	}
	return all
}

// typesOf are the names that a form has for the types of entries, each once.
func typesOf(f *form.Form) (words []string) {
	add := func(e svcx.EventLogEntry) {
		if word := f.EventType(&e); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	for _, t := range []string{svcx.InboundTypeMessage, svcx.InboundTypeInvalid} {
		add(svcx.EventLogEntry{Direction: svcx.Inbound, Type: t})
	}
	for _, t := range svcx.ActionTypes {
		add(svcx.EventLogEntry{Direction: svcx.Inbound, Type: svcx.InboundTypeAction + ":" + t})
	}
	for _, t := range []string{svcx.IntentRatingRequest, svcx.IntentUpdateInfo} {
		add(svcx.EventLogEntry{Direction: svcx.Inbound, Type: svcx.InboundTypeIntent + ":" + t})
	}
	for _, t := range svcx.EventTypes {
		if f.Sends(t) {
			add(svcx.EventLogEntry{Direction: svcx.Outbound, Type: string(t)})
		}
	}
	for _, t := range []string{
		svcx.CallPing, svcx.CallConfirm, svcx.CallContent,
		string(svcx.BackAvatar), string(svcx.BackInfo), string(svcx.BackMessage), string(svcx.BackMetadata),
	} {
		add(svcx.EventLogEntry{Direction: svcx.Outbound, Type: t})
	}
	return words
}

func number[T ~int64 | ~int](n T) string { return strconv.FormatInt(int64(n), 10) }

// icon is that of the direction.
func (r row) icon() string {
	if r.Direction == svcx.Inbound {
		return "arrow-down-left"
	}
	return "arrow-up-right"
}

// tag is the class of a status.
func tag(s svcx.EventStatus) string {
	switch s {
	case svcx.EventOK:
		return "ok"
	case svcx.EventSkipped:
		return ""
	}
	return "bad"
}

func statusIcon(s svcx.EventStatus) string {
	switch s {
	case svcx.EventOK:
		return "check"
	case svcx.EventSkipped:
		return "circle-slash"
	}
	return "x"
}

// detail is what the list says of an entry beside its status.
func (v *listView) detail(r row) string {
	switch {
	case r.Error != "":
		return r.Error
	case len(r.Warnings) > 0:
		return v.N("events.warnings", len(r.Warnings))
	case r.Again != nil:
		return v.T("events.ranAgain", "ID", v.Number(int(*r.Again)))
	case r.Attempt > 1:
		return v.T("events.attempt", "N", r.Attempt)
	}
	return ""
}

// answered is the status of the answer, took how long it took; a dash for what there is not.
func (v *listView) answered(r row) string {
	if r.ResponseStatus == nil {
		return none
	}
	return strconv.Itoa(*r.ResponseStatus)
}

func (v *listView) took(r row) string {
	if r.ResponseStatus == nil && r.ResponseMS == 0 {
		return none
	}
	return v.T("events.ms", "N", v.Number(int(r.ResponseMS)))
}

const none = "–"
