package events

import (
	"time"

	"svcx"
	"svcx/internal/web/page"
)

// local is a time in the reader's zone.
func local(c page.Clock, t svcx.Time) time.Time { return t.Std().In(c.Zone()) }

// stamp is the time of an entry to the second; with its day, unless that is today.
func stamp(c page.Clock, t svcx.Time) string {
	at := local(c, t)
	if c.SameDay(t, c.Now) {
		return at.Format("15:04:05")
	}
	return c.Text.T("events.day", "D", at.Day(), "M", c.Month(at, "short"), "Time", at.Format("15:04:05"))
}

// fieldLayout is how a field for a time has it.
const fieldLayout = "2006-01-02T15:04"

// field is a time as its field has it.
func (v *listView) field(t svcx.Time) string { return local(v.Clock, t).Format(fieldLayout) }

// readField reads a field for a time, with or without seconds.
func readField(c page.Clock, text string) (svcx.Time, bool) {
	for _, layout := range []string{fieldLayout, fieldLayout + ":05"} {
		if t, err := time.ParseInLocation(layout, text, c.Zone()); err == nil && t.Year() >= 1970 && t.Year() < 10000 {
			return svcx.At(t), true
		}
	}
	return 0, false
}
