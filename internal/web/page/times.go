package page

import (
	"net/http"
	"strconv"
	"time"

	"svcx"
	"svcx/internal/web/texts"
)

// ScriptsCookie is set by scripts, where they run.
const ScriptsCookie = "svcx_scripts"

// zoneCookie has the name of the browser's time zone, which a script sets.
const zoneCookie = "svcx_zone"

// Clock writes times for a reader, in the reader's zone and counted from now. In the
// live stream, which many readers share, it is UTC: their scripts convert the times.
type Clock struct {
	Text *texts.Printer
	Now  svcx.Time
	zone *time.Location
	// scripted is set if a script writes the times of the page, and their exact ones beside.
	scripted bool
}

// SharedClock is the clock of what many readers share.
func SharedClock(p *texts.Printer, now svcx.Time) Clock { return Clock{p, now, time.UTC, true} }

// ReadClock returns the clock of a reader: in the zone of the profile, or else in the browser's.
func (h *Site) ReadClock(r *http.Request, s *Viewer) Clock {
	c := Clock{Text: s.Printer, Now: svcx.At(h.Now()), zone: time.UTC}
	_, err := r.Cookie(ScriptsCookie)
	c.scripted = err == nil
	if zone := ZoneNamed(s.Prefers().Zone); zone != nil {
		c.zone = zone
	} else if cookie, err := r.Cookie(zoneCookie); err == nil {
		if zone := ZoneNamed(cookie.Value); zone != nil {
			c.zone = zone
		}
	}
	return c
}

// Zone is the reader's time zone.
func (c Clock) Zone() *time.Location { return c.zone }

func (c Clock) local(t svcx.Time) time.Time { return t.Std().In(c.zone) }

// shortTime is how long ago a time is, in as few letters as possible.
func (c Clock) shortTime(t svcx.Time) string {
	switch ago := time.Duration(c.Now-t) * time.Millisecond; {
	case ago < time.Minute:
		return c.Text.T("time.now")
	case ago < time.Hour:
		return c.Text.T("time.minutes", "N", int(ago.Minutes()))
	case ago < 24*time.Hour:
		return c.Text.T("time.hours", "N", int(ago.Hours()))
	case ago < 6*24*time.Hour:
		return c.Text.T("time.weekday.short." + strconv.Itoa(int(c.local(t).Weekday())))
	}
	at := c.local(t)
	if at.Year() == c.local(c.Now).Year() {
		return c.Text.T("time.dayMonth", "D", at.Day(), "M", c.Month(at, "short"))
	}
	return c.Text.T("time.monthYear", "M", c.Month(at, "short"), "Y", at.Year())
}

// Month is the name of a month; length is "short" or "long".
func (c Clock) Month(t time.Time, length string) string {
	return c.Text.T("time.month." + length + "." + strconv.Itoa(int(t.Month())))
}

// Hour is a time within a day that is named elsewhere.
func (c Clock) Hour(t svcx.Time) string { return c.local(t).Format(c.Text.T("time.hour")) }

// Day names a day; the year only if it is another one.
func (c Clock) Day(t svcx.Time) string {
	at := c.local(t)
	day := c.Text.T("time.day", "W", c.Text.T("time.weekday.long."+strconv.Itoa(int(at.Weekday()))), "D", at.Day(), "M", c.Month(at, "long"))
	if at.Year() != c.local(c.Now).Year() {
		day += " " + strconv.Itoa(at.Year())
	}
	return day
}

// ExactTime is shown on hover and focus.
func (c Clock) ExactTime(t svcx.Time) string {
	return c.Text.T("time.exact", "Day", c.Day(t), "Time", c.Hour(t))
}

// DayStart is when the day of a date, as of a date field, begins for the reader, some days later.
func (c Clock) DayStart(date string, later int) (svcx.Time, bool) {
	day, err := time.ParseInLocation(time.DateOnly, date, c.zone)
	if err != nil || day.Year() < 1970 {
		return 0, false
	}
	return svcx.At(day.AddDate(0, 0, later)), true
}

// SameDay reports whether two times are of one day for the reader.
func (c Clock) SameDay(a, b svcx.Time) bool {
	return c.local(a).Format(time.DateOnly) == c.local(b).Format(time.DateOnly)
}

// DayEnd is when a day, as 2006-01-02, ends for the reader; ok is false for what is no day.
func (c Clock) DayEnd(day string) (end svcx.Time, ok bool) {
	at, err := time.ParseInLocation(time.DateOnly, day, c.zone)
	return svcx.At(at.AddDate(0, 0, 1)), err == nil
}

// Ago is how long ago a time is, in words.
func (c Clock) Ago(t svcx.Time) string {
	switch ago := time.Duration(c.Now-t) * time.Millisecond; {
	case ago < time.Minute:
		return c.Text.T("ago.seconds", "N", int(max(ago, 0).Seconds()))
	case ago < time.Hour:
		return c.Text.T("ago.minutes", "N", int(ago.Minutes()))
	}
	return c.ExactTime(t)
}

// MaxZone bounds the name of a time zone, in bytes; the longest has 32.
const MaxZone = 64

// ZoneNamed is a time zone; nil if there is none of that name.
func ZoneNamed(name string) *time.Location {
	if name == "" || name == "Local" || len(name) > MaxZone {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}
