package contract

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// receiver [-for TYPE] ANSWER…
func receiverCommand(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "for")
	if err != nil {
		return err
	}
	for i := range s.words {
		if s.words[i], err = w.expandJSON(s.words[i]); err != nil {
			return err
		}
	}
	w.receiver.answer(s.options["for"], s.words...)
	return nil
}

// received [-for TYPE] COUNT
func received(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "for")
	if err != nil {
		return err
	}
	if len(s.words) != 1 {
		return fmt.Errorf("usage: received [-for type] count")
	}
	want, err := strconv.Atoi(s.words[0])
	if err != nil {
		return err
	}
	deadline := time.After(patience)
	for {
		all, more := w.receiver.received(s.options["for"])
		if len(all) > want {
			return fmt.Errorf("the receiver got %d requests, not %d; the last: %s", len(all), want, text(all[len(all)-1].document()))
		}
		if len(all) == want {
			if want > 0 {
				w.document = all[want-1].document()
			}
			return nil
		}
		select {
		case <-more:
		case <-deadline:
			return fmt.Errorf("the receiver got %d requests, not %d", len(all), want)
		}
	}
}

// delivery [-for TYPE] NUMBER
func delivery(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "for")
	if err != nil {
		return err
	}
	if len(s.words) != 1 {
		return fmt.Errorf("usage: delivery [-for type] number")
	}
	all, _ := w.receiver.received(s.options["for"])
	n, err := strconv.Atoi(s.words[0])
	if err != nil || n < 1 || n > len(all) {
		return fmt.Errorf("the receiver got %d requests", len(all))
	}
	w.document = all[n-1].document()
	return nil
}

// until [-by call] PATH-OF-CALL PATH OPERATOR VALUE…
//
// It reads by the session API, or by REST v1, until the claim is true.
func until(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "by")
	if err != nil {
		return err
	}
	if len(s.words) < 3 {
		return fmt.Errorf("usage: until [-by call] path-of-call path operator value")
	}
	read := session
	if s.options["by"] == "call" {
		read = call
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if err := read(w, ts, []string{"GET", s.words[0]}); err != nil {
			return err
		}
		err := w.check(w.document, s.words[1:])
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// records reads the whole event log of a channel by replay.
func (w *fixture) records(s *sent) ([]any, error) {
	path := w.channelCall(s, "X-Svcx-Key") + "/events?limit=100&"
	query := "since=1970-01-01T00:00:00Z"
	var all []any
	for {
		res, err := w.send(request{"GET", path + query, s.header, nil})
		if err != nil {
			return nil, err
		}
		if res.status != http.StatusOK {
			return nil, fmt.Errorf("the replay answers %d %s", res.status, res.body)
		}
		page, err := parseJSON(res.body)
		if err != nil {
			return nil, err
		}
		items, _ := lookUp(page, "data.*")
		all = append(all, items...)
		if more, _ := lookUp(page, "hasMore"); len(more) != 1 || more[0] != true {
			return all, nil
		}
		after, _ := lookUp(page, "nextAfter")
		query = "after=" + text(after[0])
	}
}

// log [-channel ID] [-key KEY] last|count|NUMBER [PATH OPERATOR VALUE…]
//
// It looks only at the entries of inbound requests: these exist as soon as the request
// is answered, unlike those of attempts.
func logCommand(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "channel", "key")
	if err != nil {
		return err
	}
	if len(s.words) == 0 {
		return fmt.Errorf("usage: log last|number [path operator value]")
	}
	all, err := w.records(s)
	if err != nil {
		return err
	}
	if all, err = w.matching(all, []string{"direction=inbound"}); err != nil {
		return err
	}
	index := s.words[0]
	if index == "count" {
		return w.check(all, append([]string{"."}, s.words[1:]...))
	}
	if index == "last" {
		index = "-1"
	} else if n, err := strconv.Atoi(index); err == nil {
		index = strconv.Itoa(n - 1)
	}
	found, _ := lookUp(any(all), index)
	if len(found) == 0 {
		return fmt.Errorf("the event log has no record %s: %s", s.words[0], text(all))
	}
	w.document = found[0]
	if len(s.words) == 1 {
		return nil
	}
	return w.check(w.document, s.words[1:])
}

// logged [-channel ID] [-key KEY] COUNT NAME=VALUE…
func logged(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "channel", "key")
	if err != nil {
		return err
	}
	if len(s.words) < 2 {
		return fmt.Errorf("usage: logged count name=value…")
	}
	want, err := strconv.Atoi(s.words[0])
	if err != nil {
		return err
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		all, err := w.records(s)
		if err != nil {
			return err
		}
		matching, err := w.matching(all, s.words[1:])
		if err != nil {
			return err
		}
		if len(matching) > want || len(matching) < want && time.Now().After(deadline) {
			return fmt.Errorf("%d records are like that, not %d: %s", len(matching), want, text(all))
		}
		if len(matching) == want {
			if want > 0 {
				w.document = matching[want-1]
			}
			return nil
		}
	}
}

// matching returns the entries that have the members name=value.
func (w *fixture) matching(all []any, claims []string) ([]any, error) {
	var picked []any
	for _, record := range all {
		fits := true
		for _, claim := range claims {
			path, want, ok := strings.Cut(claim, "=")
			if !ok {
				return nil, fmt.Errorf("%q is not name=value", claim)
			}
			want, err := w.expand(want)
			if err != nil {
				return nil, err
			}
			fits = fits && check(record, w.form, []string{path, "==", want}) == ""
		}
		if fits {
			picked = append(picked, record)
		}
	}
	return picked, nil
}
