package coverage

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

var (
	// pointer is how comments name a section of the contract: "W 2.1" of the
	// webhook integration, "R 4.2" of the REST API, "D 2" or "decisions 2" of the
	// decisions.
	pointer = regexp.MustCompile(`\b(?:([WRD])|[Dd]ecisions) (\d+(?:\.\d+)*)\b`)
	// anchor is a heading of docs/contract.md, or a rule in bold below one.
	anchor = regexp.MustCompile(`(?m)^(?:#+ |- \*\*)([WRD] \d+(?:\.\d+)*)\b`)
)

// TestFault2_16ContractCanBeRead looks up every section that a comment, a
// contract script, the list of rows or a document points to in docs/contract.md.
func TestFault2_16ContractCanBeRead(t *testing.T) {
	sections := map[string]bool{}
	for _, m := range anchor.FindAllStringSubmatch(read(t, filepath.Join(root, "docs/contract.md")), -1) {
		if sections[m[1]] {
			t.Errorf("docs/contract.md has %s twice", m[1])
		}
		sections[m[1]] = true
	}
	found := map[string]int{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if entry != nil && strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." {
				return fs.SkipDir
			}
			return err
		}
		for _, p := range pointersOf(t, path) {
			found[filepath.Ext(path)]++
			if !sections[p] {
				name, _ := filepath.Rel(root, path)
				t.Errorf("%s points to %s, which docs/contract.md does not have", name, p)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{".go", ".txtar", ".txt", ".md"} {
		if found[kind] == 0 {
			t.Errorf("no pointer was found in any %s file", kind)
		}
	}
}

// pointersOf lists what a file points to, each once.
func pointersOf(t *testing.T, path string) (names []string) {
	var text string
	switch filepath.Ext(path) {
	case ".go":
		text = commentsOf(t, path)
	case ".sql":
		text = linesOf(read(t, path), "--")
	case ".txtar":
		text = linesOf(read(t, path), "#")
	case ".md":
		text = read(t, path)
	default:
		if filepath.Base(path) != "rows.txt" {
			return nil
		}
		text = read(t, path)
	}
	for _, m := range pointer.FindAllStringSubmatch(text, -1) {
		document := m[1]
		if document == "" {
			document = "D"
		}
		names = append(names, document+" "+m[2])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// commentsOf is the text of a Go file's comments, each on a line.
func commentsOf(t *testing.T, path string) string {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, group := range file.Comments {
		// A pointer may be broken at the end of a line.
		out.WriteString(strings.Join(strings.Fields(strings.ReplaceAll(group.Text(), "\n", " ")), " "))
		for _, c := range group.List { // directives such as //go: are no text, "// clause:" is
			out.WriteString("\n" + c.Text)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// linesOf keeps the lines that hold a mark, from the mark on.
func linesOf(text, mark string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if _, comment, ok := strings.Cut(line, mark); ok {
			out.WriteString(comment)
		}
	}
	return out.String()
}

func read(t *testing.T, path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
