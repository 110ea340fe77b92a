package bench

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"svcx"
	"svcx/internal/bench/seed"
)

// arrivals are messages that arrive at fixed times, whether or not the earlier ones
// were answered (an open loop): what waits while the server stalls counts from when
// it should have been sent.
type arrivals struct {
	*desk
	run        string // tells its messages from those of other runs
	interval   time.Duration
	begin      time.Time
	channels   map[svcx.ChannelID]*target
	vocabulary *seed.Vocabulary
	known      int // of the threads: those that were there before

	// By the number of the message; written by the connection that sends it.
	answered []bool
	thread   []int32 // index in threads, or -1 if it was not sent

	latency, first, late recorder // first: those of new conversations

	mu      sync.Mutex
	threads []arrivalThread // those that were answered at least once, but for the end
	open    []int32         // of the new ones: those that were answered
	idle    []*sender       // the one that was used last is the next
	senders int
	waiting []int // numbers of messages for which there is no connection
	ended   bool  // nothing more will be handed out
	failures
}

// arrivalThread is a conversation as its customer knows it.
type arrivalThread struct {
	channel        svcx.ChannelID
	conversationID string
	person         person
}

// person is who writes in a conversation.
type person struct{ name, email, externalID string }

// maxSenders bounds the connections, as a client of a busy desk would.
const maxSenders = 256

// send sends all messages and waits for their answers.
func (a *arrivals) send(ctx context.Context) {
	var running sync.WaitGroup
	for i := range a.answered {
		a.thread[i] = -1
	}
	for i := 0; i < len(a.answered) && ctx.Err() == nil; i++ {
		if wait := time.Until(a.due(i)); wait > 0 {
			time.Sleep(wait)
		}
		a.hand(ctx, i, &running)
	}
	a.mu.Lock()
	for _, s := range a.idle {
		close(s.next)
	}
	a.idle, a.ended = nil, true // those that are busy end when nothing waits
	a.mu.Unlock()
	running.Wait()
}

// due is when a message is to be sent.
func (a *arrivals) due(i int) time.Time { return a.begin.Add(time.Duration(i) * a.interval) }

// hand gives a message to a connection that is idle, or to a new one.
func (a *arrivals) hand(ctx context.Context, i int, running *sync.WaitGroup) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case len(a.idle) > 0:
		s := a.idle[len(a.idle)-1]
		a.idle = a.idle[:len(a.idle)-1]
		s.next <- i
	case a.senders < maxSenders:
		a.senders++
		s := &sender{arrivals: a, next: make(chan int, 1), text: seed.NewWriter(a.vocabulary)}
		s.next <- i
		running.Go(func() { s.loop(ctx) })
	default:
		a.waiting = append(a.waiting, i)
	}
}

// sender is a connection, which sends a message at a time.
type sender struct {
	*arrivals
	next chan int
	text *seed.Writer
	conn *client
	used time.Time
}

func (s *sender) loop(ctx context.Context) {
	for i := range s.next {
		for more := true; more; i, more = s.take() {
			if ctx.Err() == nil {
				s.post(i)
			}
		}
	}
	if s.conn != nil {
		s.conn.close()
	}
}

// take returns a message that waits. Without one the connection is idle, or ends.
func (s *sender) take() (i int, waits bool) {
	a := s.arrivals
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case len(a.waiting) > 0:
		i, a.waiting = a.waiting[0], a.waiting[1:]
		return i, true
	case a.ended:
		close(s.next)
	default:
		a.idle = append(a.idle, s)
	}
	return 0, false
}

// keepIdle is how long a connection may be idle before it is not used again: less
// than the server keeps it open.
const keepIdle = time.Minute

// post sends a message and counts how long that took since it was due.
func (s *sender) post(i int) {
	due := s.due(i)
	s.late.add(time.Since(due))
	fresh := s.isNew(i)
	index, thread := s.choose(i, fresh)
	to := s.channels[thread.channel]
	var err error
	if s.conn != nil && time.Since(s.used) > keepIdle {
		s.conn.close()
		s.conn = nil
	}
	if s.conn == nil {
		if s.conn, err = connect(to.address, s.begin.Add(s.Duration+2*grace)); err != nil {
			s.fail(err)
			return
		}
	}
	s.conn.head = fmt.Appendf(s.conn.head[:0], "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nX-Svcx-Api-Key: %s\r\nContent-Length: ", to.path, to.address, to.key)
	s.conn.body = s.body(s.conn.body[:0], i, thread, fresh)
	status, answer, err := s.conn.post()
	s.used = time.Now()
	if err != nil {
		s.conn.close()
		s.conn = nil
	} else if status != 200 || string(answer) != "ok" {
		err = fmt.Errorf("answered %d %.200q", status, answer)
	}
	if err != nil {
		s.fail(err)
		return
	}
	took := s.used.Sub(due)
	s.answered[i] = true
	s.latency.add(took)
	if fresh {
		s.first.add(took)
		s.mu.Lock()
		s.open = append(s.open, index)
		s.mu.Unlock()
	}
}

// tooManyFailures is when a run is given up.
const tooManyFailures = 1000

func (a *arrivals) fail(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed(err); a.errors == tooManyFailures {
		a.cancel(fmt.Errorf("%d inbound messages failed, the first with: %w", a.errors, a.firstErr))
	}
}

// isNew spreads the new conversations evenly.
func (a *arrivals) isNew(i int) bool {
	all := a.Inbound + a.NewConversations
	return i*a.NewConversations%all < a.NewConversations
}

// choose finds the conversation of a message: half of those that do not start one go
// to conversations that began lately.
func (s *sender) choose(i int, fresh bool) (index int32, t arrivalThread) {
	rng := s.text.Rand
	s.text.Begin(s.Seed^uint64(i), 0)
	a := s.arrivals
	a.mu.Lock()
	defer a.mu.Unlock()
	switch lately := min(len(a.open), recent); {
	case fresh:
		t = a.threads[rng.IntN(a.known)]
		t.conversationID = "desk-" + a.run + "-" + strconv.Itoa(i)
		if rng.IntN(100) < a.NewContacts {
			name, id := seed.Name(rng), a.run+"."+strconv.Itoa(i)
			t.person = person{name: name, email: "customer." + id + "@gmail.com", externalID: "cus_" + id}
		}
		index = int32(len(a.threads))
		a.threads = append(a.threads, t)
	case lately > 0 && rng.IntN(2) == 0:
		index = a.open[len(a.open)-1-rng.IntN(lately)]
	default:
		index = int32(rng.IntN(a.known))
	}
	a.thread[i] = index
	return index, a.threads[index]
}

// recent is how many of the newest conversations get messages most.
const recent = 5000

// body appends the body of a message (W 2.1).
func (s *sender) body(b []byte, i int, t arrivalThread, fresh bool) []byte {
	b = append(append(append(b, `{"messageId":"`...), s.messageID(i)...), `","conversationId":`...)
	b = append(strconv.AppendQuote(b, t.conversationID), `,"from":{"externalId":`...)
	b = strconv.AppendQuote(b, cmp.Or(t.person.externalID, t.person.email))
	if t.person.name != "" {
		b = strconv.AppendQuote(append(b, `,"name":`...), t.person.name)
	}
	if t.person.email != "" {
		b = strconv.AppendQuote(append(b, `,"email":`...), t.person.email)
	}
	b = append(b, '}')
	s.text.Begin(s.Seed^uint64(i), 1)
	if fresh {
		b = strconv.AppendQuote(append(b, `,"subject":`...), s.text.Subject())
		s.text.Text = s.text.Text[:0]
	}
	s.text.Sentences(10 + s.text.Rand.IntN(50))
	// The writer's text has line breaks and nothing else that JSON escapes.
	b = append(append(b, `,"content":"`...), bytes.ReplaceAll(s.text.Text, []byte("\n"), []byte(`\n`))...)
	return append(b, `"}`...)
}

func (a *arrivals) messageID(i int) string { return a.prefix() + strconv.Itoa(i) }

func (a *arrivals) prefix() string { return "desk-" + a.run + "." }

// number is the reverse of messageID.
func (a *arrivals) number(id string) (int, bool) {
	text, ours := strings.CutPrefix(id, a.prefix())
	i, err := strconv.Atoi(text)
	return i, ours && err == nil && i >= 0 && i < len(a.answered)
}
