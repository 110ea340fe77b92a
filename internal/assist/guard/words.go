package guard

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"svcx/internal/richtext"
)

// part is a range of bytes of a text, or of words of a sentence.
type part struct{ from, to int }

func within(parts []part, at int) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.from <= at && at < p.to })
}

var (
	address   = regexp.MustCompile(`(?i)(?:[a-z][a-z0-9+.-]{1,20}://|www\.)[^\s<>"]+`)
	codeBlock = regexp.MustCompile("(?s)```.*?(?:```|$)|~~~.*?(?:~~~|$)|`[^`\n]+`")
)

// addressesIn finds URLs, codeIn spans and blocks of code in Markdown.
func addressesIn(text string) []part { return matches(address, text) }

func codeIn(text string) []part { return matches(codeBlock, text) }

func matches(re *regexp.Regexp, text string) (all []part) {
	for _, at := range re.FindAllStringIndex(text, -1) {
		all = append(all, part{at[0], at[1]})
	}
	return all
}

// quotedIn finds what a reply quotes: lines behind ">", and all from where an earlier message begins.
func quotedIn(text string) (all []part) {
	own := len(richtext.Own(text))
	from := 0
	for line := range strings.Lines(text[:own]) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t\u00a0"), ">") {
			all = append(all, part{from, from + len(line)})
		}
		from += len(line)
	}
	if own < len(text) {
		all = append(all, part{own, len(text)})
	}
	return all
}

// ownWords is a text without what it quotes.
func ownWords(text string) string {
	var own strings.Builder
	last := 0
	for _, q := range quotedIn(text) {
		own.WriteString(text[last:q.from])
		own.WriteByte('\n')
		last = q.to
	}
	own.WriteString(text[last:])
	return own.String()
}

// word is a word of a sentence, in lower case.
type word struct {
	text     string
	from, to int
	// first says that it begins the sentence or its line.
	first bool
}

// sentences cuts a text into the words of its sentences. A line break ends no sentence, an empty line does.
func sentences(text string) (all [][]word) {
	var current []word
	first := true
	end := func() {
		if len(current) > 0 {
			all = append(all, current)
		}
		current, first = nil, true
	}
	from := -1
	for i, r := range text + "\n" {
		if isWordRune(text, i, r) {
			if from < 0 {
				from = i
			}
			continue
		}
		if from >= 0 {
			w := strings.ReplaceAll(strings.ToLower(text[from:i]), "’", "'")
			current = append(current, word{w, from, i, first})
			from, first = -1, false
		}
		switch r {
		case '.', '!', '?', '。', '！', '？', '…', ';':
			end()
		case '\n':
			if first = true; strings.HasSuffix(strings.TrimRight(text[:min(i, len(text))], " \t\r"), "\n") {
				end()
			}
		}
	}
	end()
	return all
}

// isWordRune takes signs between letters as part of the word: o'clock, ci-joint, invoice.pdf.
func isWordRune(text string, at int, r rune) bool {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' {
		return true
	}
	if at == 0 || at >= len(text)-1 || !strings.ContainsRune("'’-.@/&", r) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+utf8.RuneLen(r):])
	return isAlphanumeric(before) && isAlphanumeric(after)
}

func isAlphanumeric(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// phrase is a sequence of words to look for.
type phrase []element

// element is a word of a phrase: one of some words, or up to three of any.
type element struct {
	words []string // one that ends in "-" stands for all that begin so
	any   bool
	first bool // only where a sentence or line begins
}

// phrases reads phrases, one a line: "|" between words of which one stands there, "_" for up to three words of any kind, "^"
// in front of a phrase that begins a sentence or line.
func phrases(text string) (all []phrase) {
	for line := range strings.Lines(text) {
		var p phrase
		line, first := strings.CutPrefix(strings.TrimSpace(line), "^")
		for i, field := range strings.Fields(line) {
			p = append(p, element{words: strings.Split(field, "|"), any: field == "_", first: first && i == 0})
		}
		if len(p) > 0 {
			all = append(all, p)
		}
	}
	return all
}

// find is where a phrase stands in a sentence, as a range of its words.
func (p phrase) find(sentence []word) (all []part) {
	for i := range sentence {
		if n := p.length(sentence[i:]); n > 0 {
			all = append(all, part{i, i + n})
		}
	}
	return all
}

// length is how many words at the beginning of words the phrase takes, 0 if it does not stand there.
func (p phrase) length(words []word) int {
	if len(p) == 0 {
		return 0
	}
	if p[0].any {
		for skipped := range min(4, len(words)+1) {
			if n := p[1:].length(words[skipped:]); n > 0 {
				return skipped + n
			}
		}
		return 0
	}
	if len(words) == 0 || p[0].first && !words[0].first || !p[0].is(words[0].text) {
		return 0
	}
	if len(p) == 1 {
		return 1
	}
	if n := p[1:].length(words[1:]); n > 0 {
		return 1 + n
	}
	return 0
}

func (e element) is(w string) bool {
	return slices.ContainsFunc(e.words, func(want string) bool {
		if begin, ok := strings.CutSuffix(want, "-"); ok {
			return strings.HasPrefix(w, begin)
		}
		return w == want
	})
}
