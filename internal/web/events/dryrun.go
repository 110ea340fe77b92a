package events

import (
	"embed"
	"net/http"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// dryRunView is the editor of a body, and what it would do.
type dryRunView struct {
	listView
	body  string
	wrong string
	// outcome is nil before the first run.
	outcome *svcx.DryRun
	row     row
	reason  *reason
	ignored []string
	// answer is that of ?dryRun=1 of the inbound endpoint.
	answer string
	// sample is the name of the sample in the editor; "" for a text of one's own.
	sample string
}

// sampleFiles are bodies to begin with.
//
//go:embed samples/*.json
var sampleFiles embed.FS

// samples are their names, in the order of the page. Those that are commands are for forms that
// have them.
var samples = []struct {
	name    string
	command bool
}{{"message", false}, {"action", true}, {"intent", true}}

// sample is a body to begin with.
func sample(name string) string {
	body, err := sampleFiles.ReadFile("samples/" + name + ".json")
	if err != nil {
		panic(err) // they are part of the program
	}
	return string(body)
}

// offered are the names of the samples that the form reads.
func (v *dryRunView) offered() (names []string) {
	for _, s := range samples {
		if !s.command || v.form.Sends(svcx.EventConversationResolved) {
			names = append(names, s.name)
		}
	}
	return names
}

// dryRunPage is GET …/dry-run: ?sample= begins with another body, ?event= with that of an entry.
func (h *Pages) dryRunPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v := &dryRunView{sample: samples[0].name, body: sample(samples[0].name)}
	name := r.URL.Query().Get("sample")
	for _, s := range samples {
		if s.name == name {
			v.sample, v.body = name, sample(name)
		}
	}
	if id, ok := form.ParseID(r.URL.Query().Get("event")); ok {
		channel, err := h.ReadChannel(r, s)
		if err != nil {
			return err
		}
		_, body, err := h.Messaging.Event(r.Context(), s.Workspace, channel.ID, svcx.EventID(id))
		if err != nil {
			return err
		}
		if body != nil {
			v.sample, v.body = "", body.Request
		}
	}
	return h.showDryRun(w, r, s, http.StatusOK, v)
}

// dryRun is POST …/dry-run {body}: what the body would do. Nothing is stored.
func (h *Pages) dryRun(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	v := &dryRunView{body: fields.Get("body"), sample: fields.Get("sample")}
	if svcx.Blank(v.body) {
		v.wrong = s.T("events.dryRun.empty")
		return h.showDryRun(w, r, s, http.StatusUnprocessableEntity, v)
	}
	if v.outcome, v.ignored, err = h.inbound.Preview(r.Context(), s.Workspace, channel.ID, []byte(v.body)); err != nil {
		return err
	}
	wire, err := h.form(s).DryRun(v.outcome, v.ignored)
	if err != nil {
		return err
	}
	answer, err := form.Encode(wire)
	if err != nil {
		return err
	}
	v.answer = string(answer)
	return h.showDryRun(w, r, s, http.StatusOK, v)
}

func (h *Pages) showDryRun(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v *dryRunView) error {
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	if v.ChannelHead, err = h.ChannelAt(w, r, s, channel, page.ChannelDryRun); err != nil {
		return err
	}
	v.form = h.form(s)
	if v.outcome != nil {
		v.row = v.rowOf(v.outcome.Event)
		v.reason = reasonOf(s.Printer, v.outcome.Event.Error, 0)
	}
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, dryRunPart(v)) // a script shows no other
	}
	return page.Show(w, r, status, dryRunEditor(v))
}

// changed is a property that the body would change.
type changed struct{ name, from, to string }

// changes are what the body would change in an existing conversation and its contact.
func (v *dryRunView) changes() (all []changed) {
	add := func(name, from, to string) {
		if from != to {
			all = append(all, changed{name, from, to})
		}
	}
	if c := v.outcome.Conversation; c != nil && c.Before != nil {
		add("status", string(c.Before.Status), string(c.After.Status))
		add("subject", c.Before.Subject, c.After.Subject)
		add("priority", string(c.Before.Priority), string(c.After.Priority))
		add("assignedTo", page.IDOrNone(c.Before.AssignedTo), page.IDOrNone(c.After.AssignedTo))
		add("categoryId", page.IDOrNone(c.Before.Category), page.IDOrNone(c.After.Category))
	}
	if c := v.outcome.Contact; c != nil && c.Before != nil {
		add("contact.name", c.Before.Name, c.After.Name)
		add("contact.email", c.Before.Email, c.After.Email)
		add("contact.externalId", c.Before.ExternalID, c.After.ExternalID)
		add("contact.tags", strings.Join(c.Before.Tags, ", "), strings.Join(c.After.Tags, ", "))
	}
	return all
}

// added are what the body would add, by the names of its members.
func (v *dryRunView) added() (all []readMember) {
	if c := v.outcome.Conversation; c != nil {
		for _, f := range c.Fields {
			all = append(all, readMember{name: "fields." + f.Field.Key, value: f.Value})
		}
		for _, p := range c.Participants {
			all = append(all, readMember{name: "participants", value: strings.TrimSpace(p.Name + " " + p.Email), note: string(p.Role)})
		}
		if r := c.Rating; r != nil {
			all = append(all, readMember{name: "rating", value: strconv.Itoa(r.Rating), note: r.Comment})
		}
	}
	return all
}

// message is the beginning of the message that would be stored; "" for none.
func (v *dryRunView) message() string {
	if v.outcome.Message == nil {
		return ""
	}
	return richtext.TextLine(v.outcome.Message.Content, 300)
}

// facts are what would be decided, in words.
func (v *dryRunView) facts() []string {
	r := recordView{listView: v.listView, row: v.row}
	return r.facts()
}
