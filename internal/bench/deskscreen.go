package bench

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// screen is an agent's stream. What it costs to read bounds how many there can be, so
// events are not parsed: the messages of the run are found by their externalId.
type screen struct {
	*desk
	user *user
	// seen has the messages that were shown, by number, if the screen is watched.
	seen []atomic.Bool
	// reset is set once the screen was told to load everything again, or has
	// connected again: it may have missed messages.
	reset atomic.Bool
}

// screenRead is how much is read of a stream at once.
const screenRead = 64 << 10

// run reads the stream until ctx ends, and again if it breaks.
func (s *screen) run(ctx context.Context, opened chan<- error) {
	for {
		err := s.watch(ctx, opened)
		if ctx.Err() != nil {
			return
		}
		opened = nil
		s.broke(err)
		if sleep(ctx, time.Second) != nil {
			return
		}
	}
}

func (s *screen) broke(err error) {
	s.reset.Store(true)
	s.streams.mu.Lock()
	defer s.streams.mu.Unlock()
	s.streams.failed(fmt.Errorf("a stream ended: %w", err))
}

// watch opens the stream and reads it until it ends.
func (s *screen) watch(ctx context.Context, opened chan<- error) error {
	stream, end, err := s.connect(ctx)
	if opened != nil {
		opened <- err
	}
	if err != nil {
		return err
	}
	defer end()
	buffer, kept := make([]byte, screenRead), 0
	for {
		n, err := stream.Read(buffer[kept:])
		if n > 0 {
			kept = s.find(buffer, kept+n)
		}
		if err != nil {
			return err
		}
	}
}

// connect sends the request and reads the head of its answer.
func (s *screen) connect(ctx context.Context) (stream io.Reader, end func(), err error) {
	c, err := connect(s.target.address, time.Time{})
	if err != nil {
		return nil, nil, err
	}
	shut := context.AfterFunc(ctx, c.close)
	end = func() { shut(); c.close() }
	if _, err := c.conn.Write(s.user.head(http.MethodGet, sessionAPI+"/stream")); err != nil {
		end()
		return nil, nil, err
	}
	c.conn.SetReadDeadline(time.Now().Add(grace))
	answer, err := http.ReadResponse(bufio.NewReaderSize(c.conn, screenRead), nil)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("answered %s", answer.Status)
	}
	c.conn.SetReadDeadline(time.Time{})
	if err != nil {
		end()
		return nil, nil, err
	}
	return answer.Body, end, nil
}

var resetEvent = []byte("event: reset\n")

// find looks for messages in the first n bytes of the buffer, and moves what may be the
// beginning of one to the front; kept is its length.
func (s *screen) find(buffer []byte, n int) (kept int) {
	now := time.Now()
	data := buffer[:n]
	watched := s.seen != nil
	if head := data; bytes.Contains(head[:min(len(head), 200)], resetEvent) || watched && bytes.Contains(head, resetEvent) {
		s.reset.Store(true)
		s.resets.Add(1)
	}
	for {
		at := bytes.Index(data, s.marker)
		if at < 0 {
			// A marker may have been cut.
			rest := data[max(0, len(data)-len(s.marker)+1):]
			return copy(buffer, rest)
		}
		number := data[at+len(s.marker):]
		end := bytes.IndexByte(number, '"')
		if end < 0 {
			return copy(buffer, data[at:])
		}
		if i, err := strconv.Atoi(string(number[:end])); err == nil && i < len(s.inbound.answered) {
			s.show(i, now)
		}
		if !watched {
			return 0
		}
		data = number[end:]
	}
}

// show counts how long after it was due a message is on the screen.
func (s *screen) show(i int, now time.Time) {
	if s.seen != nil && s.seen[i].Swap(true) {
		return // again, since it was changed
	}
	s.lag.add(now.Sub(s.inbound.due(i)))
}

// missed counts the messages that were answered and not shown.
func (s *screen) missed() (n int) {
	if s.seen == nil || s.reset.Load() {
		return 0
	}
	for i, answered := range s.inbound.answered {
		if answered && !s.seen[i].Load() {
			n++
		}
	}
	return n
}
