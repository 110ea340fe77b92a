package contract

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// journal records which messages were answered with ok.
type journal struct {
	mu       sync.Mutex
	answered map[string]bool
}

func (j *journal) note(id string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.answered[id] = true
	return len(j.answered)
}

// total is the number of messages, inFlight how many are sent at the same time,
// threads the number of conversations, and enough how many must have been answered
// before the server is ended. All 500 at the same time took only a few commits, which
// sometimes were over before the signal came.
const (
	total    = 500
	inFlight = 60
	threads  = 25
	enough   = 50
)

// flood sends messages until all are answered or have failed, and calls end when
// enough are answered.
func flood(url, key string, end func()) *journal {
	j := &journal{answered: map[string]bool{}}
	client := &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: total}}
	defer client.CloseIdleConnections()
	var senders sync.WaitGroup
	var ended atomic.Bool
	free := make(chan struct{}, inFlight)
	for n := range total {
		free <- struct{}{}
		senders.Go(func() {
			defer func() { <-free }()
			id := fmt.Sprintf("m%03d", n)
			body := fmt.Sprintf(`{"messageId":%q,"conversationId":"c%d","from":{"externalId":"u%d"},"content":%q}`, id, n%threads, n%threads, id)
			if ok, _ := post(client, url, key, body); ok && j.note(id) >= enough && !ended.Swap(true) {
				end()
			}
		})
	}
	senders.Wait()
	return j
}

// compare expects every answered message to be stored, and none twice.
func compare(t *testing.T, j *journal, stored []string) {
	t.Helper()
	times := map[string]int{}
	for _, id := range stored {
		times[id]++
	}
	for id := range j.answered {
		if times[id] == 0 {
			t.Errorf("%s was answered with ok and is missing", id)
		}
	}
	for id, n := range times {
		if n > 1 {
			t.Errorf("%s is there %d times", id, n)
		}
	}
}

// TestKilledServerKeepsWhatItAnswered kills the server while it receives many messages. What was answered is
// stored once after a restart.
//
// clause: D 2 durable, D 2 duplicate concurrent, D 2 duplicate for ever
func TestKilledServerKeepsWhatItAnswered(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		path, key := s.inbound()
		p := serve(t, s.settings, "serve")
		j := flood(p.url+path, key, func() { p.Process.Kill() })
		p.Wait()
		if n := len(j.answered); n < enough || n == total {
			t.Fatalf("%d messages were answered before the end: the test shows nothing", n)
		}

		p = serve(t, s.settings, "serve")
		stored := messagesOf(t, p.url, text(s.names["key"]))
		compare(t, j, stored)
		t.Logf("answered %d, stored %d", len(j.answered), len(stored))

		// Everything again: what was stored is a repeat, the rest is new.
		again := flood(p.url+path, key, func() {})
		if len(again.answered) != total {
			t.Errorf("%d of %d messages were answered after the restart", len(again.answered), total)
		}
		stored = messagesOf(t, p.url, text(s.names["key"]))
		if len(stored) != total {
			t.Errorf("%d messages are there, not %d", len(stored), total)
		}
		compare(t, again, stored)
	})
}

// TestStoppedServerAnswersWhatItAccepted stops the server gracefully while it receives many messages: what it
// accepted is answered and stored, and it exits by itself.
//
// clause: I stop, D 2 durable
func TestStoppedServerAnswersWhatItAccepted(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		path, key := s.inbound()
		p := serve(t, s.settings, "serve")
		var asked time.Time
		j := flood(p.url+path, key, func() {
			asked = time.Now()
			p.Process.Signal(syscall.SIGTERM)
		})
		if err := p.Wait(); err != nil {
			t.Errorf("the server did not end well: %v", err)
		}
		if took := time.Since(asked); took > 15*time.Second {
			t.Errorf("the stop took %v", took)
		}
		p = serve(t, s.settings, "serve")
		stored := messagesOf(t, p.url, text(s.names["key"]))
		compare(t, j, stored)
		if len(stored) != len(j.answered) {
			t.Errorf("%d messages are stored, %d were answered: a stop cuts nothing off in between", len(stored), len(j.answered))
		}
	})
}

// TestDemoNeedsNoConfiguration runs the demo: one command, nothing to configure.
//
// forms: B
// databases: sqlite
// clause: I demo
func TestDemoNeedsNoConfiguration(t *testing.T) {
	t.Parallel()
	p := serve(t, settings{"SVCX_ADDR": "127.0.0.1:0", "TMPDIR": t.TempDir()}, "demo")
	res, err := http.Get(p.url + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("the demo is not ready: %d", res.StatusCode)
	}
	p.Process.Signal(os.Interrupt)
	if err := p.Wait(); err != nil {
		t.Errorf("the demo did not end well: %v", err)
	}
	if !strings.Contains(p.output.String(), "\nStopping…\n") {
		t.Errorf("the demo stopped in silence (fault 2.14)")
	}
}
