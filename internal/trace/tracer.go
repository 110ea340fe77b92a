package trace

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"time"
)

const (
	// maxWaiting is how many spans wait for the collector at most; more are dropped.
	maxWaiting = 2048
	// maxBatch is how many are sent at once, batchTime how long the first of them waits for
	// others.
	maxBatch  = 512
	batchTime = 5 * time.Second
)

// Outcomes of spans, for Options.Observe.
const (
	Exported = "exported" // taken by the collector
	Dropped  = "dropped"  // too many were waiting
	Failed   = "failed"   // not taken by the collector
)

// Options configure a Tracer. Send and Now are required.
type Options struct {
	Sampler Sampler
	// Send sends spans to the collector. It tries again what may work later, until ctx ends,
	// and returns how many of them the collector has not taken.
	Send func(ctx context.Context, spans []*Span) (failed int)
	// Observe counts what became of spans, and is called by several goroutines; nil counts
	// nothing.
	Observe func(outcome string, spans int)
	// Random returns random bits; nil means those of math/rand.
	Random func() uint64
	Now    func() time.Time
}

// Tracer begins spans and sends those that have ended to a collector. It is safe for
// concurrent use. A nil Tracer traces nothing.
type Tracer struct {
	sampler Sampler
	send    func(ctx context.Context, spans []*Span) int
	observe func(outcome string, spans int)
	random  func() uint64
	now     func() time.Time
	ended   chan *Span
}

// New returns a Tracer, which sends nothing until Run.
func New(o Options) *Tracer {
	t := &Tracer{sampler: o.Sampler, send: o.Send, observe: o.Observe, random: o.Random, now: o.Now, ended: make(chan *Span, maxWaiting)}
	if t.observe == nil {
		t.observe = func(string, int) {}
	}
	if t.random == nil {
		t.random = rand.Uint64
	}
	return t
}

// Request begins the span of a request with a traceparent header, or "". It is nil if the
// request is not sampled. Only a sampler that is based on parents reads the header: it lets the
// client choose the trace, and that it is recorded.
func (t *Tracer) Request(traceparent, name string) *Span {
	if t == nil {
		return nil
	}
	if t.sampler.parents && traceparent != "" {
		if p, ok := parse(traceparent); ok {
			if !p.sampled {
				return nil
			}
			return t.begin(p.trace, p.span, Server, name)
		}
	}
	var id ID
	for id == (ID{}) {
		binary.BigEndian.PutUint64(id[:8], t.random())
		binary.BigEndian.PutUint64(id[8:], t.random())
	}
	if !t.sampler.fraction.takes(id) {
		return nil
	}
	return t.begin(id, SpanID{}, Server, name)
}

// Remote is the span that Traceparent wrote, here or elsewhere, for children of it; nil if
// there is none.
func (t *Tracer) Remote(traceparent string) *Span {
	if t == nil || traceparent == "" {
		return nil
	}
	p, ok := parse(traceparent)
	if !ok || !p.sampled {
		return nil
	}
	return &Span{Trace: p.trace, ID: p.span, tracer: t}
}

func (t *Tracer) begin(trace ID, parent SpanID, kind Kind, name string) *Span {
	s := &Span{Trace: trace, Parent: parent, Kind: kind, Name: name, Begun: t.now(), tracer: t}
	for s.ID == (SpanID{}) {
		binary.BigEndian.PutUint64(s.ID[:], t.random())
	}
	return s
}

// put hands a span to Run. It never blocks.
func (t *Tracer) put(s *Span) {
	select {
	case t.ended <- s:
	default:
		t.observe(Dropped, 1)
	}
}

// stopTime is how long Run goes on after its context has ended.
const stopTime = 3 * time.Second

// Run sends spans until ctx ends, and then for a short time those that wait.
func (t *Tracer) Run(ctx context.Context) {
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopTime, end) })()
	for {
		batch := t.collect(ctx)
		if len(batch) == 0 {
			return
		}
		failed := t.send(alive, batch)
		if failed > 0 {
			t.observe(Failed, failed)
		}
		if taken := len(batch) - failed; taken > 0 {
			t.observe(Exported, taken)
		}
	}
}

// collect returns the next spans; none if ctx has ended and none is left.
func (t *Tracer) collect(ctx context.Context) (batch []*Span) {
	var late <-chan time.Time
	for len(batch) < maxBatch {
		select {
		case s := <-t.ended:
			if batch = append(batch, s); late == nil {
				late = time.After(batchTime)
			}
		case <-late:
			return batch
		case <-ctx.Done():
			select {
			case s := <-t.ended:
				batch = append(batch, s)
			default:
				return batch
			}
		}
	}
	return batch
}
