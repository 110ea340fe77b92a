package settings

import (
	"context"
	"regexp"
	"strings"

	"svcx"
	"svcx/internal/web/page"
)

// placeholder finds what a text leaves to be filled in: {{contact.name}}, {{agent.name}},
// {{field.key}} of any key, and any other words in double braces, which are meant as a
// placeholder. scripts/saved.js has the same pattern.
var placeholder = regexp.MustCompile(`\{\{([^{}\r\n]*[^{}\s][^{}\r\n]*)\}\}`)

// fieldPlaceholder begins the names of fields in placeholders.
const fieldPlaceholder = "field."

// placeholders are values by the names of placeholders.
type placeholders map[string]string

// fill fills in what has a value, in one pass: a value is text, in which nothing is filled
// in. What has none stays, to be asked for.
func (p placeholders) fill(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		if value := p[placeholderName(found)]; value != "" {
			return value
		}
		return found
	})
}

// placeholderName is what stands in a placeholder.
func placeholderName(found string) string {
	return strings.ToLower(strings.Trim(found, "{} \t"))
}

// set sets a value as it is written into a line. One that is itself a placeholder counts as missing:
// a message that holds it could not be sent.
func (p placeholders) set(name, value string) {
	if value = svcx.OneLine(value); !placeholder.MatchString(value) {
		p[name] = value
	}
}

// Unfilled is the first placeholder that a text still holds; "" if it has none.
func Unfilled(text string) string { return placeholder.FindString(text) }

// SavedText is the text of a saved reply, filled in for a conversation.
func (h *Pages) SavedText(ctx context.Context, s *page.Viewer, id svcx.SavedReplyID, conversation svcx.ConversationID) (string, error) {
	values, err := h.placeholders(ctx, s, conversation)
	if err != nil {
		return "", err
	}
	saved, err := h.Admin.SavedReply(ctx, s.Workspace, id)
	if err != nil {
		return "", err
	}
	return values.fill(page.Newlines.Replace(saved.Content)), nil
}

// placeholders reads the values for a conversation.
func (h *Pages) placeholders(ctx context.Context, s *page.Viewer, id svcx.ConversationID) (placeholders, error) {
	c, err := h.Messaging.Conversation(ctx, s.Workspace, id)
	if err != nil {
		return nil, err
	}
	p := make(placeholders)
	p.set("agent.name", s.Member.Name)
	if c.Contact != nil {
		contact, err := h.Directory.Contact(ctx, s.Workspace, *c.Contact)
		if err == nil {
			p.set("contact.name", contact.Name)
		} else if svcx.KindOf(err) != svcx.KindNotFound {
			return nil, err
		}
	}
	fields, err := h.Messaging.FieldValues(ctx, s.Workspace, id)
	for _, f := range fields {
		if f.Set {
			p.set(fieldPlaceholder+f.Field.Key, f.Value)
		}
	}
	return p, err
}
