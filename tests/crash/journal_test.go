package crash

import (
	"fmt"
	"strings"
	"sync"
)

// kind is what a sender did.
type kind uint8

const (
	inboundMessage kind = iota
	inboundResolve
	inboundClose
	inboundReopen
	inboundRating
	reply
	restRating
)

// entry is one write of a sender and its answer. Its text is unique: the id of a
// message and its content, the comment of a rating.
type entry struct {
	kind  kind
	text  string
	tries int
	// acknowledged is false if the sender has given up: then it may be stored or
	// not.
	acknowledged bool
}

// track is the journal of one sender in one conversation: one write after the other,
// each repeated until it was acknowledged.
type track struct {
	entries []entry
}

// conversation is a conversation and everything that was done in it.
type conversation struct {
	channel  *channel
	external string

	mu     sync.Mutex
	tracks []*track
	id     string // in the REST API
}

func (c *conversation) newTrack() *track {
	c.mu.Lock()
	defer c.mu.Unlock()
	tr := &track{}
	c.tracks = append(c.tracks, tr)
	return tr
}

// count is the number of entries of a kind whose texts end like this; least counts
// the acknowledged ones.
func (c *conversation) count(k kind, suffix string) (least, most int) {
	for _, tr := range c.tracks {
		for _, e := range tr.entries {
			if e.kind == k && strings.HasSuffix(e.text, suffix) {
				least += b2i(e.acknowledged)
				most++
			}
		}
	}
	return least, most
}

// events are the events that the entries of a track cause, in order: the mark of
// each, and how often it may occur.
func (tr *track) events(form string) []expectation {
	var all []expectation
	status := "open"
	certain := true // false once the state of the conversation is not known
	change := func(e entry, to string) {
		if status != to || !certain {
			all = append(all, expectation{mark: "conversation." + map[string]string{"open": "reopened", "resolved": "resolved", "closed": "closed"}[to], least: b2i(certain && e.acknowledged), most: 1})
		}
		certain = certain && e.acknowledged
		status = to
	}
	for _, e := range tr.entries {
		least := b2i(e.acknowledged)
		switch {
		case e.kind == reply:
			all = append(all, expectation{"message.created " + e.text, least, 1})
		case form == "A": // sends nothing else
		case e.kind == restRating:
			all = append(all, expectation{"rating.submitted " + e.text, least, 1})
		case e.kind == inboundRating:
			// A repeat is another rating (D 2).
			all = append(all, expectation{"rating.submitted " + e.text, least, e.tries})
		case e.kind == inboundMessage:
			change(e, "open")
		case e.kind == inboundResolve:
			change(e, "resolved")
		case e.kind == inboundClose:
			change(e, "closed")
		case e.kind == inboundReopen:
			change(e, "open")
		}
	}
	return all
}

// expectation is an event, or a message, that must occur so many times.
type expectation struct {
	mark        string
	least, most int
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// findings are the broken promises that were found.
type findings struct {
	mu   sync.Mutex
	by   map[string]int
	told []string
}

// The kinds of findings.
const (
	lost       = "lost"
	doubled    = "doubled"
	disordered = "disordered"
	undone     = "undone" // an event that is neither delivered nor final
	wrong      = "wrong"  // anything else
)

// maxTold bounds what is printed: one fault may show up a thousand times.
const maxTold = 40

func (f *findings) add(kind, format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.by == nil {
		f.by = make(map[string]int)
	}
	f.by[kind]++
	if f.by[kind] <= maxTold {
		f.told = append(f.told, kind+": "+fmt.Sprintf(format, args...))
	}
}

func (f *findings) count(kind string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.by[kind]
}

// take returns the findings that were not reported yet.
func (f *findings) take() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	told := f.told
	f.told = nil
	return told
}
