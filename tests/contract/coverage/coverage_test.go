package coverage

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCoveragePageIsUpToDate checks that docs/coverage.md is up to date, and that the list of rows
// has every clause that tests name.
func TestCoveragePageIsUpToDate(t *testing.T) {
	want, err := Page("..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../docs/coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/coverage.md is not what the tests say; run go generate ./tests/contract\n%s", diff)
	}
}

func TestUnknownClauseFails(t *testing.T) {
	sections := []Section{{Title: "one", Rows: []Row{{ID: "W 1", Forms: "AB"}, {ID: "W 2", Forms: "B"}}}}
	for _, c := range []struct {
		clause Clause
		forms  []string
		fails  bool
	}{
		{Clause{"W 1", ""}, []string{"A", "B"}, false},
		{Clause{"W 2", "B"}, []string{"A", "B"}, false},
		{Clause{"W 2", ""}, []string{"A", "B"}, true},
		{Clause{"W 3", ""}, []string{"A"}, true},
		{Clause{"W 1", "B"}, []string{"A"}, true},
	} {
		tests := []*Test{{Name: "script", Forms: c.forms, Clauses: []Clause{c.clause}}}
		if err := checkNames(sections, tests); (err != nil) != c.fails {
			t.Errorf("%v in %v: error %v", c.clause, c.forms, err)
		}
	}
}
