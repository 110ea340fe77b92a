package store

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"svcx"
)

// maxDocument bounds the words of one message in the index, in bytes: of a message
// of 50,000 characters that repeats no word the end is not found. maxScoped bounds
// them with their prefixes: PostgreSQL refuses documents of more than 1 MiB.
const maxDocument, maxScoped = 128 << 10, 768 << 10

// maxTerms bounds the terms of one search: words, and pairs of characters in scripts
// without spaces.
const maxTerms = 32

// searchDocument is a unit of the text index: a message of a conversation, or its
// head (message 0).
type searchDocument struct {
	Workspace    svcx.WorkspaceID
	Conversation svcx.ConversationID
	Message      svcx.MessageID
	// Texts have the words that it is found by.
	Texts []string
}

// Size is the bytes of its texts.
func (d *searchDocument) Size() (n int) {
	for _, text := range d.Texts {
		n += len(text)
	}
	return n
}

// messageTexts are the texts that a message is found by: its content, its author's
// name at the time, and the names of its files. So "anna refund" finds what Anna
// wrote about a refund.
func messageTexts(author, content string, kind svcx.ContentType, attachments []svcx.Attachment) []string {
	if kind == svcx.ContentHTML {
		content = htmlText(content)
	}
	texts := []string{author, content}
	for _, a := range attachments {
		texts = append(texts, a.Filename)
	}
	return texts
}

// htmlText is the visible text of HTML.
func htmlText(markup string) string {
	var text strings.Builder
	z := html.NewTokenizer(strings.NewReader(markup))
	hidden := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				return markup
			}
			return text.String()
		case html.TextToken:
			if !hidden {
				text.Write(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			hidden = string(name) == "style" || string(name) == "script"
			breakAt(&text, string(name))
		case html.EndTagToken:
			name, _ := z.TagName()
			hidden = false
			breakAt(&text, string(name))
		case html.SelfClosingTagToken:
			text.WriteByte(' ')
		}
	}
}

// inline are the tags that may be in the middle of a word.
var inline = map[string]bool{"a": true, "b": true, "em": true, "font": true, "i": true, "mark": true, "s": true, "span": true, "strong": true, "u": true, "wbr": true}

func breakAt(text *strings.Builder, tag string) {
	if !inline[tag] {
		text.WriteByte(' ')
	}
}

// words are the document's distinct terms as they are in the index, each after the
// scope.
func (d *searchDocument) words(scope string) string {
	var all strings.Builder
	size := 0
	seen := make(map[string]bool)
	for _, text := range d.Texts {
		for w := range eachWord(text) {
			for t := range eachTerm(w) {
				if seen[t] {
					continue
				}
				size += len(t) + 1
				if size > maxDocument || all.Len()+len(scope)+len(t) > maxScoped {
					return all.String()
				}
				seen[t] = true
				if all.Len() > 0 {
					all.WriteByte(' ')
				}
				all.WriteString(scope)
				all.WriteString(t)
			}
		}
	}
	return all.String()
}

// eachTerm yields the terms of a folded word. Scripts without spaces between words
// are indexed as pairs of characters, and the last character by itself: so a search
// finds text in the middle of a run.
func eachTerm(word string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word != "" {
			n := runOf(word)
			run := word[:n]
			word = word[n:]
			if run[0] < utf8.RuneSelf || !spaceless(firstRune(run)) {
				if !yield(firstRunes(run, maxWord)) {
					return
				}
				continue
			}
			for run != "" {
				pair := firstRunes(run, 2)
				if !yield(pair) {
					return
				}
				_, size := utf8.DecodeRuneInString(run)
				run = run[size:]
			}
		}
	}
}

// runOf is how many bytes at the beginning of the word are of the same kind of
// script.
func runOf(word string) int {
	kind := spaceless(firstRune(word))
	for i, r := range word {
		if (r >= firstSpaceless && spaceless(r)) != kind {
			return i
		}
	}
	return len(word)
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// firstSpaceless is Thai's first character: Latin, Greek, Cyrillic, Hebrew and
// Arabic come before.
const firstSpaceless = 0x0E00

// spaceless reports whether the character is of a script without spaces between
// words.
func spaceless(r rune) bool {
	return r >= firstSpaceless && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー')
}

// searchTerm is a term that a document must have, or a prefix of one.
type searchTerm struct {
	text   string
	prefix bool
}

// searchTerms parses a search: every word must be found, the last one as a prefix.
// There are no operators. It returns none for a q without a letter or digit.
func searchTerms(q string) (terms []searchTerm, err error) {
	words := foldWords(q)
	if len(words) > maxSearchWords {
		return nil, svcx.Invalid("q", "must have at most %d words", maxSearchWords)
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
func runTerms(run string, last bool) (terms []searchTerm) {
	if !spaceless(firstRune(run)) {
		return []searchTerm{{run, last}}
	}
	if utf8.RuneCountInString(run) == 1 {
		return []searchTerm{{run, true}}
	}
	for t := range eachTerm(run) {
		if utf8.RuneCountInString(t) == 2 {
			terms = append(terms, searchTerm{text: t})
		}
	}
	return terms
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// findASCII marks the terms that an ASCII text has as found, and returns how many
// were not before. Most texts are ASCII, and this takes a tenth of the time.
func findASCII(text string, terms []searchTerm, found []bool) (fresh int) {
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
func (t searchTerm) matchesASCII(word string) bool {
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

func (t searchTerm) matches(term string) bool {
	return term == t.text || t.prefix && strings.HasPrefix(term, t.text)
}

// hasTerms reports whether the texts of one document have all the terms.
func hasTerms(texts []string, terms []searchTerm) bool {
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
