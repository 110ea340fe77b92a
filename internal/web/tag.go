package web

import (
	"net/http"
	"net/url"
	"slices"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// mostTags is how many of a workspace's tags are offered, those on the most conversations.
const mostTags = 200

// tagging has what members do with the tags of a conversation.
type tagging struct{ *Handler }

// choices is GET …/tags: the tags that a conversation may get. A page has those that it has.
func (h tagging) choices(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	c, err := h.Messaging.Conversation(r.Context(), s.Workspace, id)
	if err != nil {
		return err
	}
	all, err := h.options.Tags.Most(r.Context(), s.Workspace, mostTags)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, tagOptions(slices.DeleteFunc(all, func(tag string) bool { return hasTag(c.Tags, tag) }), false))
}

// used is GET /app/{org}/inbox/tags: the tags by which a list may be filtered. A page that is
// not asked for them has none, since they would be the larger part of it.
func (h tagging) used(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	all, err := h.options.Tags.Most(r.Context(), s.Workspace, mostTags)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, tagSuggestions(all))
}

// set is POST …/tags {add | remove | typed}: one of the choices, or what was typed, with commas
// between several. Those that others add or remove meanwhile stay as they leave them.
func (h tagging) set(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		a.done = "tags"
		retag := func(current []string) ([]string, error) {
			tags := retagged(current, fields)
			return tags, invalidTags(s, tags)
		}
		return h.setAs(r, a, messaging.Setting{PropertyChange: svcx.PropertyChange{Property: svcx.PropertyTags}, Retag: retag})
	})
}

// retagged are the tags after what a form says. A choice goes before what was typed to find it.
func retagged(current []string, fields url.Values) []string {
	if fields.Has("remove") {
		return slices.DeleteFunc(slices.Clone(current), func(tag string) bool { return svcx.FoldCase(tag) == svcx.FoldCase(fields.Get("remove")) })
	}
	more := page.TagsOf(fields.Get("typed"))
	if fields.Has("add") {
		more = []string{fields.Get("add")}
	}
	return form.CleanTags(slices.Concat(current, more))
}

func hasTag(tags []string, tag string) bool {
	return slices.ContainsFunc(tags, func(one string) bool { return svcx.FoldCase(one) == svcx.FoldCase(tag) })
}
