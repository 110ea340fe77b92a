package contract

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() {
	add("stream", streamCommand)
	add("event", eventCommand)
	add("eventually", eventuallyCommand)
	add("streamed", streamedCommand)
}

// stream is a script's open live stream, read as a browser reads it.
type stream struct {
	events chan map[string]any
	// last is the number with which a browser reconnects.
	last   string
	cancel context.CancelFunc
}

// stream NAME [-as EMAIL] [-org SLUG] [-h HEADER] [QUERY]
//
// It opens a stream, or reopens it with the last number that it has seen.
func streamCommand(w *fixture, ts *testscript.TestScript, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: stream name [options] [query]")
	}
	name := args[0]
	s, err := w.read(ts, args[1:], "as", "org")
	if err != nil {
		return err
	}
	org, as, query := "acme", admin, ""
	if s.options["org"] != "" {
		org = s.options["org"]
	}
	if s.options["as"] != "" {
		as = s.options["as"]
	}
	if len(s.words) > 0 {
		if query, err = w.expand(s.words[0]); err != nil {
			return err
		}
		query = "?" + query
	}
	cookie, err := w.cookie(as)
	if err != nil {
		return err
	}
	s.fill("Cookie", cookie)
	opened := &stream{events: make(chan map[string]any, 10_000)}
	if before := w.streams[name]; before != nil {
		before.cancel()
		if before.last != "" {
			s.fill("Last-Event-ID", before.last)
			opened.last = before.last
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	opened.cancel = cancel
	req, err := http.NewRequestWithContext(ctx, "GET", w.server.url+"/api/"+org+"/stream"+query, nil)
	if err != nil {
		cancel()
		return err
	}
	req.Header = s.header
	// The client of the calls has a timeout of a minute; a stream has none.
	res, err := (&http.Client{Transport: w.client.Transport}).Do(req)
	if err != nil {
		cancel()
		return err
	}
	if res.StatusCode != http.StatusOK {
		defer cancel()
		var refusal bytes.Buffer
		refusal.ReadFrom(res.Body)
		w.look(response{res.StatusCode, res.Header, refusal.Bytes()})
		return nil
	}
	w.look(response{res.StatusCode, res.Header, nil})
	if w.streams == nil {
		w.streams = map[string]*stream{}
	}
	w.streams[name] = opened
	go opened.read(bufio.NewScanner(res.Body))
	return nil
}

// read parses events until the stream ends.
func (s *stream) read(lines *bufio.Scanner) {
	defer close(s.events)
	lines.Buffer(nil, 1<<20)
	event := map[string]any{}
	var data []string
	for lines.Scan() {
		if lines.Text() == "" {
			if len(data) > 0 {
				event["data"], _ = parseJSON([]byte(strings.Join(data, "\n")))
			}
			if len(event) > 0 {
				s.events <- event
			}
			event, data = map[string]any{}, nil
			continue
		}
		switch name, value, _ := strings.Cut(lines.Text(), ":"); name {
		case "id", "event":
			event[name] = strings.TrimPrefix(value, " ")
		case "data":
			data = append(data, strings.TrimPrefix(value, " "))
		}
	}
}

// take is the next event with a name, nil at the end of the stream.
func (s *stream) take(within time.Duration) (map[string]any, error) {
	for deadline := time.After(within); ; {
		select {
		case event, ok := <-s.events:
			if !ok {
				return nil, nil
			}
			if id, given := event["id"]; given {
				s.last = text(id)
			}
			if event["event"] != nil {
				return event, nil
			}
		case <-deadline:
			return nil, fmt.Errorf("no event came")
		}
	}
}

// event NAME [-for TYPE] [PATH OPERATOR VALUE…]
//
// It takes the next event, of that type, and looks at it: id, event and data.
// It skips others before it. The type end waits for the end of the stream.
func eventCommand(w *fixture, ts *testscript.TestScript, args []string) error {
	if len(args) == 0 || w.streams[args[0]] == nil {
		return fmt.Errorf("usage: event name-of-an-open-stream [-for type] [path operator value]")
	}
	s, err := w.read(ts, args[1:], "for")
	if err != nil {
		return err
	}
	kind := s.options["for"]
	for {
		event, err := w.streams[args[0]].take(patience)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		if event == nil {
			if kind == "end" {
				return nil
			}
			return fmt.Errorf("the stream %s has ended", args[0])
		}
		if kind != "" && event["event"] != kind {
			continue
		}
		w.document = event
		if len(s.words) == 0 {
			return nil
		}
		return w.check(w.document, s.words)
	}
}

// eventually NAME PATH OPERATOR VALUE…
//
// It takes events until the claim is true of one.
func eventuallyCommand(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) < 3 || w.streams[args[0]] == nil {
		return fmt.Errorf("usage: eventually name-of-an-open-stream path operator value")
	}
	for {
		event, err := w.streams[args[0]].take(patience)
		if err != nil || event == nil {
			return fmt.Errorf("no such event of %s came: %v", args[0], err)
		}
		if w.document = event; w.check(w.document, args[1:]) == nil {
			return nil
		}
	}
}

// streamed NAME COUNT CONTENT-PREFIX
//
// It takes events until it has seen the messages with the contents PREFIX1 to
// PREFIXn, each at least once and in order.
func streamedCommand(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) != 3 || w.streams[args[0]] == nil {
		return fmt.Errorf("usage: streamed name-of-an-open-stream count prefix")
	}
	for n := 1; fmt.Sprint(n-1) != args[1]; {
		event, err := w.streams[args[0]].take(patience)
		if err != nil || event == nil {
			return fmt.Errorf("message %s%d did not come: %w", args[2], n, err)
		}
		if event["event"] == "reset" {
			return fmt.Errorf("the stream says reset before %s%d", args[2], n)
		}
		found, _ := lookUp(any(event), "data.message.content")
		if event["event"] == "message" && len(found) == 1 && text(found[0]) == fmt.Sprint(args[2], n) {
			n++
		}
	}
	return nil
}
