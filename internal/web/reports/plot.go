package reports

import (
	"math"
	"strconv"
	"strings"

	"svcx"
)

// A plot is drawn in these units. It is stretched to the width of the page, while one unit of
// height is one pixel, so that stripes stay stripes.
const (
	plotWidth  = 1000
	plotHeight = 132
)

// mostDays is how many days a plot shows one by one; of more it shows weeks.
const mostDays = 92

// plot is a plot of two series over the period, with the table behind it.
type plot struct {
	table
	// lines is set if the series are lines; otherwise they are bars.
	lines  bool
	series [2]series
	slots  []slot
	// marks are the values at the lines of the grid, from the top.
	marks []string
	// text says what the plot shows.
	text string
}

// series is a series of a plot: its name, and what it comes to over the whole period.
type series struct{ name, total string }

// slot is a day or a week of a plot.
type slot struct {
	// x and width are where it is.
	x, width float64
	// values are the heights of the series, in units of the plot; -1 for none.
	values [2]float64
	// text says what the values are.
	text string
	// label stands under the plot; "" for most.
	label string
}

// draw makes the plots of a report.
func (v *reportView) draw(report *svcx.Report) {
	days := 1
	if len(report.Days) > mostDays {
		days = 7
	}
	spans := report.Spans(days)
	t := &report.Total
	v.plots = []plot{
		v.countPlot("conversations", spans, [2]string{"report.opened", "report.resolved"}, counts(spans, func(f svcx.Figures) [2]int64 { return [2]int64{f.Opened, f.Resolved} })),
		v.countPlot("messages", spans, [2]string{"report.in", "report.out"}, counts(spans, func(f svcx.Figures) [2]int64 { return [2]int64{f.MessagesIn, f.MessagesOut} })),
		v.timePlot("response", spans, t.FirstResponse, func(f svcx.Figures) svcx.Durations { return f.FirstResponse }),
		v.timePlot("resolution", spans, t.Resolution, func(f svcx.Figures) svcx.Durations { return f.Resolution }),
	}
	v.plots[0].head = append(v.plots[0].head, column{name: v.T("report.closed")}, column{name: v.T("report.reopened")})
	for i, span := range spans {
		v.plots[0].rows[i] = append(v.plots[0].rows[i], v.countCell(span.Closed), v.countCell(span.Reopened))
	}
}

// countPlot has two counts as bars.
func (v *reportView) countPlot(id string, spans []svcx.Span, names [2]string, values [][2]int64) plot {
	p := plot{table: table{id: id, head: []column{{name: v.T("report.day")}}}}
	var totals [2]int64
	most := int64(0)
	for _, pair := range values {
		for i, n := range pair {
			totals[i] += n
			most = max(most, n)
		}
	}
	for i, name := range names {
		p.series[i] = series{v.T(name), v.Number(int(totals[i]))}
		p.head = append(p.head, column{name: v.T(name)})
	}
	top := niceCount(most)
	p.marks = []string{v.Number(int(top)), v.Number(int(top / 2)), v.Number(0)}
	for i, span := range spans {
		s := v.slot(i, spans)
		row := []cell{v.dayCell(span)}
		for j, n := range values[i] {
			s.values[j] = plotHeight * float64(max(0, n)) / float64(top)
			row = append(row, v.countCell(n))
		}
		s.text = v.T("report.slot", "Day", row[0].text, "A", v.T(names[0]), "N", row[1].text, "B", v.T(names[1]), "M", row[2].text)
		p.slots, p.rows = append(p.slots, s), append(p.rows, row)
	}
	p.text = v.T("report.plot", "Title", v.T("report."+id), "From", v.day(v.from), "To", v.day(v.to),
		"A", p.series[0].name, "N", p.series[0].total, "B", p.series[1].name, "M", p.series[1].total)
	return p
}

// timePlot has the median and the 90th percentile of durations as lines.
func (v *reportView) timePlot(id string, spans []svcx.Span, total svcx.Durations, of func(svcx.Figures) svcx.Durations) plot {
	p := plot{lines: true, table: table{id: id, head: []column{
		{name: v.T("report.day")}, {name: v.T("report.n." + id)}, v.timeColumn("report.median"), v.timeColumn("report.p90"), v.timeColumn("report.mean"),
	}}}
	shares := [2]float64{0.5, 0.9}
	for i, name := range [2]string{"report.median", "report.p90"} {
		p.series[i] = series{v.T(name), v.timeCell(total.N, total.Quantile(shares[i])).text}
	}
	most := 0.0
	for _, span := range spans {
		d := of(span.Figures)
		most = max(most, d.Quantile(0.9))
	}
	top := niceTime(most)
	p.marks = []string{v.duration(top), v.duration(top / 2), v.duration(0)}
	for i, span := range spans {
		d := of(span.Figures)
		s := v.slot(i, spans)
		row := []cell{v.dayCell(span), v.countCell(d.N)}
		for j, share := range shares {
			s.values[j] = -1
			if d.N > 0 {
				s.values[j] = plotHeight * min(1, d.Quantile(share)/top)
			}
			row = append(row, v.timeCell(d.N, d.Quantile(share)))
		}
		row = append(row, v.timeCell(d.N, d.Mean()))
		s.text = v.T("report.slot", "Day", row[0].text, "A", p.series[0].name, "N", row[2].text, "B", p.series[1].name, "M", row[3].text)
		p.slots, p.rows = append(p.slots, s), append(p.rows, row)
	}
	p.text = v.T("report.plot", "Title", v.T("report."+id), "From", v.day(v.from), "To", v.day(v.to),
		"A", p.series[0].name, "N", p.series[0].total, "B", p.series[1].name, "M", p.series[1].total)
	return p
}

// counts are two figures of each span.
func counts(spans []svcx.Span, of func(svcx.Figures) [2]int64) [][2]int64 {
	values := make([][2]int64, len(spans))
	for i, span := range spans {
		values[i] = of(span.Figures)
	}
	return values
}

// labels is how many days are named under a plot.
const labels = 5

// slot is the place of a span in a plot.
func (v *reportView) slot(i int, spans []svcx.Span) slot {
	n := len(spans)
	s := slot{width: plotWidth / float64(n)}
	s.x = s.width * float64(i)
	few := min(labels, n)
	for k := range few {
		if few == 1 || i == (n-1)*k/(few-1) {
			s.label = v.day(spans[i].From)
		}
	}
	return s
}

// day writes a day as short as it is clear.
func (v *reportView) day(d svcx.Day) string {
	at := d.Start().Std()
	text := v.T("time.dayMonth", "D", at.Day(), "M", v.Month(at, "short"))
	if at.Year() != v.Now.Std().Year() {
		text += " " + strconv.Itoa(at.Year())
	}
	return text
}

// dayCell names the days of a span.
func (v *reportView) dayCell(span svcx.Span) cell {
	if span.From == span.To {
		return cell{v.day(span.From), span.From.String(), -1}
	}
	return cell{v.T("report.days", "From", v.day(span.From), "To", v.day(span.To)), span.From.String() + "/" + span.To.String(), -1}
}

// niceCount is a round even number that is no smaller.
func niceCount(most int64) int64 {
	for unit := int64(1); ; unit *= 10 {
		for _, n := range [...]int64{2, 4, 6, 8, 10, 12, 16} {
			if n*unit >= most {
				return n * unit
			}
		}
	}
}

// niceTime is a round duration in seconds that is no shorter.
func niceTime(most float64) float64 {
	const minute, hour, day = 60, 3600, 86400
	for _, top := range [...]float64{
		minute, 2 * minute, 4 * minute, 10 * minute, 20 * minute, 40 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour,
		day, 2 * day, 4 * day, 8 * day, 14 * day, 30 * day, 60 * day, 120 * day, 240 * day,
	} {
		if top >= most {
			return top
		}
	}
	return 400 * day * math.Ceil(most/(400*day))
}

// Parts of a drawing. What has no height is not drawn.

// num writes a coordinate.
func num(f float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(f, 'f', 1, 64), "0"), ".")
}

// bar is where the bar of a series stands in its slot.
func (s slot) bar(i int) (x, y, width, height string) {
	h := s.values[i]
	return num(s.x + s.width*(0.14+0.38*float64(i))), num(plotHeight - h), num(s.width * 0.34), num(h)
}

// points are those of a series, as a path of dots; line joins those of neighbouring slots.
func (p plot) points(i int) string {
	var path strings.Builder
	for _, s := range p.slots {
		if s.values[i] >= 0 {
			path.WriteString("M" + s.point(i) + "h0")
		}
	}
	return path.String()
}

func (p plot) line(i int) string {
	var path strings.Builder
	joined := false
	for _, s := range p.slots {
		if joined = joined && s.values[i] >= 0; joined {
			path.WriteString("L" + s.point(i))
		} else if s.values[i] >= 0 {
			path.WriteString("M" + s.point(i))
			joined = true
		}
	}
	return path.String()
}

func (s slot) point(i int) string {
	return num(s.x+s.width/2) + " " + num(plotHeight-s.values[i])
}
