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

// strict are the options of every reader here. A repeated name is no error
// (the last counts) and neither is bad UTF-8 (it becomes U+FFFD); everything
// else is as RFC 8259 has it (decisions 2).
var strict = []jsontext.Options{
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
}

// Object is one JSON object of a request's body. Its getters check types and
// lengths; the first failure of any getter, of this object or one inside it,
// is kept and reported by Err, so that a decoder reads all its members and
// asks once at the end. After a failure getters go on returning zero values.
//
// Member names match exactly, after their escapes are decoded; of a repeated
// name the last counts; null is the same as absent for optional members
// (decisions 2). Nothing is decoded before it is asked for: an object holds
// positions in the body, so a body of a million unknown members costs
// 16 bytes each and nothing more.
type Object struct {
	path    string
	raw     []byte
	members []member
	fail    *failure
	// reads notes what is asked for; nil where nobody wants to know.
	reads *Reads
}

// member holds offsets into Object.raw: of the name with its quotes and of the
// value.
type member struct {
	nameStart, nameEnd, valueStart, valueEnd uint32
}

// failure is the first error among the getters that share it.
type failure struct{ err *svcx.Error }

// ReadObject reads a request's body, which must be one JSON object and nothing
// after it. The error is a validation error that names "body" (decisions 5).
// Even then the object is there, with the members that could be read before
// the fault.
//
// A byte order mark before it is passed over: some senders cannot help writing one.
func ReadObject(body []byte) (*Object, error) {
	return readObject("", "body", bytes.TrimPrefix(body, []byte("\ufeff")))
}

// ReadObjectAt is ReadObject for a value inside a body or from elsewhere: path
// is what errors call it and what the paths of its members start with.
func ReadObjectAt(path string, raw []byte) (*Object, error) { return readObject(path, path, raw) }

func readObject(path, name string, raw []byte) (*Object, error) {
	o := &Object{path: path, raw: raw, fail: new(failure)}
	if err := o.scan(); err != nil {
		invalid := svcx.Invalid(name, "must be one JSON object")
		var syntax *jsontext.SyntacticError
		if errors.As(err, &syntax) {
			invalid = svcx.Invalid(name, "must be one JSON object (fault near byte %d)", syntax.ByteOffset)
		}
		invalid.Err = err
		return o, invalid
	}
	return o, nil
}

var (
	errNotObject = errors.New("not a JSON object")
	errTrailing  = errors.New("text after the JSON object")
)

// scan notes where the members are. The decoder checks the grammar of all of
// it, and nesting beyond 10,000 levels is a fault like any other.
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

// next is where the decoder's next value lies.
func next(d *jsontext.Decoder) (start, end uint32, err error) {
	v, err := d.ReadValue()
	if err != nil {
		return 0, 0, err
	}
	end = uint32(d.InputOffset())
	return end - uint32(len(v)), end, nil
}

// Err is the first failure of the object's getters, as a *svcx.Error.
func (o *Object) Err() error {
	if o.fail.err == nil {
		return nil
	}
	return o.fail.err
}

// Refuse records a validation error of the member, unless there is one
// already: for rules that a getter does not know. The message continues the
// sentence that the member's path starts.
func (o *Object) Refuse(name, format string, args ...any) {
	o.Value(name).Refuse(format, args...)
}

// Value is the member of that name; an absent one is a Value too.
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

// Names are the members' names in the order of the body, repeats included.
func (o *Object) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range o.members {
			if !yield(unquote(o.raw[o.members[i].nameStart:o.members[i].nameEnd])) {
				return
			}
		}
	}
}

// sameName compares a name as it stands in the body with a plain one.
func sameName(quoted []byte, name string) bool {
	inner := quoted[1 : len(quoted)-1]
	if len(inner) == len(name) {
		return string(inner) == name
	}
	// An escape only ever makes a name longer than what it stands for.
	return len(inner) > len(name) && bytes.IndexByte(inner, '\\') >= 0 && unquote(quoted) == name
}

// unquote is what a JSON string stands for, NUL and all. Bad UTF-8 and lone
// surrogates become U+FFFD.
func unquote(quoted []byte) string {
	// The error only tells of such replacements: the grammar was checked.
	text, _ := jsontext.AppendUnquote(nil, quoted)
	return string(text)
}

// join is the path of a member.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// shownName is how much of a name that came from outside is repeated in an
// error or an event type: such names have no limit of their own.
const shownName = 64

// cut shortens a foreign name for an error or an event type.
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

// CleanText makes text from outside storable: bytes that are no UTF-8 become
// U+FFFD and NUL is removed. Nothing else is altered (decisions 2). JSON bodies
// are cleaned by their reader; this is for queries and headers.
func CleanText(s string) string {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return strings.ReplaceAll(s, "\x00", "")
}
