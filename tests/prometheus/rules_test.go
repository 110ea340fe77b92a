// Package prometheus checks the rules and the dashboard of deploy/ with Prometheus' own
// parsers, as promtool does. It is a module of its own: Prometheus has two hundred
// dependencies that nothing else of svcx needs.
package prometheus

import (
	"encoding/json"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

func TestRules(t *testing.T) {
	groups, errs := rulefmt.ParseFile("../../deploy/alerts.yaml", false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	for _, err := range errs {
		t.Error(err)
	}
	if len(groups.Groups) == 0 {
		t.Error("no rules")
	}
}

func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../../deploy/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	p := parser.NewParser(parser.Options{})
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			expr := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".*").Replace(target.Expr)
			if _, err := p.ParseExpr(expr); err != nil {
				t.Errorf("%s: %v", panel.Title, err)
			}
		}
	}
}
