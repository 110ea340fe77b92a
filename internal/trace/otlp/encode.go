package otlp

import (
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"svcx/internal/trace"
)

// Resource says whose spans they are.
type Resource struct {
	Attributes []trace.Attribute
	// Version is the program's.
	Version string
}

// The fields are those of the .proto files of OTLP 1.x, which keep their numbers:
// https://github.com/open-telemetry/opentelemetry-proto.

// encode is an ExportTraceServiceRequest.
func encode(r Resource, spans []*trace.Span) []byte {
	return message(nil, 1, func(b []byte) []byte { // ResourceSpans
		b = message(b, 1, func(b []byte) []byte { return attributes(b, 1, r.Attributes) })
		return message(b, 2, func(b []byte) []byte { // ScopeSpans
			b = message(b, 1, func(b []byte) []byte { return text(text(b, 1, "svcx"), 2, r.Version) })
			for _, s := range spans {
				b = message(b, 2, func(b []byte) []byte { return span(b, s) })
			}
			return b
		})
	})
}

func span(b []byte, s *trace.Span) []byte {
	b = octets(b, 1, s.Trace[:])
	b = octets(b, 2, s.ID[:])
	if s.Parent != (trace.SpanID{}) {
		b = octets(b, 4, s.Parent[:])
	}
	b = text(b, 5, s.Name)
	b = number(b, 6, uint64(s.Kind))
	b = at(b, 7, s.Begun)
	b = at(b, 8, s.Ended)
	b = attributes(b, 9, s.Attributes)
	if s.Failed {
		b = message(b, 15, func(b []byte) []byte { return number(text(b, 2, s.Fault), 3, statusError) })
	}
	return protowire.AppendFixed32(protowire.AppendTag(b, 16, protowire.Fixed32Type), flagSampled)
}

const (
	statusError = 2
	flagSampled = 1
)

func attributes(b []byte, field protowire.Number, all []trace.Attribute) []byte {
	for _, a := range all {
		b = message(b, field, func(b []byte) []byte { // KeyValue
			b = text(b, 1, a.Name)
			return message(b, 2, func(b []byte) []byte { // AnyValue
				if a.IsNumber {
					return number(b, 3, uint64(a.Number))
				}
				return octets(b, 1, valid(a.Text))
			})
		})
	}
	return b
}

func message(b []byte, field protowire.Number, fill func([]byte) []byte) []byte {
	return octets(b, field, fill(nil))
}

func octets(b []byte, field protowire.Number, value []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), value)
}

// text leaves out an empty one, which is the default.
func text(b []byte, field protowire.Number, value string) []byte {
	if value == "" {
		return b
	}
	return octets(b, field, valid(value))
}

func number(b []byte, field protowire.Number, value uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), value)
}

func at(b []byte, field protowire.Number, t time.Time) []byte {
	return protowire.AppendFixed64(protowire.AppendTag(b, field, protowire.Fixed64Type), uint64(t.UnixNano()))
}

// valid is a text as protobuf has them, in UTF-8.
func valid(text string) []byte { return []byte(strings.ToValidUTF8(text, "\uFFFD")) }

// rejected reads the answer to a request that was accepted: how many spans were not, and why.
func rejected(answer []byte) (spans int, why string) {
	partial := field(answer, 1)
	if n, size := protowire.ConsumeVarint(field(partial, 1)); size > 0 {
		spans = int(n)
	}
	return spans, string(field(partial, 2))
}

// field is the value of a field of a message; nil if it is missing or the message is broken.
func field(message []byte, wanted protowire.Number) (value []byte) {
	for len(message) > 0 {
		got, kind, size := protowire.ConsumeTag(message)
		if size < 0 {
			return nil
		}
		message = message[size:]
		if size = protowire.ConsumeFieldValue(got, kind, message); size < 0 {
			return nil
		}
		if got == wanted {
			if value = message[:size]; kind == protowire.BytesType {
				value, _ = protowire.ConsumeBytes(value)
			}
		}
		message = message[size:]
	}
	return value
}
