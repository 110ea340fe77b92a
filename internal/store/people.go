package store

import "svcx/internal/store/people"

type (
	PeopleReads  = people.Reads
	PeopleWrites = people.Writes
)

// PeopleOf returns the reads of package people.
func PeopleOf(r Reads) PeopleReads { return people.Of(r.q) }

// PeopleIn returns the writes of package people.
func PeopleIn(tx *Tx) PeopleWrites { return people.In(tx.Tx) }
