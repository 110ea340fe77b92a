package textsearch

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"svcx"
)

// maxWord is how many characters of a word count: PostgreSQL refuses words of
// more than 2 KiB, and folding can turn one letter into several.
const maxWord = 255

// foldWords splits texts into words for search: without case or accents, ending
// at everything that is neither letter nor digit (D 5). The vowel signs of a
// script count as letters. Both databases get the same words, so that they find
// the same.
func foldWords(texts ...string) []string {
	var words []string
	seen := make(map[string]bool)
	for _, text := range texts {
		for w := range eachWord(text) {
			w = firstRunes(w, maxWord)
			if !seen[w] {
				seen[w] = true
				words = append(words, w)
			}
		}
	}
	return words
}

// eachWord yields the folded words of a text, whatever their length.
func eachWord(text string) iter.Seq[string] {
	if isASCII(text) { // most texts are
		return strings.FieldsFuncSeq(strings.ToLower(text), endsWord)
	}
	folded := plainLetters.Replace(strings.Map(foldRune, norm.NFKD.String(text)))
	return strings.FieldsFuncSeq(folded, endsWord)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func endsWord(r rune) bool {
	if r < 0x80 {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
}

// firstRunes returns the first n characters of s.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// plainLetters replaces lower-case Latin letters that Unicode does not decompose,
// those with a stroke and ligatures, by what people type who lack them on the
// keyboard. It also composes kana that NFKD took apart: their voiced mark is not an
// accent, ハス and バス are two words.
var plainLetters = strings.NewReplacer(append(voicedKana(),
	"ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ŧ", "t", "ŋ", "n", "ĸ", "k",
)...)

func voicedKana() (oldnew []string) {
	for r := rune(0x3040); r <= 0x30FF; r++ {
		if apart := norm.NFD.String(string(r)); apart != string(r) {
			oldnew = append(oldnew, apart, string(r))
		}
	}
	return oldnew
}

// foldRune drops accents and invisible characters from what NFKD took apart, and
// folds the case of the rest: through the capital, since σ and ς share one.
func foldRune(r rune) rune {
	if r < 0x80 {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	if dropped(r) {
		return -1
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// accented are the scripts whose non-spacing marks are accents, or points that
// readers do without. Inherited are the marks of no single script. In all other
// scripts marks are vowels, or remove one: without them different words would be
// the same.
var accented = []*unicode.RangeTable{unicode.Inherited, unicode.Greek, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew, unicode.Syriac}

const (
	zeroWidthSpace  = 0x200B // stands between words, in scripts that show no space
	tatweel         = 0x0640 // stretches an Arabic word
	devanagariNukta = 0x093C // the dot of letters in loan words, which many leave out
	voicedMark      = 0x3099 // of kana
	semiVoicedMark  = 0x309A
)

// dropped reports whether a character within a word is left out. Format characters
// are (soft hyphen, joiners, direction marks), as in UAX #29.
func dropped(r rune) bool {
	switch r {
	case tatweel, devanagariNukta:
		return true
	case zeroWidthSpace, voicedMark, semiVoicedMark:
		return false
	}
	if unicode.IsLetter(r) {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector) || unicode.In(r, unicode.Mn, unicode.Me) && unicode.In(r, accented...)
}

// RefoldedWords reports whether an earlier rule may have split a text into other
// words.
func RefoldedWords(text string) bool {
	if isASCII(text) {
		return false
	}
	for _, r := range norm.NFKD.String(text) {
		if r >= 0x80 && refoldedRune(r) {
			return true
		}
	}
	return false
}

func refoldedRune(r rune) bool {
	switch {
	case unicode.Is(unicode.Mn, r):
		return !dropped(r)
	case r == tatweel || unicode.In(r, unicode.Mc, unicode.Me, unicode.Cf, unicode.Nl, unicode.No):
		return true
	}
	return unicode.ToLower(unicode.ToUpper(r)) != unicode.ToLower(r)
}

// scopedWords prefixes each word with the workspace: all workspaces share one text
// index, and a prefix search never reads another's words.
func scopedWords(ws svcx.WorkspaceID, words []string) []string {
	prefix := scopeOf(ws)
	scoped := make([]string, len(words))
	for i, w := range words {
		scoped[i] = prefix + w
	}
	return scoped
}

func scopeOf(ws svcx.WorkspaceID) string { return "w" + strconv.FormatInt(int64(ws), 10) + "x" }

// bucketScope is the prefix of words of conversations: the workspace and the
// conversation's bucket, in hexadecimal digits, followed by an x.
func bucketScope(ws svcx.WorkspaceID, bucket int64) string {
	return "w" + strconv.FormatInt(int64(ws), 10) + "b" + strconv.FormatInt(bucket, 16) + "x"
}
