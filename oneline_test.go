package svcx_test

import (
	"testing"
	"unicode"

	"svcx"
)

// Fault 4.6: a name does not affect the rest of its line.
func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"Acme \u202Ecod.exe\u202C":                   "Acme cod.exe",
		"\u2066a\u2067b\u2068c\u2069":                "abc",
		"\u200Ea\u200Fb\u061Cc":                      "abc",
		"a\r\nBcc: x@evil.test\u2028b\u2029c\u0085d": "a Bcc: x@evil.test b c d",
		"\x1b[31mred\x1b[0m \u009b1mbold\x00\x7f":    "[31mred[0m 1mbold",
		" \t two  words\u00a0here\v":                 "two words here",
		"\u202E\u200B\uFEFF":                         "",
		"\xff\xfe":                                   "\uFFFD",
		"می\u200cخواهم 👩\u200d💻 नमस्ते ❤\uFE0F": "می\u200cخواهم 👩\u200d💻 नमस्ते ❤\uFE0F",
		"שלום Zoë O’Hara <b>":                   "שלום Zoë O’Hara <b>",
	} {
		if got := svcx.OneLine(in); got != want {
			t.Errorf("%+q: %+q, want %+q", in, got, want)
		}
	}
	for r := range rune(unicode.MaxRune) {
		if !unicode.Is(unicode.Bidi_Control, r) && !unicode.IsControl(r) {
			continue
		}
		if got := svcx.OneLine("a" + string(r) + "b"); got != "ab" && got != "a b" {
			t.Errorf("%U: %+q", r, got)
		}
	}
}

func TestInvisibleCharactersAreRecognized(t *testing.T) {
	for r := range unicode.MaxRune + 1 {
		if want := unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point); svcx.Invisible(r) != want {
			t.Errorf("%U: %t", r, !want)
		}
	}
}
