package textsearch

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"svcx"
)

// Words are what a search looks for, to be found again in what is shown.
type Words struct{ terms []queryTerm }

// WordsOf returns the words of a search; none of one that is refused.
func WordsOf(q string) Words {
	terms, err := parseTerms(q)
	if err != nil {
		return Words{}
	}
	return Words{terms}
}

// In reports whether one text has all the words, of which there must be any.
func (w Words) In(text string) bool {
	return len(w.terms) > 0 && hasTerms([]string{text}, w.terms)
}

// InMessage reports whether a message has all the words, as a document of the index does.
func (w Words) InMessage(m *svcx.Message) bool {
	return len(w.terms) > 0 && hasTerms(MessageTexts(m.Author.Name, m.Content, m.ContentType, m.Attachments), w.terms)
}

// maxPlaces bounds how often words are marked in one text.
const maxPlaces = 500

// Places are where a text has any of the words, as offsets of beginnings and ends, in order. Of a
// word that begins with the last one of the search it is that beginning.
func (w Words) Places(text string) (all [][2]int) {
	if len(w.terms) == 0 {
		return nil
	}
	for from, to := range eachShownWord(text) {
		for _, at := range w.within(text[from:to]) {
			all = append(all, [2]int{from + at[0], from + at[1]})
		}
		if len(all) >= maxPlaces {
			break
		}
	}
	return all
}

// eachShownWord yields where words are in a text that is not folded. A character of which folding
// makes several words is within one.
func eachShownWord(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		start := -1
		for i, r := range text {
			if isInWord(r) {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && !yield(start, i) {
				return
			}
			start = -1
		}
		if start >= 0 {
			yield(start, len(text))
		}
	}
}

func isInWord(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return !endsWord(foldRune(r))
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || dropped(r):
		return true
	}
	return HasWords(string(r))
}

// within finds the terms in a word that is not folded.
func (w Words) within(word string) (all [][2]int) {
	folded := foldText(word)
	for from, to := range eachShownWord(folded) {
		all = append(all, w.matching(folded[from:to], from)...)
	}
	if len(all) == 0 {
		return nil
	}
	if !isASCII(word) {
		begins, ends, ok := foldedFrom(word, folded)
		if !ok {
			return [][2]int{{0, len(word)}}
		}
		for i, at := range all {
			all[i] = [2]int{begins[at[0]], ends[at[1]-1]}
		}
	}
	slices.SortFunc(all, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	merged := all[:1]
	for _, at := range all[1:] {
		if last := &merged[len(merged)-1]; at[0] <= last[1] {
			last[1] = max(last[1], at[1])
		} else {
			merged = append(merged, at)
		}
	}
	return merged
}

// matching finds the terms in a folded word, which is at an offset.
func (w Words) matching(word string, at int) (all [][2]int) {
	add := func(from int, term string) {
		for _, t := range w.terms {
			if t.matches(term) {
				all = append(all, [2]int{from, from + len(t.text)})
			}
		}
	}
	for word != "" {
		n := runOf(word)
		run := word[:n]
		if !spaceless(firstRune(run)) {
			add(at, firstRunes(run, maxWord))
		} else {
			for i := range run {
				add(at+i, firstRunes(run[i:], 2))
			}
		}
		word, at = word[n:], at+n
	}
	return all
}

func foldText(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	return plainLetters.Replace(strings.Map(foldRune, norm.NFKD.String(text)))
}

// foldedFrom says of each byte of a folded word where the character that it is from begins and ends in
// the word, with its accents. ok is false if several characters were folded together.
func foldedFrom(word, folded string) (begins, ends []int, ok bool) {
	var apart strings.Builder
	for from := 0; from < len(word); {
		_, size := utf8.DecodeRuneInString(word[from:])
		to := from + size
		for to < len(word) {
			r, size := utf8.DecodeRuneInString(word[to:])
			if !unicode.IsMark(r) && !dropped(r) {
				break
			}
			to += size
		}
		f := foldText(word[from:to])
		for range len(f) {
			begins, ends = append(begins, from), append(ends, to)
		}
		apart.WriteString(f)
		from = to
	}
	return begins, ends, apart.String() == folded
}
