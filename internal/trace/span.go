package trace

import (
	"sync/atomic"
	"time"
)

// Kind is what a span is to others, by OpenTelemetry's numbers.
type Kind int

// The kinds: within this program, a request that it answers, a call that it makes, an event
// that it will send.
const (
	Internal Kind = 1
	Server   Kind = 2
	Client   Kind = 3
	Producer Kind = 4
)

// Attribute is a fact about a span: a text or a number. The names are those of OpenTelemetry's
// conventions where they have one, and begin with svcx otherwise.
type Attribute struct {
	Name   string
	Text   string
	Number int64
	// IsNumber says which of the two it is.
	IsNumber bool
}

// Text and Number return attributes.
func Text(name, value string) Attribute { return Attribute{Name: name, Text: value} }
func Number(name string, value int64) Attribute {
	return Attribute{Name: name, Number: value, IsNumber: true}
}

// Span is a part of a trace, which belongs to one goroutine at a time until it ends. Those of
// Tracer.Remote are another program's, and never end here.
type Span struct {
	Trace  ID
	ID     SpanID
	Parent SpanID // zero for none
	Kind   Kind
	Name   string
	Begun  time.Time
	Ended  time.Time
	// Attributes are in the order in which they were set.
	Attributes []Attribute
	// Failed says that it went wrong, and Fault how, in words for operators.
	Failed bool
	Fault  string

	tracer *Tracer
	over   atomic.Bool
}

// Child begins a span below s. It is nil if s is.
func (s *Span) Child(kind Kind, name string) *Span {
	if s == nil {
		return nil
	}
	return s.tracer.begin(s.Trace, s.ID, kind, name)
}

// Set adds facts.
func (s *Span) Set(more ...Attribute) {
	if s != nil {
		s.Attributes = append(s.Attributes, more...)
	}
}

// Fail notes that it went wrong: kind is one of a few words, fault says how.
func (s *Span) Fail(kind, fault string) {
	if s != nil {
		s.Failed, s.Fault = true, fault
		s.Attributes = append(s.Attributes, Text("error.type", kind))
	}
}

// End ends the span and hands it to the exporter, once.
func (s *Span) End() {
	if s == nil || s.over.Swap(true) {
		return
	}
	s.Ended = s.tracer.now()
	s.tracer.put(s)
}

// Traceparent is the span as the header of that name has it; "" for a nil one.
func (s *Span) Traceparent() string {
	if s == nil {
		return ""
	}
	return "00-" + s.Trace.String() + "-" + s.ID.String() + "-01"
}
