package importer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxValue bounds one record of a file, in bytes: it is read as a whole.
const maxValue = 32 << 20

// valueReader reads the records of a file of JSON, which may be objects one after the other (one
// a line or not), arrays of objects, and objects that hold such arrays: the pages of an API.
// It never holds more than one record, and continues after a broken one.
type valueReader struct {
	r    *bufio.Reader
	line int
	// lists are the members of an object that hold records.
	lists map[string]bool
	// record is called with each object: in which list it is, "" for none, and the line where
	// it begins. Its bytes are valid until it returns. An error ends the reading.
	record func(list string, line int, value []byte) error
	// broken is called for what is no record.
	broken func(line int, what string)

	buf []byte
	// over is set while the value that is read is too large.
	over bool
	// within counts the objects around the one that is read.
	within int
	// quiet is set after what was broken, until the next object: the rest of it is not
	// reported once more. resumed is set if reading continues at the byte that did not fit.
	quiet, resumed bool
	// began is the line where the present record begins, 0 between two.
	began int
}

// errBroken is for a value whose rest cannot be understood.
var errBroken = errors.New("broken")

// maxWithin bounds how deep a list of records may lie.
const maxWithin = 3

func (v *valueReader) read() error {
	v.line = 1
	for {
		b, err := v.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch b {
		case ',':
			continue
		case '[':
			err = v.elements("")
		case '{':
			v.quiet = false
			err = v.object("")
		default:
			v.stray()
			err = v.skipLine()
		}
		if errors.Is(err, errBroken) {
			if err = nil; !v.resumed {
				err = v.skipLine()
			}
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			at := v.line
			if v.began > 0 {
				at = v.began
			}
			v.report(at, "the file ends within it")
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (v *valueReader) report(line int, what string) {
	v.quiet = true
	v.broken(line, what)
}

// stray reports what stands where a record should, unless it is the rest of a broken one.
func (v *valueReader) stray() {
	if !v.quiet {
		v.report(v.line, "is no JSON object")
	}
}

// next reads the next byte that is no white space.
func (v *valueReader) next() (byte, error) {
	for {
		b, err := v.r.ReadByte()
		if err != nil {
			return 0, err
		}
		switch b {
		case '\n':
			v.line++
		case ' ', '\t', '\r':
		default:
			return b, nil
		}
	}
}

func (v *valueReader) skipLine() error {
	for {
		b, err := v.r.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if b == '\n' {
			v.line++
			return nil
		}
	}
}

// elements reads the rest of an array.
func (v *valueReader) elements(list string) error {
	for {
		b, err := v.next()
		if err != nil {
			return unexpected(err)
		}
		switch b {
		case ',':
		case ']':
			return nil
		case '{':
			v.quiet = false
			err = v.object(list)
		case '}', ':':
			v.stray()
		default:
			v.stray()
			v.unread(b)
			v.reset()
			err = v.value()
		}
		if err != nil && !errors.Is(err, errBroken) { // else the next record may be sound
			return err
		}
	}
}

// object reads the rest of an object: a record, or what holds lists of records.
func (v *valueReader) object(list string) error {
	v.reset()
	v.buf = append(v.buf, '{')
	line, holds := v.line, false
	v.began = line
	for first := true; ; first = false {
		b, err := v.next()
		if err != nil {
			return unexpected(err)
		}
		if b == '}' {
			break
		}
		if !first {
			if b != ',' {
				return v.misplaced(b)
			}
			v.keep(',')
			if b, err = v.next(); err != nil {
				return unexpected(err)
			}
		}
		if b != '"' {
			return v.misplaced(b)
		}
		name, err := v.name()
		if err != nil {
			return err
		}
		if b, err = v.next(); err != nil {
			return unexpected(err)
		} else if b != ':' {
			return v.misplaced(b)
		}
		v.keep(':')
		if b, err = v.next(); err != nil {
			return unexpected(err)
		}
		inner := v.lists[name] && list == "" && v.within < maxWithin
		switch {
		case inner && b == '[':
			holds = true
			if err := v.inside(func() error { return v.elements(name) }); err != nil {
				return err
			}
			v.reset()
		case inner && b == '{':
			holds = true
			if err := v.inside(func() error { return v.object("") }); err != nil {
				return err
			}
			v.reset()
		default:
			if holds {
				v.reset() // what stands beside the lists is no record
			}
			v.unread(b)
			if err := v.value(); err != nil {
				return err
			}
		}
	}
	v.began = 0
	switch {
	case holds:
		return nil
	case v.over:
		v.report(line, fmt.Sprintf("is larger than %d MiB", maxValue>>20))
		return nil
	case v.within > 0 && list == "":
		v.report(line, "holds no list of records")
		return nil
	}
	v.keep('}')
	return v.record(list, line, v.buf)
}

func (v *valueReader) inside(read func() error) error {
	v.within++
	defer func() { v.within-- }()
	return read()
}

// misplaced reports a byte where something else was expected. The byte is read again.
func (v *valueReader) misplaced(b byte) error {
	v.report(v.line, fmt.Sprintf("is not JSON: %q is not expected here", rune(b)))
	if v.resumed = b == '{' || b == '['; v.resumed {
		v.unread(b) // the next record may begin here
	}
	return errBroken
}

func (v *valueReader) unread(b byte) {
	if err := v.r.UnreadByte(); err != nil {
		panic(err) // it was read just before
	}
}

func (v *valueReader) reset() {
	if v.buf, v.over = v.buf[:0], false; cap(v.buf) > 1<<20 {
		v.buf = nil
	}
}

// keep appends a byte of the value, up to the bound.
func (v *valueReader) keep(b byte) {
	if len(v.buf) >= maxValue {
		v.over = true
		return
	}
	v.buf = append(v.buf, b)
}

// maxMember is how much of a member's name is looked at.
const maxMember = 64

// name reads the rest of a member's name; a long one is cut.
func (v *valueReader) name() (string, error) {
	v.keep('"')
	var name []byte
	for escaped := false; ; {
		b, err := v.r.ReadByte()
		if err != nil {
			return "", unexpected(err)
		}
		if b == '\n' {
			return "", v.brokenText()
		}
		v.keep(b)
		switch {
		case escaped:
			escaped = false
		case b == '\\':
			escaped = true
		case b == '"':
			return string(name), nil
		}
		if len(name) < maxMember {
			name = append(name, b)
		}
	}
}

func (v *valueReader) brokenText() error {
	v.report(v.line, "is not JSON: a text is not closed in its line")
	v.line++
	v.resumed = true
	return errBroken
}

// value appends the next value to the record: its brackets are counted, and its syntax is
// checked when the record is decoded.
func (v *valueReader) value() error {
	depth, last := 0, byte(':')
	for {
		b, err := v.r.ReadByte()
		if err != nil {
			return unexpected(err)
		}
		switch b {
		case '\n':
			v.line++
			v.keep(' ')
			continue
		case ' ', '\t', '\r':
			v.keep(b)
			continue
		case '"':
			v.keep(b)
			if err := v.text(); err != nil {
				return err
			}
		case '{', '[':
			if last != ':' && last != ',' && last != '[' {
				return v.misplaced(b)
			}
			depth++
			v.keep(b)
		case '}', ']', ',':
			if depth == 0 {
				v.unread(b) // it is of what is around the value
				if last == ':' {
					v.report(v.line, "is not JSON: a value is missing")
					v.resumed = false
					_, err = v.r.ReadByte()
					return errors.Join(errBroken, err)
				}
				return nil
			}
			if b != ',' {
				depth--
			}
			v.keep(b)
		default:
			v.keep(b)
		}
		last = b
		if depth == 0 && (b == '"' || b == '}' || b == ']') {
			return nil
		}
	}
}

// text appends the rest of a text.
func (v *valueReader) text() error {
	for escaped := false; ; {
		b, err := v.r.ReadByte()
		if err != nil {
			return unexpected(err)
		}
		if b == '\n' {
			return v.brokenText()
		}
		v.keep(b)
		switch {
		case escaped:
			escaped = false
		case b == '\\':
			escaped = true
		case b == '"':
			return nil
		}
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
