package svcx

import (
	"math"
	"time"
)

// Day is a day in UTC, counted from 1970-01-01. Reports are by day.
type Day int64

const dayLength = Time(24 * time.Hour / time.Millisecond)

// DayOf is the day of a time.
func DayOf(t Time) Day { return Day(t / dayLength) }

// Start is when the day begins.
func (d Day) Start() Time { return Time(d) * dayLength }

// String formats the day as 2026-11-27.
func (d Day) String() string { return d.Start().Std().Format(time.DateOnly) }

// ParseDay parses a day such as 2026-11-27 in the years 1970 to 9999.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1970 {
		return 0, Invalid("", "must be a day such as 2026-11-27")
	}
	return DayOf(At(t)), nil
}

// MaxReportDays is how many days a report may have, DefaultReportDays how many it has
// by default.
const (
	MaxReportDays     = 366
	DefaultReportDays = 30
)

// Measure is what is counted.
type Measure string

// The measures. Some are divided by CountKey.Part.
const (
	MeasureOpened     Measure = "opened"
	MeasureResolved   Measure = "resolved"
	MeasureClosed     Measure = "closed"
	MeasureReopened   Measure = "reopened"
	MeasureMessageIn  Measure = "message.in"
	MeasureMessageOut Measure = "message.out"
	MeasureResponse   Measure = "response"   // part: the bucket's bound in seconds
	MeasureResolution Measure = "resolution" // likewise
	MeasureRating     Measure = "rating"     // part: the rating
)

// Measure is what is counted when a conversation reaches the status.
func (s Status) Measure() Measure {
	switch s {
	case StatusResolved:
		return MeasureResolved
	case StatusClosed:
		return MeasureClosed
	default:
		return MeasureReopened
	}
}

// CountKey is what a count is for: the day, the measure, the conversation's channel
// and its assignee at the time, each 0 if there is none.
type CountKey struct {
	Day     Day
	Measure Measure
	Part    int
	Channel ChannelID
	User    UserID
}

// Count is how often something happened and how many milliseconds it took in total.
type Count struct {
	N, Sum int64
}

// Counts are what a transaction adds to the stored counts, or the stored counts.
type Counts map[CountKey]Count

// Add counts a measure of the conversation in its current state.
func (all *Counts) Add(c *Conversation, m Measure, part int, at Time, n int64) {
	all.add(c, c.AssignedTo, m, part, at, Count{N: n})
}

// AddRating counts a rating of the conversation, or removes one for n = -1.
func (all *Counts) AddRating(c *Conversation, r *Rating, n int64) {
	all.add(c, r.AssignedTo, MeasureRating, r.Rating, r.CreatedAt, Count{N: n})
}

// AddTime counts a duration in the conversation.
func (all *Counts) AddTime(c *Conversation, m Measure, from, to Time) {
	took := max(0, to-from)
	all.add(c, c.AssignedTo, m, durationBound(took), to, Count{1, int64(took)})
}

func (all *Counts) add(c *Conversation, user *UserID, m Measure, part int, at Time, more Count) {
	if *all == nil {
		*all = make(Counts)
	}
	key := CountKey{Day: DayOf(at), Measure: m, Part: part}
	if c.Channel != nil {
		key.Channel = *c.Channel
	}
	if user != nil {
		key.User = *user
	}
	sum := (*all)[key]
	(*all)[key] = Count{sum.N + more.N, sum.Sum + more.Sum}
}

// AddAll adds other counts.
func (all *Counts) AddAll(more Counts) {
	if *all == nil && len(more) > 0 {
		*all = make(Counts)
	}
	for key, count := range more {
		sum := (*all)[key]
		(*all)[key] = Count{sum.N + count.N, sum.Sum + count.Sum}
	}
}

// DurationBounds are the upper bounds of the duration buckets in seconds. Counts are
// stored by bound, so that buckets can be added and old counts stay valid. The last
// bucket is for everything longer.
var DurationBounds = [...]int{
	5, 10, 20, 30, 45, 60, 90, 2 * 60, 3 * 60, 4 * 60, 5 * 60, 7 * 60, 10 * 60, 15 * 60, 20 * 60, 30 * 60, 45 * 60,
	hour, 3 * hour / 2, 2 * hour, 3 * hour, 4 * hour, 5 * hour, 6 * hour, 8 * hour, 10 * hour, 12 * hour, 16 * hour, 20 * hour,
	24 * hour, 36 * hour, 48 * hour, 72 * hour, 96 * hour, 120 * hour, 168 * hour, 240 * hour, 336 * hour, 504 * hour,
	720 * hour, 1440 * hour, 2160 * hour, 4320 * hour, 8760 * hour, math.MaxInt32,
}

const hour = 3600

// durationBound is the bucket of a duration.
func durationBound(d Time) int {
	for _, bound := range DurationBounds {
		if d <= Time(bound)*1000 {
			return bound
		}
	}
	return math.MaxInt32
}

// ReportQuery selects the days and conversations of a report. Nil filters select all.
type ReportQuery struct {
	From, To   Day
	Channel    *ChannelID
	AssignedTo *UserID
	Unassigned bool
	// By is what the counts are read by; each day by default.
	By ReportBy
}

// ReportBy is what figures are divided by.
type ReportBy string

// What figures are divided by.
const (
	ByDay      ReportBy = ""
	ByChannel  ReportBy = "channel"
	ByAssignee ReportBy = "assignee"
)

// Report has figures for each day and for all days together.
type Report struct {
	From, To Day
	Total    Figures
	Days     []Figures // every day from From to To
}

// Figures are the figures of a period.
type Figures struct {
	Opened, Resolved, Closed, Reopened int64
	MessagesIn, MessagesOut            int64
	// FirstResponse is the time from a customer's first message to the first answer,
	// Resolution that from the creation of a conversation until it was first resolved
	// or closed. Both count on the day on which they end.
	FirstResponse, Resolution Durations
	// Ratings counts the ratings of each value, beginning with MinRating.
	Ratings [MaxRating - MinRating + 1]int64
}

// NewReport makes a report of the counts of its days.
func NewReport(from, to Day, counts Counts) *Report {
	r := &Report{From: from, To: to, Days: make([]Figures, to-from+1)}
	for key, count := range counts {
		r.Total.add(key, count)
		r.Days[key.Day-from].add(key, count)
	}
	return r
}

// Span has the figures of some days, the first and the last of which are From and To.
type Span struct {
	From, To Day
	Figures
}

// Spans are the days of the report, so many at a time, the last of them ending with the
// report: the first span may have fewer.
func (r *Report) Spans(days int) []Span {
	n := (len(r.Days) + days - 1) / days
	spans := make([]Span, n)
	for i := range spans {
		to := r.To - Day(days*(n-1-i))
		spans[i] = Span{From: max(r.From, to-Day(days)+1), To: to}
		for day := spans[i].From; day <= to; day++ {
			spans[i].Figures.merge(r.Days[day-r.From])
		}
	}
	return spans
}

// GroupFigures makes the figures of a whole period, by the id of a channel or an assignee, of
// counts that were read by those. Those of no channel, or of nobody, have the id 0.
func GroupFigures(counts Counts) map[int64]Figures {
	groups := make(map[int64]Figures)
	for key, count := range counts {
		id := max(int64(key.Channel), int64(key.User))
		f := groups[id]
		f.add(key, count)
		groups[id] = f
	}
	return groups
}

// Rated returns how many ratings there are, and their mean.
func (f *Figures) Rated() (n int64, mean float64) {
	sum := int64(0)
	for i, count := range f.Ratings {
		n += count
		sum += count * int64(MinRating+i)
	}
	if n <= 0 {
		return 0, 0
	}
	return n, float64(sum) / float64(n)
}

func (f *Figures) merge(more Figures) {
	f.Opened += more.Opened
	f.Resolved += more.Resolved
	f.Closed += more.Closed
	f.Reopened += more.Reopened
	f.MessagesIn += more.MessagesIn
	f.MessagesOut += more.MessagesOut
	f.FirstResponse.merge(more.FirstResponse)
	f.Resolution.merge(more.Resolution)
	for i, n := range more.Ratings {
		f.Ratings[i] += n
	}
}

func (f *Figures) add(key CountKey, c Count) {
	switch key.Measure {
	case MeasureOpened:
		f.Opened += c.N
	case MeasureResolved:
		f.Resolved += c.N
	case MeasureClosed:
		f.Closed += c.N
	case MeasureReopened:
		f.Reopened += c.N
	case MeasureMessageIn:
		f.MessagesIn += c.N
	case MeasureMessageOut:
		f.MessagesOut += c.N
	case MeasureResponse:
		f.FirstResponse.add(key.Part, c)
	case MeasureResolution:
		f.Resolution.add(key.Part, c)
	case MeasureRating:
		if i := key.Part - MinRating; i >= 0 && i < len(f.Ratings) {
			f.Ratings[i] += c.N
		}
	}
}
