package richtext

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// maxDepth is how deeply elements are nested; those further down are left out, what they
// contain is not. Browsers give up at 512, with the page's own.
const maxDepth = 150

// cleaner walks through parsed HTML and writes what is allowed.
type cleaner struct {
	media   Media
	removed map[RemovedKind]*Removal

	m     markup
	depth int
	// link is the link that is being written, nil outside.
	link *openedLink
	// literal counts elements that keep addresses as text: pre, code.
	literal int
}

type openedLink struct {
	address address
	// text is what people read of it.
	text strings.Builder
	// after is what follows it: links to media cannot be within.
	after []string
}

// markup is the content of an element, cleaned.
func (c *cleaner) markup(root *html.Node) (Markup, bool) {
	c.m, c.depth, c.link, c.literal = markup{}, 0, nil, 0
	trim(root)
	c.children(root)
	return settle(c.m.String())
}

func (c *cleaner) children(n *html.Node) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch child.Type {
		case html.TextNode:
			c.text(child.Data)
		case html.ElementNode:
			c.element(child)
		}
	}
}

func (c *cleaner) text(s string) {
	switch {
	case c.link != nil:
		c.link.text.WriteString(c.m.linkText(s))
	case c.literal > 0:
		c.m.text(s)
	default:
		c.m.linked(s)
	}
}

func (c *cleaner) element(n *html.Node) {
	if n.Namespace != "" {
		c.remove(RemovedDrawings)
		return
	}
	c.inspect(n)
	if isHidden(n) {
		c.hidden(n)
		return
	}
	if kind, drop := dropped[n.Data]; drop {
		c.drop(n, kind)
		return
	}
	if unwrappedForms[n.Data] {
		c.remove(RemovedForms)
	}
	switch n.Data {
	case "a":
		c.anchor(n)
		return
	case "img", "image":
		c.image(n)
		return
	case "audio", "video":
		c.sound(n)
		return
	}
	name := n.Data
	if other := renamed[name]; other != "" {
		name = other
	}
	if !kept[name] || c.depth >= maxDepth {
		c.children(n)
		return
	}
	if name == "br" || name == "hr" {
		c.m.WriteString("<" + name + "/>")
		if c.link != nil {
			c.link.text.WriteByte(' ')
		}
		return
	}
	c.wrapped(n, name)
}

// wrapped writes an element with what is in it.
func (c *cleaner) wrapped(n *html.Node, name string) {
	if name == "span" && attribute(n, "dir") == "" && attribute(n, "lang") == "" { // says nothing
		c.children(n)
		return
	}
	c.m.WriteString("<" + name)
	c.attributes(n, name)
	c.m.WriteByte('>')
	literal := name == "pre" || name == "code" || name == "kbd" || name == "samp"
	if literal {
		c.literal++
	}
	c.depth++
	c.children(n)
	c.depth--
	if literal {
		c.literal--
	}
	c.m.WriteString("</" + name + ">")
	if c.link != nil && !inline[name] {
		c.link.text.WriteByte(' ')
	}
}

var inline = setOf("a b strong i em u s del ins sub sup small code kbd samp var q cite abbr mark bdi span")

// attributes writes the attributes that an element keeps, in the order of their names.
func (c *cleaner) attributes(n *html.Node, name string) {
	c.keep(n, "colspan", name == "td" || name == "th", span)
	if dir := strings.ToLower(attribute(n, "dir")); dir == "ltr" || dir == "rtl" || dir == "auto" {
		c.m.attribute("dir", dir)
	}
	c.keep(n, "lang", true, language)
	if name == "table" && isLayout(n) {
		c.m.attribute("role", "presentation")
	}
	c.keep(n, "rowspan", name == "td" || name == "th", span)
	c.keep(n, "start", name == "ol", ordinal)
	c.keep(n, "value", name == "li", ordinal)
}

func (c *cleaner) keep(n *html.Node, key string, has bool, shape *regexp.Regexp) {
	if value := attribute(n, key); has && shape.MatchString(value) {
		c.m.attribute(key, value)
	}
}

// anchor writes a link, or its text alone if it leads nowhere that is allowed.
func (c *cleaner) anchor(n *html.Node) {
	if c.link != nil || c.depth >= maxDepth {
		c.children(n)
		return
	}
	href := attribute(n, "href")
	a, ok := parseAddress(href)
	if !ok {
		if href = strings.TrimSpace(href); href != "" && href[0] != '#' {
			c.remove(RemovedLinks)
		}
		c.children(n)
		return
	}
	direction := strings.ToLower(attribute(n, "dir"))
	if direction != "ltr" && direction != "rtl" {
		direction = "auto"
	}
	c.m.openLink("", a.href, direction)
	c.link = &openedLink{address: a}
	c.depth++
	c.children(n)
	c.depth--
	link := c.link
	c.link = nil
	text := link.text.String()
	if !hasWords(text) {
		text = a.shownHost()
		c.m.text(text)
	}
	c.m.host(a, text)
	c.m.WriteString("</a>")
	for _, after := range link.after {
		c.m.WriteString(after)
	}
}

// isLayout reports whether a table only arranges: it has no headings, and another table or one column.
// Readers of the screen aloud then do not announce it.
func isLayout(table *html.Node) bool {
	if role := strings.ToLower(attribute(table, "role")); role == "presentation" || role == "none" {
		return true
	}
	wide, nested := false, false
	var walk func(n *html.Node) bool
	walk = func(n *html.Node) bool {
		cells := 0
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			if child.Type != html.ElementNode {
				continue
			}
			switch child.Data {
			case "th", "caption":
				return false
			case "td":
				if cells++; cells > 1 {
					wide = true
				}
				nested = nested || holdsTable(child)
			case "tbody", "thead", "tfoot", "tr":
				if !walk(child) {
					return false
				}
			}
		}
		return true
	}
	return walk(table) && (nested || !wide)
}

// holdsTable looks a few levels down: tables that arrange have theirs near.
func holdsTable(n *html.Node) bool {
	for range 6 {
		child := n.FirstChild
		for child != nil && child.Type != html.ElementNode {
			child = child.NextSibling
		}
		if child == nil {
			return false
		}
		if child.Data == "table" {
			return true
		}
		n = child
	}
	return false
}

// attribute is the value of an attribute, "" if there is none.
func attribute(n *html.Node, name string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == name && n.Attr[i].Namespace == "" {
			return n.Attr[i].Val
		}
	}
	return ""
}

// trim removes what is not seen at the beginning and the end: mails end with many empty lines.
func trim(root *html.Node) {
	for {
		n := root.LastChild
		if n == nil || !isEmpty(n, 0) {
			break
		}
		root.RemoveChild(n)
	}
	for {
		n := root.FirstChild
		if n == nil || !isEmpty(n, 0) {
			break
		}
		root.RemoveChild(n)
	}
	if n := root.LastChild; n != nil && n == root.FirstChild && n.Type == html.ElementNode && (n.Data == "div" || n.Data == "span") {
		trim(n)
	}
}

var seen = setOf("img image audio video hr input select iframe object embed table svg math script style link meta base")

// isEmpty reports whether a node shows nothing, and removes nothing that is counted.
func isEmpty(n *html.Node, depth int) bool {
	switch n.Type {
	case html.TextNode:
		return !strings.ContainsFunc(n.Data, func(r rune) bool { return r > ' ' && r != '\u00a0' && !isUnseen(r) })
	case html.ElementNode:
		if seen[n.Data] || depth > 20 || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return strings.HasPrefix(a.Key, "on") || a.Key == "background" }) {
			return false
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			if !isEmpty(child, depth+1) {
				return false
			}
		}
	}
	return true
}
