package sqldb_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"svcx/internal/store/storetest"
)

// The engine knows no table of ours: what it must know is in its Schema.
func TestEngineNamesNoTable(t *testing.T) {
	ours := make(map[string]bool)
	rows, err := storetest.SQLite(t).Raw().Query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%'")
	storetest.WantNil(t, err)
	for rows.Next() {
		var name string
		storetest.WantNil(t, rows.Scan(&name))
		ours[name] = true
	}
	storetest.WantNil(t, rows.Close())
	names, err := filepath.Glob("*.go")
	storetest.WantNil(t, err)
	table := regexp.MustCompile(`\b(?:FROM|JOIN|INTO|UPDATE|TABLE) (\w+)|^(\w+)$`)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		storetest.WantNil(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			for _, found := range table.FindAllStringSubmatch(strings.Trim(lit.Value, "`\""), -1) {
				if word := found[1] + found[2]; ours[word] {
					t.Errorf("%s names the table %s", files.Position(lit.Pos()), word)
				}
			}
			return true
		})
	}
	if len(ours) < 30 {
		t.Errorf("only %d tables found", len(ours))
	}
}
