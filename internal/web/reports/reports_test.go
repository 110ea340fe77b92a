package reports

import (
	"testing"

	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// A spreadsheet takes no value for a formula, whatever stands before its sign.
func TestInert(t *testing.T) {
	for value, want := range map[string]string{
		"": "", "Shop": "Shop", "2026-11-27": "2026-11-27", "1": "1", "a=b": "a=b", "'quoted": "'quoted",
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@sum": "'@sum", "|calc": "'|calc", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1",
		" =1": "' =1", "\u00a0=1": "'\u00a0=1", "\ufeff=1": "'\ufeff=1", "\u200b=1": "'\u200b=1", "＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x",
	} {
		if got := inert(value); got != want {
			t.Errorf("%q is %q, want %q", value, got, want)
		}
	}
}

// Durations have the two largest units that say something.
func TestDurations(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	v := reportView{Frame: page.Frame{Viewer: &page.Viewer{Printer: catalogue.For("en")}}}
	for seconds, want := range map[float64]string{0: "0 s", 5.4: "5 s", 59.6: "1 min", 90: "1 min 30 s", 3599: "59 min", 3600: "1 h", 5400: "1 h 30 min", 86399: "23 h", 90000: "1 d 1 h", 86400 * 400: "400 d"} {
		if got := v.duration(seconds); got != want {
			t.Errorf("%v s are %q, want %q", seconds, got, want)
		}
	}
}

// The grid of a plot has round numbers, and nothing is above it.
func TestGrids(t *testing.T) {
	for most, want := range map[int64]int64{0: 2, 1: 2, 2: 2, 3: 4, 7: 8, 9: 10, 11: 12, 17: 20, 41: 60, 99: 100, 1234: 1600} {
		if got := niceCount(most); got != want {
			t.Errorf("counts up to %d have a grid up to %d, want %d", most, got, want)
		}
	}
	for _, most := range []float64{0, 59, 61, 86400, 86400 * 239, 86400 * 401} {
		if got := niceTime(most); got < most || got <= 0 {
			t.Errorf("times up to %v have a grid up to %v", most, got)
		}
	}
}

// A line has a gap where there is nothing, and each value has its point.
func TestLinesHaveGaps(t *testing.T) {
	p := plot{lines: true}
	for i, value := range []float64{10, -1, 20, 30} {
		p.slots = append(p.slots, slot{x: float64(i) * 250, width: 250, values: [2]float64{value, -1}})
	}
	if got, want := p.line(0), "M125 122M625 112L875 102"; got != want {
		t.Errorf("the line is %s, want %s", got, want)
	}
	if got, want := p.points(0), "M125 122h0M625 112h0M875 102h0"; got != want {
		t.Errorf("the points are %s, want %s", got, want)
	}
	if p.line(1)+p.points(1) != "" {
		t.Error("there is a line without values")
	}
}
