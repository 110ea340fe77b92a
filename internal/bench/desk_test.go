package bench

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/bench/seed"
)

// checkDesk runs Desk for a moment on the seeded store.
func checkDesk(t *testing.T, o SeedOptions) {
	t.Helper()
	d := DeskOptions{
		SeedOptions: o, Duration: 1500 * time.Millisecond, Inbound: 60, NewConversations: 20, NewContacts: 50, Agents: 25, OpenEvery: 400 * time.Millisecond, Replies: 60, Resolves: 50,
	}
	for range 2 { // a store may be measured again
		r, err := Desk(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		if failed := r.Failed(); failed != "" {
			t.Error(failed)
		}
		replies := 0
		for _, w := range r.Work {
			if w.Requests == 0 || w.Latency.P50MS <= 0 {
				t.Errorf("no figures of agents' work: %+v", w)
			}
			if w.Name == deskWork[workReply] {
				replies = w.Requests
			}
		}
		if r.Inbound.Requests != 120 || r.First.Requests != 30 || r.Check.Answered != 120+replies || r.Check.Stored != r.Check.Answered {
			t.Errorf("120 messages, 30 of them in a new conversation, and %d replies: got %+v, %+v, %+v", replies, r.Inbound, r.First, r.Check)
		}
		// Two of the screens are watched, and show each message.
		if s := r.Screens; s.Watched != 2 || s.Missed != 0 || s.Shown < 2*120 || s.Lag.P50MS <= 0 {
			t.Errorf("screens: %+v", s)
		}
		if len(r.Samples) == 0 || r.LogPeakBytes == nil || *r.LogPeakBytes == 0 {
			t.Errorf("no samples: %+v", r)
		}
		printed(t, r.Print, r)
		checkPlot(t, r)
	}
}

// checkPlot parses the plot.
func checkPlot(t *testing.T, r *DeskResult) {
	t.Helper()
	var plot bytes.Buffer
	if err := r.Plot(&plot); err != nil {
		t.Fatal(err)
	}
	lines, decoder := 0, xml.NewDecoder(&plot)
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the plot is not well-formed: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "polyline" {
			lines++
		}
		for _, a := range e.Attr {
			if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
				t.Errorf("%s has %s=%q", e.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
	if lines != 5 {
		t.Errorf("%d lines in the plot", lines)
	}
}

// A plot without a figure that the system does not provide says so.
func TestPlotWithoutFigures(t *testing.T) {
	r := &DeskResult{Database: "sqlite", Seeded: &seed.Description{}, Seconds: 600, Samples: []DeskSample{{Seconds: 5}, {Seconds: 10}}}
	checkPlot(t, r)
	var plot bytes.Buffer
	r.Samples = append(r.Samples, DeskSample{Seconds: 601, PerSecond: 12345})
	if err := r.Plot(&plot); err != nil || strings.Contains(plot.String(), "20000") || strings.Count(plot.String(), "not known") != 4 || !strings.Contains(plot.String(), ">minutes<") {
		t.Errorf("got %v\n%s", err, plot.String())
	}
}

func testArrivals(address string, n int) *arrivals {
	b := &desk{run: &run{}, DeskOptions: DeskOptions{Inbound: 1, NewConversations: 1, Duration: time.Second}, cancel: func(error) {}}
	a := &arrivals{
		desk: b, run: "r", interval: time.Millisecond, vocabulary: seed.NewVocabulary(), answered: make([]bool, n), thread: make([]int32, n), begin: time.Now(),
		channels: map[svcx.ChannelID]*target{1: {address: address, path: "/in", key: "secret"}},
		threads:  []arrivalThread{{channel: 1, conversationID: "c"}}, known: 1,
	}
	b.inbound, b.marker = a, []byte(`"externalId":"`+a.prefix())
	return a
}

// While the server stalls messages go on being sent, and their latency counts from
// when they were due.
func TestAStallIsNotHidden(t *testing.T) {
	const n = 50
	var waiting atomic.Int64
	all := make(chan struct{})
	to := receiver(t, func(w http.ResponseWriter, _ *http.Request) {
		if waiting.Add(1) == n {
			close(all)
		}
		<-all // a closed loop of fewer callers would never get here
		io.WriteString(w, "ok")
	})
	a := testArrivals(to.address, n)
	a.send(context.Background())
	h := a.latency.all()
	if h.n != n || a.errors > 0 || h.percentile(100) < milliseconds((n-1)*a.interval) {
		t.Errorf("%d answered, %d failed, at most %v ms", h.n, a.errors, h.percentile(100))
	}
	first := a.first.all()
	if first.n != n/2 || len(a.open) != n/2 {
		t.Errorf("%d of %d messages start a conversation", first.n, n)
	}
}

func TestArrivalsThatAreNotAnsweredOk(t *testing.T) {
	to := receiver(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusServiceUnavailable) })
	a := testArrivals(to.address, 10)
	a.send(context.Background())
	if h := a.latency.all(); h.n != 0 || a.errors != 10 || a.answered[3] {
		t.Errorf("%d answered, %d failed", h.n, a.errors)
	}
}

// Messages are found however the stream is cut.
func TestScreenFindsMessages(t *testing.T) {
	var stream strings.Builder
	for i := range 30 {
		fmt.Fprintf(&stream, "id: %d\nevent: message\ndata: {\"message\":{\"externalId\":\"desk-r.%d\",\"content\":\"desk-r.x\"}}\n\nid: %d\nevent: conversation\ndata: {}\n\n", 2*i, i, 2*i+1)
	}
	text := stream.String()
	for size := 1; size < 400; size += 7 {
		a := testArrivals("", 30)
		s := &screen{desk: a.desk, seen: make([]atomic.Bool, 30)}
		for i := range a.answered {
			a.answered[i] = true
		}
		buffer, kept := make([]byte, 1024), 0
		for rest := text; rest != ""; {
			n := copy(buffer[kept:], rest[:min(size, len(rest))])
			rest = rest[n:]
			kept = s.find(buffer, kept+n)
		}
		if h := s.lag.all(); s.missed() != 0 || h.n != 30 || s.resets.Load() != 0 {
			t.Fatalf("in pieces of %d bytes %d messages are missed", size, s.missed())
		}
		s.find(buffer, copy(buffer, "id: 9\nevent: reset\ndata: {}\n\n"))
		if s.resets.Load() != 1 || !s.reset.Load() {
			t.Fatal("a reset was not noticed")
		}
	}
}

func TestHistogram(t *testing.T) {
	var r recorder
	for i := range 10_000 {
		r.add(time.Duration(i+1) * 100 * time.Microsecond)
	}
	for p, want := range map[int]float64{1: 10, 50: 500, 90: 900, 99: 990, 100: 1000} {
		h := r.all()
		if got := h.percentile(p); got < want || got > want*1.017 {
			t.Errorf("p%d is %v, expected %v", p, got, want)
		}
	}
	r.add(48 * time.Hour)
	if h := r.sample(); h.n != 1 || h.max != 48*time.Hour || h.percentile(50) <= 0 {
		t.Errorf("of two days: %+v, p50 %v", h.max, h.percentile(50))
	}
	if h := r.sample(); h.n != 0 || h.percentile(50) != 0 {
		t.Error("a sample is counted twice")
	}
}

func TestDeskRunWithAFaultHasFailed(t *testing.T) {
	good := DeskResult{Inbound: DeskFigure{Requests: 10}, Screens: Screens{Shown: 10}, Work: make([]DeskFigure, 1)}
	if failed := good.Failed(); failed != "" {
		t.Errorf("a good run failed: %s", failed)
	}
	for name, change := range map[string]func(*DeskResult){
		"missing":      func(r *DeskResult) { r.Check.Missing = 1 },
		"twice":        func(r *DeskResult) { r.Check.Twice = 1 },
		"wrong counts": func(r *DeskResult) { r.Check.WrongCounts = 1 },
		"errors":       func(r *DeskResult) { r.Inbound.Errors = 1 },
		"agents":       func(r *DeskResult) { r.Work = []DeskFigure{{Errors: 1}} },
		"streams":      func(r *DeskResult) { r.Screens.Errors = 1 },
		"not shown":    func(r *DeskResult) { r.Screens.Missed = 1 },
		"nothing sent": func(r *DeskResult) { r.Inbound.Requests = 0 },
	} {
		bad := good
		change(&bad)
		if bad.Failed() == "" {
			t.Errorf("%s is no failure", name)
		}
	}
}
