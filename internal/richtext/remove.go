package richtext

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// remove counts something that is left out, and the host that it names.
func (c *cleaner) remove(kind RemovedKind, sources ...string) {
	if c.removed == nil {
		c.removed = make(map[RemovedKind]*Removal)
	}
	r := c.removed[kind]
	if r == nil {
		r = &Removal{Kind: kind}
		c.removed[kind] = r
	}
	r.Count++
	for _, source := range sources {
		host := hostOf(source)
		if host != "" && len(r.Hosts) < MaxHosts && !slices.Contains(r.Hosts, host) {
			r.Hosts = append(r.Hosts, host)
		}
	}
}

// removals are what was left out, in order.
func (c *cleaner) removals() (all []Removal) {
	for _, kind := range removedKinds {
		if r := c.removed[kind]; r != nil {
			slices.Sort(r.Hosts)
			all = append(all, *r)
		}
	}
	return all
}

// hostOf is the host of an address on the web, "" if it has none.
func hostOf(source string) string {
	a, ok := parseAddress(source)
	if !ok || !strings.HasPrefix(a.href, "http") {
		return ""
	}
	return Host(a.host)
}

// inspect counts what goes with an element's attributes.
func (c *cleaner) inspect(n *html.Node) {
	for _, a := range n.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on") && len(a.Key) > 2:
			c.remove(RemovedHandlers)
		case a.Key == "background" && a.Val != "":
			c.remove(RemovedBackgrounds, a.Val)
		case a.Key == "style":
			c.loads(a.Val)
		}
	}
}

// loads counts what a style sheet would load.
func (c *cleaner) loads(css string) {
	for {
		i := strings.Index(css, "url(")
		if i < 0 {
			return
		}
		css = css[i+len("url("):]
		end := strings.IndexByte(css, ')')
		if end < 0 {
			return
		}
		if source := strings.Trim(css[:end], " \t\n\"'"); hostOf(source) != "" {
			c.remove(RemovedBackgrounds, source)
		}
		css = css[end:]
	}
}

// drop counts an element that goes with all that is in it.
func (c *cleaner) drop(n *html.Node, kind RemovedKind) {
	switch n.Data {
	case "style":
		c.remove(kind)
		if n.FirstChild != nil {
			c.loads(n.FirstChild.Data)
		}
	case "link":
		if slices.Contains(strings.Fields(strings.ToLower(attribute(n, "rel"))), "stylesheet") {
			c.remove(RemovedStyles, attribute(n, "href"))
		}
	case "meta":
		if strings.EqualFold(strings.TrimSpace(attribute(n, "http-equiv")), "refresh") {
			c.remove(RemovedRedirects)
		}
	case "base":
		c.remove(kind, attribute(n, "href"))
	case "object":
		c.remove(kind, attribute(n, "data"))
	default:
		if kind != "" {
			c.remove(kind, attribute(n, "src"))
		}
	}
}

// hidden counts what the author hid: words, and pictures that only report that they were loaded.
func (c *cleaner) hidden(n *html.Node) {
	words := false
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode && hasWords(n.Data) {
			words = true
		}
		if n.Type == html.ElementNode && n.Data == "img" && hostOf(attribute(n, "src")) != "" {
			c.remove(RemovedTrackers, attribute(n, "src"))
		}
		if n.Type == html.ElementNode {
			if kind, drop := dropped[n.Data]; drop {
				c.drop(n, kind)
				return
			}
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
	}
	walk(n)
	if words {
		c.remove(RemovedHidden)
	}
}

// isHidden reports whether an author's style keeps an element from being seen.
func isHidden(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "hidden" && a.Namespace == "" {
			return true
		}
	}
	css := attribute(n, "style")
	if css == "" {
		return false
	}
	height, overflow := styleOf(css, "max-height"), styleOf(css, "overflow")
	return styleOf(css, "display") == "none" || styleOf(css, "visibility") == "hidden" || styleOf(css, "opacity") == "0" ||
		(height == "0" || height == "0px") && overflow == "hidden"
}

// styleOf is the value of a property in a style attribute, in lower case.
func styleOf(css, property string) (value string) {
	for declaration := range strings.SplitSeq(css, ";") {
		name, v, found := strings.Cut(declaration, ":")
		if found && strings.EqualFold(strings.TrimSpace(name), property) {
			v = strings.ToLower(strings.TrimSpace(v))
			value = strings.TrimSpace(strings.TrimSuffix(v, "!important"))
		}
	}
	return value
}
