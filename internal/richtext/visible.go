package richtext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"svcx"
)

// Bounds of what is shown in one line, in characters.
const (
	maxName     = 200
	maxFileName = 120
	// maxMarks is how many combining marks may stand on a letter. More are drawn over the lines
	// around.
	maxMarks = 4
)

// Name is a name in one line, for a page to escape: that of a person, a tag, a category. What is
// invisible and could deceive is spelled out, as in "Pay[U+200B]Pal".
func Name(s string) string {
	return cutEnd(visible(s, false), maxName)
}

// FileName is the name of a file in one line. Its ending is always seen: what could hide or
// turn it is spelled out, and a long name is cut in its middle.
func FileName(s string) string {
	s = visible(s, true)
	if utf8.RuneCountInString(s) <= maxFileName {
		return s
	}
	all := []rune(s)
	return string(all[:maxFileName-41]) + "…" + string(all[len(all)-40:])
}

func cutEnd(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n == most {
			return strings.TrimRightFunc(s[:i], unicode.IsSpace) + "…"
		}
		n++
	}
	return s
}

// visible spells out what is not seen and makes white space single spaces. Marks of direction that
// only guide what is around them (U+200E, U+200F, U+061C) are left out unless strict is set: keyboards
// put them into names.
func visible(s string, strict bool) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	var before rune // the last character that is seen
	marks, space := 0, false
	for i, r := range s {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if isMarkOfDirection(r) && !strict {
			continue
		}
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
			if marks++; marks > maxMarks {
				continue
			}
		} else {
			marks = 0
		}
		if space {
			b.WriteByte(' ')
			before, space = ' ', false
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+size:])
		if isUnseen(r) && !joins(before, r, next) {
			b.WriteString(spell(r))
			before = ']'
			continue
		}
		b.WriteRune(r)
		if !isUnseen(r) && !unicode.Is(unicode.Mn, r) {
			before = r
		}
	}
	return b.String()
}

// isPlain reports whether a text is ASCII in one line, as most are.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' && !(s[i] == ' ' && i > 0 && s[i-1] != ' ' && i < len(s)-1) || s[i] >= 0x7F {
			return false
		}
	}
	return true
}

// spell names a character that nobody sees.
func spell(r rune) string { return fmt.Sprintf("[U+%04X]", r) }

func isMarkOfDirection(r rune) bool { return r == '\u200E' || r == '\u200F' || r == '\u061C' }

// isUnseen reports whether a character is drawn as nothing, or changes what is around it.
func isUnseen(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\u2800' || svcx.Invisible(r) || unicode.Is(unicode.Co, r)
}

// joins reports whether an invisible character belongs to the one before it: a joiner between
// letters of a script that needs it or between emoji, a selector after what it selects a form of, a tag of a
// flag.
func joins(before, r, next rune) bool {
	switch {
	case r == '\u200C' || r == '\u200D':
		if isSymbol(before) {
			return r == '\u200D' && isSymbol(next)
		}
		return unicode.In(before, joined...) && unicode.In(next, joined...)
	case 0xFE00 <= r && r <= 0xFE0F:
		return isSymbol(before) || unicode.Is(unicode.Han, before) || strings.ContainsRune("0123456789#*", before) && before != 0
	case 0xE0100 <= r && r <= 0xE01EF:
		return unicode.Is(unicode.Han, before)
	case 0xE0020 <= r && r <= 0xE007F:
		return before == '\U0001F3F4'
	}
	return false
}

// joined are the scripts whose words have joiners.
var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
}

func isSymbol(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sk) || r == '\u2640' || r == '\u2642' || 0x2190 <= r && r <= 0x2BFF
}
