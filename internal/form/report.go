package form

import (
	"math"
	"strconv"

	"svcx"
)

type report struct {
	From     string  `json:"from"`
	To       string  `json:"to"`
	TimeZone string  `json:"timeZone"`
	Total    figures `json:"total"`
	Days     []any   `json:"days"`
}

type figures struct {
	Conversations conversationFigures `json:"conversations"`
	Messages      messageFigures      `json:"messages"`
	FirstResponse durationFigures     `json:"firstResponse"`
	Resolution    durationFigures     `json:"resolution"`
	Ratings       ratingFigures       `json:"ratings"`
}

type conversationFigures struct {
	Opened   int64 `json:"opened"`
	Resolved int64 `json:"resolved"`
	Closed   int64 `json:"closed"`
	Reopened int64 `json:"reopened"`
}

type messageFigures struct {
	In  int64 `json:"in"`
	Out int64 `json:"out"`
}

type durationFigures struct {
	Count  int64    `json:"count"`
	Mean   *float64 `json:"meanSeconds"`
	Median *float64 `json:"medianSeconds"`
	P90    *float64 `json:"p90Seconds"`
}

type ratingFigures struct {
	Count        int64            `json:"count"`
	Average      *float64         `json:"average"`
	Distribution map[string]int64 `json:"distribution"`
}

type dayFigures struct {
	Date string `json:"date"`
	figures
}

// Report encodes a report, the same in both forms: {from, to, timeZone, total, days}.
// total and each day, which also has a date, are {conversations: {opened, resolved,
// closed, reopened}, messages: {in, out}, firstResponse and resolution: {count,
// meanSeconds, medianSeconds, p90Seconds}, ratings: {count, average, distribution}}.
// Means and quantiles are null if the count is 0.
func Report(r *svcx.Report) any {
	record := report{From: r.From.String(), To: r.To.String(), TimeZone: "UTC", Total: figuresOf(&r.Total), Days: make([]any, len(r.Days))}
	for i := range r.Days {
		record.Days[i] = dayFigures{(r.From + svcx.Day(i)).String(), figuresOf(&r.Days[i])}
	}
	return record
}

func figuresOf(f *svcx.Figures) figures {
	return figures{
		conversationFigures{f.Opened, f.Resolved, f.Closed, f.Reopened}, messageFigures{f.MessagesIn, f.MessagesOut},
		durationsOf(&f.FirstResponse), durationsOf(&f.Resolution), ratingsOf(f),
	}
}

func durationsOf(d *svcx.Durations) durationFigures {
	record := durationFigures{Count: d.N}
	if d.N > 0 {
		record.Mean, record.Median, record.P90 = rounded(d.Mean(), 10), rounded(d.Quantile(0.5), 10), rounded(d.Quantile(0.9), 10)
	}
	return record
}

func ratingsOf(f *svcx.Figures) ratingFigures {
	record := ratingFigures{Distribution: make(map[string]int64, len(f.Ratings))}
	sum := int64(0)
	for i, n := range f.Ratings {
		rating := svcx.MinRating + i
		record.Distribution[strconv.Itoa(rating)] = n
		record.Count += n
		sum += int64(rating) * n
	}
	if record.Count > 0 {
		record.Average = rounded(float64(sum)/float64(record.Count), 100)
	}
	return record
}

// rounded rounds v to a multiple of 1/parts.
func rounded(v, parts float64) *float64 {
	v = math.Round(v*parts) / parts
	return &v
}
