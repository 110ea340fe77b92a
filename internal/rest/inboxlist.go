package rest

import (
	"cmp"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
)

// inboxListing is the agents' list: by offset with a total, or after a cursor.
type inboxListing struct {
	Data        []any `json:"data"`
	Total       *int  `json:"total,omitempty"`
	TotalCapped bool  `json:"totalCapped,omitzero"`
	Limit       int   `json:"limit"`
	Offset      *int  `json:"offset,omitempty"`
	// HasMore and NextCursor lead to the next page.
	HasMore    bool    `json:"hasMore"`
	NextCursor *string `json:"nextCursor"`
}

// listInbox serves GET /conversations, by default ordered by last message, latest first.
//
// Filters: view (mine and unassigned, of open conversations; open, resolved,
// closed; mentions, those whose notes mention the member) or v1's status; v1's other filters, and tag; q, a search. Order: sort. Paging:
// limit and offset as in v1, or cursor, the nextCursor of the previous page. By
// cursor, every page costs the same and nothing is repeated.
// Answer: {data, total, limit, offset, hasMore, nextCursor}, without total and
// offset after a cursor and for a search. Each row also has unread, mentioned and
// handedOver, which are the member's own.
func (a *API) listInbox(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Conversations)
	if err != nil {
		return nil, err
	}
	filter, err := r.inboxFilter()
	if err != nil {
		return nil, err
	}
	after, err := r.cursor(filter.Sort)
	if err != nil {
		return nil, err
	}
	q, err := r.text("q")
	if err != nil {
		return nil, err
	}
	if r.query.Get("view") == viewMentions {
		return a.listMentioning(r, filter, q, after, page)
	}
	if messaging.IsSearch(q) {
		return a.searchInbox(r, filter, q, after, page.Limit)
	}
	if after != nil {
		items, more, err := a.Messaging.ConversationsAfter(r.http.Context(), r.workspace, filter, *after, page.Limit)
		if err != nil {
			return nil, err
		}
		return r.inboxPage(items, filter, page.Limit, more)
	}
	items, err := a.Messaging.Conversations(r.http.Context(), r.workspace, filter, page)
	if err != nil {
		return nil, err
	}
	if items.More == nil {
		answer, err := r.inboxPage(items.Items, filter, page.Limit, items.TotalCapped || page.Offset+len(items.Items) < items.Total)
		answer.Total, answer.TotalCapped, answer.Offset = &items.Total, items.TotalCapped, &page.Offset
		return answer, err
	}
	return r.longInboxPage(items, filter, page), nil
}

// viewMentions has the conversations whose notes mention the member.
const viewMentions = "mentions"

func (a *API) listMentioning(r *request, filter svcx.ConversationFilter, q string, after *svcx.ConversationCursor, page svcx.Page) (any, error) {
	if messaging.IsSearch(q) {
		return nil, svcx.Invalid("q", "must not be given together with view=%s", viewMentions)
	}
	found, total, err := a.Messaging.Attention.Mentioning(r.http.Context(), r.workspace, r.member, filter, after, page.Offset+page.Limit)
	if err != nil {
		return nil, err
	}
	answer, err := r.inboxPageTo(found.Items[min(page.Offset, len(found.Items)):], filter.Sort, page.Limit, found.Next)
	if after == nil {
		answer.Total, answer.Offset = &total, &page.Offset
	}
	return answer, err
}

func (a *API) searchInbox(r *request, filter svcx.ConversationFilter, q string, after *svcx.ConversationCursor, limit int) (any, error) {
	if r.query.Has("offset") {
		return nil, svcx.Invalid("offset", "must not be given together with q")
	}
	if filter.Sort != svcx.SortNewest {
		return nil, svcx.Invalid("sort", "must be newest together with q")
	}
	found, err := a.Messaging.SearchConversations(r.http.Context(), r.workspace, filter, q, after, limit)
	if err != nil {
		return nil, err
	}
	return r.inboxPageTo(found.Items, svcx.SortNewest, limit, found.Next)
}

func (r *request) inboxPage(items []*svcx.Conversation, filter svcx.ConversationFilter, limit int, more bool) (inboxListing, error) {
	if !more || len(items) == 0 {
		return r.inboxPageTo(items, filter.Sort, limit, nil)
	}
	next := filter.Cursor(items[len(items)-1])
	return r.inboxPageTo(items, filter.Sort, limit, &next)
}

// longInboxPage is a page by offset that is read in pieces.
func (r *request) longInboxPage(items svcx.List[*svcx.Conversation], filter svcx.ConversationFilter, page svcx.Page) any {
	var show func(*svcx.Conversation) any
	var last *svcx.Conversation
	n := page.Offset
	items.Prepare(func(some []*svcx.Conversation) (err error) {
		n, last = n+len(some), some[len(some)-1]
		show, err = r.listed(some)
		return err
	})
	return inPieces(items, func(c *svcx.Conversation) any { return show(c) }, func(data []any) any {
		l := inboxListing{Data: data, Total: &items.Total, TotalCapped: items.TotalCapped, Limit: page.Limit, Offset: &page.Offset}
		if last != nil && (items.TotalCapped || n < items.Total) {
			l.continueAfter(filter.Sort, filter.Cursor(last))
		}
		return l
	})
}

// The prefixes of cursors by order; of those who wait, and of the others after them.
const (
	cursorOldest  = "o"
	cursorWaiting = "w"
	cursorOthers  = "n"
)

// continueAfter sets the cursor of the next page.
func (l *inboxListing) continueAfter(sort svcx.ConversationSort, after svcx.ConversationCursor) {
	cursor := writeCursor(sort, after)
	l.HasMore, l.NextCursor = true, &cursor
}

func writeCursor(sort svcx.ConversationSort, after svcx.ConversationCursor) string {
	prefix, at := "", after.At
	switch {
	case sort == svcx.SortOldest:
		prefix = cursorOldest
	case sort == svcx.SortWaiting && after.WaitingSince != 0:
		prefix, at = cursorWaiting, after.WaitingSince
	case sort == svcx.SortWaiting:
		prefix = cursorOthers
	}
	return prefix + strconv.FormatInt(int64(at), 10) + "-" + strconv.FormatInt(int64(after.ID), 10)
}

// listed reads what conversations are for the member, and returns how they are encoded.
func (r *request) listed(items []*svcx.Conversation) (func(*svcx.Conversation) any, error) {
	unread, err := r.api.Messaging.Unread(r.http.Context(), r.workspace, r.member, items)
	if err != nil {
		return nil, err
	}
	waiting, err := r.api.Messaging.Attention.Of(r.http.Context(), r.workspace, r.member, items)
	return func(c *svcx.Conversation) any { return r.form.ListedConversation(c, unread[c.ID], waiting[c.ID]) }, err
}

// inboxPageTo is a page that continues after next; nil on the last page.
func (r *request) inboxPageTo(items []*svcx.Conversation, sort svcx.ConversationSort, limit int, next *svcx.ConversationCursor) (inboxListing, error) {
	show, err := r.listed(items)
	if err != nil {
		return inboxListing{}, err
	}
	l := inboxListing{Data: encodeAll(items, show), Limit: limit}
	if next != nil {
		l.continueAfter(sort, *next)
	}
	return l, nil
}

// cursor reads the cursor after which a page begins; nil without one.
func (r *request) cursor(sort svcx.ConversationSort) (*svcx.ConversationCursor, error) {
	value, given, err := r.param("cursor")
	if err != nil || !given {
		return nil, err
	}
	if r.query.Has("offset") {
		return nil, svcx.Invalid("offset", "must not be given together with cursor")
	}
	return readCursor("cursor", value, sort)
}

// readCursor reads a cursor of a list of conversations in an order.
func readCursor(name, value string, sort svcx.ConversationSort) (*svcx.ConversationCursor, error) {
	prefix := value[:len(value)-len(strings.TrimLeft(value, cursorOldest+cursorWaiting+cursorOthers))]
	at, of, _ := strings.Cut(value[len(prefix):], "-")
	since, ok := form.ParseID(at)
	id, isID := form.ParseID(of)
	if !ok || !isID || len(prefix) > 1 {
		return nil, svcx.Invalid(name, "must be from a page of the list")
	}
	// The lists of R 4.1 are not those of the session API: they share the empty prefix.
	orders := map[string]svcx.ConversationSort{
		"": svcx.SortNewest, cursorOldest: svcx.SortOldest, cursorWaiting: svcx.SortWaiting, cursorOthers: svcx.SortWaiting,
	}
	if orders[prefix] != cmp.Or(sort, svcx.SortNewest) {
		return nil, svcx.Invalid(name, "must be from a page of the list in the same order")
	}
	after := svcx.ConversationCursor{At: svcx.Time(since), ID: svcx.ConversationID(id)}
	if prefix == cursorWaiting {
		after.At, after.WaitingSince = 0, after.At
	}
	return &after, nil
}

// inboxFilter reads v1's filters, tag, view and sort.
func (r *request) inboxFilter() (svcx.ConversationFilter, error) {
	f, err := r.conversationFilter()
	if err != nil {
		return f, err
	}
	if f.Tag, _, err = r.param("tag"); err != nil {
		return f, err
	}
	if f.Sort, err = r.sort(); err != nil {
		return f, err
	}
	view, given, err := r.param("view")
	if err != nil || !given {
		return f, err
	}
	if f.Status != "" {
		return f, svcx.Invalid("view", "must not be given together with status")
	}
	switch view {
	case viewMentions:
	case "mine", "unassigned":
		if f.AssignedTo != nil || f.Unassigned {
			return f, svcx.Invalid("view", "must not be %s together with assignedTo", view)
		}
		f.Status, f.Unassigned = svcx.StatusOpen, view == "unassigned"
		if view == "mine" {
			f.AssignedTo = &r.member.ID
		}
	default:
		if f.Status = svcx.Status(view); !f.Status.Valid() {
			return f, svcx.Invalid("view", "must be mine, unassigned, open, resolved, closed or mentions")
		}
	}
	return f, nil
}

func (r *request) sort() (svcx.ConversationSort, error) {
	value, given, err := r.param("sort")
	switch sort := svcx.ConversationSort(value); {
	case err != nil || !given || value == "newest":
		return svcx.SortNewest, err
	case sort == svcx.SortOldest || sort == svcx.SortWaiting:
		return sort, nil
	}
	return "", svcx.Invalid("sort", "must be newest, oldest or waiting")
}
