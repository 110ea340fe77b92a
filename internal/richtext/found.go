package richtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"svcx"
)

// Marks marks what was found: mark elements of class hit. places are where that is in a text, as offsets
// of beginnings and ends, in order.
func Marks(m Markup, places func(text string) [][2]int) Markup {
	var out strings.Builder
	for _, t := range tokensOf(string(m)) {
		if t.kind != html.TextToken {
			out.WriteString(t.raw)
			continue
		}
		text := html.UnescapeString(t.raw)
		out.WriteString(string(MarkText(text, places(text))))
	}
	return Markup(out.String())
}

// MarkText is a plain text as markup in which some places are marked (see Marks).
func MarkText(text string, places [][2]int) Markup {
	var out strings.Builder
	last := 0
	for _, at := range places {
		out.WriteString(html.EscapeString(text[last:at[0]]) + OpenHit + html.EscapeString(text[at[0]:at[1]]) + CloseHit)
		last = at[1]
	}
	out.WriteString(html.EscapeString(text[last:]))
	return Markup(out.String())
}

// OpenHit and CloseHit are around what was found.
const OpenHit, CloseHit = `<mark class="hit">`, `</mark>`

// WholeLine is all of a text in one line, with what it quotes: at most so many characters.
func WholeLine(s string, isHTML, isMarkdown bool, most int) string {
	var b strings.Builder
	switch {
	case isHTML:
		s = HTMLText(s, 4*most)
	case isMarkdown && len(s) <= MaxMarkdown && isPlainlyMarked(s) && markdown.Convert([]byte(lines(s)), &b) == nil:
		s = HTMLText(b.String(), 4*most)
	}
	return cutEnd(svcx.OneLine(seenOnly(s)), most)
}

// Around is the part of a line around some places in it: around the first, or where more different words
// are near each other. At most before characters come before that, and most in all.
func Around(line string, places [][2]int, before, most int) string {
	from := nearest(line, places)
	start := from
	for n := 0; n < before && start > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(line[:start])
		start -= size
	}
	if start > 0 {
		if i := strings.IndexByte(line[start:from], ' '); i >= 0 {
			start += i + 1
		}
		for r, size := utf8.DecodeRuneInString(line[start:]); start < from && unicode.IsMark(r); r, size = utf8.DecodeRuneInString(line[start:]) {
			start += size
		}
		return "…" + cutEnd(line[start:], most)
	}
	return cutEnd(line, most)
}

// together is how far apart words are seen at once, in bytes.
const together = 48

func nearest(line string, places [][2]int) (from int) {
	most := 0
	for i, at := range places {
		words := make(map[string]bool)
		for _, other := range places[i:] {
			if other[1]-at[0] > together {
				break
			}
			words[strings.ToLower(line[other[0]:other[1]])] = true
		}
		if len(words) > most {
			from, most = at[0], len(words)
		}
	}
	return from
}
