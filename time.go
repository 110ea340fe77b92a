package svcx

import (
	"strings"
	"time"
)

// Time is a moment in milliseconds since 1970-01-01 UTC: the precision of the
// wire (R 2) and of the databases, so that a value read back equals the value
// written.
type Time int64

// MaxAhead is how far ahead of the server's clock a time from outside may be.
// A sentAt further ahead is stored as the time of receipt (decisions 2); in an
// import such a time is an error.
const MaxAhead = 10 * time.Minute

// At is t to the millisecond below.
func At(t time.Time) Time { return Time(t.UnixMilli()) }

// Std is the moment as a time.Time in UTC.
func (t Time) Std() time.Time { return time.UnixMilli(int64(t)).UTC() }

// Add moves the moment by d.
func (t Time) Add(d time.Duration) Time { return t + Time(d.Milliseconds()) }

// String is the wire format: 2026-11-27T22:05:01.123Z.
func (t Time) String() string { return t.Std().Format("2006-01-02T15:04:05.000Z") }

// maxTime is the last millisecond of the year 9999.
const maxTime Time = 253402300799999

// timeLayouts are the ISO 8601 forms that are read. Go accepts a fraction of
// any length after the seconds, with a point or a comma, without being told.
var timeLayouts = [...]string{
	"2006-01-02T15:04:05Z07:00",
	"2006-01-02T15:04:05Z0700",
	"2006-01-02T15:04:05Z07",
	"2006-01-02T15:04:05",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04",
	"2006-01-02",
}

// ParseTime reads an ISO 8601 date or date and time with an offset, Z or no
// zone (read as UTC). Years outside 1970 to 9999, impossible dates and
// everything else are refused with a message that continues "<field> …"
// (decisions 1).
func ParseTime(s string) (Time, error) {
	if len(s) > 64 || strings.ContainsAny(s, " \t\n") {
		return 0, Invalid("", "must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z")
	}
	for _, layout := range timeLayouts {
		parsed, err := time.Parse(layout, s)
		if err != nil || !offsetExists(s) {
			continue
		}
		if t := At(parsed); parsed.Unix() >= 0 && t <= maxTime {
			return t, nil
		}
		return 0, Invalid("", "must lie in the years 1970 to 9999")
	}
	return 0, Invalid("", "must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z")
}

// offsetExists is for offsets that Go reads and that there are none of: 24 hours
// and more, and 60 minutes.
func offsetExists(s string) bool {
	_, clock, _ := strings.Cut(s, "T")
	at := strings.IndexAny(clock, "+-")
	if at < 0 {
		return true
	}
	digits := strings.ReplaceAll(clock[at+1:], ":", "") + "00"
	return digits[:2] < "24" && digits[2:4] < "60"
}
