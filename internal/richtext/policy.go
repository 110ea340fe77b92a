package richtext

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// kept are the elements that stay what they are. None loads anything, none is read as raw text, and
// none is of another namespace.
var kept = setOf(`p br hr div span blockquote pre h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th
	a b strong i em u s del ins sub sup small code kbd samp var q cite abbr mark bdi`)

// renamed are elements that become others: h1 and h2 are the page's own.
var renamed = map[string]string{
	"h1": "h3", "h2": "h3", "strike": "s", "tt": "code", "big": "strong", "listing": "pre", "xmp": "pre", "plaintext": "pre", "bdo": "bdi",
	"center": "div", "address": "div", "article": "div", "section": "div", "header": "div", "footer": "div", "main": "div", "nav": "div", "aside": "div",
	"figure": "div", "figcaption": "div", "details": "div", "summary": "div", "fieldset": "div", "dir": "ul", "menu": "ul",
}

// dropped are elements that go with all that is in them, and what they count as.
var dropped = map[string]RemovedKind{
	"script": RemovedScripts, "style": RemovedStyles, "svg": RemovedDrawings, "math": RemovedDrawings,
	"iframe": RemovedFrames, "frame": RemovedFrames, "frameset": RemovedFrames, "object": RemovedFrames, "embed": RemovedFrames, "applet": RemovedFrames, "portal": RemovedFrames, "fencedframe": RemovedFrames,
	"input": RemovedForms, "select": RemovedForms, "datalist": RemovedForms, "option": RemovedForms, "optgroup": RemovedForms, "keygen": RemovedForms, "isindex": RemovedForms,
	"base": RemovedRedirects,
	"head": "", "title": "", "template": "", "noframes": "", "noembed": "", "link": "", "meta": "", "param": "", "source": "", "track": "",
	"col": "", "colgroup": "", "map": "", "area": "", "canvas": "", "dialog": RemovedHidden, "bgsound": RemovedMedia, "wbr": "", "rp": "", "basefont": "",
}

// unwrappedForms are parts of forms whose text stays.
var unwrappedForms = setOf("form button textarea")

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// gate is what all markup passes last, and it leaves everything as it is: what it would change was not
// meant to be written.
var gate = newGate()

func newGate() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	for name := range kept {
		if name != "a" {
			p.AllowNoAttrs().OnElements(name)
		}
	}
	p.AllowAttrs("dir").Matching(regexp.MustCompile(`^(ltr|rtl|auto)$`)).Globally()
	p.AllowAttrs("lang").Matching(language).Globally()
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^rt-(image|audio|video)$`)).OnElements("a", "span")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^rt-(host|control)$`)).OnElements("span")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^rt-embedded$`)).OnElements("img")
	p.AllowAttrs("data-width", "data-height").Matching(size).OnElements("a")
	p.AllowAttrs("width", "height").Matching(size).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$`)).OnElements("img")
	p.AllowAttrs("href").Matching(regexp.MustCompile(`^(https?://|mailto:|tel:|/[^/\\])`)).OnElements("a")
	p.AllowAttrs("target").Matching(regexp.MustCompile(`^_blank$`)).OnElements("a")
	p.AllowAttrs("rel").Matching(regexp.MustCompile(`^` + relation + `$`)).OnElements("a")
	p.AllowAttrs("colspan", "rowspan").Matching(span).OnElements("td", "th")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^presentation$`)).OnElements("table")
	p.AllowAttrs("start", "value").Matching(ordinal).OnElements("ol", "li")
	p.AllowURLSchemes("http", "https", "mailto", "tel", "data")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}

var (
	language = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)
	size     = regexp.MustCompile(`^[1-9][0-9]{0,3}$`)
	span     = regexp.MustCompile(`^([2-9]|[1-9][0-9])$`)
	ordinal  = regexp.MustCompile(`^-?[0-9]{1,6}$`)
)
