package app

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/common/expfmt"
	names "github.com/prometheus/common/model"
)

// What happens in a running service is in its metrics, which Prometheus' parser reads: a
// request by the pattern of its endpoint, an inbound request with its outcome, commits, the
// state of the deployment; and the metrics of the process that deploy/ uses. Profiles are
// there too. Neither is on the address of the service.
func TestMetricsAreServed(t *testing.T) {
	c := testConfig(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.MetricsAddr = l.Addr().String()
	l.Close()
	a, err := Open(t.Context(), c, discard())
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- a.Serve(ctx, func(url string) { ready <- url }) }()
	base := ""
	select {
	case base = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	get := func(url string) (int, string) {
		t.Helper()
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(body)
	}
	const secret = "0123456789abcdef"
	get(base + "/api/v1/" + secret + "/conversations/17")
	res, err := http.Post(base+"/api/webhooks/custom/987654", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()

	_, text := get("http://" + c.MetricsAddr + "/metrics")
	parser := expfmt.NewTextParser(names.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`svcx_http_requests_total{operation="GET /api/v1/{org}/conversations/{id}",code="404"} 1`,
		`svcx_inbound_total{kind="none",outcome="unknown_channel"} 1`, `svcx_database_up 1`, `svcx_deliveries_pending 0`, `svcx_circuits_open 0`,
	} {
		if !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("there is no %s", want)
		}
	}
	if size := families["svcx_database_size_bytes"].GetMetric()[0].GetGauge().GetValue(); size < 4096 {
		t.Errorf("the database has %v bytes", size)
	}
	if families["svcx_commits_total"] == nil || strings.Contains(text, secret) || strings.Contains(text, "987654") {
		t.Error(text)
	}
	for _, name := range []string{"process_open_fds", "process_max_fds", "process_resident_memory_bytes", "process_cpu_seconds_total", "go_goroutines", "go_memstats_heap_inuse_bytes"} {
		if families[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
	if status, text := get("http://" + c.MetricsAddr + "/debug/pprof/goroutine?debug=1"); status != 200 || !strings.Contains(text, "goroutine profile") {
		t.Errorf("%d, %.100s", status, text)
	}
	for _, path := range []string{"/metrics", "/debug/pprof/"} {
		if status, _ := get(base + path); status != 404 {
			t.Errorf("%s is on the address of the service: %d", path, status)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A wrong address is refused before anything is opened, and names the setting.
func TestMetricsAddr(t *testing.T) {
	c := testConfig(t)
	for _, addr := range []string{"9090", "127.0.0.1", "[::1"} {
		c.MetricsAddr = addr
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "SVCX_METRICS_ADDR") {
			t.Errorf("%q: %v", addr, err)
		}
	}
	for _, addr := range []string{"", ":9090", "127.0.0.1:0", "[::1]:9090"} {
		c.MetricsAddr = addr
		if err := c.Validate(); err != nil {
			t.Errorf("%q: %v", addr, err)
		}
	}
}

// A signal switches the log to debug, the next one back to what was configured; both are
// logged at any level.
func TestLevelOfTheLogIsSwitched(t *testing.T) {
	for _, level := range []string{"error", "debug"} {
		path := filepath.Join(t.TempDir(), "log")
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		log := NewLog(Config{LogLevel: level, LogFormat: "text"}, out)
		a := &App{Log: log}
		signaled := make(chan os.Signal)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { a.switchLevel(ctx, signaled); close(ended) }()
		log.Debug("one")
		signaled <- os.Interrupt
		signaled <- os.Interrupt // the first has been dealt with
		cancel()
		<-ended
		log.With("a", 1).Debug("two")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(regexp.MustCompile(`msg="the level of the log was changed" level=\w+`).FindAllString(string(text), -1)); n != 2 {
			t.Errorf("%s: %d changes: %s", level, n, text)
		}
		if shown := strings.Contains(string(text), "msg=two"); shown != (level == "debug") {
			t.Errorf("%s: %s", level, text)
		}
		if log.Enabled(t.Context(), slog.LevelDebug) != (level == "debug") {
			t.Errorf("%s: the level stayed", level)
		}
	}
}
