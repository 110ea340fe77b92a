package textsearch

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

// Document is a unit of the text index: a message of a conversation, or its
// head (message 0).
type Document struct {
	Workspace    svcx.WorkspaceID
	Conversation svcx.ConversationID
	Message      svcx.MessageID
	// Texts have the words that it is found by.
	Texts []string
	// Shown is how many of a head's texts a list shows; they are the first.
	Shown int
}

// Size is the bytes of its texts.
func (d *Document) Size() (n int) {
	for _, text := range d.Texts {
		n += len(text)
	}
	return n
}

// MessageTexts are the texts that a message is found by: its content, its author's
// name at the time, and the names of its files. So "anna refund" finds what Anna
// wrote about a refund.
func MessageTexts(author, content string, kind svcx.ContentType, attachments []svcx.Attachment) []string {
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
func (d *Document) words(scope string) string {
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
