package svcx

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A quantile lies in the bucket of the exact quantile, and the mean is exact.
func TestQuantilesAndMean(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var counts Counts
		var all []float64
		sum := 0.0
		for range 1 + random.IntN(200) {
			took := Time(math.Exp(random.Float64() * 24)) // 1 ms to 300 days
			counts.AddTime(&Conversation{}, MeasureResponse, 0, took)
			all = append(all, float64(took)/1000)
			sum += float64(took) / 1000
		}
		perDay := NewReport(0, 400, counts)
		d := perDay.Total.FirstResponse
		if mean := sum / float64(len(all)); d.N != int64(len(all)) || math.Abs(d.Mean()-mean) > 1e-6*mean {
			t.Fatalf("%d with a mean of %f, want %d with %f", d.N, d.Mean(), len(all), mean)
		}
		slices.Sort(all)
		for _, share := range []float64{0.5, 0.9} {
			// The exact quantile.
			exact := all[int(math.Ceil(share*float64(len(all))))-1]
			bound := float64(durationBound(Time(math.Round(exact * 1000))))
			if got := d.Quantile(share); got > bound || got < boundBelow(int(bound)) {
				t.Fatalf("quantile %f of %v is %f, not in the bucket up to %f", share, all, got, bound)
			}
		}
	}
}

// No durations, a duration in the last bucket, and a negative one.
func TestDurationEdgeCases(t *testing.T) {
	var none Durations
	if none.Mean() != 0 || none.Quantile(0.5) != 0 {
		t.Errorf("of none: %f, %f", none.Mean(), none.Quantile(0.5))
	}
	var counts Counts
	long := Time(2*8760*hour) * 1000
	counts.AddTime(&Conversation{}, MeasureResolution, 0, long)
	counts.AddTime(&Conversation{}, MeasureResolution, 5, 3) // the clock was set back
	d := NewReport(0, 800, counts).Total.Resolution
	if d.N != 2 || d.Quantile(1) != float64(2*8760*hour) || d.Quantile(0.5) > 5 {
		t.Errorf("%d, p50 %f, p100 %f", d.N, d.Quantile(0.5), d.Quantile(1))
	}
}

func TestParseDay(t *testing.T) {
	for text, want := range map[string]Day{"1970-01-01": 0, "1970-01-02": 1, "2026-11-27": 20784} {
		if got, err := ParseDay(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s is %d (%s), %v", text, got, got, err)
		}
	}
	for _, text := range []string{"", "1969-12-31", "2026-02-30", "2026-1-1", "2026-11-27T00:00", "x"} {
		if d, err := ParseDay(text); err == nil {
			t.Errorf("%q is %s", text, d)
		}
	}
	if d := DayOf(86_400_000 - 1); d != 0 {
		t.Errorf("the last millisecond of a day is of %s", d)
	}
}

// Spans add up to the report: the last ends with it, the first may be shorter.
func TestSpans(t *testing.T) {
	var counts Counts
	for day := range 10 {
		at := Time(day) * dayLength
		counts.Add(&Conversation{}, MeasureOpened, 0, at, int64(day))
		counts.AddTime(&Conversation{}, MeasureResponse, at, at+Time(day+1)*1000)
	}
	spans := NewReport(0, 9, counts).Spans(4)
	want := []struct {
		from, to        Day
		opened, answers int64
		mean            float64
	}{{0, 1, 1, 2, 1.5}, {2, 5, 14, 4, 4.5}, {6, 9, 30, 4, 8.5}}
	if len(spans) != len(want) {
		t.Fatalf("%d spans", len(spans))
	}
	for i, w := range want {
		s := spans[i]
		if s.From != w.from || s.To != w.to || s.Opened != w.opened || s.FirstResponse.N != w.answers || s.FirstResponse.Mean() != w.mean {
			t.Errorf("span %d: %s to %s with %d, %d answers of %f on average", i, s.From, s.To, s.Opened, s.FirstResponse.N, s.FirstResponse.Mean())
		}
	}
	if got := NewReport(3, 3, nil).Spans(7); len(got) != 1 || got[0].From != 3 || got[0].To != 3 {
		t.Errorf("one day: %v", got)
	}
}

// Figures of groups and the mean of ratings; a replaced rating does not count.
func TestGroupFigures(t *testing.T) {
	counts := Counts{
		{Measure: MeasureRating, Part: 5, Channel: 7}: {N: 3}, {Measure: MeasureRating, Part: 2, Channel: 7}: {N: 1}, {Measure: MeasureRating, Part: 1}: {N: 0}, {Measure: MeasureOpened, Channel: 7}: {N: 2},
	}
	groups := GroupFigures(counts)
	seven, none := groups[7], groups[0]
	if n, mean := seven.Rated(); n != 4 || mean != 4.25 || seven.Opened != 2 {
		t.Errorf("%d ratings of %f, %d opened", n, mean, seven.Opened)
	}
	if n, mean := none.Rated(); n != 0 || mean != 0 {
		t.Errorf("%d ratings of %f", n, mean)
	}
}
