package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// listLength is how many rows a list begins with, and how many more it gets at its end.
const listLength = 30

// maxChannels bounds the channels that a filter offers.
const maxChannels = 1000

// inboxView is the inbox: a list and, beside it, what is open.
type inboxView struct {
	page.Frame
	lookups
	page.Listing
	rows []row
	// next is the following page; nil on the last.
	next *page.Listing
	// total is how many there are; -1 if they were not counted.
	total int
	open  *conversationView
	// wordy is set if nothing was searched for, because there are too many words.
	wordy bool
	// known is how many conversations there are in the workspace.
	known int
	// start is the checklist above the list; nil for none.
	start *checklist
	// admins are those whom a member may ask to connect a channel, if there is no
	// conversation yet.
	admins string
}

// inbox is GET /app/{org}/inbox: the list.
func (h *Handler) inbox(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v, err := h.list(w, r, s)
	if err != nil {
		return err
	}
	h.rememberView(w, v.Listing)
	status := http.StatusOK
	if v.wordy {
		status = http.StatusUnprocessableEntity
	}
	if page.IsFragment(r) {
		return page.Show(w, r, status, listFragment(v))
	}
	return page.Show(w, r, status, inboxPage(v))
}

func (h *Handler) rememberView(w http.ResponseWriter, l page.Listing) {
	if l.Q == "" {
		h.SetCookie(w, page.ViewCookie, l.View, int(page.PreferenceLife.Seconds()))
	}
}

// list loads what a page with a list shows.
func (h *Handler) list(w http.ResponseWriter, r *http.Request, s *page.Viewer) (v inboxView, err error) {
	if v.Listing, err = page.ReadListing(r); err != nil {
		return v, err
	}
	if v.Frame, err = h.ReadFrame(w, r, s); err != nil {
		return v, err
	}
	if v.lookups, err = h.lookups(r.Context(), s, v.Frame.Categories); err != nil {
		return v, err
	}
	v.Said = v.Undo.Says(s, v.members, v.categories)
	v.At, v.Title = v.Listing, v.name()
	if v.Filtered() {
		v.Found = v.Title
	}
	items, err := v.conversations(r.Context(), h)
	if known := (*svcx.Error)(nil); errors.As(err, &known) && known.Kind == svcx.KindValidation && known.Field == "q" {
		v.wordy, err = true, nil
	}
	if svcx.KindOf(err) == svcx.KindValidation {
		err = svcx.NotFound("view") // a category, channel or member that does not exist
	}
	if err != nil {
		return v, err
	}
	if v.Counts, err = h.ReadCounts(r.Context(), s); err != nil {
		return v, err
	}
	if n, ok := s.Total(v.Counts, v.Listing); ok && v.total >= 0 {
		v.total = n // one figure, wherever it stands
	}
	if err := readChecklist(h, w, r, &v); err != nil {
		return v, err
	}
	if messaging.IsSearch(v.Q) {
		v.Found = v.found(len(items))
		v.Title = v.Found
	}
	return v, v.fill(r.Context(), h, items)
}

// found is what a search has found.
func (v *inboxView) found(n int) (text string) {
	if v.wordy {
		return v.T("empty.wordy.title")
	}
	text = v.FoundText(v.Q, n, v.next != nil || v.After != "")
	narrowed := v.heading()
	if v.View == page.ViewAll {
		narrowed = narrowed[1:]
	}
	return strings.Join(append([]string{text}, narrowed...), between)
}

func (h *Handler) lookups(ctx context.Context, s *page.Viewer, categories []*svcx.Category) (lookups, error) {
	members, err := h.Admin.Members(ctx, s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	if err != nil {
		return lookups{}, err
	}
	channels, err := h.Admin.Channels(ctx, s.Workspace, svcx.Page{Limit: maxChannels})
	return lookups{categories, members.Items, channels.Items}, err
}

// conversations reads a page of the list and sets next and total.
func (v *inboxView) conversations(ctx context.Context, h *Handler) ([]*svcx.Conversation, error) {
	v.total = -1
	filter := v.Filter(v.Member.ID)
	after, err := v.Cursor()
	if err != nil {
		return nil, err
	}
	if messaging.IsSearch(v.Q) {
		found, err := h.Messaging.SearchConversations(ctx, v.Workspace, filter, v.Q, after, listLength)
		if err == nil && found.Next != nil {
			v.continueAfter(*found.Next)
		}
		if err != nil || v.View != page.ViewMentions {
			return found.Items, err
		}
		mentioning, err := h.Messaging.Attention.MentioningIDs(ctx, v.Workspace, v.Member, filter)
		return slices.DeleteFunc(found.Items, func(c *svcx.Conversation) bool { return !slices.Contains(mentioning, c.ID) }), err
	}
	if v.View == page.ViewMentions {
		found, total, err := h.Messaging.Attention.Mentioning(ctx, v.Workspace, v.Member, filter, after, listLength)
		if v.total = total; err == nil && found.Next != nil {
			v.continueAfter(*found.Next)
		}
		return found.Items, err
	}
	if v.View == page.ViewUndelivered {
		found, total, err := h.options.Deliveries.Undelivered(ctx, v.Workspace, filter, after, listLength)
		if v.total = total; err == nil && found.Next != nil {
			v.continueAfter(*found.Next)
		}
		return found.Items, err
	}
	if after != nil {
		items, more, err := h.Messaging.ConversationsAfter(ctx, v.Workspace, filter, *after, listLength)
		if more {
			v.continueAfter(filter.Cursor(items[len(items)-1]))
		}
		return items, err
	}
	list, err := h.Messaging.Conversations(ctx, v.Workspace, filter, svcx.Page{Limit: listLength})
	if err != nil {
		return nil, err
	}
	var items []*svcx.Conversation
	err = list.Each(ctx, func(some []*svcx.Conversation) error {
		items = append(items, some...)
		return nil
	})
	v.total = list.Total
	if len(items) < list.Total && len(items) > 0 {
		v.continueAfter(filter.Cursor(items[len(items)-1]))
	}
	return items, err
}

func (v *inboxView) continueAfter(c svcx.ConversationCursor) {
	next := v.Listing
	next.After = page.WriteCursor(c)
	v.next = &next
}

// fill makes the rows of conversations.
func (v *inboxView) fill(ctx context.Context, h *Handler, items []*svcx.Conversation) error {
	beside, err := h.Messaging.Beside(ctx, v.Workspace, items)
	if err != nil {
		return err
	}
	unread, err := h.Messaging.Unread(ctx, v.Workspace, v.Member, items)
	if err != nil {
		return err
	}
	drafts, err := h.Messaging.Drafts.Among(ctx, v.Workspace, v.Member, items)
	if err != nil {
		return err
	}
	var notes map[svcx.ConversationID]svcx.Excerpt
	if v.View == page.ViewMentions {
		if notes, err = h.Messaging.Attention.Notes(ctx, v.Workspace, v.Member, items); err != nil {
			return err
		}
	}
	found, err := h.found(ctx, v, items)
	if err != nil {
		return err
	}
	words := messaging.WordsOf(v.Q)
	for _, c := range items {
		r := newRow(v.Printer, v.Clock, c, beside, v.lookups)
		r.link, r.me, r.unread = v.ConversationLink(c.ID, v.Listing), v.Member.ID, unread[c.ID]
		if draft, is := drafts[c.ID]; is {
			r.draft = &draft
		}
		if note, is := notes[c.ID]; is {
			r.note = &note
		}
		message, is := found[c.ID]
		r.find(words, message, is)
		v.rows = append(v.rows, r)
	}
	return nil
}

// empty is the id of the texts of a list without rows.
func (v inboxView) empty() string {
	switch {
	case v.wordy:
		return "empty.wordy"
	case v.Q != "" && v.View == page.ViewAll:
		return "empty.searched"
	case v.Q != "":
		return "empty.search"
	case v.Filtered():
		return "empty.filter"
	}
	return "empty." + v.View
}

// place is a list to go to.
type place struct {
	page.Listing
	name string
}

// elsewhere is where to go from a list without rows.
func (v inboxView) elsewhere() (all []place) {
	add := func(l page.Listing, name string) { all = append(all, place{l, name}) }
	switch {
	case v.wordy:
	case v.Q != "":
		if v.Listing != v.Everywhere() {
			add(v.Everywhere(), v.T("search.everywhere"))
		}
		for _, status := range svcx.Statuses {
			if other := v.Listing.WithStatus(status, v.Member.ID); status != v.Status() && v.View != page.ViewAll {
				add(other, v.T("empty.searchIn", "View", v.T("status."+string(status))))
			}
		}
	case v.View == "mine" && !v.Filtered() && v.Counts.Unassigned > 0:
		add(page.Listing{View: "unassigned", Sort: v.Sort}, v.N("empty.toUnassigned", v.Counts.Unassigned))
	case v.View == "unassigned" && !v.Filtered() && v.Counts.ByStatus[svcx.StatusOpen] > 0:
		add(page.Listing{View: "open", Sort: v.Sort}, v.N("empty.toOpen", v.Counts.ByStatus[svcx.StatusOpen]))
	}
	switch {
	case v.Q != "":
		add(v.Unsearched(), v.T("search.clear"))
	case v.Filtered():
		add(page.Listing{View: v.View, Sort: v.Sort}, v.T("empty.clear"))
	}
	return all
}
