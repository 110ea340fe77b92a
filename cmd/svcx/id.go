package main

import (
	"errors"
	"strconv"

	"svcx/internal/form"
)

// recordID is an id as svcx prints it. The command line's own integers may be
// octal or hexadecimal: with --id 010 another record was changed than was meant.
type recordID int64

// Set refuses what is no canonical id (D 1).
func (id *recordID) Set(text string) error {
	n, ok := form.ParseID(text)
	if !ok {
		return errors.New("must be an id as the list prints it, such as 12")
	}
	*id = recordID(n)
	return nil
}

// Type is the name of the type in a command line.
func (*recordID) Type() string { return "id" }

// String is "" for no id.
func (id *recordID) String() string {
	if *id == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*id), 10)
}
