package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"svcx"
)

// Cookies of the pages besides the session's.
const (
	// doneCookie says on the next page what was done on the last.
	doneCookie = "svcx_done"
	// hidesCookie has the panes that are hidden beside a thread, with dots between them.
	hidesCookie = "svcx_hides"
)

// preferenceLife is how long a browser keeps what was chosen in it.
const preferenceLife = 365 * 24 * time.Hour

// frame is what every page of a workspace shows around its content.
type frame struct {
	*viewer
	clock
	// title is the page's heading, and the beginning of its title.
	title string
	// hides are the panes that are hidden beside a thread.
	hides string
	// at is what the navigation marks as the current place.
	at listing
	// here is the address of a page that is not the inbox; "" in the inbox.
	here string
	// searches is set if the page has a search of its own in place of the inbox's.
	searches   bool
	counts     svcx.ViewCounts
	categories []*svcx.Category
	// seq is the number of the last change that the page shows: its stream starts there.
	seq svcx.Sequence
	// done is the id of a text about what was done on the page before; "" for nothing. undo
	// takes it back.
	done string
	undo *undo
	// bulk is the member's latest bulk action; nil if there is nothing to say of one.
	bulk *bulkView
}

func (h *Handler) frame(w http.ResponseWriter, r *http.Request, s *viewer) (f frame, err error) {
	f = frame{viewer: s, clock: h.clock(r, s)}
	if c, err := r.Cookie(hidesCookie); err == nil {
		f.hides = strings.ReplaceAll(c.Value, ".", " ")
	}
	if c, err := r.Cookie(doneCookie); err == nil {
		h.setCookie(w, doneCookie, "", -1)
		if id := "done." + c.Value; s.Has(id) {
			f.done = id
		}
	}
	if c, err := r.Cookie(undoCookie); err == nil {
		h.setCookie(w, undoCookie, "", -1)
		if f.done != "" {
			f.undo = readUndo(c.Value)
		}
	}
	if !isFragment(r) {
		if f.bulk, err = h.latestBulk(r, f); err != nil {
			return f, err
		}
	}
	// The number is read first: what changes meanwhile is streamed once more.
	if f.seq, err = h.Messaging.Sequence(r.Context(), s.workspace); err != nil {
		return f, err
	}
	categories, err := h.Admin.Categories(r.Context(), s.workspace, svcx.Page{Limit: svcx.MaxCategories})
	f.categories = categories.Items
	return f, err
}

// setCookie sets a cookie that only the pages read. Scripts may read it too: none is a
// secret.
func (h *Handler) setCookie(w http.ResponseWriter, name, value string, seconds int) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/app", MaxAge: seconds, SameSite: http.SameSiteLaxMode})
}

func (f frame) sequence() string { return strconv.FormatInt(int64(f.seq), 10) }

// paneSheet is the page of appPage that has no panes.
const paneSheet = "sheet"

// isAt reports whether the page is at an address of the workspace, or below it.
func (f frame) isAt(rest string) bool { return strings.HasPrefix(f.here, f.path(rest)) }

// back is the address of the page.
func (f frame) back() string {
	if f.here != "" {
		return f.here
	}
	return f.inboxLink(f.at)
}

// prefers is what the reader has chosen for the pages.
func (s *viewer) prefers() svcx.Preferences { return s.session.User.Preferences }

// nextTheme is what the button "Theme" sets: system, light, dark, in turn.
func (f frame) nextTheme() svcx.Theme {
	switch f.prefers().Theme {
	case svcx.ThemeSystem:
		return svcx.ThemeLight
	case svcx.ThemeLight:
		return svcx.ThemeDark
	}
	return svcx.ThemeSystem
}

// inboxLink is the address of a list.
func (s *viewer) inboxLink(l listing) string { return s.path("/inbox") + l.query() }

// conversationLink is the address of a conversation beside a list.
func (s *viewer) conversationLink(id svcx.ConversationID, l listing) string {
	return s.path("/inbox/") + strconv.FormatInt(int64(id), 10) + l.first().query()
}

// initial is the first letter of a name, for its mark.
func initial(name string) string {
	for _, r := range name {
		return string(r)
	}
	return ""
}

// navCategories is how many categories the navigation lists.
const navCategories = 12

// viewIcons are the icons of the views.
var viewIcons = map[string]string{viewMine: "inbox", viewUnassigned: "circle", viewOpen: "layers", viewResolved: "circle-check", viewClosed: "archive"}

func themeName(theme svcx.Theme) string {
	if theme == svcx.ThemeSystem {
		return "system"
	}
	return string(theme)
}

// count is the number beside a view of what is to be done; ok is false for the others.
func (s *viewer) count(c svcx.ViewCounts, view string) (n int, ok bool) {
	switch view {
	case viewMine:
		return c.ByAssignee[s.member.ID], true
	case viewUnassigned:
		return c.Unassigned, true
	case viewOpen:
		return c.ByStatus[svcx.StatusOpen], true
	}
	return 0, false
}
