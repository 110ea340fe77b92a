package richtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// markup writes HTML. What it writes is spelled as package html spells it, so that rendering a
// parsed Markup gives the same bytes.
type markup struct{ strings.Builder }

// text writes text of a paragraph. Controls of direction in it end where its element ends.
func (m *markup) text(s string) {
	m.WriteString(html.EscapeString(withoutControls(s)))
}

// withoutControls leaves out what parsers change or text has no use for.
func withoutControls(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || r == '\uFEFF' || 0xFDD0 <= r && r <= 0xFDEF || r&0xFFFE == 0xFFFE:
			return -1
		}
		return r
	}, s)
}

// attribute writes an attribute of an element that is being opened.
func (m *markup) attribute(name, value string) {
	m.WriteByte(' ')
	m.WriteString(name)
	m.WriteString(`="`)
	m.WriteString(html.EscapeString(withoutControls(value)))
	m.WriteByte('"')
}

// optional writes an attribute that has a value.
func (m *markup) optional(name, value string) {
	if value != "" {
		m.attribute(name, value)
	}
}

// relation keeps the page that a link leads to from reaching back, or learning where it was.
const relation = "noopener noreferrer nofollow"

// openLink writes a link's tag. Attributes are in the order of their names, in which the gate
// leaves them; data are names and values of data attributes.
func (m *markup) openLink(class, href, direction string, data ...string) {
	m.WriteString("<a")
	m.optional("class", class)
	for i := 0; i < len(data); i += 2 {
		m.optional("data-"+data[i], data[i+1])
	}
	m.attribute("dir", direction)
	m.attribute("href", href)
	m.attribute("rel", relation)
	m.attribute("target", "_blank")
	m.WriteByte('>')
}

// linked writes text with its addresses as links.
func (m *markup) linked(text string) {
	text = withoutControls(text) // an address is read as it will be seen
	at := 0
	for {
		f, ok := findAddress(text, at)
		if !ok {
			m.text(text[at:])
			return
		}
		m.text(text[at:f.from])
		m.openLink("", f.address.href, "ltr")
		shown := text[f.from:f.to]
		m.host(f.address, m.linkText(shownAddress(shown)))
		m.WriteString("</a>")
		at = f.to
	}
}

// shownAddress is an address as people may read it: with its host as Host shows it.
func shownAddress(s string) string {
	start := strings.IndexByte(s, '@') + 1
	if i := strings.Index(s, "://"); i >= 0 {
		start = i + len("://")
	}
	end := strings.IndexAny(s[start:], "/?#:")
	if end < 0 {
		end = len(s) - start
	}
	host := s[start : start+end]
	for i := range len(host) {
		if host[i] >= 0x80 || strings.HasPrefix(host[i:], "xn--") {
			return s[:start] + Host(host) + s[start+end:]
		}
	}
	return s
}

// linkText writes text of a link, in which what is invisible is spelled out, and returns it as it
// is seen.
func (m *markup) linkText(s string) (seen string) {
	var all strings.Builder
	from := 0
	var before rune
	for i, r := range s {
		if !isUnseen(r) || isMarkOfDirection(r) || unicode.IsSpace(r) {
			before = r
			continue
		}
		end := i + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(s[end:])
		if joins(before, r, next) {
			continue
		}
		m.text(s[from:i])
		m.WriteString(`<span class="rt-control">` + spell(r) + "</span>")
		all.WriteString(s[from:i] + spell(r))
		from, before = end, ']'
	}
	m.text(s[from:])
	if from == 0 {
		return s
	}
	return all.String() + s[from:]
}

// host writes the host of a link whose text could deceive.
func (m *markup) host(a address, text string) {
	note := "[" + a.shownHost() + "]"
	if !a.deceives(text) || strings.HasSuffix(strings.TrimSpace(text), note) && len(text) < 500 {
		return
	}
	m.WriteString(` <span class="rt-host" dir="ltr">`)
	m.text(note)
	m.WriteString("</span>")
}

func (a address) shownHost() string {
	if local, domain, isMail := strings.Cut(a.host, "@"); isMail {
		return Name(local) + "@" + Host(domain)
	}
	if strings.HasPrefix(a.href, "tel:") {
		return a.host
	}
	return Host(a.host)
}
