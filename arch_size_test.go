package svcx_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	maxPackageLines = 6000
	maxFileLines    = 500
	maxMethods      = 90
	maxInterface    = 25
)

// The bounds of CONTRIBUTING.md. Generated files and packages for tests do not count, and
// neither do the handlers of rest, one for each operation.
func TestPackagesAndTypesStaySmall(t *testing.T) {
	for _, p := range listPackages(t) {
		if slices.Contains(p.Imports, "testing") {
			continue
		}
		lines := 0
		methods := make(map[string]int)
		for _, name := range p.GoFiles {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if ast.IsGenerated(file) {
				continue
			}
			n := strings.Count(string(source), "\n")
			if lines += n; n > maxFileLines {
				t.Errorf("%s/%s has %d lines, more than %d", p.ImportPath, name, n, maxFileLines)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Recv != nil {
						methods[receiver(n.Recv.List[0].Type)]++
					}
				case *ast.TypeSpec:
					if i, ok := n.Type.(*ast.InterfaceType); ok && i.Methods.NumFields() > maxInterface {
						t.Errorf("%s.%s has %d methods, more than %d", p.ImportPath, n.Name, i.Methods.NumFields(), maxInterface)
					}
				}
				return true
			})
		}
		if lines > maxPackageLines {
			t.Errorf("%s has %d lines, more than %d", p.ImportPath, lines, maxPackageLines)
		}
		for name, n := range methods {
			if n > maxMethods && p.ImportPath+"."+name != "svcx/internal/rest.API" {
				t.Errorf("%s.%s has %d methods, more than %d", p.ImportPath, name, n, maxMethods)
			}
		}
	}
}

// receiver is the name of the type whose method has this receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	}
	return e.(*ast.Ident).Name
}
