package form

import (
	"strconv"

	"svcx"
)

// ParseID reads an id from a path or a query: the canonical decimal of a
// positive 64-bit integer, in both forms. "0", "-1", "+1", "007", "1.0" and
// what is beyond 64 bits are none (decisions 1).
func ParseID(s string) (int64, bool) {
	// MaxInt64 has 19 digits.
	if len(s) == 0 || len(s) > 19 || s[0] < '1' || s[0] > '9' {
		return 0, false
	}
	id, err := strconv.ParseInt(s, 10, 64)
	return id, err == nil
}

// AssigneeQuery reads the assignedTo filter of the conversation list: an id or
// "none" (R 4.1, decisions 5). A query knows no types, so that it is the same
// in both forms.
func AssigneeQuery(value string) (user *svcx.UserID, unassigned bool, err error) {
	if value == "none" {
		return nil, true, nil
	}
	id, ok := ParseID(value)
	if !ok {
		return nil, false, svcx.Invalid("assignedTo", "must be the id of an agent, or none")
	}
	u := svcx.UserID(id)
	return &u, false, nil
}
