package form

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// Value is a JSON value in a body together with its path. It may be absent. If the
// value is not what a getter expects, the getter records a validation error and
// returns the zero value.
type Value struct {
	parent, name string
	raw          []byte
	fail         *failure
	reads        *Reads
}

// Path returns the path that errors use: "from.email", "participants[2].role".
func (v Value) Path() string { return join(v.parent, v.name) }

// Given reports whether the value is present and not null.
func (v Value) Given() bool { return len(v.raw) > 0 && v.raw[0] != 'n' }

// Null reports whether the value is present and null.
func (v Value) Null() bool { return len(v.raw) > 0 && v.raw[0] == 'n' }

// Raw returns the value's JSON, a part of the body; nil if the value is absent.
func (v Value) Raw() []byte { return v.raw }

// Refuse records a validation error for the value, unless an error has been
// recorded already.
func (v Value) Refuse(format string, args ...any) { v.refuse(svcx.Invalid("", format, args...)) }

func (v Value) refuse(err *svcx.Error) {
	if v.fail.err == nil {
		err.Field = v.Path()
		v.fail.err = err
	}
}

// Try runs read on the value and returns its error instead of recording it: for
// parts of a body that are left out if they are invalid.
func (v Value) Try(read func(Value)) *svcx.Error {
	v.fail = new(failure)
	read(v)
	return v.fail.err
}

// isText reports whether the value is a JSON string.
func (v Value) isText() bool { return len(v.raw) > 0 && v.raw[0] == '"' }

// text decodes a JSON string: NUL is removed, invalid UTF-8 becomes U+FFFD, the
// rest is kept byte for byte (D 2).
func (v Value) text() string {
	inner := v.raw[1 : len(v.raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	decoded, _ := jsontext.AppendUnquote(nil, v.raw)
	if bytes.IndexByte(decoded, 0) >= 0 {
		decoded = bytes.ReplaceAll(decoded, []byte{0}, nil)
	}
	return string(decoded)
}

// Text reads a string of at most max characters.
func (v Value) Text(max int) string {
	if !v.isText() {
		v.Refuse("must be a string of at most %d characters", max)
		return ""
	}
	s := v.text()
	if err := svcx.CheckLength("", s, max); err != nil {
		v.Refuse("must be a string of at most %d characters", max)
		return ""
	}
	return s
}

// FilledText reads a string of 1 to max characters.
func (v Value) FilledText(max int) string {
	s := ""
	if v.isText() {
		s = v.text()
	}
	if s == "" || svcx.CheckLength("", s, max) != nil {
		v.Refuse("must be a string of 1 to %d characters", max)
		return ""
	}
	return s
}

// ExternalID reads an external id: a string of at most svcx.MaxExternalID
// characters, or a JSON integer, which many senders use and which becomes its
// decimal text (D 2).
func (v Value) ExternalID() string {
	if v.isText() {
		return v.Text(svcx.MaxExternalID)
	}
	s, ok := integer(v.raw)
	if !ok || len(s) > svcx.MaxExternalID {
		v.Refuse("must be a string of at most %d characters or an integer", svcx.MaxExternalID)
		return ""
	}
	return s
}

// FilledExternalID reads a required ExternalID that is not empty.
func (v Value) FilledExternalID() string {
	if !v.Given() {
		v.Refuse("must be a string of 1 to %d characters", svcx.MaxExternalID)
		return ""
	}
	id := v.ExternalID()
	if id == "" {
		v.Refuse("must be a string of 1 to %d characters", svcx.MaxExternalID)
	}
	return id
}

// Int reads a JSON integer of at most 64 bits. 5.0 is 5; "5" is an error (D 2).
func (v Value) Int() int64 {
	if s, ok := integer(v.raw); ok {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return n
		}
	}
	v.Refuse("must be an integer of at most 64 bits")
	return 0
}

// IntBetween reads a JSON integer from min to max.
func (v Value) IntBetween(min, max int64) int64 {
	if s, ok := integer(v.raw); ok {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil && n >= min && n <= max {
			return n
		}
	}
	v.Refuse("must be an integer from %d to %d", min, max)
	return 0
}

// IntegerID reads an id in a body of form B: a positive JSON integer.
func (v Value) IntegerID() int64 {
	if s, ok := integer(v.raw); ok {
		if id, ok := ParseID(s); ok {
			return id
		}
	}
	v.Refuse("must be an id, an integer above 0")
	return 0
}

// StringID reads an id in a body of form A: the canonical decimal text of a positive
// integer, as a JSON string.
func (v Value) StringID() int64 {
	if v.isText() {
		if id, ok := ParseID(v.text()); ok {
			return id
		}
	}
	v.Refuse("must be an id, a string of decimal digits")
	return 0
}

// Bool reads a JSON boolean.
func (v Value) Bool() bool {
	switch string(v.raw) {
	case "true":
		return true
	case "false":
		return false
	}
	v.Refuse("must be true or false")
	return false
}

// Time reads an ISO 8601 timestamp (D 1).
func (v Value) Time() svcx.Time {
	s := ""
	if v.isText() {
		s = v.text()
	}
	t, err := svcx.ParseTime(s)
	if err != nil {
		v.Refuse("%s", err.(*svcx.Error).Message)
		return 0
	}
	return t
}

// Enum reads one of the words and returns its meaning.
func Enum[T any](v Value, words []Word[T]) T {
	if v.isText() {
		s := v.text()
		for _, w := range words {
			if w.Text == s {
				return w.Means
			}
		}
	}
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = w.Text
	}
	v.Refuse("must be one of %s", strings.Join(names, ", "))
	var none T
	return none
}

// Word is a string on the wire and its meaning in the domain.
type Word[T any] struct {
	Text  string
	Means T
}

// Object reads a JSON object. For an absent or null value, and after an error, it
// returns an object without members, so that required members are reported by their
// own path.
func (v Value) Object() *Object {
	o := &Object{path: v.Path(), raw: v.raw, fail: v.fail, reads: v.reads}
	switch {
	case !v.Given():
	case v.raw[0] != '{' || o.scan() != nil:
		o.members = nil
		v.Refuse("must be an object")
	default:
		v.reads.open(v, openedMembers)
	}
	return o
}

// Elements reads a JSON array of at most max elements, whose paths have their index.
func (v Value) Elements(max int) []Value {
	elements, more, ok := v.elements(max)
	switch {
	case !ok:
		v.Refuse("must be an array")
		return nil
	case more:
		v.Refuse("must have at most %d elements", max)
		return nil
	}
	return elements
}

// elements reads up to max elements and reports whether there are more; ok is false
// if the value is not an array.
func (v Value) elements(max int) (elements []Value, more, ok bool) {
	if len(v.raw) == 0 || v.raw[0] != '[' {
		return nil, false, false
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(v.raw), strict...)
	if _, err := d.ReadToken(); err != nil {
		return nil, false, false
	}
	v.reads.open(v, openedElements)
	path := v.Path()
	for d.PeekKind() != ']' {
		if len(elements) == max {
			return elements, true, true
		}
		start, end, err := next(d)
		if err != nil {
			return nil, false, false
		}
		name := path + "[" + strconv.Itoa(len(elements)) + "]"
		e := Value{name: name, raw: v.raw[start:end], fail: v.fail, reads: v.reads}
		e.reads.note(e)
		elements = append(elements, e)
	}
	return elements, false, true
}

// integer returns the canonical decimal text of a JSON number whose value is an
// integer, in any notation: 5, 5.0 and 50e-1 are all "5".
func integer(raw []byte) (string, bool) {
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return "", false
	}
	s := string(raw)
	if strings.ContainsAny(s, ".eE") {
		return scaled(s)
	}
	if s == "-0" {
		return "0", true
	}
	return s, true
}

// maxDigits bounds the digits of a number with an exponent.
const maxDigits = 400

// scaled is integer for numbers with a fraction or exponent.
func scaled(s string) (string, bool) {
	mantissa, exponent := s, 0
	sign := ""
	huge := false
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa = s[:i]
		e, err := strconv.Atoi(strings.TrimPrefix(s[i+1:], "+"))
		exponent, huge = e, err != nil
	}
	if strings.HasPrefix(mantissa, "-") {
		sign, mantissa = "-", mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0", true
	}
	// point, below, is the position of the decimal point among the digits.
	leading := len(whole) + len(fraction) - len(digits)
	digits = strings.TrimRight(digits, "0")
	if huge || exponent > len(s)+maxDigits || exponent < -len(s) {
		return "", false
	}
	point := len(whole) - leading + exponent
	if len(digits) > point || point > maxDigits {
		return "", false
	}
	return sign + digits + strings.Repeat("0", point-len(digits)), true
}
