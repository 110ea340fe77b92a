package importer

import (
	"maps"
	"slices"

	"svcx"
)

// Report is what an import has done, or would do.
type Report struct {
	// Read counts the records of the files by their kind, as "tickets".
	Read                                              map[string]int
	Contacts, Conversations, Messages, Notes, Ratings svcx.ImportTally
	FieldValues                                       int
	// Failed counts the problems: records that were not imported, and files that could not be
	// read to their end. First are the first of them.
	Failed int
	First  []Problem
	// Left counts what svcx has no place for, or has another one for, by what it is.
	Left map[string]int
	// Unfinished is set if the import was stopped before its end.
	Unfinished bool
}

// Problem is why a record was not imported.
type Problem struct {
	File string
	Line int
	// Record is what it is about, as "ticket 7, comment 9", Field which of its members, and
	// Text what is wrong with it.
	Record, Field, Text string
}

// maxFirst bounds the problems that a report has, maxLeft the kinds of things that were left
// out: names of members come from the files.
const (
	maxFirst = 10
	maxLeft  = 200
	others   = "members of other names"
)

func newReport() *Report { return &Report{Read: make(map[string]int), Left: make(map[string]int)} }

// left counts something without a place here.
func (r *Report) left(what string, n int) {
	if n <= 0 {
		return
	}
	if _, known := r.Left[what]; !known && len(r.Left) >= maxLeft {
		what = others
	}
	r.Left[what] += n
}

// LeftNames lists what was left out, most first.
func (r *Report) LeftNames() []string {
	names := slices.Sorted(maps.Keys(r.Left))
	slices.SortStableFunc(names, func(a, b string) int { return r.Left[b] - r.Left[a] })
	return names
}

func add(to *svcx.ImportTally, more svcx.ImportTally) {
	to.Imported += more.Imported
	to.Skipped += more.Skipped
	to.Errors += more.Errors
}
