package events

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/a-h/templ"
	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// piece is a part of a body; class is that of its kind: "k" a name, "s" a string, "n" a number
// or a word, "" anything else.
type piece struct{ class, text string }

// code is a body that is laid out. It is written here, since a blank counts in it.
func code(body string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var out strings.Builder
		for _, p := range pretty(body) {
			text := templ.EscapeString(p.text)
			if p.class != "" {
				text = `<span class="` + p.class + `">` + text + `</span>`
			}
			out.WriteString(text)
		}
		_, err := io.WriteString(w, out.String())
		return err
	})
}

// maxDepth is how deep a body may be nested to be laid out: what is deeper would be mostly
// blanks.
const maxDepth = 32

// pretty lays out a body if it is JSON, and otherwise shows it as it is. What nobody would see,
// or what would turn the text around it, is written as an escape.
func pretty(body string) []piece {
	if pieces, ok := layOut(body); ok {
		return pieces
	}
	return []piece{{"", visible(body)}}
}

// layOut writes JSON with a member a line. ok is false for what is no JSON, or was cut off.
func layOut(body string) (pieces []piece, ok bool) {
	decoder := jsontext.NewDecoder(strings.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	p := layout{}
	for {
		kind := decoder.PeekKind()
		switch kind {
		case '{', '[', '}', ']':
			if _, err := decoder.ReadToken(); err != nil {
				return nil, false
			}
		case 0:
			return nil, false
		}
		switch kind {
		case '{', '[':
			p.begin(false)
			p.add("", string(kind))
			p.open = append(p.open, container{kind == '{', 0})
			if len(p.open) > maxDepth {
				return nil, false
			}
		case '}', ']':
			p.end(string(kind))
		default:
			value, err := decoder.ReadValue()
			if err != nil {
				return nil, false
			}
			class := "n"
			if kind == '"' {
				class = "s"
			}
			if p.begin(true) {
				class = "k"
			}
			p.add(class, visible(string(value)))
		}
		if len(p.open) == 0 {
			rest := body[decoder.InputOffset():]
			return p.pieces, strings.TrimSpace(rest) == ""
		}
	}
}

// layout is JSON that is being laid out.
type layout struct {
	pieces []piece
	open   []container
}

// container is an object or an array, with how many names and values it has so far.
type container struct {
	object bool
	n      int
}

func (p *layout) add(class, text string) { p.pieces = append(p.pieces, piece{class, text}) }

func (p *layout) line() { p.add("", "\n"+strings.Repeat("  ", len(p.open))) }

// begin writes what stands before a value, and reports whether it is a name.
func (p *layout) begin(scalar bool) (name bool) {
	if len(p.open) == 0 {
		return false
	}
	top := &p.open[len(p.open)-1]
	defer func() { top.n++ }()
	if top.object && top.n%2 == 1 {
		p.add("", ": ")
		return false
	}
	if top.n > 0 {
		p.add("", ",")
	}
	p.line()
	return top.object && scalar
}

func (p *layout) end(text string) {
	top := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	if top.n > 0 {
		p.line()
	}
	p.add("", text)
}

// joins reports whether a character is one that words and emoji are made with.
func joins(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\ufe0e' || r == '\ufe0f' }

// visible writes what nobody would see as an escape.
func visible(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || joins(r):
			out.WriteRune(r)
		case r == '\u2028' || r == '\u2029' || unicode.IsControl(r) || svcx.Invisible(r):
			if r > 0xFFFF {
				fmt.Fprintf(&out, `\U%08x`, r)
			} else {
				fmt.Fprintf(&out, `\u%04x`, r)
			}
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
