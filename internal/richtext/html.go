package richtext

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// HTML shows the HTML of a mail. Structure is kept: paragraphs, headings, lists, tables, quotes, links.
//
// Three passes, each of its own: the walk (clean.go) writes what is allowed, the gate (policy.go)
// takes out what is not, and what a parser makes of the result must be the result. Text that
// browsers would read otherwise than it was cleaned is shown plain.
func HTML(s string, media Media) Shown {
	if len(s) > MaxHTML {
		return plain(s, FallbackLarge)
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !isAffordable(s) {
		return plain(s, FallbackComplex)
	}
	root, err := parse(s)
	if err != nil {
		return plain(s, FallbackDeep)
	}
	quoted := cutQuote(root)
	c := cleaner{media: media}
	shown := Shown{}
	var ok bool
	if shown.Body, ok = c.markup(root); !ok {
		return plain(s, FallbackComplex)
	}
	if quoted != nil {
		if shown.Quoted, ok = c.markup(quoted); !ok {
			return plain(s, FallbackComplex)
		}
	}
	shown.Removed = c.removals()
	return shown
}

// plain shows the text of HTML that is not shown as such.
func plain(s string, why Fallback) Shown {
	cut := s[:min(len(s), MaxHTML)]
	text := textOf(cut, MaxText, "\n")
	if len(cut) < len(s) {
		text += "…"
	}
	shown := Text(text)
	shown.Fallback = why
	return shown
}

// parse reads HTML as the content of a div, in a document with a doctype.
func parse(s string) (root *html.Node, err error) {
	root = &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(s), root, html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	return root, nil
}

// settle passes markup through the gate and a parser until both leave it as it is, without what is
// not seen at its ends.
func settle(s string) (m Markup, ok bool) {
	for range 4 {
		s = gate.Sanitize(preStart.ReplaceAllString(s, "$1"))
		root, err := parse(s)
		if err != nil {
			return "", false
		}
		trim(root)
		var b strings.Builder
		b.Grow(len(s))
		for n := root.FirstChild; n != nil; n = n.NextSibling {
			if err := html.Render(&b, n); err != nil {
				return "", false
			}
		}
		if b.String() == s {
			return Markup(s), true
		}
		s = b.String()
	}
	return "", false
}

// preStart is where preformatted text begins with empty lines. The first is not read; browsers that
// write what they have read leave it out, and would lose a line each time.
var preStart = regexp.MustCompile(`(<pre(?: [^<>]*)?>)\n+`)

// Bounds on markup.
const (
	maxAttributes = 500
	// freeReopened is how many elements a parser may make for nothing.
	freeReopened = 20_000
)

// isAffordable reports whether reading HTML makes about as many elements as it has tags. Formatting that is not closed
// within its paragraph is opened again in each one that follows: a thousand bytes can
// become a thousand elements in every paragraph. It counts at least as many as a parser makes.
func isAffordable(s string) bool {
	z := html.NewTokenizer(strings.NewReader(s))
	var open []atom.Atom
	count := make(map[atom.Atom]int)
	loose, reopened, tokens := 0, 0, 0
	closeTo := func(name atom.Atom) {
		for len(open) > 0 {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			count[last]--
			if last == name {
				return
			}
			if formatting[last] {
				loose++
			}
		}
	}
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return true
		}
		if tokens++; kind == html.TextToken || kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			if reopened += loose; reopened > freeReopened+2*tokens {
				return false
			}
		}
		if kind != html.StartTagToken && kind != html.EndTagToken {
			continue
		}
		tag, more := z.TagName()
		name := atom.Lookup(tag)
		for n := 0; more; n++ {
			if _, _, more = z.TagAttr(); n > maxAttributes {
				return false
			}
		}
		switch {
		case kind == html.EndTagToken && count[name] > 0:
			closeTo(name)
		case kind == html.EndTagToken:
			if formatting[name] && loose > 0 {
				loose--
			}
		default:
			if !formatting[name] && name != atom.Span && name != atom.Br && count[atom.P] > 0 {
				closeTo(atom.P)
			}
			if formatting[name] && count[name] > 0 && name == atom.A {
				closeTo(name)
			}
			if !void[name] {
				open = append(open, name)
				count[name]++
			}
		}
	}
}

// formatting are the elements that parsers open again.
var formatting = map[atom.Atom]bool{
	atom.A: true, atom.B: true, atom.Big: true, atom.Code: true, atom.Em: true, atom.Font: true, atom.I: true, atom.Nobr: true, atom.S: true, atom.Small: true,
	atom.Strike: true, atom.Strong: true, atom.Tt: true, atom.U: true,
}

var void = map[atom.Atom]bool{
	atom.Area: true, atom.Base: true, atom.Br: true, atom.Col: true, atom.Embed: true, atom.Hr: true, atom.Img: true, atom.Input: true, atom.Keygen: true,
	atom.Link: true, atom.Meta: true, atom.Param: true, atom.Source: true, atom.Track: true, atom.Wbr: true,
}
