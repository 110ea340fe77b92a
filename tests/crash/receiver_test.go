package crash

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// refused is in the text of a reply whose event the receiver never accepts: it is
// final after three attempts (D 4).
const refused = "refused"

// receiver receives the events of all channels. It records every delivery, and
// answers most of them at once with 200.
type receiver struct {
	*httptest.Server
	found *findings

	mu      sync.Mutex
	threads map[string]*thread // by channel and conversation
	// arrivals counts all deliveries, repeats those that had arrived before.
	arrivals, repeats int
}

// thread has the events of a conversation by svcx-sequence.
type thread struct {
	events map[int]*event
	ids    map[string]int
}

// event is what arrived under one webhook-id.
type event struct {
	id, mark string
	arrivals int
	// settled reports that it got an answer after which the next event may be sent.
	settled bool
}

func newReceiver(found *findings) *receiver {
	r := &receiver{found: found, threads: make(map[string]*thread)}
	r.Server = httptest.NewUnstartedServer(r)
	r.Config.ErrorLog = log.New(io.Discard, "", 0) // aborted answers
	r.Start()
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // the service was killed while sending
	}
	var envelope envelope
	if err := json.Unmarshal(body, &envelope); err != nil {
		r.found.add(wrong, "an event is no JSON object: %q", body)
		return
	}
	if envelope.Type != "" {
		return // a ping
	}
	mark := envelope.mark()
	sequence, err := strconv.Atoi(req.Header.Get("svcx-sequence"))
	if err != nil {
		r.found.add(wrong, "svcx-sequence of an event is %q", req.Header.Get("svcx-sequence"))
		return
	}
	status := r.note(strings.TrimPrefix(req.URL.Path, "/"), envelope.ConversationID, req.Header.Get("webhook-id"), mark, sequence)
	if status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(status)
}

// envelope is an event of either form.
type envelope struct {
	Event, Type    string
	ConversationID string
	Content        string // form A
	Data           struct{ Content, Comment string }
}

// mark is what the comparison uses.
func (e envelope) mark() string {
	switch e.Event {
	case "":
		return "message.created " + e.Content
	case "message.created":
		return e.Event + " " + e.Data.Content
	case "rating.submitted":
		return e.Event + " " + e.Data.Comment
	}
	return e.Event
}

// note records a delivery and returns the status of the answer, 0 for none.
func (r *receiver) note(channel, conversation, id, mark string, sequence int) (status int) {
	status = http.StatusOK
	switch n := rand.IntN(100); {
	case strings.Contains(mark, refused):
		status = http.StatusUnprocessableEntity
	case n < 6:
		status = http.StatusInternalServerError
	case n < 8:
		status = http.StatusServiceUnavailable
	case n < 9:
		status = 0
	case n < 12:
		time.Sleep(time.Duration(100+rand.IntN(500)) * time.Millisecond)
	}

	r.mu.Lock()
	defer r.mu.Unlock()
	key := channel + " " + conversation
	th := r.threads[key]
	if th == nil {
		th = &thread{events: make(map[int]*event), ids: make(map[string]int)}
		r.threads[key] = th
	}
	r.arrivals++
	e := th.events[sequence]
	if e == nil {
		if other, known := th.ids[id]; known {
			r.found.add(doubled, "%s: event %s came as %d and as %d", key, id, other, sequence)
		}
		for before := range sequence {
			if e := th.events[before]; before > 0 && (e == nil || !e.settled) {
				r.found.add(disordered, "%s: event %d (%s) came before %d was settled", key, sequence, mark, before)
			}
		}
		e = &event{id: id, mark: mark}
		th.events[sequence] = e
		th.ids[id] = sequence
	} else {
		r.repeats++
		if e.id != id || e.mark != mark {
			r.found.add(wrong, "%s: event %d was %s %q and is %s %q", key, sequence, e.id, e.mark, id, mark)
		}
	}
	e.arrivals++
	if status == http.StatusOK || status == http.StatusUnprocessableEntity {
		e.settled = true
	}
	return status
}

// received returns the marks of a conversation's events in order, and whether all of
// them are settled without a gap.
func (r *receiver) received(c *conversation) (marks []string, complete bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	th := r.threads[c.channel.place+" "+c.external]
	if th == nil {
		return nil, true
	}
	complete = true
	sequences := make([]int, 0, len(th.events))
	for n := range th.events {
		sequences = append(sequences, n)
	}
	slices.Sort(sequences)
	for i, n := range sequences {
		complete = complete && n == i+1 && th.events[n].settled
		marks = append(marks, th.events[n].mark)
	}
	return marks, complete
}

func (r *receiver) figures() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	events := 0
	for _, th := range r.threads {
		events += len(th.events)
	}
	return fmt.Sprintf("events %d, deliveries %d, of them repeats %d", events, r.arrivals, r.repeats)
}
