package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Test is a script or a Go test, with the clauses that it checks.
type Test struct {
	Name string
	// Forms and Databases are what it runs on.
	Forms, Databases []string
	Clauses          []Clause
}

// Clause is the name of a row, with the forms in which the test checks it; "" means
// all forms that the test runs in.
type Clause struct {
	ID, Forms string
}

// A line of a script's or a test's comment: clause, forms or databases.
var note = regexp.MustCompile(`^(?:#|//) (clause|forms|databases)(?:\[([AB])\])?: (.*)$`)

// ReadScript reads the notes at the head of a script:
//
//	# forms: B
//	# databases: sqlite
//	# clause: W 2.1 content, W 2.1 subject
//	# clause[A]: W 2.5 status A
func ReadScript(file string) (*Test, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t := newTest(strings.TrimSuffix(filepath.Base(file), ".txtar"))
	for line := range strings.Lines(string(content)) {
		if err := t.read(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	if len(t.Clauses) == 0 {
		return nil, fmt.Errorf("%s names no clause", file)
	}
	return t, nil
}

func newTest(name string) *Test {
	return &Test{Name: name, Forms: []string{"A", "B"}, Databases: []string{"sqlite", "postgres"}}
}

func (t *Test) read(line string) error {
	found := note.FindStringSubmatch(line)
	if found == nil {
		return nil
	}
	words := strings.Split(found[3], ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	switch found[1] {
	case "clause":
		for _, id := range words {
			t.Clauses = append(t.Clauses, Clause{ID: id, Forms: found[2]})
		}
	case "forms":
		t.Forms = words
	case "databases":
		t.Databases = words
	}
	for _, form := range t.Forms {
		if form != "A" && form != "B" {
			return fmt.Errorf("there is no form %q", form)
		}
	}
	for _, database := range t.Databases {
		if database != "sqlite" && database != "postgres" {
			return fmt.Errorf("there is no database %q", database)
		}
	}
	return nil
}

var testFunction = regexp.MustCompile(`^func (Test\w+)\(`)

// readGoTests reads the comments above the tests of a Go file.
func readGoTests(file string) ([]*Test, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var tests []*Test
	next := newTest("")
	for line := range strings.Lines(string(content)) {
		line = strings.TrimRight(line, "\n")
		if err := next.read(line); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if found := testFunction.FindStringSubmatch(line); found != nil {
			next.Name = found[1]
			if len(next.Clauses) > 0 {
				tests = append(tests, next)
			}
			next = newTest("")
		}
	}
	return tests, nil
}

// ReadTests reads all tests in and below the folder of the contract tests.
func ReadTests(dir string) ([]*Test, error) {
	var tests []*Test
	scripts, err := filepath.Glob(filepath.Join(dir, "scripts", "*.txtar"))
	if err != nil {
		return nil, err
	}
	for _, file := range scripts {
		t, err := ReadScript(file)
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		more, err := readGoTests(file)
		if err != nil {
			return nil, err
		}
		tests = append(tests, more...)
	}
	return tests, nil
}

// Covers reports whether the test checks the row in the form and on the database.
func (t *Test) Covers(row, form, database string) bool {
	return slices.Contains(t.Forms, form) && slices.Contains(t.Databases, database) &&
		slices.ContainsFunc(t.Clauses, func(c Clause) bool { return c.ID == row && (c.Forms == "" || c.Forms == form) })
}
