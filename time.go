package svcx

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Time is a time in milliseconds since 1970-01-01 UTC, which is the precision of the
// wire (R 2) and of the databases: a value read back equals the value written.
type Time int64

// MaxAhead is how far ahead of the server's clock a received time may be. A sentAt
// further ahead is stored as the time of receipt (D 2); in an import it is an error.
const MaxAhead = 10 * time.Minute

// At is t rounded down to milliseconds.
func At(t time.Time) Time { return Time(t.UnixMilli()) }

// Std is the time as a time.Time in UTC.
func (t Time) Std() time.Time { return time.UnixMilli(int64(t)).UTC() }

// Add returns t+d.
func (t Time) Add(d time.Duration) Time { return t + Time(d.Milliseconds()) }

// String is the wire format: 2026-11-27T22:05:01.123Z.
func (t Time) String() string { return t.Std().Format("2006-01-02T15:04:05.000Z") }

// maxTime is the last millisecond of the year 9999.
const maxTime Time = 253402300799999

// timestamp is the supported part of ISO 8601: dates, and dates with a time to the
// minute or finer, in the extended or the basic format, with an offset, Z or no zone.
// T and Z may be lower case (RFC 3339 5.6), and a comma may replace the point.
var timestamp = regexp.MustCompile(`^(?:(\d{4})-(\d{2})-(\d{2})|(\d{4})(\d{2})(\d{2}))` +
	`(?:[Tt](?:(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?|(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?)` +
	`([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$`)

// ParseQueryTime is ParseTime for a query parameter. An unescaped "+" arrives as a
// space and can only have been the sign of the offset; meant is the text with the
// "+".
func ParseQueryTime(s string) (t Time, meant string, err error) {
	meant = strings.ReplaceAll(s, " ", "+")
	t, err = ParseTime(meant)
	return t, meant, err
}

// ParseTime parses an ISO 8601 date or date and time with an offset, Z or no zone
// (taken as UTC). 24:00:00 is midnight at the end of the day; a leap second is the
// last millisecond of its minute. Years outside 1970 to 9999, impossible dates and
// everything else are refused with a message that continues "<field> …" (D 1, D 2).
func ParseTime(s string) (Time, error) {
	var parts []string
	if len(s) <= 64 {
		parts = timestamp.FindStringSubmatch(s)
	}
	if parts == nil {
		return 0, errTimestamp()
	}
	// The groups of the alternative that did not match are empty.
	number := func(i, other int) int {
		n, _ := strconv.Atoi(parts[i] + parts[other]) // only digits, or "", which yields 0
		return n
	}
	year, month, day := number(1, 4), number(2, 5), number(3, 6)
	hour, minute, second := number(7, 11), number(8, 12), number(9, 13)
	fraction := (parts[10] + parts[14] + "000")[:3]
	offset, ok := parseOffset(parts[15])
	midnight := hour == 24 && minute == 0 && second == 0 && strings.Trim(parts[10]+parts[14], "0") == ""
	if !ok || hour > 23 && !midnight || minute > 59 || second > 60 {
		return 0, errTimestamp()
	}
	milliseconds, _ := strconv.Atoi(fraction)
	if second == 60 {
		second, milliseconds = 59, 999
	}
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if date.Month() != time.Month(month) || date.Day() != day {
		return 0, errTimestamp()
	}
	t := At(date).Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second - offset)
	t += Time(milliseconds)
	if t < 0 || t > maxTime {
		return 0, Invalid("", "must lie in the years 1970 to 9999")
	}
	return t, nil
}

func errTimestamp() error {
	return Invalid("", "must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z")
}

// parseOffset parses Z, ±hh, ±hhmm, ±hh:mm or nothing.
func parseOffset(s string) (offset time.Duration, ok bool) {
	if s == "" || s == "Z" || s == "z" {
		return 0, true
	}
	digits := strings.ReplaceAll(s[1:], ":", "") + "00"
	hours, _ := strconv.Atoi(digits[:2])
	minutes, _ := strconv.Atoi(digits[2:4])
	offset = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if s[0] == '-' {
		offset = -offset
	}
	return offset, hours < 24 && minutes < 60
}
