package page

import (
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
)

// Undo takes back what was just done in a conversation: it has the property that was set, what it
// was and what it is. Only the page has it, and it is gone with the page.
type Undo struct {
	Conversation svcx.ConversationID
	Property     svcx.Property
	Was, Is      string
}

const (
	// doneCookie says on the next page what was done on the last, and after "&" what takes
	// it back.
	doneCookie = "svcx_done"
	// maxUndo is how long what takes it back may be there, in bytes. What is longer cannot
	// be undone without scripts.
	maxUndo = 3000
	// doneLife is how long the next page may take, in seconds.
	doneLife = 60
)

// Done has the next page say what was done: the text "done." and done. It offers to undo it,
// unless undo is nil.
func (h *Site) Done(w http.ResponseWriter, done string, undo *Undo) {
	if undo != nil {
		if text := undo.write(); len(text) <= maxUndo {
			done += "&" + text
		}
	}
	h.SetCookie(w, doneCookie, done, doneLife)
}

// readDone reads what was done on the last page, and deletes it.
func (f *Frame) readDone(h *Site, w http.ResponseWriter, r *http.Request) {
	c, err := r.Cookie(doneCookie)
	if err != nil {
		return
	}
	h.SetCookie(w, doneCookie, "", -1)
	done, undo, _ := strings.Cut(c.Value, "&")
	if id := "done." + done; f.Has(id) {
		f.Done, f.Undo = id, readUndo(undo)
	}
}

func (u *Undo) write() string {
	return url.Values{
		"id": {IDOrNone(&u.Conversation)}, "property": {string(u.Property)}, "was": {u.Was}, "is": {u.Is},
	}.Encode()
}

// readUndo reads what write has written; nil if text is something else.
func readUndo(text string) *Undo {
	values, err := url.ParseQuery(form.CleanText(text))
	id, ok := form.ParseID(values.Get("id"))
	property := svcx.Property(values.Get("property"))
	if err != nil || !ok || !property.Valid() {
		return nil
	}
	return &Undo{svcx.ConversationID(id), property, values.Get("was"), values.Get("is")}
}

// maxSaid is how many characters of tags are said.
const maxSaid = 60

// Says says what was set; "" if there is no more to say than that it was.
func (u *Undo) Says(s *Viewer, members []*svcx.Member, categories []*svcx.Category) string {
	if u == nil {
		return ""
	}
	switch id, _ := form.ParseID(u.Is); u.Property {
	case svcx.PropertyAssignee:
		for _, m := range members {
			if m.ID == svcx.UserID(id) && m.ID == s.Member.ID {
				return s.T("done.assignedToYou")
			} else if m.ID == svcx.UserID(id) {
				return s.T("done.assignedTo", "Who", MemberName(m))
			}
		}
	case svcx.PropertyCategory:
		for _, c := range categories {
			if c.ID == svcx.CategoryID(id) {
				return s.T("done.categoryIs", "Name", c.Name)
			}
		}
		if u.Is == "" {
			return s.T("done.categoryNone")
		}
	case svcx.PropertyPriority:
		if u.Is == "" {
			return s.T("done.priorityNone")
		}
		return s.T("done.priorityIs", "Name", s.T("priority."+u.Is))
	case svcx.PropertyTags:
		if u.Is == "" {
			return s.T("done.tagsNone")
		}
		return s.T("done.tagsAre", "Names", richtext.TextLine(strings.Join(svcx.SplitTags(u.Is), ", "), maxSaid))
	}
	return ""
}
