package live

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Messages of other nodes that could not be read were dropped without a trace. They are
// counted and logged, once a minute.
func TestMalformedMessagesAreLogged(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1_700_000_000, 0)
	h := New(Options{DB: storetest.Open(t, store.Options{Dir: t.TempDir()}), Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&out, nil))})
	defer h.Close()
	for range 3 {
		h.receive("not JSON")
		h.receive(`{"n":"other"}`)
	}
	if text := out.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "level=WARN") || !strings.Contains(text, "messages=1") {
		t.Errorf("logged\n%s", text)
	}
	now = now.Add(malformedInterval)
	h.receive("{")
	if text := out.String(); strings.Count(text, "\n") != 2 || !strings.Contains(text, "messages=3") {
		t.Errorf("logged\n%s", text)
	}
}
