package demo

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx/internal/app"
)

// page is what the demo prints; seen is closed once it contains text.
type page struct {
	mu   sync.Mutex
	all  bytes.Buffer
	text string
	seen chan struct{}
}

func newPage(text string) *page { return &page{text: text, seen: make(chan struct{})} }

func (p *page) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := strings.Contains(p.all.String(), p.text)
	p.all.Write(b)
	if !before && strings.Contains(p.all.String(), p.text) {
		close(p.seen)
	}
	return len(b), nil
}

func (p *page) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all.String()
}

// The guide came after pages of the integrator's lines, and the first line was a
// warning about private networks that no one had asked for.
func TestTheGuideComesFirst(t *testing.T) {
	dir := t.TempDir()
	for _, start := range []string{"first", "second"} {
		out, log := newPage("Stop with Ctrl-C"), newPage("never")
		if start == "first" {
			out.text = "integrator sent the customer's answer"
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ended := make(chan error, 1)
		go func() {
			ended <- Run(ctx, app.Config{
				Addr: "127.0.0.1:0", DataDir: dir, AutoMigrate: true, DefaultForm: "B", AdminEmail: "admin@localhost", MaxBody: 1 << 20, MaxImportBody: 1 << 20,
				EventLogRetention: time.Hour,
			}, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn})), out)
		}()
		select {
		case <-out.seen:
		case err := <-ended:
			t.Fatalf("the %s start ended: %v", start, err)
		case <-time.After(time.Minute):
			t.Fatalf("the %s start has printed\n%s", start, out)
		}
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the %s start ended with %v", start, err)
		}
		got := out.String()
		guide, rest, whole := strings.Cut(got, "What the sample integrator receives:\n")
		if !whole || !strings.HasPrefix(guide, "\nsvcx demo is running on http://127.0.0.1:") || !strings.Contains(guide, "\n  "+program()+" login-link --data-dir ") || strings.Contains(guide, "  integrator") {
			t.Errorf("the %s start prints\n%s", start, got)
		}
		if start == "first" && !strings.Contains(rest, "  integrator received message.created") {
			t.Errorf("below the guide stands\n%s", rest)
		}
		if got := log.String(); got != "" {
			t.Errorf("the log of the %s start warns: %s", start, got)
		}
	}
}

// Lines about what the integrator receives before the guide is printed, from an
// earlier run, are printed after it.
func TestJournalHoldsWhatComesEarly(t *testing.T) {
	var out bytes.Buffer
	j := &journal{to: &out}
	j.say("  early %d\n", 1)
	j.say("  early %d\n", 2)
	if out.Len() > 0 {
		t.Errorf("printed before the guide: %s", &out)
	}
	j.open("guide of %s\n", "demo")
	j.say("  late\n")
	if got, want := out.String(), "guide of demo\n  early 1\n  early 2\n  late\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

// A demo in the folder of a deployment stored its workspace, keys and certificate
// there, even if it then refused to start beside the running server.
func TestFolderOfADeploymentIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "svcx.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := Run(t.Context(), app.Config{Addr: "127.0.0.1:0", DataDir: dir}, slog.New(slog.DiscardHandler), io.Discard)
	if err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("error %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v are there", entries, err)
	}
}

// The guide named "svcx", which a shell does not find after go run or go build.
func TestGuideNamesTheProgramAsStarted(t *testing.T) {
	defer func(before string) { os.Args[0] = before }(os.Args[0])
	for started, want := range map[string]string{"./svcx": "./svcx", "/tmp/go-build12345/b001/exe/svcx": "go run ./cmd/svcx", "/usr/bin/svcx": "/usr/bin/svcx"} {
		os.Args[0] = started
		if got := program(); got != want {
			t.Errorf("%s: %s, want %s", started, got, want)
		}
	}
}

// A connection that breaks off in the TLS handshake printed a line of net/http's.
func TestBrokenHandshakeIsNotPrinted(t *testing.T) {
	in, err := newIntegrator(0, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	if in.server.ErrorLog == nil || in.server.ErrorLog.Writer() != io.Discard {
		t.Error("the integrator's server logs to standard error")
	}
}
