package richtext

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// Markdown shows Markdown: CommonMark, with the tables and the strikethrough of GitHub's. HTML in
// it is text, a line break is one, pictures are treated as in HTML.
func Markdown(s string, media Media) Shown {
	s = lines(strings.ToValidUTF8(s, "\uFFFD"))
	if len(s) > MaxMarkdown {
		return plainMarkdown(s, FallbackLarge)
	}
	if !isPlainlyMarked(s) {
		return plainMarkdown(s, FallbackComplex)
	}
	var b strings.Builder
	if err := markdown.Convert([]byte(s), &b); err != nil || b.Len() > MaxHTML {
		return plainMarkdown(s, FallbackComplex)
	}
	root, err := parse(b.String())
	if err != nil {
		return plainMarkdown(s, FallbackDeep)
	}
	c := cleaner{media: media}
	body, ok := c.markup(root)
	if !ok {
		return plainMarkdown(s, FallbackComplex)
	}
	return Shown{Body: body, Removed: c.removals()}
}

func plainMarkdown(s string, why Fallback) Shown {
	return Shown{Body: textMarkup(cutText(s)), Fallback: why}
}

// markdown has no parsers of HTML: what looks like it stays text.
var markdown = newMarkdown()

func newMarkdown() goldmark.Markdown {
	p := parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
		parser.WithParagraphTransformers(util.Prioritized(parser.LinkReferenceParagraphTransformer, 100)),
	)
	return goldmark.New(goldmark.WithParser(p), goldmark.WithExtensions(extension.Table, extension.Strikethrough), goldmark.WithRendererOptions(html.WithHardWraps()))
}

// Bounds on marks. The parser's work on links and nested blocks grows with the square of them.
const (
	maxBrackets = 1000
	maxNested   = 40
	maxEmphasis = 4000
	maxCells    = 20000
)

// isPlainlyMarked reports whether a text has no more marks than a text needs.
func isPlainlyMarked(s string) bool {
	if strings.Count(s, "[")+strings.Count(s, "](")+strings.Count(s, "<") > maxBrackets {
		return false
	}
	if strings.Count(s, "*")+strings.Count(s, "_")+strings.Count(s, "`")+strings.Count(s, "~") > maxEmphasis {
		return false
	}
	columns, rows := 0, 0
	for line := range strings.SplitSeq(s, "\n") {
		if nested := strings.TrimLeft(line, " \t>*+-0123456789.)"); strings.Count(line[:len(line)-len(nested)], ">")+
			strings.Count(line[:len(line)-len(nested)], "- ")+strings.Count(line[:len(line)-len(nested)], "* ")+strings.Count(line[:len(line)-len(nested)], "+ ")+strings.Count(line[:len(line)-len(nested)], ". ") > maxNested {
			return false
		}
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') && len(line)-len(strings.TrimLeft(line, " \t")) > 8*maxNested {
			return false
		}
		if pipes := strings.Count(line, "|"); pipes > 0 {
			columns, rows = max(columns, pipes), rows+1
		}
	}
	return columns*rows <= maxCells
}
