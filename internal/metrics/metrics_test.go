package metrics

import (
	"bytes"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// scrape reads the metrics with Prometheus' own parser.
func scrape(t *testing.T, m *Metrics, r Reading) map[string]*dto.MetricFamily {
	t.Helper()
	metrics.ExposeMetadata(true)
	var out bytes.Buffer
	if err := m.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(&out)
	if err != nil {
		t.Fatal(err)
	}
	return families
}

func used() (*Metrics, Reading) {
	m := New()
	m.Request("GET /readyz", 200, 3*time.Millisecond, false)
	m.Request("GET /readyz", 503, 3*time.Second, false)
	m.Request("GET /app/{org}/stream", 200, time.Hour, true)
	m.Inbound("message", "ok")
	m.Attempt("event", "delivered", 20*time.Millisecond)
	m.DeliveryEnded("delivered")
	m.Circuit("opened")
	m.Commit(12, 2*time.Millisecond, false)
	m.Mail("sent")
	m.AI("polish", time.Second, 100, 20, "ok")
	m.Spans("exported", 3)
	return m, Reading{
		Version: "1", Database: "sqlite", Streams: 3, Pools: map[string]sql.DBStats{"read": {InUse: 1}, "write": {WaitCount: 7}},
		Deployment: &Deployment{Pending: 4, Late: 90 * time.Second, Size: 4096},
	}
}

// Each metric of the table is written, as what the table says, with its meaning and its
// labels, and nothing of ours is missing from the table.
func TestTableIsWhatIsWritten(t *testing.T) {
	m, r := used()
	got := scrape(t, m, r)
	for _, f := range Families {
		family := got[f.Name]
		if family == nil {
			t.Errorf("%s is not written", f.Name)
			continue
		}
		if kind := strings.ToLower(family.GetType().String()); kind != f.Kind || family.GetHelp() != f.Help {
			t.Errorf("%s: %s, %q, want %s, %q", f.Name, kind, family.GetHelp(), f.Kind, f.Help)
		}
		for _, metric := range family.Metric {
			var labels []string
			for _, l := range metric.Label {
				labels = append(labels, l.GetName())
			}
			if !slices.Equal(labels, f.Labels) {
				t.Errorf("%s has the labels %v, want %v", f.Name, labels, f.Labels)
			}
		}
	}
	for name := range got {
		if strings.HasPrefix(name, "svcx_") && !slices.ContainsFunc(Families, func(f Family) bool { return f.Name == name }) {
			t.Errorf("%s is not in the table", name)
		}
	}
	if got["go_goroutines"] == nil || got["process_resident_memory_bytes"] == nil {
		t.Error("the metrics of the process are missing")
	}
}

// Names follow https://prometheus.io/docs/practices/naming: a counter ends in _total, what
// has a unit ends in it, and units are base units.
func TestNames(t *testing.T) {
	for _, f := range Families {
		if counter := strings.HasSuffix(f.Name, "_total"); counter != (f.Kind == "counter") {
			t.Errorf("%s is a %s", f.Name, f.Kind)
		}
		for _, wrong := range []string{"_ms", "milliseconds", "_mb", "_kib", "_minutes", "_count", "_sum", "_bucket"} {
			if strings.Contains(f.Name, wrong) {
				t.Errorf("%s has %s", f.Name, wrong)
			}
		}
		if !strings.HasSuffix(f.Help, ".") || strings.ContainsAny(f.Help, "\n\\") {
			t.Errorf("%s: %q", f.Name, f.Help)
		}
	}
}

func TestValues(t *testing.T) {
	m, r := used()
	got := scrape(t, m, r)
	for name, want := range map[string]float64{nameStreams: 3, namePending: 4, nameOldestDue: 90, nameDatabaseSize: 4096, nameDatabaseUp: 1} {
		if v := got[name].Metric[0].GetGauge().GetValue(); v != want {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	if v := got[nameConnectionWait].Metric[1].GetCounter().GetValue(); v != 7 {
		t.Errorf("%v waits", v)
	}
	times := got[nameRequestTime].Metric
	if len(times) != 1 { // a stream has no duration
		t.Fatalf("%d series of durations", len(times))
	}
	h := times[0].GetHistogram()
	if h.GetSampleCount() != 2 || h.GetSampleSum() < 3 || h.Bucket[0].GetCumulativeCount() != 0 || h.Bucket[2].GetUpperBound() != .005 || h.Bucket[2].GetCumulativeCount() != 1 {
		t.Errorf("%v", h)
	}
}

// Without its database a node is still scraped, and what only the database knows is left out.
func TestScrapeWithoutDatabase(t *testing.T) {
	m, r := used()
	r.Deployment = nil
	got := scrape(t, m, r)
	if got[nameDatabaseUp].Metric[0].GetGauge().GetValue() != 0 || got[namePending] != nil || got[nameRequests] == nil {
		t.Errorf("%v", got)
	}
}

// Whatever is asked of a service, a family has a bounded number of series.
func TestSeriesAreBounded(t *testing.T) {
	m, r := used()
	for i := range maxSeries + 100 {
		m.Request(fmt.Sprintf("GET /%d\"\n\\", i), 200, time.Millisecond, false)
	}
	got := scrape(t, m, r)
	if n := len(got[nameRequests].Metric); n > maxSeries+1 {
		t.Errorf("%d series", n)
	}
}

// What is counted of an inbound request that has a commit to itself, on all processors at once.
func BenchmarkInbound(b *testing.B) {
	m := New()
	b.ReportAllocs()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			m.Inbound("message", "ok")
			m.Commit(1, 2*time.Millisecond, false)
			m.Request("POST /api/webhooks/custom/{channelId}", 200, 3*time.Millisecond, false)
		}
	})
}

func BenchmarkScrape(b *testing.B) {
	m, r := used()
	for i := range 200 {
		m.Request(fmt.Sprintf("GET /%d", i), 200, time.Millisecond, false)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Write(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}

var update = flag.Bool("update", false, "write the table of docs/metrics.md")

// docs/metrics.md has the table; go generate writes it.
func TestDocumentation(t *testing.T) {
	const path, begin, end = "../../docs/metrics.md", "<!-- begin of the table -->\n", "<!-- end of the table -->\n"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatal("no place for the table")
	}
	table := "| metric | kind | labels | meaning |\n|---|---|---|---|\n"
	for _, f := range Families {
		labels := ""
		if len(f.Labels) > 0 {
			labels = "`" + strings.Join(f.Labels, "`, `") + "`"
		}
		table += fmt.Sprintf("| `%s` | %s | %s | %s |\n", f.Name, f.Kind, labels, f.Help)
	}
	want := before + begin + table + end + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(text) {
		t.Error("docs/metrics.md is out of date: go generate ./internal/metrics")
	}
}
