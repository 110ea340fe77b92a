// Package texts has the words of the pages: a catalogue with a file per language, and
// printers that fill in what is said. A second language is a second file.
//
// A component gets its printer with the value that it shows. What stands in a language's
// file and is not used, or the other way round, fails a test of package web.
package texts

import (
	"embed"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// languages are those that have a file, the one that is used when none fits first.
var languages = []language.Tag{language.English}

// rightToLeft are the languages that are written so.
var rightToLeft = map[string]bool{"ar": true, "fa": true, "he": true, "ur": true}

// Catalogue has the texts of all languages. It is safe for concurrent use.
type Catalogue struct {
	matcher  language.Matcher
	printers []*Printer
}

// Load reads the catalogue, which is part of the program.
func Load() (*Catalogue, error) {
	c := &Catalogue{matcher: language.NewMatcher(languages)}
	for _, tag := range languages {
		content, err := files.ReadFile(tag.String() + ".json")
		if err != nil {
			return nil, fmt.Errorf("reading the texts: %w", err)
		}
		base, _ := tag.Base()
		p := &Printer{Lang: tag.String(), Dir: "ltr", tag: tag}
		if err := json.Unmarshal(content, &p.texts); err != nil {
			return nil, fmt.Errorf("reading the texts of %s: %w", tag, err)
		}
		if rightToLeft[base.String()] {
			p.Dir = "rtl"
		}
		c.printers = append(c.printers, p)
	}
	return c, nil
}

// For returns the printer of the language that fits an Accept-Language header best.
func (c *Catalogue) For(accept string) *Printer {
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return c.printers[0]
	}
	_, i, _ := c.matcher.Match(wanted...)
	return c.printers[i]
}

// Of returns the printer of a language that the catalogue has.
func (c *Catalogue) Of(lang string) *Printer {
	for _, p := range c.printers {
		if p.Lang == lang {
			return p
		}
	}
	return c.printers[0]
}

// IDs returns the ids of a language's texts.
func (p *Printer) IDs() iter.Seq[string] { return maps.Keys(p.texts) }

// Printer writes the texts of one language. Printers are compared by ==.
type Printer struct {
	// Lang and Dir are for the attributes lang and dir.
	Lang, Dir string
	tag       language.Tag
	texts     map[string]text
}

// T returns a text. args are names and values of what is filled in. The id of a text that is
// missing stands for it, which a test notices.
func (p *Printer) T(id string, args ...any) string {
	return p.fill(id, plural.Other, args)
}

// N is T in the plural form for n, which is filled in as N.
func (p *Printer) N(id string, n int, args ...any) string {
	form := plural.Cardinal.MatchPlural(p.tag, max(n, -n), 0, 0, 0, 0)
	return p.fill(id, form, append([]any{"N", p.Number(n)}, args...))
}

func (p *Printer) fill(id string, form plural.Form, args []any) string {
	t, found := p.texts[id]
	if !found {
		return id
	}
	if in, has := t[form]; has {
		return in.fill(args)
	}
	return t[plural.Other].fill(args)
}

// Number writes a whole number with its thousands apart.
func (p *Printer) Number(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + p.T("number.group") + digits[i:]
	}
	return digits
}

// Has reports whether the language has a text.
func (p *Printer) Has(id string) bool {
	_, found := p.texts[id]
	return found
}

// The marks around a value that stands out in a text (Mark, Parts). They are no
// characters of any text.
const opens, closes = "\x01", "\x02"

// Mark marks a value that is filled in as one that stands out, such as a name.
func Mark(value string) string {
	return opens + strings.NewReplacer(opens, "", closes, "").Replace(value) + closes
}

// Part is a part of a text; Strong if it was marked.
type Part struct {
	Text   string
	Strong bool
}

// Parts splits a text at the values that were marked.
func Parts(text string) (all []Part) {
	for text != "" {
		before, rest, marked := strings.Cut(text, opens)
		if before != "" {
			all = append(all, Part{Text: before})
		}
		if !marked {
			break
		}
		value, after, _ := strings.Cut(rest, closes)
		all, text = append(all, Part{value, true}), after
	}
	return all
}

// Plain is the text of parts, without what was marked.
func Plain(parts []Part) string {
	var text strings.Builder
	for _, p := range parts {
		text.WriteString(p.Text)
	}
	return text.String()
}
