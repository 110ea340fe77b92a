package store

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"svcx"
)

// identifiers are what a contact is recognized by in texts: addresses anywhere,
// names and ids only as whole values.
type identifiers struct {
	Emails []string `json:"emails"`
	Values []string `json:"values"`
}

func (m *identifiers) add(name, email, externalID string) {
	if email != "" {
		m.Emails = append(m.Emails, svcx.EmailKey(email))
	}
	for _, value := range []string{name, externalID} {
		if value != "" {
			m.Values = append(m.Values, value)
		}
	}
}

// foundIn reports whether JSON, perhaps truncated, has one of the identifiers.
func (m *identifiers) foundIn(text string) bool {
	text = unescaped(text)
	folded := svcx.FoldCase(text)
	for _, email := range m.Emails {
		for _, spelling := range svcx.EmailSpellings(email) {
			if strings.Contains(folded, spelling) {
				return true
			}
		}
	}
	for _, value := range m.Values {
		if strings.Contains(text, plainJSON(value)) {
			return true
		}
	}
	return false
}

// include reports whether a value is one of the identifiers.
func (m *identifiers) include(values ...string) bool {
	for _, value := range values {
		for _, email := range m.Emails {
			if svcx.EmailKey(value) == email {
				return true
			}
		}
		for _, known := range m.Values {
			if value == known {
				return true
			}
		}
	}
	return false
}

// identify reports whether the external id of a conversation identifies the
// contact.
func (m *identifiers) identify(externalID string) bool {
	return m.include(externalID) || m.foundIn(plainJSON(externalID))
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
