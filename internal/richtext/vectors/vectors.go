// Package vectors reads a collection of attacks on pages that show what outsiders write, for tests.
// testdata has a file per source, which its first lines name. A line is an id, a kind and the
// payload: as it is up to the end of the line, or quoted as in Go.
package vectors

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

// Vector is one attack.
type Vector struct {
	ID   string
	Kind Kind
	// Source is where it comes from.
	Source  string
	Payload string
}

// Kind is the place that an attack was written for. It may be tried in any.
type Kind string

// Kinds.
const (
	HTML     Kind = "html"
	Markdown Kind = "markdown"
	Text     Kind = "text"
	Subject  Kind = "subject"
	// Name is that of a contact, member, tag, category, field or saved reply.
	Name     Kind = "name"
	FileName Kind = "filename"
	// URL is that of an avatar or a receiver.
	URL Kind = "url"
)

//go:embed testdata/*.txt
var files embed.FS

// All are the attacks, by file and id. It panics if a file is malformed.
func All() (all []Vector) {
	entries, err := files.ReadDir("testdata")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		text, err := files.ReadFile("testdata/" + entry.Name())
		if err != nil {
			panic(err)
		}
		source := ""
		for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			if rest, found := strings.CutPrefix(line, "# source: "); found {
				source = rest
			}
			if strings.HasPrefix(line, "# ") {
				continue
			}
			v, err := parse(line)
			if err != nil {
				panic(fmt.Sprintf("%s:%d: %v", entry.Name(), i+1, err))
			}
			v.Source = source
			all = append(all, v)
		}
	}
	return all
}

// Of are the attacks of some kinds.
func Of(kinds ...Kind) (some []Vector) {
	for _, v := range All() {
		for _, kind := range kinds {
			if v.Kind == kind {
				some = append(some, v)
			}
		}
	}
	return some
}

func parse(line string) (v Vector, err error) {
	id, rest, _ := strings.Cut(line, " ")
	kind, payload, found := strings.Cut(rest, " ")
	if !found {
		return v, fmt.Errorf("%q has no payload", line)
	}
	switch Kind(kind) {
	case HTML, Markdown, Text, Subject, Name, FileName, URL:
	default:
		return v, fmt.Errorf("%q is no kind", kind)
	}
	if strings.HasPrefix(payload, `"`) {
		if payload, err = strconv.Unquote(payload); err != nil {
			return v, fmt.Errorf("payload of %s: %w", id, err)
		}
	}
	return Vector{ID: id, Kind: Kind(kind), Payload: payload}, nil
}
