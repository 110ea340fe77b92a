package demo

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// journal is what the demo tells people: first what to try, then what the
// sample integrator gets, also what it got before.
type journal struct {
	mu     sync.Mutex
	to     io.Writer
	opened bool
	held   bytes.Buffer
}

// open tells what comes first, and all that was said meanwhile.
func (j *journal) open(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintf(j.to, format, args...)
	j.held.WriteTo(j.to)
	j.opened = true
}

// announce tells a line at once, also before it is opened.
func (j *journal) announce(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintln(j.to, line)
}

// say tells a line.
func (j *journal) say(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.opened {
		fmt.Fprintf(&j.held, format, args...)
		return
	}
	fmt.Fprintf(j.to, format, args...)
}
