package web

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/live"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// stream is GET /app/{org}/stream: what happens, as HTML of the pages' components, on the
// numbers of the session API's stream. It starts after the number in Last-Event-ID, or
// after ?since=.
func (h *Handler) stream(w http.ResponseWriter, r *http.Request) error {
	s, err := h.ReadViewer(r)
	if err == page.ErrSignedOut {
		return &svcx.Error{Kind: svcx.KindUnauthorized, Message: h.Texts.For(r.Header.Get("Accept-Language")).T("failure.signedOut")}
	}
	if err != nil {
		return err
	}
	since, err := sinceOf(r)
	if err != nil {
		return err
	}
	events := htmlEvents{h, s.Workspace.Slug, s.Lang}
	return h.options.Live.Serve(w, r, live.Subscription{Workspace: s.Workspace.ID, User: s.Member.ID, Encoder: events, Since: since, Client: clientOf(r.URL.Query().Get("client")), Alive: true}, func(ctx context.Context) error {
		_, err := h.ReadViewer(r.WithContext(ctx))
		if err == page.ErrSignedOut {
			return &svcx.Error{Kind: svcx.KindUnauthorized}
		}
		return err
	})
}

func sinceOf(r *http.Request) (*svcx.Sequence, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("since")
	}
	if text == "" {
		return nil, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		n = -1 // too old: the reader reloads everything
	}
	return (*svcx.Sequence)(&n), nil
}

// htmlEvents renders changes for the pages: the same for all members of a workspace who
// read a language.
type htmlEvents struct {
	h          *Handler
	slug, lang string
}

// Encode implements live.Encoder.
func (e htmlEvents) Encode(ctx context.Context, ws svcx.WorkspaceID, events []live.Event) ([][]byte, error) {
	w := &svcx.Workspace{ID: ws, Slug: e.slug}
	s := &page.Viewer{Printer: e.h.Texts.Of(e.lang), Workspace: w}
	c := page.SharedClock(s.Printer, svcx.At(e.h.Now()))
	rows, err := e.rows(ctx, s, c, events)
	if err != nil {
		return nil, err
	}
	messages, err := e.messages(ctx, s, c, events)
	if err != nil {
		return nil, err
	}
	names, err := e.viewers(ctx, s, events)
	if err != nil {
		return nil, err
	}
	deliveries, err := e.deliveries(ctx, s, c, events)
	if err != nil {
		return nil, err
	}
	rendered := make([][]byte, len(events))
	for i, event := range events {
		var shown templ.Component
		switch {
		case event.Indicator != nil && event.Indicator.Kind == svcx.IndicatorViewing:
			shown = viewerMark(s.Printer, event.Indicator, names[event.Indicator.User])
		case event.Message != nil:
			shown = messageArticle(messages[event.Message.ID])
		case event.Conversation != nil:
			shown = rowItem(rows[event.Conversation.ID])
		case event.Delivery != nil:
			known := deliveries[event.Delivery.Message]
			if known == nil {
				continue // it was deleted meanwhile
			}
			shown = deliveryLine(known, false)
		default:
			shown = indicator(s.Printer, event.Indicator)
		}
		var out bytes.Buffer
		if err := shown.Render(ctx, &out); err != nil {
			return nil, err
		}
		rendered[i] = out.Bytes()
	}
	return rendered, nil
}

func (e htmlEvents) rows(ctx context.Context, s *page.Viewer, c page.Clock, events []live.Event) (map[svcx.ConversationID]row, error) {
	var changed []*svcx.Conversation
	for _, event := range events {
		if event.Conversation != nil {
			changed = append(changed, event.Conversation)
		}
	}
	if len(changed) == 0 {
		return nil, nil
	}
	categories, err := e.h.Admin.Categories(ctx, s.Workspace, svcx.Page{Limit: svcx.MaxCategories})
	if err != nil {
		return nil, err
	}
	named, err := e.h.lookups(ctx, s, categories.Items)
	if err != nil {
		return nil, err
	}
	beside, err := e.h.Messaging.Beside(ctx, s.Workspace, changed)
	if err != nil {
		return nil, err
	}
	ids := make([]svcx.ConversationID, len(changed))
	for i, conversation := range changed {
		ids[i] = conversation.ID
	}
	summarized, err := e.h.Assist.SummarizedAt(ctx, s.Workspace.ID, ids)
	if err != nil {
		return nil, err
	}
	rows := make(map[svcx.ConversationID]row, len(changed))
	for _, conversation := range changed {
		r := newRow(s.Printer, c, conversation, beside, named)
		r.link, r.summarizedAt = s.Path("/inbox/")+r.id(), summarized[conversation.ID]
		rows[conversation.ID] = r
	}
	return rows, nil
}

// messages returns the views of the events' messages.
func (e htmlEvents) messages(ctx context.Context, s *page.Viewer, c page.Clock, events []live.Event) (map[svcx.MessageID]*messageView, error) {
	var all []svcx.Message
	for _, event := range events {
		if event.Message != nil {
			all = append(all, *event.Message)
		}
	}
	fresh, err := e.h.Messaging.KnownContent(ctx, s.Workspace, all)
	if err != nil {
		return nil, err
	}
	if err := e.h.Messaging.HideReadStatus(ctx, s.Workspace, all); err != nil {
		return nil, err
	}
	e.h.Links.LinkFiles(s.Workspace.ID, all, svcx.FileLinkForMember)
	views := make(map[svcx.MessageID]*messageView, len(all))
	for i := range all {
		m := &all[i]
		views[m.ID] = &messageView{Printer: s.Printer, Clock: c, message: m, base: s.Path("/inbox/"), media: e.h.Links.MediaOf(s.Workspace, all[i:i+1], fresh[m.ID])}
	}
	return views, e.h.showDeliveries(ctx, s, c, slices.Collect(maps.Values(views)))
}

// deliveries returns the deliveries of messages that have changed.
func (e htmlEvents) deliveries(ctx context.Context, s *page.Viewer, c page.Clock, events []live.Event) (map[svcx.MessageID]*deliveryView, error) {
	var messages []svcx.MessageID
	var conversations []svcx.ConversationID
	for _, event := range events {
		if event.Delivery != nil {
			messages = append(messages, event.Delivery.Message)
			conversations = append(conversations, event.Delivery.Conversation)
		}
	}
	found, err := e.h.options.Deliveries.OfMessages(ctx, s.Workspace, messages)
	if err != nil {
		return nil, err
	}
	marks, err := e.h.options.Deliveries.Marks(ctx, s.Workspace, conversations)
	if err != nil {
		return nil, err
	}
	views, held := make(map[svcx.MessageID]*deliveryView), make(map[svcx.ChannelID]string)
	for id, of := range found {
		v, err := e.h.newDelivery(ctx, s, c, of, held)
		if err != nil {
			return nil, err
		}
		last := row{delivery: marks[of.Conversation].Delivery}
		v.failed, v.waits = last.delivery == svcx.DeliveryFailed, last.waits()
		views[id] = v
	}
	return views, nil
}

// read is POST /app/{org}/inbox/{id}/read: a script says that the member has seen what
// came while the conversation was open.
func (h *Handler) read(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	if _, err := h.Messaging.AgentReads(r.Context(), s.Call(), s.Member, id); err != nil {
		return err
	}
	return done(w)
}

// typing is POST /app/{org}/inbox/{id}/typing: the member writes a reply. A channel that
// does not want to know is no failure.
func (h *Handler) typing(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	on := r.URL.Query().Get("on") != "false"
	_, err = h.Messaging.AgentTypes(r.Context(), s.Workspace, s.Member, id, on)
	if svcx.KindOf(err) == svcx.KindForbidden {
		// The channel does not want to know. Colleagues see it all the same.
		h.signalTyping(s, id, on)
	} else if err != nil {
		return err
	}
	return done(w)
}

// parts is GET /app/{org}/inbox/{id}/parts: what of an open conversation changed
// elsewhere, beside its messages, with the entries of its history after ?event=.
func (h *Handler) parts(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	o, err := h.openParts(w, r, s, id)
	if err != nil {
		return err
	}
	event, _ := strconv.ParseInt(r.URL.Query().Get("event"), 10, 64) // what is missing is all
	return page.Show(w, r, http.StatusOK, changedFragment(o, o.linesAfter(event)))
}

// countsPage is GET /app/{org}/counts: the numbers beside the views and, with the query of a
// list, that of the list.
func (h *Handler) countsPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	l, err := page.ReadListing(r)
	if err != nil {
		return err
	}
	counts, err := h.ReadCounts(r.Context(), s)
	if err != nil {
		return err
	}
	total, counted := s.Total(counts, l)
	if !counted && r.URL.Query().Has("view") && l.View == page.ViewMentions && !messaging.IsSearch(l.Q) {
		_, total, err = h.Messaging.Attention.Mentioning(r.Context(), s.Workspace, s.Member, l.Filter(s.Member.ID), nil, 1)
		if err != nil {
			return err
		}
		counted = true
	} else if !counted && r.URL.Query().Has("view") && l.View != page.ViewUndelivered && !messaging.IsSearch(l.Q) {
		list, err := h.Messaging.Conversations(r.Context(), s.Workspace, l.Filter(s.Member.ID), svcx.Page{Limit: 1})
		if err != nil {
			return err
		}
		total, counted = list.Total, true
	}
	if !counted {
		total = -1
	}
	return page.Show(w, r, http.StatusOK, countNumbers(s, counts, total))
}

// unreadPage is GET /app/{org}/unread {id…}: how many messages of conversations the member
// has not read.
func (h *Handler) unreadPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	var asked []*svcx.Conversation
	for _, text := range r.URL.Query()["id"] {
		id, ok := form.ParseID(text)
		if !ok || len(asked) == page.RowsPerPage {
			return svcx.NotFound("conversation")
		}
		asked = append(asked, &svcx.Conversation{ID: svcx.ConversationID(id)})
	}
	unread, err := h.Messaging.Unread(r.Context(), s.Workspace, s.Member, asked)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, unreadNumbers(asked, unread))
}

// indicatorName is how the one is called who an indicator is about.
func indicatorName(p *texts.Printer, i *svcx.Indicator) string {
	if i.Name == "" {
		return p.T("author.customer")
	}
	return i.Name
}
