package form

import (
	"strconv"

	"svcx"
)

// ParseID parses an id in a path or query: the canonical decimal text of a positive
// 64-bit integer, in both forms. It rejects "0", "-1", "+1", "007", "1.0" and
// numbers beyond 64 bits (D 1).
func ParseID(s string) (int64, bool) {
	// MaxInt64 has 19 digits.
	if len(s) == 0 || len(s) > 19 || s[0] < '1' || s[0] > '9' {
		return 0, false
	}
	id, err := strconv.ParseInt(s, 10, 64)
	return id, err == nil
}

// AssigneeQuery reads the assignedTo filter of the conversation list: an id or
// "none" (R 4.1, D 5). It is the same in both forms, since queries have no types.
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
