package web

import (
	"context"
	"net/http"
	"slices"

	"svcx"
	"svcx/internal/web/page"
)

// Cookies of a browser that has put a checklist away, for a workspace.
const (
	startCookie = "svcx_start"
	tourCookie  = "svcx_tour"
)

// checklist is a list of things to do at the top of the inbox: how an admin gets started, or
// what to try in a demo.
type checklist struct {
	// id begins the ids of its texts, and names it in the page.
	id string
	// cookie says that it was put away.
	cookie string
	items  []checkItem
}

// checkItem is a thing to do, whose text has its id, and the page where it is done.
type checkItem struct {
	id, to string
	done   bool
	// about is the id of what is said of it; "" for nothing.
	about string
}

// done is how many of its items are done.
func (c *checklist) done() (n int) {
	for _, item := range c.items {
		if item.done {
			n++
		}
	}
	return n
}

// next is the first item that is not done; "" if all are.
func (c *checklist) next() string {
	for _, item := range c.items {
		if !item.done {
			return item.id
		}
	}
	return ""
}

// demoSlug is the workspace of a demo, demoConversation the external id of its first
// conversation.
const (
	demoSlug         = "demo"
	demoConversation = "order-4711"
)

// readChecklist sets the checklist of an inbox, and what an empty one says. A checklist is
// computed from what there is; that all is done is kept by the browser.
func readChecklist(h *Handler, w http.ResponseWriter, r *http.Request, v *inboxView) (err error) {
	for _, n := range v.Counts.ByStatus {
		v.known += n
	}
	admin := v.Member.Role == svcx.RoleAdmin
	if v.known == 0 && !admin {
		if v.admins, err = h.AdminNames(r.Context(), v.Viewer); err != nil {
			return err
		}
	}
	if h.options.DemoEmail != "" && v.Workspace.Slug == demoSlug {
		return readTour(h, r, v)
	}
	if !admin || v.Workspace.Admin || hasCookie(r, startCookie) {
		return nil
	}
	channel := v.Path(page.ChannelsPath + "/new")
	webhook := channel
	if len(v.channels) > 0 {
		channel, webhook = v.channelPath()+"/connect", v.WebhookLink(v.channels[0].ID)
	}
	replied := false
	if v.known > 0 {
		if replied, err = h.options.Reports.Replied(r.Context(), v.Workspace); err != nil {
			return err
		}
	}
	list := &checklist{id: "start", cookie: startCookie, items: []checkItem{
		{id: "start.connect", to: channel, done: len(v.channels) > 0},
		{id: "start.message", to: channel, done: v.known > 0},
		{id: "start.reply", to: v.InboxLink(page.Listing{View: "open", Sort: page.SortNewest}), done: replied},
		{id: "start.webhook", to: webhook, done: slices.ContainsFunc(v.channels, page.Sends)},
		{id: "start.invite", to: v.Path(page.MembersPath), done: len(v.members) > 1},
	}}
	if list.done() == len(list.items) {
		putAway(w, v.Viewer, startCookie)
		return nil
	}
	v.start = list
	return nil
}

// readTour sets the checklist of a demo.
func readTour(h *Handler, r *http.Request, v *inboxView) error {
	if hasCookie(r, tourCookie) {
		return nil
	}
	answer, err := demoLink(r.Context(), h, v)
	if err != nil || answer == "" {
		return err
	}
	v.start = &checklist{id: "tour", cookie: tourCookie, items: []checkItem{{id: "tour.answer", to: answer, about: "tour.answer.about"}}}
	if v.Member.Role == svcx.RoleAdmin && len(v.channels) > 0 {
		v.start.items = append(v.start.items, checkItem{id: "tour.events", to: v.channelPath() + "/events", about: "tour.events.about"},
			checkItem{id: "tour.send", to: v.channelPath() + "/connect", about: "tour.send.about"})
	}
	v.start.items = append(v.start.items, checkItem{id: "tour.search", to: v.InboxLink(page.Listing{View: "open", Sort: page.SortNewest, Q: "invoice"})},
		checkItem{id: "tour.reports", to: v.Path("/reports")})
	return nil
}

// demoLink is where the demo's first conversation is; "" if it is gone.
func demoLink(ctx context.Context, h *Handler, v *inboxView) (string, error) {
	found, err := h.Messaging.Conversations(ctx, v.Workspace, svcx.ConversationFilter{ExternalID: demoConversation}, svcx.Page{Limit: 1})
	if err != nil || len(found.Items) == 0 {
		return "", err
	}
	return v.ConversationLink(found.Items[0].ID, page.Listing{View: "open", Sort: page.SortNewest}), nil
}

// channelPath is the page of the first channel.
func (v *inboxView) channelPath() string {
	return v.Path(page.ChannelsPath+"/") + page.IDOrNone(&v.channels[0].ID)
}

func hasCookie(r *http.Request, name string) bool {
	_, err := r.Cookie(name)
	return err == nil
}

// putAway has the browser remember that a checklist of the workspace was put away.
func putAway(w http.ResponseWriter, s *page.Viewer, cookie string) {
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: "off", Path: s.Path("/"), MaxAge: int(page.PreferenceLife.Seconds()), SameSite: http.SameSiteLaxMode})
}

// dismiss is POST /app/{org}/start {what}: puts a checklist away in this browser.
func dismiss(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	switch fields.Get("what") {
	case "start":
		putAway(w, s, startCookie)
	case "tour":
		putAway(w, s, tourCookie)
	}
	return page.Redirect(w, r, s.Path("/inbox"))
}

// firstStep is what an inbox that has never had a conversation says: the ids of its texts, and
// where its button leads, "" without one.
type firstStep struct{ id, do, to string }

func (v *inboxView) firstStep() firstStep {
	admin := v.Member.Role == svcx.RoleAdmin
	switch {
	case admin && v.Workspace.Admin:
		return firstStep{"first.operators", "first.operators.do", v.Path(page.NewWorkspacePath)}
	case len(v.channels) == 0 && admin:
		return firstStep{"first.connect", "first.connect.do", v.Path(page.ChannelsPath + "/new")}
	case len(v.channels) == 0:
		return firstStep{id: "first.ask"}
	case admin:
		return firstStep{"first.send", "first.send.do", v.channelPath() + "/connect"}
	}
	return firstStep{id: "first.wait"}
}
