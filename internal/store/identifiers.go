package store

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"svcx"
)

// identifiers are what a person's traces are known by: addresses wherever they stand,
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

// in reports whether JSON, be it cut off, has one of the markers in it.
func (m *identifiers) in(text string) bool {
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

// are reports whether a value is one of the markers.
func (m *identifiers) are(values ...string) bool {
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

// name reports whether the external id of a conversation says who the person is.
func (m *identifiers) name(externalID string) bool {
	return m.are(externalID) || m.in(plainJSON(externalID))
}

// plainJSON is a text in quotes, with the escapes that JSON needs.
func plainJSON(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// escapes are those of senders that send ASCII alone.
var escapes = regexp.MustCompile(`(?:\\u[0-9a-fA-F]{4})+`)

// unescaped is JSON with characters in place of their escapes, but for those that
// have to be escaped.
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
