package richtext

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// cutQuote takes off what HTML quotes at its end from earlier messages, as mail programs mark it; nil if there
// is nothing. What is said of splitText holds here too.
func cutQuote(root *html.Node) (quoted *html.Node) {
	f := quoteFinder{last: lastShown(root, 0)}
	if f.last == nil || !f.find(root, 0) || f.forward || isForwarded(f.start) {
		return nil
	}
	start := f.startWithAttribution()
	if !showsBefore(root, start) {
		return nil
	}
	return split(root, start)
}

// What is read for one quote must not grow with the mail, or the time would with its square.
const (
	maxCandidates = 64
	maxSiblings   = 50
	maxNodes      = 1000
)

type quoteFinder struct {
	// last is the last node that shows something.
	last *html.Node
	// start is where the quote begins.
	start *html.Node
	// forward is set if what follows is passed on.
	forward bool
	// candidates counts the texts that were read for headers of earlier messages.
	candidates int
}

// find looks for the first quote with nothing of the author's after it.
func (f *quoteFinder) find(n *html.Node, depth int) bool {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch child.Type {
		case html.TextNode:
			if block := f.textQuote(child); block != nil || f.forward {
				f.start = block
				return !f.forward
			}
		case html.ElementNode:
			switch mark := quoteMark(child); {
			case mark == restMark, mark == wholeMark && contains(child, f.last):
				f.start = child
				return true
			case mark == wholeMark:
				continue // answered point by point
			}
			if dropped[child.Data] == "" && f.find(child, depth+1) || f.forward {
				return !f.forward
			}
		}
	}
	return false
}

// textQuote is the block that begins with a text that only stands above earlier messages.
func (f *quoteFinder) textQuote(n *html.Node) *html.Node {
	text := strings.TrimSpace(n.Data)
	if text == "" || len(text) > 200 {
		return nil
	}
	if isForward(text) {
		f.forward = true
		return nil
	}
	if isOriginal(text) {
		return blockOf(n)
	}
	word, _, _ := strings.Cut(text, ":")
	if !slices.Contains(fromWords, strings.ToLower(strings.TrimSpace(word))) || f.candidates == maxCandidates {
		return nil
	}
	f.candidates++
	block := blockOf(n)
	shown := strings.Split(nodeText(block, 1500), "\n")
	if headersAt(withoutBlanks(shown), 0) {
		return block
	}
	return nil
}

func withoutBlanks(all []string) []string { return slices.DeleteFunc(all, isBlank) }

// blockOf is the outermost element that begins with a text: the paragraph that it opens.
func blockOf(n *html.Node) *html.Node {
	for n.Parent != nil && n.Parent.Parent != nil && firstShown(n.Parent, n) && (n.Data != "div" || !strings.Contains(attribute(n, "style"), "border-top")) {
		n = n.Parent
	}
	return n
}

// firstShown reports whether nothing is shown in a parent before a child.
func firstShown(parent, child *html.Node) bool {
	looked := 0
	for n := parent.FirstChild; n != child; n = n.NextSibling {
		if looked++; looked > maxSiblings || !isEmpty(n, 0) {
			return false
		}
	}
	return true
}

type mark int

const (
	noMark    mark = iota
	wholeMark      // the element is the quote
	restMark       // it and all that follows
)

var (
	wholeClasses = setOf("gmail_quote gmail_quote_container gmail_extra yahoo_quoted protonmail_quote tutanota_quote zmail_extra ms-outlook-mobile-reference-message front-blockquote")
	wholeIDs     = setOf("isreplycontent olk_src_body_section mail-editor-reference-message-container replyquote yahoo_quoted_message")
	restIDs      = setOf("appendonsend divrplyfwdmsg stopspelling reply-intro")
)

// quoteMark says how a mail program marks an element as a quote. Outlook puts x_ in front of what other programs wrote.
func quoteMark(n *html.Node) mark {
	id := strings.TrimPrefix(strings.ToLower(attribute(n, "id")), "x_")
	if restIDs[id] {
		return restMark
	}
	if wholeIDs[id] || attribute(n, "name") == "messageReplySection" {
		return wholeMark
	}
	for class := range strings.FieldsSeq(strings.ToLower(attribute(n, "class"))) {
		if wholeClasses[strings.TrimPrefix(class, "x_")] {
			return wholeMark
		}
	}
	if n.Data != "blockquote" {
		return noMark
	}
	if strings.EqualFold(attribute(n, "type"), "cite") || attribute(n, "cite") != "" {
		return wholeMark
	}
	if above := shownBefore(n); above != nil && isAttribution(nodeText(above, maxAttribution+1)) {
		return wholeMark
	}
	return noMark
}

// isAttribution reports whether a text is a line like "On …, … wrote:".
func isAttribution(text string) bool {
	all := withoutBlanks(strings.Split(text, "\n"))
	if len(all) == 0 || len(all) > 3 {
		return false
	}
	start, _ := attributionAt(all, len(all)-1)
	return start == 0
}

// startWithAttribution moves the start to what stands above the quote and belongs to it: who wrote it, a rule.
func (f *quoteFinder) startWithAttribution() *html.Node {
	start := f.start
	for range 3 {
		above := shownBefore(start)
		if above == nil {
			return start
		}
		if above.Type == html.ElementNode && above.Data == "hr" {
			start = above
			continue
		}
		text := nodeText(above, maxAttribution+1)
		if !strings.Contains(attribute(above, "class"), "moz-cite-prefix") && !isAttribution(text) && !isRule(text) {
			return start
		}
		start = above
	}
	return start
}

// shownBefore is the nearest node before another that shows something, and begins and ends within
// what the other's parents begin.
func shownBefore(n *html.Node) *html.Node {
	for looked := 0; n != nil && n.Parent != nil; n = n.Parent {
		for before := n.PrevSibling; before != nil; before = before.PrevSibling {
			if looked++; looked > maxSiblings {
				return nil
			}
			if !isEmpty(before, 0) {
				return before
			}
		}
	}
	return nil
}

func isForwarded(n *html.Node) bool {
	for line := range strings.SplitSeq(nodeText(n, 400), "\n") {
		if isForward(line) {
			return true
		}
	}
	return false
}

// lastShown is the last text or picture.
func lastShown(n *html.Node, depth int) *html.Node {
	for child := n.LastChild; child != nil; child = child.PrevSibling {
		if child.Type == html.TextNode && hasWords(child.Data) {
			return child
		}
		if child.Type != html.ElementNode || isHidden(child) {
			continue
		}
		if _, drop := dropped[child.Data]; drop {
			continue
		}
		if (child.Data == "img" || child.Data == "video" || child.Data == "audio") && !isUnseenImage(child) {
			return child
		}
		if last := lastShown(child, depth+1); last != nil {
			return last
		}
	}
	return nil
}

func contains(parent, n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == parent {
			return true
		}
	}
	return false
}

// showsBefore reports whether anything is shown before a node.
func showsBefore(root, start *html.Node) bool {
	for n := start; n != root; n = n.Parent {
		for before := n.PrevSibling; before != nil; before = before.PrevSibling {
			if before.Type == html.TextNode && hasWords(before.Data) {
				return true
			}
			if before.Type != html.ElementNode || isHidden(before) {
				continue
			}
			if _, drop := dropped[before.Data]; drop {
				continue
			}
			if before.Data == "img" && !isUnseenImage(before) || lastShown(before, 0) != nil {
				return true
			}
		}
	}
	return false
}

// split moves a node and all that follows it into a second tree with the same parents.
func split(root, start *html.Node) *html.Node {
	var moved *html.Node
	for first, parent := start, start.Parent; ; first, parent = parent.NextSibling, parent.Parent {
		copied := &html.Node{Type: parent.Type, Data: parent.Data, DataAtom: parent.DataAtom, Attr: parent.Attr}
		if moved != nil {
			copied.AppendChild(moved)
		}
		for n := first; n != nil; {
			next := n.NextSibling
			parent.RemoveChild(n)
			copied.AppendChild(n)
			n = next
		}
		if moved = copied; parent == root {
			return moved
		}
	}
}

// nodeText is the text of a node with lines as they are seen, at most so many bytes.
func nodeText(n *html.Node, most int) string {
	var b strings.Builder
	nodes := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if nodes++; b.Len() >= most || nodes > maxNodes {
			return
		}
		switch n.Type {
		case html.TextNode:
			text := strings.ReplaceAll(n.Data, "\n", " ")
			b.WriteString(text[:min(len(text), most-b.Len())])
		case html.ElementNode:
			if _, drop := dropped[n.Data]; drop {
				return
			}
			block := !inline[n.Data] && n.Data != "font"
			if block && b.Len() > 0 {
				b.WriteByte('\n')
			}
			for child := n.FirstChild; child != nil; child = child.NextSibling {
				walk(child)
			}
			if block && n.Data != "br" {
				b.WriteByte('\n')
			}
		}
	}
	walk(n)
	return strings.ToValidUTF8(b.String(), "")
}
