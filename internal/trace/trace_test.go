package trace

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const header = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"

// The header is read as https://www.w3.org/TR/trace-context/ has it: what is malformed counts as
// missing, and of a later version the members that are known are read.
func TestTraceparent(t *testing.T) {
	const trace, span = "0123456789abcdef0123456789abcdef", "0123456789abcdef"
	for text, want := range map[string]string{
		header:                               "sampled",
		"00-" + trace + "-" + span + "-00":   "not sampled",
		"00-" + trace + "-" + span + "-03":   "sampled",
		"00-" + trace + "-" + span + "-02":   "not sampled",
		"01-" + trace + "-" + span + "-01":   "sampled",
		"01-" + trace + "-" + span + "-01-x": "sampled",
		"":                                   "", "00": "", "x": "",
		"00-" + trace + "-" + span + "-01-x":                        "",
		"01-" + trace + "-" + span + "-01x":                         "",
		"ff-" + trace + "-" + span + "-01":                          "",
		"00-" + strings.ToUpper(trace) + "-" + span + "-01":         "",
		"00-" + trace + "-" + span + "-0":                           "",
		"00-" + trace + "-" + span + "-0g":                          "",
		"0x-" + trace + "-" + span + "-01":                          "",
		"00-" + strings.Repeat("0", 32) + "-" + span + "-01":        "",
		"00-" + trace + "-" + strings.Repeat("0", 16) + "-01":       "",
		"00_" + trace + "_" + span + "_01":                          "",
		"00-" + trace + "-" + span + "-01" + strings.Repeat(" ", 1): "",
		strings.Repeat("-", 55):                                     "",
	} {
		p, ok := parse(text)
		got := ""
		switch {
		case ok && p.sampled:
			got = "sampled"
		case ok:
			got = "not sampled"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if ok && (p.trace.String() != trace || p.span.String() != span) {
			t.Errorf("%q: %v", text, p)
		}
	}
}

func FuzzTraceparent(f *testing.F) {
	f.Add(header)
	f.Fuzz(func(t *testing.T, text string) {
		if p, ok := parse(text); ok && !strings.HasPrefix(text[3:], p.trace.String()+"-"+p.span.String()+"-") {
			t.Errorf("%q: %v", text, p)
		}
	})
}

// kept is a tracer with what it sent.
func kept(t testing.TB, sampler, share string, o Options) (*Tracer, *[]*Span) {
	t.Helper()
	var all []*Span
	var err error
	if o.Sampler, err = ParseSampler(sampler, share); err != nil {
		t.Fatal(err)
	}
	if o.Send == nil {
		o.Send = func(_ context.Context, spans []*Span) int { all = append(all, spans...); return 0 }
	}
	o.Now = time.Now
	return New(o), &all
}

// Which requests are traced, of those that come with a trace that is recorded, with one that is
// not, and without one; and whether they are in the client's trace.
func TestSamplers(t *testing.T) {
	notRecorded := strings.TrimSuffix(header, "1") + "0"
	for _, tt := range []struct{ sampler, share, recorded, not, none string }{
		{"always_on", "", "own", "own", "own"},
		{"always_off", "", "", "", ""},
		{"traceidratio", "1", "own", "own", "own"},
		{"traceidratio", "0", "", "", ""},
		{"parentbased_always_on", "", "client's", "", "own"},
		{"parentbased_always_off", "", "client's", "", ""},
		{"parentbased_traceidratio", "0", "client's", "", ""},
		{"parentbased_traceidratio", "", "client's", "", "own"},
	} {
		tracer, _ := kept(t, tt.sampler, tt.share, Options{})
		for traceparent, want := range map[string]string{header: tt.recorded, notRecorded: tt.not, "": tt.none} {
			got := ""
			if s := tracer.Request(traceparent, "x"); s != nil {
				got = "own"
				if strings.Contains(header, s.Trace.String()) && s.Parent.String() == "0123456789abcdef" {
					got = "client's"
				}
			}
			if got != want {
				t.Errorf("%s %s, %q: %q, want %q", tt.sampler, tt.share, traceparent, got, want)
			}
		}
	}
}

// A share of the traces is taken by their ids, so that each program takes the same ones.
func TestShareOfTraces(t *testing.T) {
	for share, want := range map[string]int{"0": 0, "0.1": 100, "0.5": 500, "0.999": 999, "1": 1000} {
		n, err := ParseShare(share)
		if err != nil {
			t.Fatal(err)
		}
		taken := 0
		for i := range uint64(1000) {
			var id ID
			binary.BigEndian.PutUint64(id[8:], i*(1<<63/1000)*2)
			if newFraction(n).takes(id) {
				taken++
			}
		}
		if taken < want || taken > want+1 {
			t.Errorf("of 1000 traces %s takes %d", share, taken)
		}
	}
	for _, wrong := range []string{"-0.1", "1.1", "x", "NaN", "Inf"} {
		if _, err := ParseSampler("traceidratio", wrong); err == nil {
			t.Errorf("a share of %s", wrong)
		}
	}
}

// Spans are children of their context's; what comes of a stored traceparent is in its trace.
func TestParents(t *testing.T) {
	tracer, _ := kept(t, "always_on", "", Options{})
	request := tracer.Request("", "request")
	ctx, child := Begin(With(t.Context(), request), Internal, "child")
	_, grandchild := Begin(ctx, Client, "grandchild")
	later := tracer.Remote(child.Traceparent()).Child(Client, "later")
	for _, s := range []*Span{child, grandchild, later} {
		if s.Trace != request.Trace {
			t.Errorf("%s is in another trace", s.Name)
		}
	}
	if child.Parent != request.ID || grandchild.Parent != child.ID || later.Parent != child.ID || Of(ctx) != child {
		t.Errorf("%v %v %v %v", request, child, grandchild, later)
	}
	for _, none := range []string{"", "x", strings.TrimSuffix(header, "1") + "0"} {
		if tracer.Remote(none) != nil {
			t.Errorf("%q has a span", none)
		}
	}
}

// While tracing is off, and below a request that is not sampled, nothing is done or allocated.
func TestNothingWithoutATrace(t *testing.T) {
	var off *Tracer
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() {
		s := off.Request(header, "x")
		below, child := Begin(With(ctx, s), Internal, "x")
		child.Set(Text("a", "b"), Number("c", 1))
		child.Fail("a", "b")
		child.Child(Client, "y").End()
		child.End()
		if below != ctx || off.Remote(header) != nil || s.Traceparent() != "" {
			t.Fatal("something")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Spans are sent together after five seconds, or as soon as there are many.
func TestBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var sent []string
		tracer, _ := kept(t, "always_on", "", Options{Send: func(_ context.Context, spans []*Span) int {
			sent = append(sent, fmt.Sprintf("%d after %v", len(spans), time.Since(began)))
			return 0
		}})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { tracer.Run(ctx); close(done) }()
		end := func(n int) {
			for range n {
				tracer.Request("", "x").End()
			}
		}
		end(3)
		time.Sleep(4 * time.Second)
		end(2)
		time.Sleep(6 * time.Second)
		end(maxBatch + 1)
		synctest.Wait()
		time.Sleep(time.Second)
		cancel()
		<-done
		if want := []string{"5 after 5s", "512 after 10s", "1 after 11s"}; !slices.Equal(sent, want) {
			t.Errorf("%q, want %q", sent, want)
		}
	})
}

// While the collector takes nothing, a bounded number of spans waits; the rest is dropped and
// counted, and no request waits.
func TestSpansAreDroppedWhileTheCollectorIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		counted := make(map[string]int)
		tracer, _ := kept(t, "always_on", "", Options{
			Send: func(ctx context.Context, spans []*Span) int { time.Sleep(time.Minute); return len(spans) - 1 },
			Observe: func(outcome string, n int) {
				mu.Lock()
				defer mu.Unlock()
				counted[outcome] += n
			},
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { tracer.Run(ctx); close(done) }()
		for range maxBatch {
			tracer.Request("", "x").End()
		}
		synctest.Wait() // they are being sent
		for range maxWaiting + 7 {
			tracer.Request("", "x").End()
		}
		cancel()
		<-done
		batches := 1 + maxWaiting/maxBatch
		if want := fmt.Sprint(map[string]int{Dropped: 7, Failed: maxBatch + maxWaiting - batches, Exported: batches}); fmt.Sprint(counted) != want {
			t.Errorf("%v, want %s", counted, want)
		}
	})
}

// A stop sends what waits, and does not wait for a collector that does not answer.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		tracer, _ := kept(t, "always_on", "", Options{Send: func(ctx context.Context, spans []*Span) int { <-ctx.Done(); return len(spans) }})
		tracer.Request("", "x").End()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		tracer.Run(ctx)
		if took := time.Since(began); took != stopTime {
			t.Errorf("the stop took %v", took)
		}
	})
}

// A span ends once, whoever ends it.
func TestEndTwice(t *testing.T) {
	tracer, all := kept(t, "always_on", "", Options{})
	s := tracer.Request("", "x")
	s.End()
	s.End()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tracer.Run(ctx)
	if len(*all) != 1 {
		t.Errorf("%d spans", len(*all))
	}
}
