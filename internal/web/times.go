package web

import (
	"net/http"
	"strconv"
	"time"
	_ "time/tzdata" // a container may have none, and a profile names its zone

	"svcx"
	"svcx/internal/web/texts"
)

// zoneCookie has the name of the browser's time zone, which a script sets.
const zoneCookie = "svcx_zone"

// clock writes times for a reader, in the reader's zone and counted from now. In the
// live stream, which many readers share, it is UTC: their scripts write all times anew.
type clock struct {
	text *texts.Printer
	now  svcx.Time
	zone *time.Location
}

// clock is in the zone of the reader's profile, or else in the browser's.
func (h *Handler) clock(r *http.Request, s *viewer) clock {
	c := clock{s.Printer, svcx.At(h.Now()), time.UTC}
	if zone := zoneNamed(s.prefers().Zone); zone != nil {
		c.zone = zone
	} else if cookie, err := r.Cookie(zoneCookie); err == nil {
		if zone := zoneNamed(cookie.Value); zone != nil {
			c.zone = zone
		}
	}
	return c
}

func (c clock) local(t svcx.Time) time.Time { return t.Std().In(c.zone) }

// shortTime is how long ago a time is, in as few letters as possible.
func (c clock) shortTime(t svcx.Time) string {
	switch ago := time.Duration(c.now-t) * time.Millisecond; {
	case ago < time.Minute:
		return c.text.T("time.now")
	case ago < time.Hour:
		return c.text.T("time.minutes", "N", int(ago.Minutes()))
	case ago < 24*time.Hour:
		return c.text.T("time.hours", "N", int(ago.Hours()))
	case ago < 6*24*time.Hour:
		return c.text.T("time.weekday.short." + strconv.Itoa(int(c.local(t).Weekday())))
	}
	at := c.local(t)
	if at.Year() == c.local(c.now).Year() {
		return c.text.T("time.dayMonth", "D", at.Day(), "M", c.month(at, "short"))
	}
	return c.text.T("time.monthYear", "M", c.month(at, "short"), "Y", at.Year())
}

func (c clock) month(t time.Time, length string) string {
	return c.text.T("time.month." + length + "." + strconv.Itoa(int(t.Month())))
}

// hour is a time within a day that is named elsewhere.
func (c clock) hour(t svcx.Time) string { return c.local(t).Format("15:04") }

// day names a day; the year only if it is another one.
func (c clock) day(t svcx.Time) string {
	at := c.local(t)
	day := c.text.T("time.day", "W", c.text.T("time.weekday.long."+strconv.Itoa(int(at.Weekday()))), "D", at.Day(), "M", c.month(at, "long"))
	if at.Year() != c.local(c.now).Year() {
		day += " " + strconv.Itoa(at.Year())
	}
	return day
}

// exactTime is shown on hover and focus.
func (c clock) exactTime(t svcx.Time) string {
	return c.text.T("time.exact", "Day", c.day(t), "Time", c.hour(t))
}

// sameDay reports whether two times are of one day for the reader.
func (c clock) sameDay(a, b svcx.Time) bool {
	return c.local(a).Format(time.DateOnly) == c.local(b).Format(time.DateOnly)
}
