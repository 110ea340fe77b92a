package web

import (
	"net/http"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// mentionsPath is where a script gets those whom a note can mention.
const mentionsPath = "/mentions"

// mentionChoice is a member whom a note can mention.
type mentionChoice struct {
	*svcx.Member
	// shared is set if others have the name, so that it is the address that mentions them.
	shared bool
}

// mention is what stands in a note after the "@".
func (c mentionChoice) mention() string {
	if c.shared {
		return c.Email
	}
	return c.MentionName()
}

// mentionChoices is GET /app/{org}/mentions: the members whom a note can mention, for a script.
func mentionChoices(w http.ResponseWriter, r *http.Request, s *page.Viewer, h *Handler) error {
	members, err := h.Admin.Members(r.Context(), s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	if err != nil {
		return err
	}
	have := make(map[string]int)
	for _, m := range members.Items {
		have[svcx.FoldCase(m.MentionName())]++
	}
	var all []mentionChoice
	for _, m := range members.Items {
		if m.ID != s.Member.ID {
			all = append(all, mentionChoice{m, have[svcx.FoldCase(m.MentionName())] > 1})
		}
	}
	return page.Show(w, r, http.StatusOK, mentionOptions(s, all))
}

// marked marks whom a note mentions, and what was searched for.
func (v *messageView) marked(m richtext.Markup) string {
	m = richtext.Mentions(m, v.message.Mentions, v.me)
	if v.found {
		m = richtext.Marks(m, v.words.Places)
	}
	return v.titled(m)
}
