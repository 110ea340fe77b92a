package store

import "svcx/internal/store/assist"

type (
	AssistReads  = assist.Reads
	AssistWrites = assist.Writes
	AICall       = assist.Call
	AIAnswer     = assist.Answer
	AIJob        = assist.Job
)

// AssistOf returns the reads of package assist.
func AssistOf(r Reads) AssistReads { return assist.Of(r.q) }

// AssistIn returns the writes of package assist.
func AssistIn(tx *Tx) AssistWrites { return assist.In(tx.Tx) }
