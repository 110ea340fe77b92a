package directory

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"svcx"
	"svcx/internal/store"
)

// identifiers are what a person's traces are known by: addresses wherever they
// stand and however they are escaped, names and ids only as whole values. Capitals
// count in ids alone.
type identifiers struct {
	Emails []string `json:"emails"`
	Names  []string `json:"names"`
	Values []string `json:"values"`
}

func (m *identifiers) add(name, email, externalID string) {
	if email != "" {
		m.Emails = append(m.Emails, svcx.EmailKey(email))
	}
	if name != "" {
		m.Names = append(m.Names, svcx.FoldCase(name))
	}
	if externalID != "" {
		m.Values = append(m.Values, externalID)
	}
}

// collect adds an author's identifiers that are not known yet.
func (m *identifiers) collect(known *identifiers, a store.Authorship) {
	if known.size()+m.size() >= maxIdentifiers {
		return
	}
	if email := svcx.EmailKey(a.Email); email != "" && !slices.Contains(known.Emails, email) && !slices.Contains(m.Emails, email) {
		m.Emails = append(m.Emails, email)
	}
	if name := svcx.FoldCase(a.Name); name != "" && !slices.Contains(known.Names, name) && !slices.Contains(m.Names, name) {
		m.Names = append(m.Names, name)
	}
	if value := a.ExternalID; value != "" && !slices.Contains(known.Values, value) && !slices.Contains(m.Values, value) {
		m.Values = append(m.Values, value)
	}
}

func (m *identifiers) size() int { return len(m.Emails) + len(m.Names) + len(m.Values) }

// foundIn reports whether JSON, be it cut off, has one of the identifiers in it.
func (m *identifiers) foundIn(text string) bool {
	if m.addressed(text, strings.Contains) {
		return true
	}
	text = unescaped(text)
	folded := svcx.FoldCase(text)
	return slices.ContainsFunc(m.Names, func(name string) bool { return strings.Contains(folded, plainJSON(name)) }) ||
		slices.ContainsFunc(m.Values, func(value string) bool { return strings.Contains(text, plainJSON(value)) })
}

// addressed reports whether one of the addresses stands in a text.
func (m *identifiers) addressed(text string, contains func(text, address string) bool) bool {
	if len(m.Emails) == 0 {
		return false
	}
	for _, plain := range svcx.Unescaped(text) {
		folded := svcx.FoldCase(plain)
		for _, email := range m.Emails {
			for _, spelling := range svcx.EmailSpellings(email) {
				if contains(folded, spelling) {
					return true
				}
			}
		}
	}
	return false
}

// include reports whether a value is one of the identifiers.
func (m *identifiers) include(value string) bool {
	return slices.Contains(m.Values, value) || slices.Contains(m.Emails, svcx.EmailKey(value)) ||
		slices.Contains(m.Names, svcx.FoldCase(strings.TrimSpace(value)))
}

// tell reports whether a value that tells of somebody tells of the person: is one
// of the identifiers, or has an address among other words. It may be all that is known
// of another, whose address only begins or ends like theirs.
func (m *identifiers) tell(value string) bool {
	return value != "" && (m.include(value) || m.addressed(value, containsAddress))
}

// identify reports whether the external id of a conversation identifies the
// contact.
func (m *identifiers) identify(externalID string) bool {
	return m.include(externalID) || m.foundIn(plainJSON(externalID))
}

// containsAddress reports whether an address stands in a text, and not as a part of
// a longer one.
func containsAddress(text, address string) bool {
	for from := 0; ; from++ {
		i := strings.Index(text[from:], address)
		if i < 0 {
			return false
		}
		from += i
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		rest := text[from+len(address):]
		if strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "-") {
			rest = rest[1:]
		}
		after, _ := utf8.DecodeRuneInString(rest)
		if !ofWord(before) && !strings.ContainsRune(".+-_", before) && !ofWord(after) {
			return true
		}
	}
}

// ofWord reports whether a character goes on in the word that it stands next to.
// Scripts without spaces end one word beside another.
func ofWord(r rune) bool {
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Nd)
}

// plainJSON is a quoted text with the escapes that JSON requires.
func plainJSON(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// escapes matches the escapes of senders that send only ASCII.
var escapes = regexp.MustCompile(`(?:\\u[0-9a-fA-F]{4})+`)

// unescaped replaces the escapes in JSON by their characters, except those that
// must be escaped.
func unescaped(text string) string {
	return escapes.ReplaceAllStringFunc(text, func(run string) string {
		var units []uint16
		for code := range strings.SplitSeq(run[len(`\u`):], `\u`) {
			unit, err := strconv.ParseUint(code, 16, 16)
			if err != nil {
				return run
			}
			units = append(units, uint16(unit))
		}
		var plain strings.Builder
		for _, r := range utf16.Decode(units) {
			if r < ' ' || r == '"' || r == '\\' {
				fmt.Fprintf(&plain, `\u%04x`, r)
			} else {
				plain.WriteRune(r)
			}
		}
		return plain.String()
	})
}
