package bench

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// receiver is a server that answers with handler.
func receiver(t *testing.T, handler http.HandlerFunc) *target {
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return &target{address: strings.TrimPrefix(s.URL, "http://"), path: "/in", key: "secret"}
}

func newCaller(to *target, number int) *caller {
	return &caller{mix: &mix{caller: number, contacts: 10, newConversations: 20, repeats: 20}, target: to}
}

// Every message that arrives is counted once, by one caller, and repeats are counted
// apart.
func TestDriveCountsEveryMessageOnce(t *testing.T) {
	var mu sync.Mutex
	received := make(map[string]int)
	to := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			MessageID string `json:"messageId"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Header.Get("x-svcx-api-key") != "secret" || r.URL.Path != "/in" {
			t.Errorf("got %s with key %q: %v", r.URL, r.Header.Get("x-svcx-api-key"), err)
		}
		mu.Lock()
		received[body.MessageID]++
		mu.Unlock()
		io.WriteString(w, "ok")
	})
	callers := []*caller{newCaller(to, 0), newCaller(to, 1), newCaller(to, 2)}
	elapsed, err := drive(context.Background(), to.address, callers, 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	p := summarize(callers, elapsed)
	total, different := 0, 0
	for _, n := range received {
		total += n
		different++
	}
	if p.Messages != total || p.Messages-p.Repeats != different || p.Errors != 0 || total == 0 {
		t.Errorf("got %+v for %d messages, %d different", p, total, different)
	}
	for _, c := range callers {
		for number, answered := range c.answered {
			if msg := c.request(number); answered != (received[c.messageID(message{number: number})] > 0) || msg.repeat && answered {
				t.Errorf("caller %d, request %d: answered %t", c.caller, number, answered)
			}
		}
	}
	if l := p.Latency; l.P50MS <= 0 || l.P50MS > l.P90MS || l.P90MS > l.P99MS || l.P99MS > l.MaxMS {
		t.Errorf("latencies %+v", l)
	}
}

// An answer other than 200 "ok" counts as an error and not as a message, and a caller
// gives up after many.
func TestDriveCountsOtherAnswersAsErrors(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"unavailable": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusServiceUnavailable) },
		"other text":  func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "OK") },
		"other text in chunks": func(w http.ResponseWriter, _ *http.Request) {
			http.NewResponseController(w).Flush()
			io.WriteString(w, "OK")
		},
		"cut off": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			to := receiver(t, handler)
			c := newCaller(to, 0)
			elapsed, err := drive(context.Background(), to.address, []*caller{c}, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			p := summarize([]*caller{c}, elapsed)
			if p.Messages != 0 || p.Errors < maxErrors || p.FirstError == "" {
				t.Errorf("got %+v", p)
			}
		})
	}
}

func TestDriveWithoutServer(t *testing.T) {
	address, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	to := &target{address: address}
	if _, err := drive(context.Background(), address, []*caller{newCaller(to, 0)}, time.Second); err == nil {
		t.Error("a server that is not there was driven")
	}
}

func TestPercentile(t *testing.T) {
	var times []time.Duration
	for i := range 200 {
		times = append(times, time.Duration(i+1)*time.Millisecond)
	}
	for p, want := range map[int]float64{50: 100, 90: 180, 99: 198, 100: 200, 0: 1} {
		if got := percentile(times, p); got != want {
			t.Errorf("p%d is %v, expected %v", p, got, want)
		}
	}
	if got := percentile(nil, 50); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
