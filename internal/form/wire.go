package form

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// strict has the options of all readers in this package. Repeated names (the last
// one counts) and invalid UTF-8 (which becomes U+FFFD) are allowed; otherwise RFC
// 8259 applies (D 2).
var strict = []jsontext.Options{
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
}

// Object is a JSON object in a request body. Its getters check types and lengths.
// The first failure of a getter, of this object or one nested in it, is kept and
// returned by Err, so a decoder can read all members and check for an error once,
// at the end. After a failure, getters return zero values.
//
// Member names are compared exactly, after decoding escapes. Of a repeated name the
// last one counts. For optional members, null is the same as absent (D 2). Values
// are decoded when they are read: an object only holds positions in the body, so a
// body with a million unknown members costs 16 bytes for each.
type Object struct {
	path    string
	raw     []byte
	members []member
	fail    *failure
	// reads records which values are read; nil if that is not needed.
	reads *Reads
}

// member holds offsets into Object.raw, of the quoted name and of the value.
type member struct {
	nameStart, nameEnd, valueStart, valueEnd uint32
}

// failure is the first error among the getters that share it.
type failure struct{ err *svcx.Error }

// ReadObject reads a request body, which must be one JSON object with nothing after
// it. The error is a validation error for "body" (D 5). The object is returned even
// then, with the members before the syntax error.
//
// A byte order mark at the beginning is skipped, since some senders always write
// one.
func ReadObject(body []byte) (*Object, error) {
	return readObject("", "body", bytes.TrimPrefix(body, []byte("\ufeff")))
}

// ReadObjectAt is ReadObject for a value inside a body or from elsewhere. path names
// it in errors and is the prefix of its members' paths.
func ReadObjectAt(path string, raw []byte) (*Object, error) { return readObject(path, path, raw) }

func readObject(path, name string, raw []byte) (*Object, error) {
	o := &Object{path: path, raw: raw, fail: new(failure)}
	if err := o.scan(); err != nil {
		invalid := svcx.Invalid(name, "must be one JSON object")
		var syntax *jsontext.SyntacticError
		if errors.As(err, &syntax) {
			expected := "must be one JSON object"
			if syntax.Err != nil && syntax.Err.Error() == tooDeep {
				expected += ", nested at most 10,000 levels deep"
			}
			invalid = svcx.Invalid(name, expected+" (fault near byte %d)", syntax.ByteOffset)
		}
		invalid.Err = err
		return o, invalid
	}
	return o, nil
}

// tooDeep is the library's error for what is nested deeper than it reads.
const tooDeep = "exceeded max depth"

var (
	errNotObject = errors.New("not a JSON object")
	errTrailing  = errors.New("text after the JSON object")
)

// scan finds the members. The decoder checks the syntax of the whole object; more
// than 10,000 levels of nesting are a syntax error.
func (o *Object) scan() error {
	d := jsontext.NewDecoder(bytes.NewBuffer(o.raw), strict...)
	open, err := d.ReadToken()
	if err != nil {
		return err
	}
	if open.Kind() != '{' {
		return errNotObject
	}
	o.members = make([]member, 0, 12)
	for d.PeekKind() != '}' {
		var m member
		if m.nameStart, m.nameEnd, err = next(d); err != nil {
			return err
		}
		if m.valueStart, m.valueEnd, err = next(d); err != nil {
			return err
		}
		o.members = append(o.members, m)
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	switch _, err := d.ReadToken(); {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	default:
		return errTrailing
	}
}

// next returns the position of the decoder's next value.
func next(d *jsontext.Decoder) (start, end uint32, err error) {
	v, err := d.ReadValue()
	if err != nil {
		return 0, 0, err
	}
	end = uint32(d.InputOffset())
	return end - uint32(len(v)), end, nil
}

// Err returns the first failure of a getter, as a *svcx.Error.
func (o *Object) Err() error {
	if o.fail.err == nil {
		return nil
	}
	return o.fail.err
}

// Refuse records a validation error for the member, unless an error has been
// recorded already. The message continues a sentence that begins with the member's
// path.
func (o *Object) Refuse(name, format string, args ...any) {
	o.Value(name).Refuse(format, args...)
}

// Value returns the member with the name, which may be absent.
func (o *Object) Value(name string) Value {
	v := Value{parent: o.path, name: name, fail: o.fail, reads: o.reads}
	for i := len(o.members) - 1; i >= 0; i-- {
		m := &o.members[i]
		if sameName(o.raw[m.nameStart:m.nameEnd], name) {
			v.raw = o.raw[m.valueStart:m.valueEnd]
			break
		}
	}
	v.reads.note(v)
	return v
}

// Names returns the members' names in the order of the body, including repeats.
func (o *Object) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range o.members {
			if !yield(unquote(o.raw[o.members[i].nameStart:o.members[i].nameEnd])) {
				return
			}
		}
	}
}

// sameName compares a name as quoted in the body with a plain one.
func sameName(quoted []byte, name string) bool {
	inner := quoted[1 : len(quoted)-1]
	if len(inner) == len(name) {
		return string(inner) == name
	}
	// An escaped name is always longer than the name itself.
	return len(inner) > len(name) && bytes.IndexByte(inner, '\\') >= 0 && unquote(quoted) == name
}

// unquote decodes a JSON string and keeps NUL. Invalid UTF-8 and lone surrogates
// become U+FFFD.
func unquote(quoted []byte) string {
	// The error only reports such replacements: the syntax has been checked.
	text, _ := jsontext.AppendUnquote(nil, quoted)
	return string(text)
}

// join returns the path of a member.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// shownName is how many characters of a name from a body are repeated in an error or
// an event type; such names have no limit of their own.
const shownName = 64

// cut shortens a name from a body for an error or an event type.
func cut(name string) string {
	n := 0
	for i := range name {
		if n == shownName {
			return name[:i] + "…"
		}
		n++
	}
	return name
}

// CleanText makes text from queries and headers storable: invalid UTF-8 becomes
// U+FFFD and NUL is removed; the rest is kept (D 2). JSON bodies are cleaned by
// their reader.
func CleanText(s string) string {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return strings.ReplaceAll(s, "\x00", "")
}
