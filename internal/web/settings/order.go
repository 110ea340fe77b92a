package settings

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

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
