package form

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Reads records which values of a body were read, so that the others can be listed.
// It identifies a value by its position in the body, since names may be repeated
// and may contain a dot. A nil Reads records nothing.
type Reads struct {
	body   *Object
	asked  map[*byte]bool
	opened map[*byte]opening
}

// opening is how the inside of a value was read.
type opening uint8

const (
	openedMembers opening = iota + 1
	openedElements
	openedFields // keys of custom fields, all of which are read
)

func newReads() *Reads {
	return &Reads{asked: make(map[*byte]bool), opened: make(map[*byte]opening)}
}

func (r *Reads) note(v Value) {
	if r != nil && len(v.raw) > 0 {
		r.asked[&v.raw[0]] = true
	}
}

func (r *Reads) open(v Value, as opening) {
	if r != nil && len(v.raw) > 0 {
		r.opened[&v.raw[0]] = max(as, r.opened[&v.raw[0]])
	}
}

// maxIgnored bounds how many paths Ignored returns.
const maxIgnored = 200

// Ignored returns the paths of the members that were not read, in the order of the
// body. It includes members of the body in unused, although they were read, and
// custom fields that are not in fields. Of a repeated name the first one is ignored.
// Members inside an ignored member are not listed. If there are more than
// maxIgnored paths, the last element says how many more.
func (r *Reads) Ignored(unused []string, fields map[string]bool) []string {
	i := ignored{Reads: r, fields: fields, paths: []string{}}
	if r != nil && r.body != nil {
		i.members(r.body, unused)
	}
	if i.more > 0 {
		i.paths = append(i.paths, fmt.Sprintf("and %d more", i.more))
	}
	return i.paths
}

type ignored struct {
	*Reads
	fields map[string]bool
	paths  []string
	more   int
}

func (i *ignored) add(path string) {
	if len(i.paths) == maxIgnored {
		i.more++
		return
	}
	i.paths = append(i.paths, strings.ReplaceAll(path, "\x00", ""))
}

func (i *ignored) members(o *Object, unused []string) {
	for name, v := range o.All() {
		v.name = cut(name)
		if !i.asked[&v.raw[0]] || slices.Contains(unused, name) {
			i.add(v.Path())
			continue
		}
		i.inside(v)
	}
}

// inside checks the members of a value that was read.
func (i *ignored) inside(v Value) {
	switch i.opened[&v.raw[0]] {
	case openedMembers:
		if o := (&Object{path: v.Path(), raw: v.raw}); o.scan() == nil {
			i.members(o, nil)
		}
	case openedElements:
		i.elements(v)
	case openedFields:
		o := &Object{path: v.Path(), raw: v.raw}
		if o.scan() != nil {
			return
		}
		for key, field := range o.All() {
			if !i.fields[key] {
				field.name = cut(key)
				i.add(field.Path())
			}
		}
	}
}

// elements checks the elements that were read. For an array with too many, a warning
// says which those were.
func (i *ignored) elements(v Value) {
	d := jsontext.NewDecoder(bytes.NewBuffer(v.raw), strict...)
	if _, err := d.ReadToken(); err != nil {
		return
	}
	for n := 0; d.PeekKind() != ']'; n++ {
		start, end, err := next(d)
		if err != nil || !i.asked[&v.raw[start]] {
			return
		}
		i.inside(Value{name: v.Path() + "[" + strconv.Itoa(n) + "]", raw: v.raw[start:end]})
	}
}
