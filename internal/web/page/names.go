package page

import (
	"cmp"
	"strconv"
	"strings"

	"svcx"
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

// SubjectOf is a conversation's subject, or words for one that has none.
func SubjectOf(p *texts.Printer, c *svcx.Conversation) string {
	if subject := richtext.Subject(c.Subject); subject != "" {
		return subject
	}
	return p.T("conversation.noSubject")
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
