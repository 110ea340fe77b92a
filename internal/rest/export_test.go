package rest

import (
	"regexp"
	"slices"

	"svcx"
)

// Row is a row of a table of operations, for tests that are made from it.
type Row struct {
	Name, Method string
	// Path is one that the row serves, below /api/{org} or /api/auth, with 1 for
	// every wildcard.
	Path  string
	Forms []svcx.FormName
	Role  svcx.Role
	Open  bool
}

// KeyRows are the table of v1.
func KeyRows() []Row { return rowsOf(operations) }

// MemberRows, PersonRows and OperatorRows are the tables of the session API.
func MemberRows() []Row { return rowsOf(slices.Concat(memberOperations, sharedOperations)) }
func PersonRows() []Row { return rowsOf(personOperations) }

// OperatorRows are below /api/admin.
func OperatorRows() []Row { return rowsOf(operatorOperations) }

var wildcard = regexp.MustCompile(`\{\w+\}`)

func rowsOf(all []operation) (rows []Row) {
	for _, op := range all {
		rows = append(rows, Row{op.name, op.method, wildcard.ReplaceAllString(op.path, "1"), op.forms, op.role, op.open})
	}
	return rows
}
