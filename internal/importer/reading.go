package importer

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"svcx"
)

// reading is the first half of an import: the files are read into the spool.
type reading struct {
	ctx     context.Context
	spool   records
	report  *Report
	files   []File
	problem func(Problem)
	// file is the index of the file that is read.
	file int
	// columns are the fields that columns of CSV files are mapped to.
	columns map[string]bool
}

// records keeps what is read: a spool.Spool does.
type records interface {
	Person(id string) ([]byte, error)
	PutPerson(id string, data []byte) error
	PutConversation(id string, data []byte) error
	AddConversation(id string, data []byte) error
	PutMessage(conversation, id string, at int64, data []byte) error
	PutRating(conversation string, data []byte) error
}

// format reads one of the formats.
type format interface {
	// read reads a file. An error ends the import: what is wrong with a record is reported to
	// the reading.
	read(r *reading, from *bufio.Reader) error
}

// readFile reads a file. UTF-16 is recognized by the mark at its beginning.
func (r *reading) readFile(f format, from io.Reader) error {
	return r.readContent(f, stopping{r.ctx, from})
}

func (r *reading) readContent(f format, from io.Reader) error {
	decoded := transform.NewReader(from, unicode.BOMOverride(transform.Nop))
	return f.read(r, bufio.NewReaderSize(decoded, 1<<16))
}

// stopping is a reader that ends with a context.
type stopping struct {
	ctx  context.Context
	from io.Reader
}

func (s stopping) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.from.Read(p)
}

// values reads a file of JSON. lists are the members that hold lists of records.
func (r *reading) values(from *bufio.Reader, lists map[string]bool, record func(list string, line int, o object) error) error {
	v := valueReader{r: from, lists: lists}
	v.broken = func(line int, what string) { r.failed(r.at(line), "", "", what) }
	v.record = func(list string, line int, value []byte) error {
		if !utf8.Valid(value) {
			r.report.left("bytes that are not UTF-8 (replaced), in records", 1)
		}
		o, err := decodeObject(value)
		if err != nil {
			r.failed(r.at(line), "", "", err.Error())
			return nil
		}
		return record(list, line, o)
	}
	return v.read()
}

func (r *reading) at(line int) place { return place{r.file, line} }

// failed reports a record that is not imported.
func (r *reading) failed(at place, record, field, text string) {
	p := Problem{Line: at.Line, Record: record, Field: field, Text: text}
	if at.File < len(r.files) {
		p.File = r.files[at.File].Name
	}
	r.report.Failed++
	if len(r.report.First) < maxFirst {
		r.report.First = append(r.report.First, p)
	}
	if r.problem != nil {
		r.problem(p)
	}
}

// read counts a record that was read.
func (r *reading) count(kind string, n int) { r.report.Read[kind] += n }

// checkID reports an id that is missing or too long.
func (r *reading) checkID(at place, record, field, id string) bool {
	if id == "" {
		r.failed(at, record, field, "must be given")
		return false
	}
	if utf8.RuneCountInString(id) > svcx.MaxExternalID-maxPrefix {
		r.failed(at, record, field, fmt.Sprintf("must be at most %d characters", svcx.MaxExternalID-maxPrefix))
		return false
	}
	return true
}

// maxPrefix is how much longer an id may become.
const maxPrefix = 32

// person stores a person, with what other records have said of them.
func (r *reading) person(p person) error {
	if p.ID == "" || utf8.RuneCountInString(p.ID) > svcx.MaxExternalID {
		return nil
	}
	known, err := r.spool.Person(p.ID)
	if err != nil {
		return err
	}
	if known != nil {
		var before person
		if err := json.Unmarshal(known, &before); err != nil {
			return err
		}
		if before.fill(p); sameJSON(before, known) {
			return nil
		}
		p = before
	}
	return encoded(p, func(data []byte) error { return r.spool.PutPerson(p.ID, data) })
}

func sameJSON(p person, data []byte) bool {
	now, err := json.Marshal(p)
	return err == nil && string(now) == string(data)
}

func (r *reading) conversation(id string, c conversation) error {
	return encoded(c, func(data []byte) error { return r.spool.PutConversation(id, data) })
}

// message stores a message. One without a time is put at the end, and reported later.
func (r *reading) message(conversation, id string, m message) error {
	var at int64
	if m.SentAt != nil {
		at = int64(*m.SentAt)
	}
	return encoded(m, func(data []byte) error { return r.spool.PutMessage(conversation, id, at, data) })
}

func (r *reading) rating(conversation string, given rating) error {
	return encoded(given, func(data []byte) error { return r.spool.PutRating(conversation, data) })
}

func encoded(v any, put func([]byte) error) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return put(data)
}
