package rest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/form"
)

// Row is a row of a table of operations, for tests that cover all rows.
type Row struct {
	Name, Method string
	// Path is a path that the row serves, below /api/{org} or /api/auth, with 1 for
	// each wildcard.
	Path  string
	Forms []svcx.FormName
	Role  svcx.Role
	Open  bool
	Bulk  bool
}

// KeyRows returns the table of v1.
func KeyRows() []Row { return rowsOf(operations) }

// MemberRows returns the table of /api/{org}.
func MemberRows() []Row { return rowsOf(slices.Concat(memberOperations, sharedOperations)) }

// UserRows returns the table of /api/auth.
func UserRows() []Row { return rowsOf(userOperations) }

// OperatorRows returns the table of /api/admin.
func OperatorRows() []Row { return rowsOf(operatorOperations) }

var wildcard = regexp.MustCompile(`\{\w+\}`)

func rowsOf(all []operation) (rows []Row) {
	for _, op := range all {
		rows = append(rows, Row{op.name, op.method, wildcard.ReplaceAllString(op.path, "1"), op.forms, op.role, op.open, op.bulk})
	}
	return rows
}

// Recording is an example in the documents.
type Recording = recording

// Rows returns the table of v1.
func Rows() []Row { return rowsOf(operations) }

// OperationOf returns the name of the operation that serves a call below the
// workspace; "" if there is none.
func OperationOf(f svcx.FormName, method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	for _, op := range operations {
		pattern := "^" + wildcard.ReplaceAllString(op.path, "[^/]+") + "$"
		if op.method == method && op.forms.has(f) && regexp.MustCompile(pattern).MatchString(path) {
			return op.name
		}
	}
	return ""
}

// Documented returns the names in docs.
func Documented() (names []string) {
	for name := range docs {
		names = append(names, name)
	}
	return names
}

// Listed returns the names in sessionLines.
func Listed() []string { return slices.Collect(maps.Keys(sessionLines)) }

// Names returns the names of all operations of the session API.
func Names() (all []string) {
	for _, op := range slices.Concat(userOperations, memberOperations, sharedOperations, operatorOperations) {
		all = append(all, op.name)
	}
	return all
}

// ScopeOf returns the scope that a row of v1 needs; "" for one that takes sessions.
func ScopeOf(f *form.Form, name string) svcx.Scope {
	for _, op := range operations {
		if op.name == name && op.scope != nil {
			return op.scope(f)
		}
	}
	return ""
}

// TakesBody reports whether a row's documentation has a body.
func TakesBody(name string) bool { return docs[name].body != nil }

// CrashAfterCommit makes an operation of v1 block forever after its last commit, like
// a process that ends there. The answers that it would have given are sent to answers.
func CrashAfterCommit(name string) (answers chan string, restore func()) {
	op := &operations[slices.IndexFunc(operations, func(op operation) bool { return op.name == name })]
	run := op.run
	answers = make(chan string, 1)
	op.run = func(a *API, r *request) (any, error) {
		answer, err := run(a, r)
		if err != nil {
			answers <- err.Error()
			return nil, err
		}
		ready, _ := op.success(answer)
		answers <- fmt.Sprint(ready.status, " ", string(ready.body))
		select {}
	}
	return answers, func() { op.run = run }
}

// MixedLimiters returns the operations that have a limiter, or none, unlike the first one
// with their method and path.
func MixedLimiters() (names []string) {
	for _, table := range [][]operation{operations, slices.Concat(memberOperations, sharedOperations), userOperations, operatorOperations} {
		for _, methods := range byPath(table) {
			for _, ops := range methods {
				for _, op := range ops {
					if (op.limiter == nil) != (ops[0].limiter == nil) {
						names = append(names, op.name)
					}
				}
			}
		}
	}
	return names
}
