package svcx

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lengths in characters (code points), D 2, D 5.
const (
	MaxExternalID    = 255
	MaxName          = 255
	MaxEmail         = 320
	MaxSubject       = 998
	MaxContent       = 50000
	MaxRatingComment = 5000
	MaxURL           = 2048
	MaxAttachments   = 20
	MaxScopes        = 50
	MaxTags          = 100
	MaxTag           = 255
)

// Sizes in bytes (D 2, D 5).
const (
	DefaultMaxBody       = 1 << 20
	DefaultMaxImportBody = 10 << 20
	// MaxAliasBytes bounds the aliases that a contact gets by merges, which are read
	// with it.
	MaxAliasBytes = 64 << 10
)

// CheckLength is a validation error if s is longer than max characters.
func CheckLength(field, s string, max int) error {
	if len(s) > max && utf8.RuneCountInString(s) > max {
		return Invalid(field, "must be at most %d characters", max)
	}
	return nil
}

// Blank reports whether s is empty or only white space.
func Blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsSpace(r) }) < 0
}

// IsEmail reports whether s is a single bare address: no display name, no comment, no
// white space, no invisible characters (U+202E would make it look like another). Its
// local part may be quoted (RFC 5321 4.1.2).
func IsEmail(s string) bool {
	if utf8.RuneCountInString(s) > MaxEmail || strings.ContainsFunc(s, unicode.IsSpace) || strings.ContainsFunc(s, unseen) || strings.ContainsAny(s, "<>()") {
		return false
	}
	parsed, err := mail.ParseAddress(s)
	// The parsed address has no quotes.
	return err == nil && parsed.Name == "" && (parsed.Address == s || s[0] == '"')
}

// IsHTTPS reports whether a URL begins as one of https, in any case.
func IsHTTPS(url string) bool {
	const scheme = "https://"
	return len(url) >= len(scheme) && strings.EqualFold(url[:len(scheme)], scheme)
}
