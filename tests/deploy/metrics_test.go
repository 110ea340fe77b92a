package deploy

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"svcx/internal/metrics"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile("../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ofProcess are the metrics of Go and the process that deploy/ uses; the program serves
// them (internal/app.TestMetricsAreServed).
var ofProcess = []string{"process_open_fds", "process_max_fds", "process_resident_memory_bytes", "process_cpu_seconds_total", "go_goroutines", "go_memstats_heap_inuse_bytes"}

// wantMetrics checks that an expression names metrics that exist, with labels that they have.
func wantMetrics(t *testing.T, where, expr string) {
	t.Helper()
	found := regexp.MustCompile(`\b((?:svcx|process|go)_\w+)(?:\{([^}]*(?:\{[^}]*\}[^}]*)*)\})?`).FindAllStringSubmatch(expr, -1)
	if len(found) == 0 && !strings.Contains(expr, "up{") {
		t.Errorf("%s: no metric in %s", where, expr)
	}
	for _, m := range found {
		name := m[1]
		i := slices.IndexFunc(metrics.Families, func(f metrics.Family) bool {
			if f.Kind == "histogram" {
				return name == f.Name+"_bucket" || name == f.Name+"_sum" || name == f.Name+"_count"
			}
			return name == f.Name
		})
		if i < 0 {
			if !slices.Contains(ofProcess, name) {
				t.Errorf("%s: there is no %s", where, name)
			}
			continue
		}
		for _, label := range regexp.MustCompile(`(\w+)\s*=~?"`).FindAllStringSubmatch(m[2], -1) {
			if label[1] != "instance" && label[1] != "job" && !slices.Contains(metrics.Families[i].Labels, label[1]) {
				t.Errorf("%s: %s has no label %s", where, name, label[1])
			}
		}
	}
}

// Each alert names metrics that exist, says what to do, and has a section of
// docs/operations.md.
func TestAlerts(t *testing.T) {
	var rules struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(read(t, "deploy/alerts.yaml")))
	decoder.KnownFields(true)
	if err := decoder.Decode(&rules); err != nil {
		t.Fatal(err)
	}
	operations := read(t, "docs/operations.md")
	if len(rules.Groups) != 1 || len(rules.Groups[0].Rules) < 10 {
		t.Fatalf("%+v", rules)
	}
	for _, r := range rules.Groups[0].Rules {
		wantMetrics(t, r.Alert, r.Expr)
		if !slices.Contains([]string{"warning", "critical"}, r.Labels["severity"]) {
			t.Errorf("%s has the severity %q", r.Alert, r.Labels["severity"])
		}
		if r.Annotations["summary"] == "" || len(r.Annotations["description"]) < 60 {
			t.Errorf("%s does not say what to do", r.Alert)
		}
		if r.Annotations["runbook"] != "docs/operations.md#"+strings.ToLower(r.Alert) || !strings.Contains(operations, "\n### "+r.Alert+"\n") {
			t.Errorf("%s has no section of docs/operations.md", r.Alert)
		}
	}
}

// The dashboard shows metrics that exist, and each of svcx but the build.
func TestDashboard(t *testing.T) {
	text := read(t, "deploy/grafana.json")
	var dashboard struct {
		Title  string
		Panels []struct {
			ID            int
			Title, Type   string
			GridPos       struct{ H, W, X, Y int }
			Targets       []struct{ RefID, Expr string }
			SchemaVersion int
		}
	}
	if err := json.Unmarshal([]byte(text), &dashboard); err != nil {
		t.Fatal(err)
	}
	ids := make(map[int]bool)
	for _, p := range dashboard.Panels {
		if ids[p.ID] || p.GridPos.X+p.GridPos.W > 24 || p.Title == "" {
			t.Errorf("panel %d, %s, at %+v", p.ID, p.Title, p.GridPos)
		}
		ids[p.ID] = true
		for _, target := range p.Targets {
			wantMetrics(t, p.Title, strings.ReplaceAll(target.Expr, "$__rate_interval", "5m"))
		}
	}
	for _, f := range metrics.Families {
		if !strings.Contains(text, f.Name) {
			t.Errorf("%s is on no panel", f.Name)
		}
	}
}
