package settings

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/web/page"
)

// written is what was written in a form, and what is wrong with it, by field.
type written struct {
	// fields are the names of the form's fields, from top to bottom.
	fields       []string
	value, wrong map[string]string
	// was are digests of what the form showed; nil for a form that makes something.
	was map[string]string
	// key makes a form that is sent again the same one.
	key   string
	alert string
}

// shown is a form that shows values as they are stored, in the order of their fields.
func shown(values ...string) written {
	f := written{value: make(map[string]string), wrong: make(map[string]string), was: make(map[string]string)}
	for i := 0; i+1 < len(values); i += 2 {
		f.fields = append(f.fields, values[i])
		f.value[values[i]], f.was[values[i]] = values[i+1], digest(values[i], values[i+1])
	}
	return f
}

// areas are the fields with several lines.
var areas = []string{"content", "description", "options"}

// digest stands for what a field shows.
func digest(name, value string) string {
	return page.Digest(page.ShownAs(value, !slices.Contains(areas, name)))
}

// empty is a form that makes something, with what it begins with.
func empty(values ...string) written {
	f := shown(values...)
	f.was, f.key = nil, page.NewFormKey()
	return f
}

// readWritten reads the fields of a form.
func readWritten(posted url.Values, names ...string) written {
	f := written{fields: names, value: make(map[string]string), wrong: make(map[string]string), was: make(map[string]string), key: posted.Get(page.FormKey)}
	for _, name := range names {
		f.value[name], f.was[name] = posted.Get(name), posted.Get(page.WasPrefix+name)
	}
	return f
}

// trim takes the blanks around values of one line, and their line breaks.
func (f written) trim(names ...string) {
	for _, name := range names {
		f.value[name] = page.ShownAs(f.value[name], true)
	}
}

// on reports whether a switch is on.
func (f written) on(name string) bool { return f.value[name] != "" }

// switched is the value of a switch.
func switched(on bool) string {
	if on {
		return "on"
	}
	return ""
}

// focus reports whether a field is the first that is wrong.
func (f written) focus(name string) bool { return f.firstWrong() == name }

func (f written) firstWrong() string {
	for _, name := range f.fields {
		if f.wrong[name] != "" {
			return name
		}
	}
	return ""
}

// clone is a copy for one run of a use case's edit, which may run several times.
func (f written) clone() written {
	f.value, f.wrong, f.was = maps.Clone(f.value), maps.Clone(f.wrong), maps.Clone(f.was)
	return f
}

// change is what the form makes of a text that is current now; nil if the form did not change
// it. That somebody else changed it meanwhile is noted as wrong.
func (f *written) change(s *page.Viewer, posted url.Values, name, current string) *string {
	value := f.value[name]
	changed, conflict := page.Edit{Name: name, Value: &value, Line: !slices.Contains(areas, name)}.Changes(s, posted, current)
	f.value[name], f.was[name] = value, digest(name, current)
	if conflict != "" {
		f.wrong[name] = conflict
	}
	if !changed {
		return nil
	}
	return &value
}

// flip is change for a switch.
func (f *written) flip(s *page.Viewer, posted url.Values, name string, current bool) *bool {
	changed := f.change(s, posted, name, switched(current))
	if changed == nil {
		return nil
	}
	on := *changed != ""
	return &on
}

// refused is page.ErrRefused if something is wrong.
func (f written) refused() error {
	if f.firstWrong() != "" || f.alert != "" {
		return page.ErrRefused
	}
	return nil
}

// full notes that there is no room for one more.
func (f *written) full(s *page.Viewer, text string, total, most int) {
	if total >= most {
		f.alert = s.T(text, "Max", s.Number(most))
	}
}

// name notes what is wrong with the name of something.
func (f written) name(s *page.Viewer, name string) {
	switch {
	case svcx.Blank(f.value[name]):
		f.wrong[name] = s.T("name.empty")
	default:
		f.bound(s, name, svcx.MaxName)
	}
}

// bound notes a value that is too long.
func (f written) bound(s *page.Viewer, name string, most int) {
	if svcx.CheckLength("", f.value[name], most) != nil {
		f.wrong[name] = s.T("tooLong", "Max", s.Number(most))
	}
}

// explain notes why a use case refused what was written, if that is for a reason that the
// writer can do something about. texts begins the ids of texts that say so, by the use case's
// name of the field; names are the fields that the form calls otherwise.
func (f *written) explain(s *page.Viewer, err error, texts string, names map[string]string) error {
	switch {
	case err == nil, err == page.ErrRefused:
		return nil
	case err == page.ErrSentBefore:
		f.alert, f.key = s.T("form.sentBefore"), page.NewFormKey()
		return nil
	}
	why, ok := page.Refusal(s, err)
	if !ok {
		return err
	}
	var known *svcx.Error
	errors.As(err, &known)
	if text := texts + known.Field; s.Has(text) {
		f.wrong[cmp.Or(names[known.Field], known.Field)] = s.T(text)
	} else {
		f.alert = why
	}
	return nil
}

// saved leads back to a page, which says what was done.
func (h *Pages) saved(w http.ResponseWriter, r *http.Request, s *page.Viewer, done, to string) error {
	h.Done(w, done, nil)
	return page.Redirect(w, r, s.Path(to))
}

// gone leads to a page if something is not there any more, which is what was wanted.
func (h *Pages) gone(w http.ResponseWriter, r *http.Request, s *page.Viewer, err error, done, to string) error {
	if err == nil || svcx.KindOf(err) == svcx.KindNotFound {
		return h.saved(w, r, s, done, to)
	}
	return err
}

// asked is the dialog that a page shows open.
func asked(r *http.Request) string { return r.URL.Query().Get("ask") }

// lines are the lines of a text that are not blank.
func lines(text string) []string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}
