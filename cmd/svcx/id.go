package main

import (
	"errors"

	"svcx/internal/form"
)

// recordID is an id as svcx prints it. The command line's own integers may be
// octal or hexadecimal: with --id 010 another record was changed than was meant.
type recordID int64

// UnmarshalText refuses what is no canonical id (D 1).
func (id *recordID) UnmarshalText(text []byte) error {
	n, ok := form.ParseID(string(text))
	if !ok {
		return errors.New("must be an id as the list prints it, such as 12")
	}
	*id = recordID(n)
	return nil
}
