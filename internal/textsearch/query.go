package textsearch

import (
	"strings"
	"unicode/utf8"

	"svcx"
)

// maxWords bounds the words of one search, and maxTerms its terms: words, and
// pairs of characters in scripts without spaces.
const maxWords, maxTerms = 16, 32

// HasWords reports whether q has a word to search for.
func HasWords(q string) bool {
	for range eachWord(q) {
		return true
	}
	return false
}

// searchedID is the conversation whose id q is; 0 if q is no id.
func searchedID(q string) (id svcx.ConversationID) {
	q = strings.TrimPrefix(strings.TrimSpace(q), "#")
	if len(q) > 18 {
		return 0
	}
	for _, r := range q {
		if r < '0' || r > '9' {
			return 0
		}
		id = id*10 + svcx.ConversationID(r-'0')
	}
	return id
}

// queryTerm is a term that a document must have, or a prefix of one.
type queryTerm struct {
	text   string
	prefix bool
}

// parseTerms parses a search: every word must be found, the last one as a prefix.
// There are no operators. It returns none for a q without a letter or digit.
func parseTerms(q string) (terms []queryTerm, err error) {
	words := foldWords(q)
	if len(words) > maxWords {
		return nil, svcx.Invalid("q", "must have at most %d words", maxWords)
	}
	for i, word := range words {
		last := i == len(words)-1
		for word != "" {
			n := runOf(word)
			run := word[:n]
			word = word[n:]
			terms = append(terms, runTerms(run, last && word == "")...)
		}
	}
	return terms[:min(len(terms), maxTerms)], nil
}

// runTerms are the terms of a run of one kind of script. A single character of a
// script that is indexed in pairs is a prefix of a pair.
func runTerms(run string, last bool) (terms []queryTerm) {
	if !spaceless(firstRune(run)) {
		return []queryTerm{{run, last}}
	}
	if utf8.RuneCountInString(run) == 1 {
		return []queryTerm{{run, true}}
	}
	for t := range eachTerm(run) {
		if utf8.RuneCountInString(t) == 2 {
			terms = append(terms, queryTerm{text: t})
		}
	}
	return terms
}

// findASCII marks the terms that an ASCII text has as found, and returns how many
// were not before. Most texts are ASCII, and this takes a tenth of the time.
func findASCII(text string, terms []queryTerm, found []bool) (fresh int) {
	for from := 0; from < len(text); {
		if endsWord(foldRune(rune(text[from]))) {
			from++
			continue
		}
		to := from + 1
		for to < len(text) && !endsWord(foldRune(rune(text[to]))) {
			to++
		}
		for i := range terms {
			if !found[i] && terms[i].matchesASCII(text[from:min(to, from+maxWord)]) {
				found[i] = true
				fresh++
			}
		}
		from = to
	}
	return fresh
}

// matchesASCII is matches for an ASCII word that is not folded.
func (t queryTerm) matchesASCII(word string) bool {
	if len(word) < len(t.text) || len(word) > len(t.text) && !t.prefix {
		return false
	}
	for i := range len(t.text) {
		if foldRune(rune(word[i])) != rune(t.text[i]) {
			return false
		}
	}
	return true
}

func (t queryTerm) matches(term string) bool {
	return term == t.text || t.prefix && strings.HasPrefix(term, t.text)
}

// hasTerms reports whether the texts of one document have all the terms.
func hasTerms(texts []string, terms []queryTerm) bool {
	missing := len(terms)
	found := make([]bool, missing)
	for _, text := range texts {
		if isASCII(text) {
			if missing -= findASCII(text, terms, found); missing == 0 {
				return true
			}
			continue
		}
		for w := range eachWord(text) {
			for t := range eachTerm(w) {
				for i := range terms {
					if !found[i] && terms[i].matches(t) {
						found[i] = true
						missing--
					}
				}
				if missing == 0 {
					return true
				}
			}
		}
	}
	return false
}
