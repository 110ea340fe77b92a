package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ/parser/v2"

	"svcx/internal/web/texts"
)

// beside are pages whose texts are not in the catalogue: documentation, which is English
// as the API is, and the pages before there is a workspace.
var beside = map[string]bool{"home": true, "entry": true, "sent": true, "verify": true, "device": true, "static": true}

// shown are attributes that are read out or shown.
var shown = map[string]bool{"aria-label": true, "title": true, "placeholder": true, "alt": true, "aria-description": true}

var (
	letters = regexp.MustCompile(`\pL`)
	// sentences are literals that look like texts.
	sentences = regexp.MustCompile(`"[A-Z][a-z]+(?: [^"]*)?"`)
	used      = regexp.MustCompile(`"([a-zA-Z]+(?:\.[a-zA-Z0-9]+)*\.?)"`)
)

// pagesFiles are the files of the pages in all their packages.
func pagesFiles(pattern string) []string {
	here, _ := filepath.Glob(pattern)
	below, _ := filepath.Glob("*/" + pattern)
	return append(here, below...)
}

// Every text stands in the catalogue: none is written in a component or a handler.
func TestTextsAreInTheCatalogue(t *testing.T) {
	files := pagesFiles("*.templ")
	for _, name := range files {
		if filepath.Dir(name) == "docs" || beside[strings.TrimSuffix(filepath.Base(name), ".templ")] {
			continue
		}
		file, err := parser.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range file.Nodes {
			if component, ok := node.(*parser.HTMLTemplate); ok {
				literal(component.Children, func(text string) {
					if letters.MatchString(text) {
						t.Errorf("%s: %q is not in the catalogue", name, text)
					}
				})
			}
		}
	}
	sources := pagesFiles("*.go")
	for _, name := range sources {
		base := strings.TrimSuffix(filepath.Base(name), ".go")
		if filepath.Dir(name) == "docs" || beside[base] || strings.HasSuffix(base, "_test") || strings.HasSuffix(base, "_templ") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(source), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "//") || strings.Contains(line, "header.") || strings.Contains(line, "Header") {
				continue
			}
			for _, found := range sentences.FindAllString(line, -1) {
				if !argument.MatchString(found) {
					t.Errorf("%s: %s is not in the catalogue", name, found)
				}
			}
		}
	}
}

// argument is the name of what is filled in.
var argument = regexp.MustCompile(`^"[A-Z][a-z]*"$`)

// literal calls report with the texts that stand in a component.
func literal(nodes []parser.Node, report func(string)) {
	for _, node := range nodes {
		switch n := node.(type) {
		case *parser.Text:
			if strings.TrimSpace(n.Value) != "· svcx" {
				report(n.Value)
			}
		case *parser.Element:
			for _, a := range n.Attributes {
				if constant, ok := a.(*parser.ConstantAttribute); ok && shown[constant.Key.String()] {
					report(constant.Value)
				}
			}
			literal(n.Children, report)
		case *parser.IfExpression:
			literal(n.Then, report)
			for _, other := range n.ElseIfs {
				literal(other.Then, report)
			}
			literal(n.Else, report)
		case *parser.ForExpression:
			literal(n.Children, report)
		case *parser.SwitchExpression:
			for _, c := range n.Cases {
				literal(c.Children, report)
			}
		case *parser.TemplElementExpression:
			literal(n.Children, report)
		}
	}
}

// The catalogue has what is used and nothing else.
func TestCatalogueIsUsed(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	ids := catalogue.For("en").IDs()
	named := make(map[string]bool)
	var prefixes []string
	sources := append(pagesFiles("*.go"), pagesFiles("*.templ")...)
	for _, name := range sources {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") || !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".templ") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range used.FindAllStringSubmatch(string(source), -1) {
			if strings.HasSuffix(m[1], ".") {
				prefixes = append(prefixes, m[1])
			} else {
				named[m[1]] = true
			}
		}
		for _, m := range regexp.MustCompile(`\.[TN]\("([^"]*[^".])"[,)]`).FindAllStringSubmatch(string(source), -1) {
			if !catalogue.For("en").Has(m[1]) {
				t.Errorf("%s: there is no text %s", name, m[1])
			}
		}
	}
	for id := range ids {
		known := named[id] || named[strings.TrimSuffix(id, ".title")]
		for _, prefix := range prefixes {
			known = known || strings.HasPrefix(id, prefix)
		}
		if !known {
			t.Errorf("the text %s is not used", id)
		}
	}
}
