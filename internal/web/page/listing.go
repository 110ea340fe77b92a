package page

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"svcx"
	"svcx/internal/form"
)

// The views of the inbox.
const (
	viewMine       = "mine"
	viewUnassigned = "unassigned"
	viewOpen       = "open"
	viewResolved   = "resolved"
	viewClosed     = "closed"
)

// ViewAll is where a search looks through all conversations, whatever their status and
// assignee. It lists nothing by itself.
const ViewAll = "all"

// ViewUndelivered is of conversations of any status with replies that were not delivered.
const ViewUndelivered = "undelivered"

// ViewMentions is of conversations of any status whose notes mention the member.
const ViewMentions = "mentions"

// Views are the views of the inbox, as the navigation lists them.
var Views = [...]string{viewMine, ViewMentions, viewUnassigned, viewOpen, ViewUndelivered, viewResolved, viewClosed}

func isView(name string) bool { return slices.Contains(Views[:], name) }

// The orders of a list.
const (
	SortNewest  = "newest"
	sortOldest  = "oldest"
	sortWaiting = "waiting"
)

// Sorts are the orders of a list, as its menu offers them.
var Sorts = [...]string{SortNewest, sortOldest, sortWaiting}

// ViewCookie has the view that was used last in this browser.
const ViewCookie = "svcx_view"

// MaxQuery bounds what one may search for, in characters.
const MaxQuery = 200

// Listing is which conversations a list shows, and in which order: what stands in the
// query of a page's address.
type Listing struct {
	View     string
	Category svcx.CategoryID
	Channel  svcx.ChannelID
	Assignee svcx.UserID
	Tag, Q   string
	Sort     string
	// After is the cursor after which the page begins; "" on the first.
	After string
}

// ReadListing reads the query of an address. Without a view it is the one used last in
// this browser.
func ReadListing(r *http.Request) (Listing, error) {
	q := r.URL.Query()
	l := Listing{View: q.Get("view"), Tag: form.CleanText(q.Get("tag")), Q: strings.TrimSpace(form.CleanText(q.Get("q"))), Sort: q.Get("sort"), After: q.Get("after")}
	if l.View == "" || l.View == ViewAll && l.Q == "" {
		l.View = viewOpen
		if c, err := r.Cookie(ViewCookie); err == nil && isView(c.Value) && c.Value != ViewUndelivered && c.Value != ViewMentions {
			l.View = c.Value
		}
	}
	if r.PathValue("id") != "" {
		l.After = "" // it is that of a thread (threadPage), beside the list's first page
	}
	if l.Sort == "" {
		l.Sort = SortNewest
	}
	ok := (isView(l.View) || l.View == ViewAll) && slices.Contains(Sorts[:], l.Sort) && utf8.RuneCountInString(l.Tag) <= svcx.MaxTag
	if utf8.RuneCountInString(l.Q) > MaxQuery {
		l.Q = string([]rune(l.Q)[:MaxQuery])
	}
	ids := map[string]*int64{"category": (*int64)(&l.Category), "channel": (*int64)(&l.Channel), "assignee": (*int64)(&l.Assignee)}
	for name, id := range ids {
		if text := q.Get(name); text != "" {
			value, valid := form.ParseID(text)
			*id, ok = value, ok && valid
		}
	}
	if !ok {
		return l, svcx.NotFound("view")
	}
	return l, nil
}

// Query is the listing as the query of an address, with "?"; "" for the view used last.
func (l Listing) Query() string {
	q := make(url.Values)
	set := func(name, value string) {
		if value != "" && value != "0" {
			q.Set(name, value)
		}
	}
	set("view", l.View)
	set("category", strconv.FormatInt(int64(l.Category), 10))
	set("channel", strconv.FormatInt(int64(l.Channel), 10))
	set("assignee", strconv.FormatInt(int64(l.Assignee), 10))
	set("tag", l.Tag)
	set("q", l.Q)
	if l.Sort != SortNewest {
		q.Set("sort", l.Sort)
	}
	set("after", l.After)
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// First is the first page of the listing.
func (l Listing) First() Listing {
	l.After = ""
	return l
}

// Filtered reports whether more than the view narrows the list.
func (l Listing) Filtered() bool {
	return l.Category != 0 || l.Channel != 0 || l.Assignee != 0 || l.Tag != "" || l.Q != ""
}

// Sorted is the first page of the listing in another order.
func (l Listing) Sorted(by string) Listing {
	l.Sort, l.After = by, ""
	return l
}

// Everywhere is the same search of all conversations.
func (l Listing) Everywhere() Listing { return Listing{View: ViewAll, Q: l.Q, Sort: SortNewest} }

// Unsearched is the list without the search; after one of all conversations, the view used
// last.
func (l Listing) Unsearched() Listing {
	l.Q, l.After = "", ""
	if l.View == ViewAll {
		l.View = ""
	}
	return l
}

// Status is the status that a view is about; "" for any.
func (l Listing) Status() svcx.Status {
	switch l.View {
	case ViewAll, ViewUndelivered, ViewMentions:
		return ""
	case viewResolved, viewClosed:
		return svcx.Status(l.View)
	}
	return svcx.StatusOpen
}

// WithStatus is the same list of another status: of one's own conversations, if the
// view is of those.
func (l Listing) WithStatus(s svcx.Status, me svcx.UserID) Listing {
	l.After = ""
	own := l.View == viewMine || l.Assignee == me
	switch {
	case s == svcx.StatusOpen && own:
		l.View, l.Assignee = viewMine, 0
	case s == svcx.StatusOpen && l.View == viewUnassigned:
	default:
		if l.View == viewMine {
			l.Assignee = me
		}
		l.View = string(s)
	}
	return l
}

// Filter is the listing for the use case.
func (l Listing) Filter(me svcx.UserID) svcx.ConversationFilter {
	f := svcx.ConversationFilter{Status: l.Status(), Tag: l.Tag, Sort: svcx.ConversationSort(l.Sort)}
	f.AssignedTo, f.Category, f.Channel = NonZero(l.Assignee), NonZero(l.Category), NonZero(l.Channel)
	switch l.View {
	case viewMine:
		f.AssignedTo = &me
	case viewUnassigned:
		f.Unassigned = f.AssignedTo == nil
	}
	return f
}

// waits marks a cursor among those who wait, in the order of their waiting.
const waits = "w"

// Cursor reads After; nil on the first page.
func (l Listing) Cursor() (*svcx.ConversationCursor, error) {
	if l.After == "" {
		return nil, nil
	}
	text, waiting := strings.CutPrefix(l.After, waits)
	at, of, _ := strings.Cut(text, "-")
	since, ok := form.ParseID(at)
	id, isID := form.ParseID(of)
	if !ok || !isID || waiting && l.Sort != sortWaiting {
		return nil, svcx.NotFound("page")
	}
	c := svcx.ConversationCursor{At: svcx.Time(since), ID: svcx.ConversationID(id)}
	if waiting {
		c.At, c.WaitingSince = 0, c.At
	}
	return &c, nil
}

// WriteCursor is the text of a cursor.
func WriteCursor(c svcx.ConversationCursor) string {
	prefix, at := "", c.At
	if c.WaitingSince != 0 {
		prefix, at = waits, c.WaitingSince
	}
	return prefix + strconv.FormatInt(int64(at), 10) + "-" + strconv.FormatInt(int64(c.ID), 10)
}
