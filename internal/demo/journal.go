package demo

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// journal orders what the demo prints: first what to try, then what the sample
// integrator receives. Lines from before are held back until then.
type journal struct {
	mu     sync.Mutex
	to     io.Writer
	opened bool
	held   bytes.Buffer
}

// open prints the first text and then the lines held back.
func (j *journal) open(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintf(j.to, format, args...)
	j.held.WriteTo(j.to)
	j.opened = true
}

// announce prints a line at once, also before open.
func (j *journal) announce(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintln(j.to, line)
}

// say prints a line, or holds it back until open.
func (j *journal) say(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.opened {
		fmt.Fprintf(&j.held, format, args...)
		return
	}
	fmt.Fprintf(j.to, format, args...)
}
