package events

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// recordView is an entry of the event log, with all that is known of it.
type recordView struct {
	listView
	row      row
	body     *svcx.EventBody
	about    messaging.EventContext
	attempts []messaging.LoggedCall
	reason   *reason
	// refusal is why its request cannot be run again; "" if it can.
	refusal svcx.AgainRefusal
	read    []readMember
	// ignored are the paths of the body that were not read.
	ignored []string
	// ran is what running its request again came to, just now; nil for nothing.
	ran *svcx.EventLogEntry
}

// readMember is a part of a body as it was read.
type readMember struct{ name, value, note string }

// record is GET …/events/{event}: a page, or what a script shows below the entry's row.
func (h *Pages) record(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showRecord(w, r, s, http.StatusOK)
}

func (h *Pages) showRecord(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int) error {
	id, err := eventID(r)
	if err != nil {
		return err
	}
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	e, body, err := h.Messaging.Event(r.Context(), s.Workspace, channel.ID, id)
	if err != nil {
		return err
	}
	v := &recordView{body: body}
	v.form, v.asked = h.form(s), r.URL.Query().Get("ask")
	v.ChannelHead = page.ChannelHead{Frame: page.Frame{Viewer: s, Clock: h.ReadClock(r, s)}, Channel: channel, Tab: page.ChannelEvents}
	v.row = v.rowOf(e)
	v.reason = reasonOf(s.Printer, e.Error, statusOf(e))
	v.refusal = e.RunsAgain(body)
	if page.IsFragment(r) {
		return page.Show(w, r, status, openRow(v))
	}
	title := s.T("events.record", "ID", s.Number(int(id)))
	if v.Frame, err = h.FrameAt(w, r, s, title, page.ChannelsPath+"/"+page.IDOrNone(&channel.ID)+page.ChannelEvents); err != nil {
		return err
	}
	if r.URL.Query().Has("redelivered") {
		v.done = s.N("events.redelivered", 1)
	}
	if v.about, err = h.log.Context(r.Context(), s.Workspace, e); err != nil {
		return err
	}
	if v.refusal == "" && slices.ContainsFunc(v.about.Again, func(e *svcx.EventLogEntry) bool { return e.Status == svcx.EventOK }) {
		v.refusal = svcx.AgainDone
	}
	if v.attempts, err = h.log.AttemptsOf(r.Context(), s.Workspace, e); err != nil {
		return err
	}
	if err := h.readBody(r, v); err != nil {
		return err
	}
	return page.Show(w, r, status, recordPage(v))
}

func statusOf(e *svcx.EventLogEntry) int {
	if e.ResponseStatus == nil {
		return 0
	}
	return *e.ResponseStatus
}

// readBody reads the body of an inbound request once more, as the workspace's form does now, to
// say what each of its members was read as.
func (h *Pages) readBody(r *http.Request, v *recordView) error {
	if v.row.Direction != svcx.Inbound || v.body == nil || v.body.Request == "" || v.body.Cut() {
		return nil
	}
	_, fields, err := h.Admin.Definitions(r.Context(), v.Workspace.ID)
	if err != nil {
		return err
	}
	keys := make(map[string]bool, len(fields))
	for _, f := range fields {
		keys[f.Key] = true
	}
	decoded, reads := v.form.InspectInbound([]byte(v.body.Request), v.row.CreatedAt, func() string { return "" })
	var unused []string
	if slices.Contains(v.row.Facts, svcx.FactConversationKnown) {
		unused = []string{"subject", "categoryId", "participants"} // they only count in the first message
	}
	v.ignored = reads.Ignored(unused, keys)
	v.read = v.members(decoded, keys)
	return nil
}

// members are what a body was read as, by the names of its members.
func (v *recordView) members(b svcx.InboundBody, fields map[string]bool) (all []readMember) {
	add := func(name, value, note string) {
		if value != "" || note != "" {
			all = append(all, readMember{name, value, note})
		}
	}
	switch {
	case b.Message != nil:
		m := b.Message
		add("messageId", m.MessageID, v.madeUp(m.MessageID))
		add("conversationId", m.ConversationID, v.madeUp(m.ConversationID))
		add("from.type", string(senderWord(m.Sender.Type)), "")
		add("from.externalId", m.Sender.ExternalID, v.source(m.Sender.Source))
		add("from.name", m.Sender.Name, "")
		add("from.email", m.Sender.Email, "")
		add("contentType", string(m.ContentType), "")
		add("subject", m.Subject, "")
		if m.SentAt != nil {
			add("sentAt", m.SentAt.String(), "")
		} else {
			add("sentAt", "", v.T("events.read.now"))
		}
		add("attachments", count(len(m.Attachments)), "")
		add("participants", count(len(m.Participants)), "")
		add("categoryId", page.IDOrNone(m.Category), "")
		add("fields", strings.Join(fieldKeys(m, fields), ", "), "")
	case b.Action != nil:
		add("action", b.Action.Type, "")
		add("conversationId", b.Action.ConversationID, "")
		add("assignedTo", page.IDOrNone(b.Action.AssignedTo), "")
		add("rating", count(b.Action.Rating.Rating), "")
		add("comment", b.Action.Rating.Comment, "")
	case b.Intent != nil:
		add("intent", b.Intent.Type, "")
		add("conversationId", b.Intent.ConversationID, "")
		for name, value := range map[string]*string{"data.name": b.Intent.Info.Name, "data.email": b.Intent.Info.Email, "data.subject": b.Intent.Info.Subject} {
			if value != nil {
				add(name, *value, "")
			}
		}
		slices.SortFunc(all, func(a, b readMember) int { return strings.Compare(a.name, b.name) })
	}
	return all
}

// senderWord is the word of a body for a type of author.
func senderWord(t svcx.AuthorType) string {
	if t == svcx.AuthorAgent {
		return "staff"
	}
	return string(t)
}

// fieldKeys are the keys of values that the workspace has fields for.
func fieldKeys(m *svcx.InboundMessage, fields map[string]bool) (keys []string) {
	inputs := m.Fields
	if m.ManyFields != nil {
		inputs = m.ManyFields(func(key string) bool { return fields[key] })
	}
	for key := range inputs {
		if fields[key] {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (v *recordView) madeUp(id string) string {
	if id == "" {
		return v.T("events.read.madeUp")
	}
	return ""
}

// source is where a sender's external id came from; "" if it was given.
func (v *recordView) source(s svcx.ExternalIDSource) string {
	switch s {
	case svcx.ExternalIDEmail:
		return v.T("events.read.fromEmail")
	case svcx.ExternalIDLiteral:
		return v.T("events.read.literal", "ID", form.APIUser)
	}
	return ""
}

// facts are what was decided, in words.
func (v *recordView) facts() (all []string) {
	for _, fact := range v.row.Facts {
		name, about, _ := strings.Cut(string(fact), ":")
		if id := "events.fact." + name; v.Has(id) {
			all = append(all, v.T(id, "About", about))
		}
	}
	return all
}

// link is the address of an entry, or of what is done with it.
func (v *listView) link(id svcx.EventID, below string) string {
	return v.Link(page.ChannelEvents) + "/" + number(id) + below
}

// size is how many bytes there are of a body.
func (v *recordView) size(text string) string {
	if len(text) < 1024 {
		return v.T("events.bytes", "N", len(text))
	}
	return v.T("events.kib", "N", strconv.FormatFloat(float64(len(text))/1024, 'f', 1, 64))
}

// request is the request of the entry, as far as it is kept.
func (v *recordView) request() string {
	if v.body == nil {
		return ""
	}
	return v.body.Request
}

func (v *recordView) response() string {
	if v.body == nil {
		return ""
	}
	return v.body.Response
}

// noBody says why there is no request to show.
func (v *recordView) noBody() string {
	switch {
	case v.row.Status == svcx.EventUnauthorized:
		return v.T("events.noBody.unread")
	case v.row.Status == svcx.EventSkipped && v.row.Direction == svcx.Outbound:
		return v.T("events.noBody.unsent")
	}
	return v.T("events.noBody")
}

// runs reports whether the page offers to run the request again, or says why it cannot be.
func (v *recordView) runs() bool {
	return v.refusal != svcx.AgainNotInbound && v.refusal != svcx.AgainDone && v.refusal != svcx.AgainDuplicate
}

// contactName is how the contact of the entry is called.
func (v *recordView) contactName() string { return page.ContactName(v.Printer, v.about.Contact) }

// failed is why an attempt failed; nil if it did not.
func (v *recordView) failed(c messaging.LoggedCall) *reason {
	return reasonOf(v.Printer, c.Error, statusOf(c.EventLogEntry))
}

// shownName is an external id or a path as a page shows it.
func shownName(text string) string { return richtext.Name(text) }
