// Package coverage reads the rows of the contract and finds which of them the tests
// name.
package coverage

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// Row is one row, rule, error or limit of the contract.
type Row struct {
	// ID is its name in tests: "W 2.1 content".
	ID string
	// Forms are those that have the row: "A", "B" or "AB".
	Forms string
	// Database is the only one that has the row; "" is both.
	Database string
	Text     string
}

// Section is a part of the contract with its rows.
type Section struct {
	Title string
	Rows  []Row
}

// ReadRows reads the list of rows: "== title" starts a section, every other
// line is "ID | forms | text", or "ID | forms sqlite | text" for what only that
// database has; lines that start with # are comments.
func ReadRows(file string) ([]Section, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var sections []Section
	seen := map[string]bool{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if title, ok := strings.CutPrefix(line, "== "); ok {
			sections = append(sections, Section{Title: title})
			continue
		}
		row, err := readRow(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		if len(sections) == 0 || seen[row.ID] {
			return nil, fmt.Errorf("%s:%d: %s is outside of a section or there twice", file, n, row.ID)
		}
		seen[row.ID] = true
		last := &sections[len(sections)-1]
		last.Rows = append(last.Rows, row)
	}
	return sections, lines.Err()
}

func readRow(line string) (Row, error) {
	parts := strings.SplitN(line, "|", 3)
	if len(parts) != 3 {
		return Row{}, fmt.Errorf("a row is written: id | forms | text")
	}
	row := Row{ID: strings.TrimSpace(parts[0]), Text: strings.TrimSpace(parts[2])}
	row.Forms, row.Database, _ = strings.Cut(strings.TrimSpace(parts[1]), " ")
	if row.Forms != "A" && row.Forms != "B" && row.Forms != "AB" {
		return Row{}, fmt.Errorf("%s: the forms are A, B or AB, not %q", row.ID, row.Forms)
	}
	if row.ID == "" || strings.Contains(row.ID, ",") {
		return Row{}, fmt.Errorf("%q is no id: tests separate them by commas", row.ID)
	}
	return row, nil
}
