package bench

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Sizes of the plot in pixels, and where its panels begin.
const (
	plotWidth, plotLeft, plotRight = 760, 64, 16
	plotTop, panelHeight, panelGap = 58, 92, 40
)

// panel is one figure over the time of a run.
type panel struct {
	title string
	// aim is what the figure should not exceed; 0 if there is no such thing.
	aim    float64
	figure func(DeskSample) (float64, bool)
}

// Plot writes the samples as an SVG: a panel for each figure, so that nothing is told
// apart by colour, readable on a light and on a dark page.
func (r *DeskResult) Plot(w io.Writer) error {
	optional := func(n *int64) (float64, bool) {
		if n == nil {
			return 0, false
		}
		return float64(*n) / (1 << 20), true
	}
	panels := []panel{
		{"Inbound messages a second", 0, func(s DeskSample) (float64, bool) { return s.PerSecond, true }},
		// Without a message there is no p99, not a p99 of 0.
		{"Inbound, p99 in ms", 100, func(s DeskSample) (float64, bool) { return s.InboundP99MS, s.InboundP99MS > 0 }},
		{"From due to shown on a screen, p99 in ms", 1000, func(s DeskSample) (float64, bool) { return s.LagP99MS, s.LagP99MS > 0 }},
		{"Memory of svcx in MiB", 120, func(s DeskSample) (float64, bool) { return optional(s.MemoryBytes) }},
		{"Write-ahead log in MiB", 0, func(s DeskSample) (float64, bool) { return optional(s.LogBytes) }},
	}
	var b strings.Builder
	height := plotTop + len(panels)*(panelHeight+panelGap)
	heading := fmt.Sprintf("svcx bench desk on %s: %.0f messages a second for %s, %d agents, %d conversations", r.Database, math.Round(r.Inbound.PerSecond), minutes(r.Seconds), r.Agents, r.Seeded.Conversations)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="t d">
<title id="t">%s</title>
<desc id="d">%s</desc>
<style>
svg { font: 12px system-ui, sans-serif }
.page { fill: #ffffff } text { fill: #1f2328 } .grid { stroke: #d1d9e0 } .aim { stroke: #1f2328; stroke-dasharray: 6 4 } .line { stroke: #0550ae; stroke-width: 1.5; fill: none; stroke-linejoin: round }
.title { font-weight: 600 } .tick { fill: #59636e }
@media (prefers-color-scheme: dark) { .page { fill: #0d1117 } text { fill: #f0f6fc } .grid { stroke: #3d444d } .aim { stroke: #f0f6fc } .line { stroke: #79c0ff } .tick { fill: #9198a1 } }
</style>
<rect class="page" width="100%%" height="100%%"/>
<text class="title" x="%d" y="22">%s</text>
`, plotWidth, height, plotWidth, height, heading, r.describe(), plotLeft, heading)
	for i, p := range panels {
		r.draw(&b, p, plotTop+i*(panelHeight+panelGap), i == len(panels)-1)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// describe has the figures for those who do not see the plot.
func (r *DeskResult) describe() string {
	return fmt.Sprintf("Inbound p50 %.0f ms, p99 %.0f ms, at most %.0f ms. On a screen p50 %.0f ms, p99 %.0f ms, at most %.0f ms. Memory at most %s, log at most %s.",
		r.Inbound.Latency.P50MS, r.Inbound.Latency.P99MS, r.Inbound.Latency.MaxMS, r.Screens.Lag.P50MS, r.Screens.Lag.P99MS, r.Screens.Lag.MaxMS,
		mebibytes(r.Memory.PeakBytes), mebibytes(r.LogPeakBytes))
}

// draw draws a panel that begins at y.
func (r *DeskResult) draw(b *strings.Builder, p panel, y int, last bool) {
	const width, bottom = plotWidth - plotLeft - plotRight, panelHeight
	highest := p.aim
	var points []string
	known := func(s DeskSample) (float64, bool) {
		v, known := p.figure(s)
		return v, known && s.Seconds <= r.Seconds // later ones wait for the screens
	}
	for _, s := range r.Samples {
		if v, known := known(s); known {
			highest = max(highest, v)
		}
	}
	top := niceAbove(highest)
	at := func(v float64) float64 { return float64(y+bottom) - v/top*panelHeight }
	for _, s := range r.Samples {
		if v, known := known(s); known {
			points = append(points, fmt.Sprintf("%.1f,%.1f", plotLeft+s.Seconds/r.Seconds*width, at(v)))
		}
	}
	fmt.Fprintf(b, `<text class="title" x="%d" y="%d">%s</text>`+"\n", plotLeft, y-8, p.title)
	for _, v := range []float64{0, top / 2, top} {
		fmt.Fprintf(b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="tick" x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n",
			plotLeft, plotWidth-plotRight, at(v), at(v), plotLeft-8, at(v)+4, strconv.FormatFloat(v, 'g', 4, 64))
	}
	if p.aim > 0 {
		fmt.Fprintf(b, `<line class="aim" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%d" text-anchor="end">- - aim: at most %g</text>`+"\n",
			plotLeft, plotWidth-plotRight, at(p.aim), at(p.aim), plotWidth-plotRight, y-8, p.aim)
	}
	if len(points) == 0 {
		fmt.Fprintf(b, `<text x="%d" y="%d">not known</text>`+"\n", plotLeft+8, y+bottom/2)
	}
	fmt.Fprintf(b, `<polyline class="line" points="%s"/>`+"\n", strings.Join(points, " "))
	step := niceAbove(r.Seconds / 10)
	unit, label := 1.0, "seconds"
	if r.Seconds >= 120 {
		step, unit, label = niceAbove(r.Seconds/600)*60, 60, "minutes"
	}
	for t := 0.0; t <= r.Seconds; t += step {
		x := plotLeft + t/r.Seconds*width
		fmt.Fprintf(b, `<line class="grid" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>`+"\n", x, x, y+bottom, y+bottom+4)
		fmt.Fprintf(b, `<text class="tick" x="%.1f" y="%d" text-anchor="middle">%g</text>`+"\n", x, y+bottom+16, t/unit)
	}
	if last {
		fmt.Fprintf(b, `<text class="tick" x="%d" y="%d" text-anchor="end">%s</text>`+"\n", plotWidth-plotRight, y+bottom+30, label)
	}
}

// niceAbove is the smallest of 1, 2, 2.5, 4, 5, 8 and 10 times a power of ten that is
// not below v.
func niceAbove(v float64) float64 {
	if v <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, n := range []float64{1, 2, 2.5, 4, 5, 8} {
		if v <= n*power {
			return n * power
		}
	}
	return 10 * power
}

func minutes(seconds float64) string {
	if seconds < 120 {
		return fmt.Sprintf("%g s", seconds)
	}
	return fmt.Sprintf("%g min", seconds/60)
}
