package svcx_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// callsOf finds calls of the named functions in a package's sources.
func callsOf(t *testing.T, p goPackage, names ...string) (at []string) {
	t.Helper()
	walk(t, p, func(files *token.FileSet, n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return
		}
		if pkg, ok := selector.X.(*ast.Ident); ok && slices.Contains(names, pkg.Name+"."+selector.Sel.Name) {
			at = append(at, files.Position(n.Pos()).String()+" calls "+pkg.Name+"."+selector.Sel.Name)
		}
	})
	return at
}

// usesOf finds the named functions, variables and constants of other packages in
// a package's sources, called or not.
func usesOf(t *testing.T, p goPackage, names ...string) (at []string) {
	t.Helper()
	walk(t, p, func(files *token.FileSet, n ast.Node) {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return
		}
		if pkg, ok := selector.X.(*ast.Ident); ok && slices.Contains(names, pkg.Name+"."+selector.Sel.Name) {
			at = append(at, files.Position(n.Pos()).String()+" uses "+pkg.Name+"."+selector.Sel.Name)
		}
	})
	return at
}

// comparisonsOf finds comparisons and cases with one of svcx's named constants.
func comparisonsOf(t *testing.T, p goPackage, names ...string) (at []string) {
	t.Helper()
	named := func(e ast.Expr) bool {
		selector, ok := e.(*ast.SelectorExpr)
		return ok && slices.Contains(names, selector.Sel.Name)
	}
	walk(t, p, func(files *token.FileSet, n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if (n.Op == token.EQL || n.Op == token.NEQ) && (named(n.X) || named(n.Y)) {
				at = append(at, files.Position(n.Pos()).String()+" compares a form")
			}
		case *ast.CaseClause:
			if slices.ContainsFunc(n.List, named) {
				at = append(at, files.Position(n.Pos()).String()+" switches on a form")
			}
		}
	})
	return at
}

// textsLike finds texts in a package's sources.
func textsLike(t *testing.T, p goPackage, pattern *regexp.Regexp) (at []string) {
	t.Helper()
	walk(t, p, func(files *token.FileSet, n ast.Node) {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && pattern.MatchString(lit.Value) {
			at = append(at, files.Position(n.Pos()).String()+" has "+lit.Value[:min(len(lit.Value), 40)])
		}
	})
	return at
}

func walk(t *testing.T, p goPackage, visit func(*token.FileSet, ast.Node)) {
	t.Helper()
	files := token.NewFileSet()
	for _, name := range p.GoFiles {
		parsed, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("parsing %s: %v", name, err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if n != nil {
				visit(files, n)
			}
			return true
		})
	}
}
