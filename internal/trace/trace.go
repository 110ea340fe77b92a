// Package trace records what happens from a request to what it causes, as spans of
// OpenTelemetry: the request, the commits, the events, the calls to integrators.
// Package otlp below it sends them to a collector.
//
// A trace begins with a request (Tracer.Request), and only there. Everything else adds to
// the trace of the context that it is given (Begin), or to the one that was stored with an
// event (Tracer.Remote), so that an attempt on another node, or after a restart, is in the
// trace of the request that caused the event. What no sampled request has caused has no spans.
//
// Without a trace all of this is nil: methods of a nil Tracer and a nil Span do nothing.
//
// A span has no texts of users, no addresses of people, no keys, no queries and no bodies.
package trace

import (
	"context"
	"encoding/binary"
	"encoding/hex"
)

// ID is the id of a trace, SpanID that of a span.
type (
	ID     [16]byte
	SpanID [8]byte
)

func (id ID) String() string     { return hex.EncodeToString(id[:]) }
func (id SpanID) String() string { return hex.EncodeToString(id[:]) }

// flagSampled is the flag of traceparent that the trace is recorded.
const flagSampled = 1

// parent is what a traceparent header says (https://www.w3.org/TR/trace-context/).
type parent struct {
	trace   ID
	span    SpanID
	sampled bool
}

// parse reads a traceparent header. A later version may have more members than this one.
func parse(text string) (p parent, ok bool) {
	const length = len("00-0123456789abcdef0123456789abcdef-0123456789abcdef-01")
	if len(text) < length || text[2] != '-' || text[35] != '-' || text[52] != '-' {
		return p, false
	}
	version, flags := text[:2], text[53:length]
	if version == "ff" || version == "00" && len(text) != length || len(text) > length && text[length] != '-' {
		return p, false
	}
	var head, tail [1]byte
	if !decode(head[:], version) || !decode(p.trace[:], text[3:35]) || !decode(p.span[:], text[36:52]) || !decode(tail[:], flags) {
		return p, false
	}
	p.sampled = tail[0]&flagSampled != 0
	return p, p.trace != ID{} && p.span != SpanID{}
}

// decode reads hexadecimal digits, which must be in lower case.
func decode(to []byte, digits string) bool {
	for _, c := range []byte(digits) {
		if c >= 'A' && c <= 'F' {
			return false
		}
	}
	_, err := hex.Decode(to, []byte(digits))
	return err == nil
}

// fraction is the share of traces that are recorded: a trace is if the end of its id, as a
// number below 2^63, is below bound. Other programs with the same share take the same traces.
type fraction uint64

func newFraction(share float64) fraction {
	if share >= 1 {
		return 1 << 63
	}
	return fraction(share * (1 << 63))
}

func (f fraction) takes(id ID) bool { return binary.BigEndian.Uint64(id[8:])>>1 < uint64(f) }

// key is where a context has its span.
type key struct{}

// With returns a context whose spans are children of s. A nil s changes nothing.
func With(ctx context.Context, s *Span) context.Context {
	if s == nil {
		return ctx
	}
	return context.WithValue(ctx, key{}, s)
}

// Of returns the span of a context; nil if it is not traced.
func Of(ctx context.Context) *Span {
	s, _ := ctx.Value(key{}).(*Span)
	return s
}

// Begin begins a child of the context's span, if it has one, and returns a context for what
// belongs to that.
func Begin(ctx context.Context, kind Kind, name string) (context.Context, *Span) {
	s := Of(ctx).Child(kind, name)
	return With(ctx, s), s
}
