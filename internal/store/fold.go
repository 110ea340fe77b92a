package store

import (
	"iter"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"svcx"
)

// maxSearchWords bounds what one search may ask for.
const maxSearchWords = 16

// maxWord is how many characters of a word count: PostgreSQL refuses words of
// more than 2 KiB, and folding can make several letters of one.
const maxWord = 255

// foldWords splits texts into words for search: without case or accents, ending
// at everything that is neither letter nor digit (decisions 5). Both databases
// get the same words, so that they find the same.
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

// eachWord goes through the folded words of a text, whatever their length.
func eachWord(text string) iter.Seq[string] {
	folded := plainLetters.Replace(strings.Map(foldRune, norm.NFKD.String(text)))
	return strings.FieldsFuncSeq(folded, endsWord)
}

func endsWord(r rune) bool {
	if r < 0x80 { // most are
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// firstRunes is s without what follows its first n characters.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// plainLetters writes the lower-case Latin letters that are letters of their own
// to Unicode, and a letter with a stroke or two in one to people, as those who
// lack them on the keyboard do.
var plainLetters = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ŧ", "t", "ŋ", "n", "ı", "i", "ĸ", "k",
)

// foldRune drops the marks that NFKD split off and lowers the rest.
func foldRune(r rune) rune {
	if r < 0x80 {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	if unicode.Is(unicode.Mn, r) {
		return -1
	}
	return unicode.ToLower(r)
}

// scopedWords puts the workspace in front of each word: the text index is one
// for all workspaces, and a prefix search then never walks another's words.
func scopedWords(ws svcx.WorkspaceID, words []string) []string {
	prefix := scopeOf(ws)
	scoped := make([]string, len(words))
	for i, w := range words {
		scoped[i] = prefix + w
	}
	return scoped
}

func scopeOf(ws svcx.WorkspaceID) string { return "w" + strconv.FormatInt(int64(ws), 10) + "x" }

// bucketScope stands in front of the words of conversations: the workspace and
// the bucket that the conversation is in, in digits of 16, which no x is one of.
func bucketScope(ws svcx.WorkspaceID, bucket int64) string {
	return "w" + strconv.FormatInt(int64(ws), 10) + "b" + strconv.FormatInt(bucket, 16) + "x"
}
