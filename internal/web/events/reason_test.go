package events

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/web/texts"
)

// Every reason code of the program has a sentence that says what happened and one that says what to
// do. Codes are the constants Reason… of the root package and Code… of safehttp, and nothing
// else: a code is never written where it is used.
func TestEveryReasonHasItsWords(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := catalogue.For("en")
	root := filepath.Join("..", "..", "..")
	codes := append(constants(t, filepath.Join(root, "event.go"), "Reason"), constants(t, filepath.Join(root, "internal", "safehttp", "errors.go"), "Code")...)
	if len(codes) < 20 {
		t.Fatalf("only %d codes were found", len(codes))
	}
	for _, code := range codes {
		for _, status := range httpReasons {
			r := reasonOf(p, code+": the detail", status)
			if r.text == "" || strings.Contains(r.text, "events.") || r.text == code+": the detail" {
				t.Errorf("%s has no sentence: %q", code, r.text)
			}
			if r.next == "" || strings.Contains(r.next, "events.") {
				t.Errorf("%s does not say what to do: %q", code, r.next)
			}
		}
	}
	filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if of, ok := lit.Type.(*ast.SelectorExpr); !ok || of.Sel.Name != "Reason" {
				return true
			}
			for _, e := range lit.Elts {
				pair, ok := e.(*ast.KeyValueExpr)
				if ok && pair.Key.(*ast.Ident).Name == "Code" {
					if _, written := pair.Value.(*ast.BasicLit); written {
						t.Errorf("%s: a code is written where it is used", path)
					}
				}
			}
			return true
		})
		return nil
	})
	if r := reasonOf(p, "of_a_later_version: something", 0); r.text != "of_a_later_version: something" || r.next != "" {
		t.Errorf("an unknown code: %+v", r)
	}
}

// constants are the values of a file's constants whose names begin with prefix.
func constants(t *testing.T, path, prefix string) (values []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, prefix) {
			return true
		}
		if value, ok := spec.Values[0].(*ast.BasicLit); ok && value.Kind == token.STRING {
			text, err := strconv.Unquote(value.Value)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, text)
		}
		return true
	})
	return values
}

// Every fact, and every reason why a request cannot be run again, has its words.
func TestFactsHaveTheirWords(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := catalogue.For("en")
	for _, fact := range svcx.Facts {
		if id := "events.fact." + strings.TrimSuffix(string(fact), ":"); !p.Has(id) {
			t.Errorf("there is no text %s", id)
		}
	}
	for _, refusal := range svcx.AgainRefusals {
		if id := "events.again.refused." + string(refusal); !p.Has(id) {
			t.Errorf("there is no text %s", id)
		}
	}
}
