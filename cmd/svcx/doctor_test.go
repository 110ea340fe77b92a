package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// diagnosed are the findings of doctor, by check; a check may have several.
func diagnosed(t *testing.T, args ...string) (code int, by map[string]string) {
	t.Helper()
	a := runs(t, append(args, "doctor", "--json")...)
	var said struct{ Findings []finding }
	if err := json.Unmarshal([]byte(a.stdout), &said); err != nil {
		t.Fatalf("%v: %+v", err, a)
	}
	by = map[string]string{}
	for _, f := range said.Findings {
		by[f.Check] += string(f.Verdict) + ": " + f.Found + " -> " + f.Remedy + "\n"
		if f.Verdict != "ok" && f.Remedy == "" {
			t.Errorf("%s: %s: nothing is said to do", f.Check, f.Found)
		}
	}
	return a.code, by
}

func hasFinding(t *testing.T, by map[string]string, check string, want ...string) {
	t.Helper()
	for _, text := range want {
		if !strings.Contains(by[check], text) {
			t.Errorf("%s: %q, want %q", check, by[check], text)
		}
	}
}

// I doctor: each part says whether it works and what to do; nothing is created.
func TestDoctor(t *testing.T) {
	dir := bare(t)
	code, by := diagnosed(t)
	hasFinding(t, by, "database", "warning", "none yet", "svcx serve")
	if left, _ := os.ReadDir(dir); code != 0 || len(left) > 0 {
		t.Errorf("%d, left %v", code, left)
	}

	late := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(-10*time.Minute).UTC().Format(http.TimeFormat))
		w.WriteHeader(http.StatusNotFound)
	}))
	defer late.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	s := startServer(t, "--data-dir", "data")
	s.channel(t, late.URL+"/events?secret=x")
	code, by = diagnosed(t, "--data-dir", "data")
	hasFinding(t, by, "configuration", "ok: the data folder")
	hasFinding(t, by, "disk", "GiB free")
	hasFinding(t, by, "database", "ok: embedded", "schema")
	hasFinding(t, by, "master key", "ok", "keep a copy")
	hasFinding(t, by, "server", "ok: ready at "+s.url)
	hasFinding(t, by, "outbound", "ok: "+late.URL+" answers", "clock: 10m", "NTP")
	hasFinding(t, by, "mail", "warning", "SVCX_SMTP_URL")
	hasFinding(t, by, "files", "ok")
	if code != 0 || strings.Contains(by["outbound"], "secret") {
		t.Errorf("%d %v", code, by)
	}

	succeeds(t, "--data-dir", "data", "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8", "channel", "set", "--workspace", "acme", "--id", "1", "--webhook-url", gone.URL)
	code, by = diagnosed(t, "--data-dir", "data", "--smtp-url", "smtp://user:hidden@127.0.0.1:1", "--redis-url", "redis://:hidden@127.0.0.1:1")
	hasFinding(t, by, "outbound", "failed: "+gone.URL, "firewall")
	hasFinding(t, by, "mail", "failed", "SVCX_SMTP_URL")
	hasFinding(t, by, "redis", "failed", "SVCX_REDIS_URL")
	for check, text := range by {
		if strings.Contains(text, "hidden") {
			t.Errorf("%s shows a password: %s", check, text)
		}
	}
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	s.stop()
	if err := os.Rename(filepath.Join("data", "master.key"), "elsewhere"); err != nil {
		t.Fatal(err)
	}
	_, by = diagnosed(t, "--data-dir", "data")
	hasFinding(t, by, "master key", "failed", "put the key")
	hasFinding(t, by, "server", "warning", "does not answer")
	a := runs(t, "--data-dir", "data", "doctor")
	if a.code != exitFailed || !strings.Contains(a.stdout, "FAIL  master key") || !strings.Contains(a.stderr, "checks failed") {
		t.Errorf("%+v", a)
	}
}

// What the service's user cannot read is not well because root can: files of others in the data
// folder, an address that another program has, a certificate that is not trusted.
func TestDoctorSeesWhatTheServiceCannotUse(t *testing.T) {
	bare(t)
	s := startServer(t, "--data-dir", "data")
	if os.Geteuid() == 0 {
		if err := os.Chown("data", 4711, 4711); err != nil {
			t.Fatal(err)
		}
		code, by := diagnosed(t, "--data-dir", "data")
		hasFinding(t, by, "owners", "failed", "belongs to uid 0, the data folder to uid 4711", "chown -R 4711 'data'")
		if code != exitFailed {
			t.Errorf("exit code %d", code)
		}
		if err := os.Chown("data", 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	taken := strings.TrimPrefix(other.URL, "http://")
	code, by := diagnosed(t, "--data-dir", "data", "--addr", taken, "--metrics-addr", taken)
	hasFinding(t, by, "addresses", "failed: another program listens on "+taken, "SVCX_ADDR", "SVCX_METRICS_ADDR")
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	if _, by = diagnosed(t, "--data-dir", "data", "--addr", strings.TrimPrefix(s.url, "http://")); by["addresses"] != "" {
		t.Errorf("the server itself: %s", by["addresses"])
	}
	own := httptest.NewTLSServer(http.NotFoundHandler())
	defer own.Close()
	_, by = diagnosed(t, "--data-dir", "data", "--base-url", own.URL)
	hasFinding(t, by, "server", "warning: a server answers at "+own.URL, "not trusted", "SSL_CERT_FILE")
}
