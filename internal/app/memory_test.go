package app

import (
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"testing"
	"testing/fstest"
	"time"
)

// The process may use what its cgroup or one above it allows, of either version, or
// what the machine has.
func TestMemoryOfTheMachine(t *testing.T) {
	const meminfo = "MemTotal:        2097152 kB\nMemFree: 1 kB\n"
	for name, tt := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing known":       {nil, 0},
		"machine":             {map[string]string{"proc/meminfo": meminfo}, 2 << 30},
		"no limit":            {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n"}, 2 << 30},
		"version 2":           {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "536870912\n"}, 512 << 20},
		"version 2, above":    {map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/b/memory.max": "2000\n"}, 1000},
		"container's root":    {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1000\n"}, 1000},
		"path of the host":    {map[string]string{"proc/self/cgroup": "0::/docker/x\n", "sys/fs/cgroup/memory.max": "1000\n"}, 1000},
		"out of its tree":     {map[string]string{"proc/self/cgroup": "0::/../../x\n", "sys/fs/cgroup/memory.max": "1000\n"}, 1000},
		"version 1":           {map[string]string{"proc/self/cgroup": "9:cpu:/\n5:cpu,memory:/a\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "1000\n"}, 1000},
		"version 1, no limit": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "5:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 2 << 30},
		"more than there is":  {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "9000000000000\n"}, 2 << 30},
		"nonsense":            {map[string]string{"proc/meminfo": "MemTotal: lots kB\n", "proc/self/cgroup": "x\n0::\n", "sys/fs/cgroup/memory.max": "-5\n"}, 0},
	} {
		root := fstest.MapFS{}
		for path, text := range tt.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := memoryOf(root); got != tt.want {
			t.Errorf("%s: %d, want %d", name, got, tt.want)
		}
	}
}

// The setting wins over GOMEMLIMIT, which wins over what the machine has.
func TestMemoryLimitIsTheFirstThatIsSet(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	debug.SetMemoryLimit(1 << 40) // as GOMEMLIMIT does at start
	t.Setenv("GOMEMLIMIT", "1TiB")
	if got := (&Config{}).limitMemory(); got != 1<<40 || debug.SetMemoryLimit(-1) != 1<<40 {
		t.Errorf("GOMEMLIMIT: %d", got)
	}
	if got := (&Config{MemoryLimit: 1 << 30}).limitMemory(); got != 1<<30 || debug.SetMemoryLimit(-1) != 1<<30 {
		t.Errorf("the setting: %d", got)
	}
	t.Setenv("GOMEMLIMIT", "")
	if got := (&Config{}).limitMemory(); got < minMemoryLimit {
		t.Errorf("the machine's: %d", got)
	}
	for limit, want := range map[int64]int64{minMemoryLimit: 16 << 20, 256 << 20: 64 << 20, math.MaxInt64: maxBodies} {
		if got := budgetOf(limit); got != want {
			t.Errorf("budget of %d: %d, want %d", limit, got, want)
		}
	}
}

// Every answer has nosniff, whatever the path, and Strict-Transport-Security if the
// public address is https.
func TestSecurityHeadersOnEveryAnswer(t *testing.T) {
	a, err := Open(t.Context(), testConfig(t), discard())
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for base, want := range map[string]string{"http://inbox.test": "", "https://inbox.test": "max-age=31536000"} {
		handler, _, err := a.handler(base, math.MaxInt64)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{
			"/", "/healthz", "/readyz", "/docs", "/openapi-a.json", "/static/", "/static/x", "/nowhere", "/auth/sent", "/auth/verify",
			"/api/webhooks/custom/1", "/api/webhooks/custom/1/fields", "/api/webhooks/custom", "/api/webhooks/other", "/api/v1/main/contacts",
			"/api/main/stream", "/api/auth/session", "/api//x", "/files/1/1.txt", "/media/x",
		} {
			for _, method := range []string{"GET", "HEAD", "POST", "DELETE", "OPTIONS", "BREW"} {
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, httptest.NewRequest(method, path, http.NoBody))
				h := w.Result().Header
				if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Strict-Transport-Security") != want || len(h["X-Content-Type-Options"]) != 1 {
					t.Errorf("%s %s at %s: %d %v", method, path, base, w.Code, h)
				}
			}
		}
	}
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// testConfig is a minimal configuration.
func testConfig(t *testing.T) Config {
	return Config{
		Addr: "127.0.0.1:0", DataDir: t.TempDir(), DefaultForm: "B", AdminEmail: "admin@localhost", AutoMigrate: true,
		MaxBody: 1 << 20, MaxImportBody: 10 << 20, EventLogRetention: time.Hour, LogLevel: "info",
	}
}
