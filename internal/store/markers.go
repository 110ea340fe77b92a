package store

import (
	"strconv"
	"strings"

	"svcx"
)

// markers are what a person's traces are known by: addresses wherever they stand,
// names and ids only as whole values.
type markers struct {
	Emails, Values []string
}

func (m *markers) add(name, email, externalID string) {
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
func (m *markers) in(text string) bool {
	lower := strings.ToLower(text)
	for _, email := range m.Emails {
		if strings.Contains(lower, email) || strings.Contains(lower, strings.ToLower(escaped(email))) {
			return true
		}
	}
	for _, value := range m.Values {
		if strings.Contains(text, plainJSON(value)) || strings.Contains(lower, `"`+strings.ToLower(escaped(value))+`"`) {
			return true
		}
	}
	return false
}

// are reports whether a value is one of the markers.
func (m *markers) are(values ...string) bool {
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
func (m *markers) name(externalID string) bool {
	return m.are(externalID) || m.in(plainJSON(externalID))
}

// plainJSON is a text in quotes, with the escapes that JSON needs.
func plainJSON(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// escaped is a text with the escapes of senders that send ASCII alone.
func escaped(s string) string {
	ascii := strconv.QuoteToASCII(s)
	return ascii[1 : len(ascii)-1]
}
