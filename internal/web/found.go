package web

import (
	"context"
	"unicode/utf8"

	"svcx"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// found reads what a search has found in messages.
func (h *Handler) found(ctx context.Context, v *inboxView, items []*svcx.Conversation) (map[svcx.ConversationID]svcx.Found, error) {
	if !messaging.IsSearch(v.Q) {
		return nil, nil
	}
	return h.Messaging.Searches.Found(ctx, v.Workspace, v.Q, items)
}

// find makes a row that of what a search has found: its line says so, and its link leads there.
func (r *row) find(words messaging.Words, found svcx.Found, is bool) {
	if r.words = words; is {
		r.found = &found
		r.link += "&m=" + page.IDOrNone(&found.Message) + "#m-" + page.IDOrNone(&found.Message)
	}
}

// A narrow row with marks at its end shows some thirty characters. beforeFound is how many are before
// what was found, with the name of who said it; longName is how much there is of that; leastBefore is
// kept between them.
const beforeFound, longName, leastBefore = 20, 16, 6

// foundLine is what the message that was found says, "" if it was not a message.
func (r row) foundLine() string {
	if r.found == nil {
		return ""
	}
	r.excerpt = r.found.Excerpt
	who, room := "", beforeFound
	if r.excerpt.Author.Type != svcx.AuthorCustomer {
		if who = r.speaker(); utf8.RuneCountInString(who) > longName {
			who = string([]rune(who)[:longName]) + "…"
		}
		room = max(leastBefore, beforeFound-utf8.RuneCountInString(who))
	}
	text := page.FoundLine(r.words, *r.found, room)
	if text == "" && r.excerpt.HasFiles {
		text = r.T("message.file")
	}
	if who == "" {
		return text
	}
	return r.T("row.said", "Who", who, "Text", text)
}
