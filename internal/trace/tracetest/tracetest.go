// Package tracetest is a tracer for tests that keeps what has ended.
package tracetest

import (
	"context"
	"strings"
	"testing"
	"time"

	"svcx/internal/trace"
)

// Recorder traces all requests.
type Recorder struct {
	*trace.Tracer
	all []*trace.Span
}

// New returns a Recorder.
func New(t testing.TB) *Recorder {
	sampler, err := trace.ParseSampler("parentbased_always_on", "")
	if err != nil {
		t.Fatal(err)
	}
	r := &Recorder{}
	r.Tracer = trace.New(trace.Options{Sampler: sampler, Now: time.Now, Send: func(_ context.Context, spans []*trace.Span) int {
		r.all = append(r.all, spans...)
		return 0
	}})
	return r
}

// Ended are the spans that have ended, in that order.
func (r *Recorder) Ended() []*trace.Span {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r.Run(ctx)
	return r.all
}

// Tree draws the spans below one, by their names: "a(b c(d))" are b and c below a, and d below c.
func Tree(all []*trace.Span, below *trace.Span) string {
	var parts []string
	for _, s := range all {
		if s.Trace != below.Trace || s.Parent != below.ID {
			continue
		}
		part := s.Name
		if inner := Tree(all, s); inner != "" {
			part += "(" + inner + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}
