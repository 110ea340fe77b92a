package richtext

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"svcx"
)

// A line of text, for a page or a notification to escape: white space is single spaces, what is
// invisible and could turn or hide something is left out.

// Subject is a subject in one line.
func Subject(s string) string { return svcx.OneLine(s) }

// TextLine is the beginning of a plain text, at most so many characters, without what it quotes.
func TextLine(s string, most int) string {
	s = lines(head(s, most))
	if own, _ := splitText(s); hasWords(own) {
		s = own
	}
	return cutEnd(svcx.OneLine(s), most)
}

// MarkdownLine is the beginning of a Markdown text, without its marks.
func MarkdownLine(s string, most int) string {
	s = lines(head(s, most))
	var b strings.Builder
	if !isPlainlyMarked(s) || markdown.Convert([]byte(s), &b) != nil {
		return TextLine(s, most)
	}
	return HTMLLine(b.String(), most)
}

// HTMLLine is the beginning of the text of HTML, without its tags and what it quotes.
func HTMLLine(s string, most int) string {
	// Tags and style sheets are most of a mail.
	s = strings.ToValidUTF8(s[:min(len(s), 256<<10)], "\uFFFD")
	return cutEnd(svcx.OneLine(seenOnly(textOf(s, 8*most+64, " "))), most)
}

// HTMLText is the text of HTML with its line breaks, at most so many bytes, for a reader that is no
// page. What it quotes stays.
func HTMLText(s string, most int) string {
	return textOf(strings.ToValidUTF8(s[:min(len(s), MaxHTML)], "\uFFFD"), most, "\n")
}

// seenOnly leaves out what nobody sees: newsletters fill the line that lists show with it.
func seenOnly(s string) string {
	var before rune
	return strings.Map(func(r rune) rune {
		if isUnseen(r) && !unicode.IsSpace(r) && !(r == zeroWidthJoiner || r == zeroWidthNonJoiner || unicode.Is(unicode.Variation_Selector, r)) || unseenAlone(before, r) {
			return -1
		}
		before = r
		return r
	}, s)
}

const zeroWidthNonJoiner, zeroWidthJoiner = '\u200C', '\u200D'

// unseenAlone reports whether an invisible character joins nothing.
func unseenAlone(before, r rune) bool {
	return isUnseen(r) && !unicode.IsSpace(r) && (before == 0 || unicode.IsSpace(before) || isUnseen(before))
}

// head is as much of a text as a line of it can need.
func head(s string, most int) string {
	s = s[:min(len(s), 16*most+4096)]
	return strings.ToValidUTF8(s, "")
}

// textOf is the text of HTML, read tag by tag: at most so many bytes. Blocks are set apart.
// A quote ends it, if there is text before.
func textOf(s string, most int, apart string) string {
	z := html.NewTokenizer(strings.NewReader(s))
	var b strings.Builder
	skipped := "" // the element whose content is left out
	depth, words := 0, false
	for b.Len() < most {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		if kind == html.TextToken {
			if skipped != "" {
				continue
			}
			text := string(z.Text())
			if apart == "\n" {
				text = strings.ReplaceAll(lines(text), "\n", " ")
			}
			words = words || hasWords(text)
			b.WriteString(text)
			continue
		}
		if kind == html.CommentToken || kind == html.DoctypeToken {
			continue
		}
		token, more := z.TagName()
		name := string(token)
		if skipped != "" {
			if name == skipped {
				if kind == html.StartTagToken {
					depth++
				} else if kind == html.EndTagToken {
					depth--
				}
				if depth == 0 {
					skipped = ""
				}
			}
			continue
		}
		if kind == html.StartTagToken && skips[name] {
			skipped, depth = name, 1
			continue
		}
		if apart == " " && words && kind == html.StartTagToken && more && beginsQuote(z, name) {
			break
		}
		if !inline[name] && name != "font" {
			b.WriteString(apart)
		}
	}
	text := b.String()
	if apart == "\n" {
		text = collapse(text)
	}
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return text
}

var skips = setOf("script style head title template svg math select iframe object noframes noembed datalist")

// beginsQuote reports whether the tag that is being read begins a quote.
func beginsQuote(z *html.Tokenizer, name string) bool {
	n := html.Node{Type: html.ElementNode, Data: name}
	for range maxAttributes {
		key, value, more := z.TagAttr()
		n.Attr = append(n.Attr, html.Attribute{Key: string(key), Val: string(value)})
		if !more {
			break
		}
	}
	return quoteMark(&n) != noMark || strings.Contains(attribute(&n, "class"), "moz-cite-prefix") || strings.Contains(attribute(&n, "style"), "border-top:solid #")
}

// collapse leaves one blank line where there are more.
func collapse(s string) string {
	var b strings.Builder
	blank := 2
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimFunc(line, unicode.IsSpace)
		if line == "" {
			blank++
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n"[:min(blank+1, 2)])
		}
		b.WriteString(line)
		blank = 0
	}
	return b.String()
}
