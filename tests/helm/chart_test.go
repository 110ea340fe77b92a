// Package helm checks the chart of deploy/ as helm lint does, and renders it. It is a module of
// its own: Helm has two hundred dependencies that nothing else of svcx needs.
package helm

import (
	"os"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
)

const chart = "../../deploy/helm/svcx"

func TestChartIsLinted(t *testing.T) {
	for _, m := range lint.All(chart, nil, "default", true).Messages {
		if m.Severity >= support.WarningSev {
			t.Error(m.Error())
		}
	}
}

// render returns the documents of the chart with some values.
func render(t *testing.T, values map[string]any) (string, error) {
	t.Helper()
	c, err := loader.Load(chart)
	if err != nil {
		t.Fatal(err)
	}
	merged, err := chartutil.ToRenderValues(c, values, chartutil.ReleaseOptions{Name: "inbox", Namespace: "default", IsInstall: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	files, err := engine.Render(c, merged)
	text := ""
	for _, file := range files {
		text += file
	}
	return text, err
}

func TestChartIsRendered(t *testing.T) {
	text, err := render(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"type: Recreate", "claimName: inbox-svcx", "readOnlyRootFilesystem: true", "path: /readyz", "terminationGracePeriodSeconds: 35",
		`{name: SVCX_METRICS_ADDR, value: ":9090"}`, `{name: SVCX_BASE_URL, value: "https://inbox.example.com"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "kind: Ingress") || strings.Contains(text, "kind: Secret") || strings.Contains(text, "envFrom") {
		t.Error("more than is asked for")
	}
	several := map[string]any{
		"replicas": 3, "secretSettings": map[string]any{"SVCX_DATABASE_URL": "postgres://db/svcx"},
		"ingress": map[string]any{"enabled": true}, "metrics": map[string]any{"serviceMonitor": true},
	}
	if text, err = render(t, several); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"replicas: 3", "type: RollingUpdate", "kind: Secret", "secretRef: {name: inbox-svcx}", "kind: Ingress", "kind: ServiceMonitor", `SVCX_DATABASE_URL: "postgres://db/svcx"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	// Several nodes on an embedded database would each have a database of their own.
	if _, err := render(t, map[string]any{"replicas": 2}); err == nil || !strings.Contains(err.Error(), "needs PostgreSQL") {
		t.Errorf("two nodes without PostgreSQL: %v", err)
	}
}

func TestMain(m *testing.M) {
	if _, err := os.Stat(chart); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
