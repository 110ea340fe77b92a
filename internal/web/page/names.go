package page

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/messaging"
	"svcx/internal/richtext"
	"svcx/internal/web/texts"
)

// ContactName is how a contact is called; there may be none.
func ContactName(p *texts.Printer, c *svcx.Contact) string {
	if c == nil {
		return p.T("contact.none")
	}
	if name := cmp.Or(c.Name, c.Email, c.ExternalID); name != "" {
		return richtext.Name(name)
	}
	return p.T("contact.unnamed")
}

// SubjectOf is what a conversation is called: its subject or, as chats have none, its contact's
// name.
func SubjectOf(p *texts.Printer, c *svcx.Conversation, contact *svcx.Contact) string {
	if subject := richtext.Subject(c.Subject); subject != "" {
		return subject
	}
	if contact != nil {
		return ContactName(p, contact)
	}
	return p.T("conversation.noSubject")
}

// Subjects are what conversations are called in a list.
type Subjects struct {
	*texts.Printer
	beside messaging.Beside
}

// ReadSubjects reads what conversations of a list are called by if they have no subject.
func (h *Site) ReadSubjects(ctx context.Context, s *Viewer, all []*svcx.Conversation) (Subjects, error) {
	unnamed := slices.DeleteFunc(slices.Clone(all), func(c *svcx.Conversation) bool { return richtext.Subject(c.Subject) != "" })
	beside, err := h.Messaging.Beside(ctx, s.Workspace, unnamed)
	return Subjects{s.Printer, beside}, err
}

// Of is what a conversation is called among those of other contacts.
func (s Subjects) Of(c *svcx.Conversation) string {
	if c.Contact == nil {
		return SubjectOf(s.Printer, c, nil)
	}
	return SubjectOf(s.Printer, c, s.beside.Contacts[*c.Contact])
}

// Among is what a conversation is called among those of its contact: without a subject by the
// first words of its last message.
func (s Subjects) Among(c *svcx.Conversation) string {
	if richtext.Subject(c.Subject) == "" {
		if words := ExcerptLine(s.beside.Excerpts[c.ID], LineLength); words != "" {
			return words
		}
	}
	return s.Of(c)
}

// LineLength is more than a line of a list shows beside a thread, in characters. With more, a list that
// has a whole screen of 720px would be filled, and a reload be over its budget.
const LineLength = 60

// ExcerptLine is the beginning of a text in one line.
func ExcerptLine(e svcx.Excerpt, length int) string {
	switch {
	case e.ContentType == svcx.ContentHTML:
		return richtext.HTMLLine(e.Text, length)
	case e.Markdown:
		return richtext.MarkdownLine(e.Text, length)
	}
	return richtext.TextLine(e.Text, length)
}

// MentionLine is a note that mentions its reader, in one line.
func MentionLine(p *texts.Printer, note svcx.Excerpt) string {
	who := richtext.Name(note.Author.Name)
	if who == "" {
		who = p.T("author." + string(svcx.AuthorAgent))
	}
	return p.T("row.mentionedYou", "Who", who, "Text", ExcerptLine(note, LineLength))
}

// Initials are up to two letters for an avatar.
func Initials(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '.' || r == '_' || r == '-' || r == '@' })
	switch len(words) {
	case 0:
		return "?"
	case 1:
		return strings.ToUpper(initial(words[0]))
	}
	return strings.ToUpper(initial(words[0]) + initial(words[1]))
}

// AvatarTone is a contact's colour, one of eight.
func AvatarTone(c *svcx.Contact) string {
	if c == nil {
		return ""
	}
	return "a" + strconv.Itoa(int(c.ID%8)+1)
}

// MemberTone is the colour of a colleague, one of eight.
func MemberTone(id svcx.UserID) string { return "a" + strconv.Itoa(int(id%8)+1) }

// IDOrNone is an id for an attribute or an address; "" for none.
func IDOrNone[T ~int64](id *T) string {
	if id == nil {
		return ""
	}
	return strconv.FormatInt(int64(*id), 10)
}

// initial is the first letter of a name, for its mark.
func initial(name string) string {
	for _, r := range name {
		return string(r)
	}
	return ""
}

// MemberName is how a member is called.
func MemberName(m *svcx.Member) string {
	if m.Name == "" {
		return m.Email
	}
	return richtext.Name(m.Name)
}

// KnownBy is what a list says of a contact besides its name.
func KnownBy(name string, c *svcx.Contact) string {
	for _, text := range []string{c.Email, c.ExternalID} {
		if text != "" && richtext.Name(text) != name {
			return richtext.Name(text)
		}
	}
	return ""
}
