package store

import (
	"time"

	"svcx/internal/store/eventlog"
)

// EventLogReads reads the event log.
type EventLogReads = eventlog.Reads

// EventLogOf returns the reads of the event log.
func EventLogOf(r Reads) EventLogReads { return eventlog.Of(r.q) }

// countsKept is how long the counts of figures are kept: twice the day that they are about, and
// some more for a clock that is set.
const countsKept = 72 * time.Hour
