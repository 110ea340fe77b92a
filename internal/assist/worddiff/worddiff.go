// Package worddiff says what was changed in a text, by whole words. Pure functions.
package worddiff

import (
	"strings"
	"time"
	"unicode"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Kind is what became of a part of a text.
type Kind int

// The kinds of parts.
const (
	Same Kind = iota
	Removed
	Added
)

// Part is a piece of the text: as it was, or what was removed or added there.
type Part struct {
	Kind Kind
	Text string
}

// timeout bounds the search for the smallest difference. What is found by then is a difference too, but
// perhaps a larger one.
const timeout = 200 * time.Millisecond

// Of lists the parts of a text before and after a change, in order. All that is not Added is the text
// before, all that is not Removed the text after.
func Of(before, after string) []Part {
	v := vocabulary{ids: make(map[string]rune)}
	a, b := v.encode(before), v.encode(after)
	d := diffmatchpatch.New()
	d.DiffTimeout = timeout
	var parts []Part
	for _, found := range d.DiffCleanupSemantic(d.DiffMainRunes(a, b, false)) {
		kind := Same
		switch found.Type {
		case diffmatchpatch.DiffDelete:
			kind = Removed
		case diffmatchpatch.DiffInsert:
			kind = Added
		}
		parts = append(parts, Part{kind, v.decode(found.Text)})
	}
	return parts
}

// Kept is the share of both texts that is the same, from 0 to 1, without the blanks between words.
func Kept(parts []Part) float64 {
	same, all := 0, 0
	for _, p := range parts {
		n := 0
		for _, word := range strings.Fields(p.Text) {
			n += len(word)
		}
		if p.Kind == Same {
			n *= 2
			same += n
		}
		all += n
	}
	if all == 0 {
		return 1
	}
	return float64(same) / float64(all)
}

// vocabulary has a character for each word, from the planes for private use, so that the library
// compares words. They suffice for all words of two messages.
type vocabulary struct {
	ids   map[string]rune
	words []string
}

const firstID = 0xF0000

func (v *vocabulary) encode(text string) []rune {
	var all []rune
	for _, word := range wordsOf(text) {
		id, known := v.ids[word]
		if !known {
			id = firstID + rune(len(v.words))
			v.ids[word], v.words = id, append(v.words, word)
		}
		all = append(all, id)
	}
	return all
}

func (v *vocabulary) decode(ids string) string {
	var b strings.Builder
	for _, id := range ids {
		b.WriteString(v.words[id-firstID])
	}
	return b.String()
}

// wordsOf cuts a text into words, blanks, line breaks and marks. In scripts without spaces between words each
// character is one.
func wordsOf(text string) (words []string) {
	from, last := 0, class(0)
	for at, r := range text {
		if c := classOf(r); at > 0 && (c != last || c == alone) {
			words = append(words, text[from:at])
			from, last = at, c
		} else {
			last = c
		}
	}
	if from < len(text) {
		words = append(words, text[from:])
	}
	return words
}

type class int

const (
	alone class = iota
	letter
	blank
)

func classOf(r rune) class {
	switch {
	case r == '\n':
		return alone
	case unicode.IsSpace(r):
		return blank
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return alone
	case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r), r == '\'', r == '’', r == '_', r == '\u200d':
		return letter
	}
	return alone
}
