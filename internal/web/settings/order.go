package settings

import (
	"net/http"

	"github.com/a-h/templ"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// orderedView is a list of a workspace that members put in order: its categories, or its fields.
type orderedView struct {
	page.Frame
	icon string
	// What the page says: about the list, to add one to it, under it, and if it is empty.
	about, add, order, emptyTitle, empty string
	// path is where the pages are.
	path string
	// said is what was just done with the list.
	said string
	rows []orderedRow
}

// orderedRow is one of a list. shows is what its link shows.
type orderedRow struct {
	id, name string
	shows    templ.Component
}

// show shows the list; to a script that has moved something, only that.
func (v orderedView) show(w http.ResponseWriter, r *http.Request) error {
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, orderedList(v))
	}
	return page.Show(w, r, http.StatusOK, orderedPage(v))
}

// readMove reads where something in a list is moved to: {by}, 1 or -1, or {before}, an id or ""
// for the end of the list.
func readMove[ID ~int64](w http.ResponseWriter, r *http.Request) (to svcx.Move[ID], err error) {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return to, err
	}
	switch by := posted.Get("by"); by {
	case "1":
		to.By = 1
	case "-1":
		to.By = -1
	default:
		before := posted.Get("before")
		id, ok := form.ParseID(before)
		if by != "" || before != "" && !ok || !posted.Has("before") {
			return to, svcx.Invalid("by", "must be 1 or -1")
		}
		to.Before = ID(id)
	}
	return to, nil
}
