package page

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
)

// WasPrefix begins the names of hidden fields that say what a form showed. What was not
// changed in a form stays as others have made it meanwhile; what both changed is a conflict.
const WasPrefix = "was."

// ShownAs is a text as a form shows it and sends it back: a line loses its breaks, and the
// blanks around it.
func ShownAs(text string, line bool) string {
	text = Newlines.Replace(form.CleanText(text))
	if line {
		text = strings.TrimSpace(strings.ReplaceAll(text, "\n", ""))
	}
	return text
}

// Digest stands for a text that a form showed, which may be as long as a message.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Edit is a text of a form, by the field's name.
type Edit struct {
	Name  string
	Value *string
	Line  bool
}

// Changes reports whether a form changes what its text is now, or, in words, why it must not:
// somebody else changed it meanwhile. A text that was not changed in the form becomes the
// current one. A form that does not say what it showed was made from the current text.
func (e Edit) Changes(s *Viewer, fields url.Values, current string) (changed bool, conflict string) {
	shown := ShownAs(current, e.Line)
	was := fields.Get(WasPrefix + e.Name)
	switch {
	case *e.Value == shown, was == Digest(*e.Value):
		*e.Value = shown
		return false, ""
	case was == "" || was == Digest(shown):
		return true, ""
	case shown == "":
		return false, s.T("edit.emptied")
	}
	return false, s.T("edit.conflict", "Value", richtext.Name(shown))
}

// TagsOf are tags that were typed, each once.
func TagsOf(text string) []string {
	all := strings.Split(text, ",")
	for i, tag := range all {
		all[i] = strings.Join(strings.Fields(tag), " ")
	}
	return form.CleanTags(all)
}

// EditTags are the tags after what was changed in a field of a form, which says beside it which
// ones it showed. Those that others have added or removed meanwhile are as they left them.
func EditTags(fields url.Values, name string, current []string) []string {
	was, to := TagsText(current), fields.Get(name)
	if fields.Has(WasPrefix + name) {
		was = fields.Get(WasPrefix + name)
	}
	before, after := TagsOf(was), TagsOf(to)
	added := func(tag string) bool { return !slices.Contains(before, tag) }
	removed := func(tag string) bool { return !slices.Contains(after, tag) }
	if !slices.ContainsFunc(before, removed) && !slices.ContainsFunc(after, added) {
		return current
	}
	isGone := func(tag string) bool { return removed(tag) && !slices.Contains(current, tag) }
	if was == TagsText(current) && slices.ContainsFunc(before, isGone) {
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

// TagsText is how a form shows tags.
func TagsText(tags []string) string { return strings.Join(tags, ", ") }

// TagsProblem is what is wrong with tags; "" for nothing.
func (s *Viewer) TagsProblem(tags []string) string {
	switch {
	case len(tags) > svcx.MaxTags:
		return s.T("tags.tooMany", "Max", svcx.MaxTags)
	case slices.ContainsFunc(tags, func(t string) bool { return svcx.CheckLength("", t, svcx.MaxTag) != nil }):
		return s.T("tags.tooLong", "Max", svcx.MaxTag)
	}
	return ""
}

// NameProblem is what is wrong with a name; "" for nothing.
func (s *Viewer) NameProblem(name string) string {
	if svcx.CheckLength("", name, svcx.MaxName) != nil {
		return s.T("tooLong", "Max", svcx.MaxName)
	}
	return ""
}

// EmailProblem is what is wrong with an e-mail address; "" for nothing.
func (s *Viewer) EmailProblem(email string) string {
	if email != "" && !svcx.IsEmail(email) {
		return s.T("contact.email.invalid")
	}
	return ""
}

// ErrRefused is a form whose problems stand beside its fields.
var ErrRefused error = &svcx.Error{Kind: svcx.KindValidation, Field: "form", Message: "has fields that must be changed"}
