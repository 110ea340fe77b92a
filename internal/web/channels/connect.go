package channels

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// newView is the form of a new channel.
type newView struct {
	page.Frame
	name, webhookURL, key string
	wrong                 map[string]string
}

// newChannel is GET …/new.
func (h *Pages) newChannel(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showNew(w, r, s, http.StatusOK, newView{key: page.NewFormKey()})
}

func (h *Pages) showNew(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v newView) (err error) {
	if v.Frame, err = h.FrameAt(w, r, s, s.T("channels.new"), page.ChannelsPath); err != nil {
		return err
	}
	return page.Show(w, r, status, newPage(v))
}

// create is POST /app/{org}/settings/channels {name, webhookUrl}. Its answer shows the key,
// once; the answer to the same form sent again does not.
func (h *Pages) create(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	v := h.readNew(s, fields)
	if len(v.wrong) > 0 {
		return h.showNew(w, r, s, http.StatusUnprocessableEntity, v)
	}
	draft := svcx.ChannelDraft{Name: v.name, Settings: svcx.DefaultSettings()}
	draft.Settings.WebhookURL = v.webhookURL
	var made *svcx.Channel
	var key string
	once := page.OnceFor(h.core, s, r, v.key)
	id, err := page.Once(r.Context(), once, "channel", v.name+"\n"+v.webhookURL, channelIDOf, func(ctx context.Context, call inbox.Call) (_ *svcx.Channel, err error) {
		made, key, err = h.Admin.CreateChannel(ctx, call, draft)
		return made, err
	})
	switch {
	case err == page.ErrSentBefore:
		v.key, v.wrong["name"] = page.NewFormKey(), s.T("channels.new.before")
		return h.showNew(w, r, s, http.StatusUnprocessableEntity, v)
	case err != nil:
		return err
	case made == nil: // the form was sent before
		return page.Redirect(w, r, s.ChannelLink(svcx.ChannelID(id), "/connect"))
	}
	return h.showConnected(w, r, s, made, key)
}

func channelIDOf(c *svcx.Channel) int64 { return int64(c.ID) }

func (h *Pages) readNew(s *page.Viewer, fields url.Values) newView {
	v := newView{name: page.ShownAs(fields.Get("name"), true), webhookURL: page.ShownAs(fields.Get("webhookUrl"), true), key: fields.Get(page.FormKey), wrong: make(map[string]string)}
	if problem := nameProblem(s, v.name); problem != "" {
		v.wrong["name"] = problem
	}
	if problem := h.urlProblem(s, v.webhookURL); problem != "" {
		v.wrong["webhookUrl"] = problem
	}
	return v
}

// focused reports whether a field has the focus: the first that is wrong, or the name.
func (v newView) focused(name string) bool {
	if v.wrong["webhookUrl"] != "" && v.wrong["name"] == "" {
		return name == "webhookUrl"
	}
	return name == "name"
}

// nameProblem is what is wrong with the name of a channel; "" for nothing.
func nameProblem(s *page.Viewer, name string) string {
	if svcx.Blank(name) {
		return s.T("channels.name.empty")
	}
	return s.NameProblem(name)
}

// urlProblem is why an address is never called; "" for none, and for one that may be.
func (h *Pages) urlProblem(s *page.Viewer, address string) string {
	if address == "" {
		return ""
	}
	if svcx.CheckLength("", address, svcx.MaxURL) != nil {
		return s.T("tooLong", "Max", s.Number(svcx.MaxURL))
	}
	err := h.core.CheckURL(address)
	if err == nil {
		return ""
	}
	scheme, _, found := strings.Cut(address, "://")
	switch {
	case !found:
		return s.T("channels.url.scheme")
	case strings.EqualFold(scheme, "http"):
		return s.T("channels.url.http")
	}
	var refused *svcx.Error
	if errors.As(err, &refused) && refused.Message != "" {
		return s.T("channels.url.refused", "Reason", refused.Message)
	}
	return s.T("channels.url.refused", "Reason", "")
}

// connectedView is the page of a new channel: its key, how to send a message, and the first
// one.
type connectedView struct {
	page.Frame
	channel *svcx.Channel
	// key is shown once; "" afterwards.
	key        string
	revealable bool
	inboundURL string
	curl       string
	first      firstView
}

// connected is GET …/{id}/connect: the page without the key.
func (h *Pages) connected(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	return h.showConnected(w, r, s, c, "")
}

func (h *Pages) showConnected(w http.ResponseWriter, r *http.Request, s *page.Viewer, c *svcx.Channel, key string) (err error) {
	v := connectedView{channel: c, key: key, revealable: h.forms.RevealsChannelKey(s.Workspace.Form), inboundURL: h.inboundURL(c)}
	if v.Frame, err = h.FrameAt(w, r, s, page.ChannelName(c), page.ChannelsPath); err != nil {
		return err
	}
	v.curl = curl(v.inboundURL, key, h.forms.Of(s.Workspace.Form).Sample)
	if v.first, err = h.readFirst(r, s, v.Clock, c); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, connectedPage(v))
}

// keyHeader is the header that has the channel key. keyVariable is the variable for the key in a
// command that is shown without it.
const (
	keyHeader   = "x-svcx-api-key"
	keyVariable = "SVCX_KEY"
)

// curl is a command line that sends a message. Without the key it has a variable for it.
func curl(to, key, body string) string {
	auth := "'" + keyHeader + ": " + key + "'"
	if key == "" {
		auth = `"` + keyHeader + `: $` + keyVariable + `"`
	}
	return "curl " + to + " \\\n  -H 'Content-Type: application/json' \\\n  -H " + auth + " \\\n  -d '" + body + "'"
}

// firstView is the first message of a channel, or that it is waited for.
type firstView struct {
	*page.Viewer
	page.Clock
	channel      *svcx.Channel
	conversation *svcx.Conversation
	// message is nil until the first one arrives.
	message *svcx.Message
	// refused is the latest request, if it failed.
	refused *svcx.EventLogEntry
}

// first is GET …/{id}/connect/first {state}: what the page waits for, if it is not what the
// page shows.
func (h *Pages) first(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	v, err := h.readFirst(r, s, h.ReadClock(r, s), c)
	if err != nil {
		return err
	}
	if r.URL.Query().Get("state") == v.state() {
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return page.Show(w, r, http.StatusOK, firstMessage(v))
}

func (h *Pages) readFirst(r *http.Request, s *page.Viewer, clock page.Clock, c *svcx.Channel) (v firstView, err error) {
	v = firstView{Viewer: s, Clock: clock, channel: c}
	found, err := h.Messaging.Conversations(r.Context(), s.Workspace, svcx.ConversationFilter{Channel: &c.ID}, svcx.Page{Limit: 1})
	if err != nil {
		return v, err
	}
	if len(found.Items) > 0 {
		v.conversation = found.Items[0]
		list, err := h.Messaging.Messages(r.Context(), s.Workspace, v.conversation, svcx.MessagePage{Page: svcx.Page{Limit: 1}})
		if err == nil && len(list.Items) > 0 {
			v.message = &list.Items[0]
		}
		return v, err
	}
	events, _, err := h.Messaging.RecentEvents(r.Context(), s.Workspace, c.ID, svcx.EventFilter{Direction: svcx.Inbound, Limit: 1})
	if err == nil && len(events) > 0 && events[0].Status != svcx.EventOK {
		v.refused = events[0]
	}
	return v, err
}

// state tells what is shown from what comes after it.
func (v firstView) state() string {
	switch {
	case v.message != nil:
		return "message"
	case v.refused != nil:
		return "refused-" + page.IDOrNone(&v.refused.ID)
	}
	return "waiting"
}

// eager is how long after a channel was made its first message is looked for every other
// second; then it is every ten.
const eager = 15 * time.Minute

// answerIn is the list beside which the message is answered.
var answerIn = page.Listing{View: "open", Sort: page.SortNewest}

// poll is when the page asks again.
func (v firstView) poll() string {
	if v.Now < v.channel.CreatedAt.Add(eager) {
		return "every 2s"
	}
	return "every 10s"
}

// keyAbout says what the key is for, and whether it can be seen again.
func (v connectedView) keyAbout() string {
	switch {
	case v.key == "":
		return v.T("channels.step.key.gone")
	case v.revealable:
		return v.T("channels.step.key.again")
	}
	return v.T("channels.step.key.once")
}

func (v firstView) from() string {
	return v.ChannelLink(v.channel.ID, "/connect/first") + "?" + url.Values{"state": {v.state()}}.Encode()
}

// text is the beginning of the message.
func (v firstView) text() string {
	const most = 300
	switch m := v.message; {
	case m.ContentType == svcx.ContentHTML:
		return richtext.HTMLLine(m.Content, most)
	case m.Markdown:
		return richtext.MarkdownLine(m.Content, most)
	default:
		return richtext.TextLine(m.Content, most)
	}
}

func (v firstView) author() string {
	if v.message.Author.Name == "" {
		return v.T("author." + string(v.message.Author.Type))
	}
	return richtext.Name(v.message.Author.Name)
}

// reason is why the latest request was refused.
func (v firstView) reason() string {
	code, detail, _ := strings.Cut(v.refused.Error, ": ")
	if id := "channels.first.reason." + code; v.Has(id) {
		return v.T(id)
	}
	if detail == "" {
		return page.Sentence(code)
	}
	return page.Sentence(detail)
}
