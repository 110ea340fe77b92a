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
	"strconv"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
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
	bundle := i18n.NewBundle(languages[0])
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	c := &Catalogue{matcher: language.NewMatcher(languages)}
	for _, tag := range languages {
		file, err := bundle.LoadMessageFileFS(files, tag.String()+".json")
		if err != nil {
			return nil, fmt.Errorf("reading the texts: %w", err)
		}
		base, _ := tag.Base()
		p := &Printer{Lang: tag.String(), Dir: "ltr", localizer: i18n.NewLocalizer(bundle, tag.String()), plain: make(map[string]string), ids: make(map[string]bool)}
		if rightToLeft[base.String()] {
			p.Dir = "rtl"
		}
		for _, m := range file.Messages {
			p.ids[m.ID] = true
			if !strings.Contains(m.Other+m.One, "{{") {
				p.plain[m.ID] = m.Other
			}
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
func (p *Printer) IDs() map[string]bool { return p.ids }

// Printer writes the texts of one language. Printers are compared by ==.
type Printer struct {
	// Lang and Dir are for the attributes lang and dir.
	Lang, Dir string
	localizer *i18n.Localizer
	// plain has the texts without anything to fill in.
	plain map[string]string
	ids   map[string]bool
}

// T returns a text. args are names and values of what is filled in.
func (p *Printer) T(id string, args ...any) string {
	if text, found := p.plain[id]; found {
		return text
	}
	return p.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: data(args)})
}

// N is T in the plural form for n, which is filled in as N.
func (p *Printer) N(id string, n int, args ...any) string {
	values := data(args)
	values["N"] = p.Number(n)
	return p.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: values, PluralCount: n})
}

// localize returns the id of a text that is missing, which a test notices.
func (p *Printer) localize(c *i18n.LocalizeConfig) string {
	text, err := p.localizer.Localize(c)
	if err != nil {
		return c.MessageID
	}
	return text
}

func data(args []any) map[string]any {
	values := make(map[string]any, len(args)/2+1)
	for i := 0; i+1 < len(args); i += 2 {
		values[fmt.Sprint(args[i])] = args[i+1]
	}
	return values
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
func (p *Printer) Has(id string) bool { return p.ids[id] }

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
