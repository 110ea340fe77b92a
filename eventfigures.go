package svcx

import "time"

// FigureSlot is the time that one count of a channel's events is about.
const FigureSlot = 30 * time.Minute

// EventCount are the entries of a channel's event log of one FigureSlot.
type EventCount struct {
	// At is the beginning of the slot.
	At               Time
	OK, Bad, Skipped int
}

// Total is how many entries there are.
func (c EventCount) Total() int { return c.OK + c.Bad + c.Skipped }

// EventFigures sum up a channel's event log over a time until now.
type EventFigures struct {
	// Slots are all of the time, oldest first, the last one unfinished.
	Slots []EventCount
	// Before is how many entries there were in as much time before.
	Before int
	// P95 is what 95 of 100 calls of the webhook took at most, in milliseconds, to one
	// part in eleven; 0 if there was none.
	P95 int
}

// Sum are the counts of all slots.
func (f *EventFigures) Sum() (all EventCount) {
	for _, s := range f.Slots {
		all.OK, all.Bad, all.Skipped = all.OK+s.OK, all.Bad+s.Bad, all.Skipped+s.Skipped
	}
	return all
}
