package main

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// call is something that was sent or received. Without a conversation it matches that
// call for any.
type call struct{ name, conversation string }

func (c call) String() string {
	if c.conversation == "" {
		return c.name
	}
	return c.name + " on " + c.conversation
}

// tally counts calls and records what was wrong with them.
type tally struct {
	mu     sync.Mutex
	out    io.Writer
	counts map[call]int
	faults []string
	// changed is closed and replaced whenever a call is seen.
	changed chan struct{}
}

func newTally(out io.Writer) *tally {
	return &tally{out: out, counts: map[call]int{}, changed: make(chan struct{})}
}

func (t *tally) printf(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(t.out, format+"\n", args...)
}

// saw counts a call.
func (t *tally) saw(name, conversation string) {
	t.printf("%s", call{name, conversation})
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[call{name: name}]++
	if conversation != "" {
		t.counts[call{name, conversation}]++
	}
	close(t.changed)
	t.changed = make(chan struct{})
}

// fault records a violation of the contract.
func (t *tally) fault(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	t.printf("FAULT: %s", text)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.faults = append(t.faults, text)
}

func (t *tally) allFaults() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.faults...)
}

// wait returns when all wanted calls have been seen or ctx ends, with those that are
// missing.
func (t *tally) wait(ctx context.Context, wanted ...call) (missing []call) {
	for {
		missing = nil
		t.mu.Lock()
		for _, c := range wanted {
			if t.counts[c] == 0 {
				missing = append(missing, c)
			}
		}
		changed := t.changed
		t.mu.Unlock()
		if len(missing) == 0 {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return missing
		}
	}
}
