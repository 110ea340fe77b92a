package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/inbox"
)

// Each kind of body has about the requested size.
func TestBodiesHaveTheRequestedSize(t *testing.T) {
	for _, kind := range bodyKinds {
		if n := len(kind.make(1 << 20)); n > 1<<20 || n < 1<<20-20_000 {
			t.Errorf("%s: %d bytes", kind.name, n)
		}
	}
}

// hostile is a server in this process with a memory limit of 128 MiB, of which bodies may
// take 32.
type hostile struct {
	*testing.T
	app             *app.App
	address         string
	channel, apiKey string
}

const hostileLimit = 128 << 20

func newHostile(t *testing.T) *hostile {
	ctx, stop := context.WithCancel(t.Context())
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(20)
	a, err := app.Open(ctx, app.Config{
		Addr: "127.0.0.1:0", DataDir: t.TempDir(), DefaultForm: "B", AdminEmail: "admin@localhost", AutoMigrate: true, MemoryLimit: hostileLimit,
		MaxBody: 1 << 20, MaxImportBody: 10 << 20, EventLogRetention: time.Hour, LogLevel: "warn", Print: io.Discard,
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	h := &hostile{T: t, app: a}
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() { done <- a.Serve(ctx, func(base string) { ready <- base }) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		a.Close()
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	})
	h.address = <-ready
	w, err := a.Admin.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "w", Name: "W", Form: svcx.FormB, Plan: svcx.PlanBusiness, AdminEmail: "a@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	ch, key, err := a.Admin.CreateChannel(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "C", Settings: svcx.DefaultSettings()})
	if err != nil {
		t.Fatal(err)
	}
	h.channel = fmt.Sprintf("/api/webhooks/custom/%d %s", ch.ID, key)
	_, h.apiKey, err = a.Admin.CreateKey(ctx, inbox.Call{Workspace: w, Actor: svcx.Actor{Kind: svcx.ActorSystem}}, svcx.KeyDraft{Name: "K", Scopes: []svcx.Scope{
		svcx.ScopeConversationsWrite, svcx.ScopeContactsWrite, svcx.ScopeMessagesWrite,
		svcx.ScopeConversationsRead, svcx.ScopeContactsRead, svcx.ScopeMessagesRead}})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// sampleEvery is how often the memory in use is measured. Each time needs a garbage
// collection, which takes the processors from the server.
const sampleEvery = 10 * time.Millisecond

// send sends the body over many connections at once and returns the most memory in use at
// the end of any garbage collection in the meantime.
func (h *hostile) send(method, path, key string, body []byte) (peak uint64) {
	h.Helper()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var sending sync.WaitGroup
	for range 32 {
		sending.Go(func() {
			r, err := http.NewRequest(method, h.address+path, bytes.NewReader(body))
			if err != nil {
				h.Error(err)
				return
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("X-Svcx-Key", key)
			r.Header.Set("Authorization", "Bearer "+key)
			// After refusing a body the server closes the connection, and the answer
			// may be lost.
			if resp, err := http.DefaultClient.Do(r); err == nil {
				resp.Body.Close()
				if resp.StatusCode == 500 {
					h.Errorf("%s %s: %d", method, path, resp.StatusCode)
				}
			}
		})
	}
	sent := make(chan struct{})
	go func() { sending.Wait(); close(sent) }()
	sample := time.NewTicker(sampleEvery)
	defer sample.Stop()
	for {
		select {
		case <-sent:
			return peak
		case <-sample.C:
			runtime.GC()
			metrics.Read(live)
			peak = max(peak, live[0].Value.Uint64())
		}
	}
}

// Every buffer that grows with the input is bounded: whatever the body, and whichever
// endpoint reads it, the memory in use stays within one limit for all of them. It was
// gigabytes for some.
func TestHostileBodiesAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("sends half a gigabyte")
	}
	h := newHostile(t)
	inbound, key, _ := strings.Cut(h.channel, " ")
	h.send("POST", inbound, key, []byte(`{"content":"x"}`)) // so that there is a conversation
	type row struct {
		name, method, path, key string
		body                    []byte
	}
	var rows []row
	of := make(map[string][]byte)
	for _, kind := range bodyKinds {
		if !kind.stalls {
			of[kind.name] = kind.make(1 << 20)
			rows = append(rows, row{"inbound " + kind.name, "POST", inbound, key, of[kind.name]})
		}
	}
	many := numbered(`"k%d":1`)
	for _, r := range []row{
		{"field values", "PATCH", "/api/v1/w/conversations/1/fields", h.apiKey, filled(`{"fields":{`, "}}", 1<<20, many)},
		{"contact", "POST", "/api/v1/w/contacts", h.apiKey, filled(`{`, "}", 1<<20, many)},
		{"tags", "PATCH", "/api/v1/w/contacts/1", h.apiKey, filled(`{"tags":[`, "]}", 1<<20, numbered(`"%d"`))},
		{"message", "POST", "/api/v1/w/conversations/1/messages", h.apiKey, of["bad-utf8"]},
		{"import", "POST", "/api/v1/w/import/messages", h.apiKey, filled(`{"channelId":1,"messages":[`, "]}", 8<<20, numbered(`{"content":"%d"}`))},
		{"link", "POST", "/api/auth/magic-link", "", of["members"]},
		{"nonsense", "POST", inbound, key, bytes.Repeat([]byte("["), 1<<20)},
	} {
		rows = append(rows, r)
	}
	for _, r := range rows {
		// Do not count what earlier rows have left in caches.
		if peak := h.send(r.method, r.path, r.key, r.body); peak > hostileLimit {
			t.Errorf("%s: %d MiB in use", r.name, peak>>20)
		} else if os.Getenv("SVCX_SHOW") != "" {
			t.Logf("%s: %d MiB", r.name, peak>>20)
		}
	}
}
