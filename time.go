package svcx

import (
	"regexp"
	"strconv"
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

// timestamp is what is read of ISO 8601: the extended and the basic form of a date,
// and of a date and time to the minute or finer, with an offset, Z or no zone. Small
// letters stand for capitals (RFC 3339 5.6), and a comma for the point.
var timestamp = regexp.MustCompile(`^(?:(\d{4})-(\d{2})-(\d{2})|(\d{4})(\d{2})(\d{2}))` +
	`(?:[Tt](?:(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?|(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?)` +
	`([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$`)

// ParseQueryTime is ParseTime for a parameter of a query, with the text that was
// meant: a "+" that was not escaped arrives as a blank, and can only have been the
// sign of the offset.
func ParseQueryTime(s string) (t Time, meant string, err error) {
	meant = strings.ReplaceAll(s, " ", "+")
	t, err = ParseTime(meant)
	return t, meant, err
}

// ParseTime reads an ISO 8601 date or date and time with an offset, Z or no
// zone (read as UTC). 24:00:00 is the midnight at the end of a day, and a leap
// second the last millisecond of its minute. Years outside 1970 to 9999, impossible
// dates and everything else are refused with a message that continues "<field> …"
// (decisions 1, 2).
func ParseTime(s string) (Time, error) {
	var parts []string
	if len(s) <= 64 {
		parts = timestamp.FindStringSubmatch(s)
	}
	if parts == nil {
		return 0, errTimestamp()
	}
	// Of each alternative the other one's parts are empty.
	number := func(i, other int) int {
		n, _ := strconv.Atoi(parts[i] + parts[other]) // digits, or "" which is 0
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

// parseOffset reads Z, ±hh, ±hhmm, ±hh:mm or nothing.
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
