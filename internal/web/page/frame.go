package page

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"svcx"
)

// hidesCookie has the panes that are hidden beside a thread, with dots between them.
const hidesCookie = "svcx_hides"

// PreferenceLife is how long a browser keeps what was chosen in it.
const PreferenceLife = 365 * 24 * time.Hour

// Frame is what every page of a workspace shows around its content.
type Frame struct {
	*Viewer
	Clock
	// Title is the page's heading, and the beginning of its title.
	Title string
	// Found is what a search or a filter found: it stands in the page's title too, and a script
	// has it read out. "" if nothing was asked for.
	Found string
	// hides are the panes that are hidden beside a thread.
	hides string
	// At is what the navigation marks as the current place.
	At Listing
	// Here is the address of a page that is not the inbox; "" in the inbox.
	Here string
	// Searches is set if the page has a search of its own in place of the inbox's.
	Searches   bool
	Counts     svcx.ViewCounts
	Categories []*svcx.Category
	// seq is the number of the last change that the page shows: its stream starts there.
	seq svcx.Sequence
	// Done is the id of a text about what was done on the page before; "" for nothing.
	Done string
	// Said says in its place what exactly; "" if the text says all.
	Said string
	// Undo takes it back; nil if it cannot be undone.
	Undo *Undo
	// query is that of the request: what a page shows of a list.
	query url.Values
	// Bulk shows the member's latest bulk action; nil if there is nothing to show.
	Bulk templ.Component
}

func (f Frame) saying() string {
	if f.Said != "" {
		return f.Said
	}
	return f.T(f.Done)
}

// ReadFrame reads what a page shows around its content. What was done on the page before is
// said once.
func (h *Site) ReadFrame(w http.ResponseWriter, r *http.Request, s *Viewer) (f Frame, err error) {
	f = Frame{Viewer: s, Clock: h.ReadClock(r, s), query: r.URL.Query()}
	if c, err := r.Cookie(hidesCookie); err == nil {
		f.hides = strings.ReplaceAll(c.Value, ".", " ")
	}
	parts := r.Header.Get(partsHeader) != ""
	if !parts {
		f.readDone(h, w, r)
	}
	if !parts && !IsFragment(r) {
		if f.Bulk, err = h.ShowsBulk(w, r, f); err != nil {
			return f, err
		}
	}
	// The number is read first: what changes meanwhile is streamed once more.
	if f.seq, err = h.Messaging.Sequence(r.Context(), s.Workspace); err != nil {
		return f, err
	}
	categories, err := h.Admin.Categories(r.Context(), s.Workspace, svcx.Page{Limit: svcx.MaxCategories})
	f.Categories = categories.Items
	return f, err
}

// SetCookie sets a cookie that only the pages read. Scripts may read it too: none is a
// secret.
func (h *Site) SetCookie(w http.ResponseWriter, name, value string, seconds int) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/app", MaxAge: seconds, SameSite: http.SameSiteLaxMode})
}

// Sequence is the number of the last change of the workspace that the page is sure to show.
func (f Frame) Sequence() string { return strconv.FormatInt(int64(f.seq), 10) }

// PaneSheet is the view of a Layout that has no panes.
const PaneSheet = "sheet"

// isAt reports whether the page is at an address of the workspace, or below it.
func (f Frame) isAt(rest string) bool { return strings.HasPrefix(f.Here, f.Path(rest)) }

// AskLink is the page itself, with a dialog open; the part of a list that it shows stays. With
// "" it is the page without one.
func (f Frame) AskLink(name string) string {
	values := maps.Clone(f.query)
	values.Del("ask")
	if name != "" {
		if values == nil {
			values = url.Values{}
		}
		values.Set("ask", name)
	}
	return "?" + values.Encode()
}

// back is the address of the page.
func (f Frame) back() string {
	if f.Here != "" {
		return f.Here
	}
	return f.InboxLink(f.At)
}

// Prefers is what the reader has chosen for the pages.
func (s *Viewer) Prefers() svcx.Preferences { return s.Session.User.Preferences }

// nextTheme is what the button "Theme" sets: system, light, dark, in turn.
func (f Frame) nextTheme() svcx.Theme {
	switch f.Prefers().Theme {
	case svcx.ThemeSystem:
		return svcx.ThemeLight
	case svcx.ThemeLight:
		return svcx.ThemeDark
	}
	return svcx.ThemeSystem
}

// navCategories is how many categories the navigation lists.
const navCategories = 12

// ViewIcons are the icons of the views.
var ViewIcons = map[string]string{viewMine: "inbox", viewUnassigned: "circle", viewOpen: "layers", viewResolved: "circle-check", viewClosed: "archive", ViewUndelivered: "triangle-alert", ViewMentions: "at-sign", ViewAll: "search"}

// ThemeName is the end of the id of a theme's texts.
func ThemeName(theme svcx.Theme) string {
	if theme == svcx.ThemeSystem {
		return "system"
	}
	return string(theme)
}

// Count is the number beside a view of what is to be done; ok is false for the others.
func (s *Viewer) Count(c svcx.ViewCounts, view string) (n int, ok bool) {
	switch view {
	case viewMine:
		return c.ByAssignee[s.Member.ID], true
	case viewUnassigned:
		return c.Unassigned, true
	case viewOpen:
		return c.ByStatus[svcx.StatusOpen], true
	case ViewUndelivered:
		return c.Undelivered, true
	case ViewMentions:
		return c.Mentioned, true
	}
	return 0, false
}

// FoundText says how many a search for some words has found, of which n are shown.
func (s *Viewer) FoundText(words string, n int, more bool) string {
	switch {
	case more:
		return s.T("search.found.more", "N", s.Number(n), "Q", words)
	case n == 0:
		return s.T("search.found.none", "Q", words)
	}
	return s.N("search.found", n, "Q", words)
}

// PageTitle is the title of the page, without the name of the program.
func (f Frame) PageTitle() string {
	if f.Found == "" || f.Found == f.Title {
		return f.Title
	}
	return f.T("search.title", "Title", f.Title, "Found", f.Found)
}

// Total is the number beside what the navigation leads to, for the list that is there; not ok
// for other lists.
func (s *Viewer) Total(c svcx.ViewCounts, l Listing) (n int, ok bool) {
	if l.Sort, l.After = "", ""; l == (Listing{View: viewOpen, Category: l.Category}) && l.Category != 0 {
		return c.ByCategory[l.Category], true
	}
	if l == (Listing{View: l.View}) && l.View != ViewMentions { // which has those that were seen too
		return s.Count(c, l.View)
	}
	return 0, false
}

// CountText is that number.
func (s *Viewer) CountText(view string, n int) string {
	if view == ViewUndelivered && n >= svcx.MaxUndelivered || view == ViewMentions && n >= svcx.MaxMentioning {
		return s.T("count.atLeast", "N", s.Number(n))
	}
	return s.Number(n)
}

// Quiet reports whether a view stands in the navigation only while there is something in it.
func (f Frame) Quiet(view string) bool {
	return view == ViewUndelivered && f.Counts.Undelivered == 0 && f.At.View != view
}

// FrameAt is the frame of a page that is not the inbox; here is its address within
// the workspace.
func (h *Site) FrameAt(w http.ResponseWriter, r *http.Request, s *Viewer, title, here string) (Frame, error) {
	f, err := h.ReadFrame(w, r, s)
	if err != nil {
		return f, err
	}
	f.Title, f.Here = title, s.Path(here)
	f.Counts, err = h.ReadCounts(r.Context(), s)
	return f, err
}

// ReadCounts reads the numbers beside what the navigation leads to.
func (h *Site) ReadCounts(ctx context.Context, s *Viewer) (svcx.ViewCounts, error) {
	return h.Messaging.ViewCounts(ctx, s.Workspace, s.Member)
}

// RowsPerPage is how many rows a page of a list has.
const RowsPerPage = 50

// notifyAbout and notifySigns are the profile's choices as scripts/notify.js reads them.
func (s *Viewer) notifyAbout() string {
	n := s.Prefers().Notify
	return chosen(map[string]bool{"mine": n.Mine, "unassigned": n.Unassigned, "others": n.Others})
}

func (s *Viewer) notifySigns() string {
	n := s.Prefers().Signs
	return chosen(map[string]bool{"count": n.Count, "sound": n.Sound, "desktop": n.Desktop})
}

func chosen(names map[string]bool) string {
	maps.DeleteFunc(names, func(_ string, on bool) bool { return !on })
	return strings.Join(slices.Sorted(maps.Keys(names)), " ")
}
