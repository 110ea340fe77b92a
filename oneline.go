package svcx

import (
	"strings"
	"unicode"
)

// OneLine makes user input safe within a line of text in an e-mail or on a terminal.
// White space becomes single spaces; control characters, escape sequences and
// characters that change the direction of the text around them, such as U+202E, are
// removed. The joiners that words and emoji need stay.
func OneLine(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unseen(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))), " ")
}

const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'

// unseen reports whether a character is invisible and affects others, except for the
// joiners.
func unseen(r rune) bool {
	switch r {
	case zeroWidthNonJoiner, zeroWidthJoiner:
		return false
	case '\u2028', '\u2029': // line and paragraph separators
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}
