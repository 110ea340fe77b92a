package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	"svcx/internal/form"
	"svcx/internal/richtext"
)

// wasPrefix begins the names of hidden fields that say what a form showed. What was not
// changed in a form stays as others have made it meanwhile; what both changed is a conflict.
const wasPrefix = "was."

// shownAs is a text as a form shows it and sends it back: a line loses its breaks, and the
// blanks around it.
func shownAs(text string, line bool) string {
	text = newlines.Replace(form.CleanText(text))
	if line {
		text = strings.TrimSpace(strings.ReplaceAll(text, "\n", ""))
	}
	return text
}

// digest stands for a text that a form showed, which may be as long as a message.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// edit is a text of a form, by the field's name.
type edit struct {
	name  string
	value *string
	line  bool
}

// changes reports whether a form changes what its text is now, or, in words, why it must not:
// somebody else changed it meanwhile. A text that was not changed in the form becomes the
// current one. A form that does not say what it showed was made from the current text.
func (e edit) changes(s *viewer, fields url.Values, current string) (changed bool, conflict string) {
	shown := shownAs(current, e.line)
	was := fields.Get(wasPrefix + e.name)
	switch {
	case *e.value == shown, was == digest(*e.value):
		*e.value = shown
		return false, ""
	case was == "" || was == digest(shown):
		return true, ""
	case shown == "":
		return false, s.T("edit.emptied")
	}
	return false, s.T("edit.conflict", "Value", richtext.Name(shown))
}

// tagsOf are tags that were typed, each once.
func tagsOf(text string) []string {
	all := strings.Split(text, ",")
	for i, tag := range all {
		all[i] = strings.Join(strings.Fields(tag), " ")
	}
	return form.CleanTags(all)
}

// changedTags are the tags after what was changed in a form, which showed was. Those that
// others have added or removed meanwhile are as they left them.
func changedTags(current []string, was, to string) []string {
	before, after := tagsOf(was), tagsOf(to)
	added := func(tag string) bool { return !slices.Contains(before, tag) }
	removed := func(tag string) bool { return !slices.Contains(after, tag) }
	if !slices.ContainsFunc(before, removed) && !slices.ContainsFunc(after, added) {
		return current
	}
	isGone := func(tag string) bool { return removed(tag) && !slices.Contains(current, tag) }
	if was == tagsText(current) && slices.ContainsFunc(before, isGone) {
		return after // it was a part of a tag with a comma in it
	}
	tags := slices.Clone(current)
	tags = slices.DeleteFunc(tags, func(tag string) bool { return slices.Contains(before, tag) && removed(tag) })
	for _, tag := range after {
		if added(tag) {
			tags = append(tags, tag)
		}
	}
	return form.CleanTags(tags)
}

func tagsText(tags []string) string { return strings.Join(tags, ", ") }
