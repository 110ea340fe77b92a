package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// notInTheSuite are the exported methods that the suite of storetest does not
// call, and where they are tested.
var notInTheSuite = map[string]string{
	"DB.Close":                "with the committer",
	"DB.Dialect":              "by every test that calls it",
	"DB.Write":                "with the committer, and by every case",
	"DB.Migrate":              "with the migrations",
	"Queue.Do":                "with the committer",
	"Tx.OnCommit":             "with the committer",
	"Eraser.DeleteDeliveries": "with the removal of a conversation",
}

// Rule 4: a new query comes with a case in storetest, or in the tests of outbound, which
// run on both databases.
func TestEveryMethodHasACase(t *testing.T) {
	called := make(map[string]bool)
	suite, err := filepath.Glob("storetest/*.go")
	if err != nil {
		t.Fatal(err)
	}
	ofOutbound, err := filepath.Glob("outbound/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(suite, ofOutbound...) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				called[s.Sel.Name] = true
			}
			return true
		})
	}
	eachFile(t, func(_ string, _ *token.FileSet, file *ast.File) {
		for _, declaration := range file.Decls {
			name := functionName(declaration)
			receiver, method, isMethod := strings.Cut(name, ".")
			if !isMethod || !ast.IsExported(receiver) || !ast.IsExported(method) || notInTheSuite[name] != "" {
				continue
			}
			if !called[method] {
				t.Errorf("%s has no case in storetest or outbound", name)
			}
		}
	})
}
