package app

import (
	"bytes"
	"io"
	"sync"
	"time"
)

const (
	// outputPatience is how long a line may take to be written.
	outputPatience = time.Second
	// maxUnwritten bounds, in bytes, the lines that wait while nothing is taken.
	maxUnwritten = 1 << 20
)

// output writes lines that are worth less than the service: to standard output
// or standard error, whose reader may be gone, full or asleep. A write never
// fails and waits for a bounded time. As long as the reader reads, a line is
// written when Write returns; one that stops taking lines finds up to 1 MiB of
// them when it goes on. What cannot be written is lost, and counted.
type output struct {
	to       io.Writer
	patience time.Duration
	// lost, where set, is told how many writes came to nothing, once one
	// succeeds again. It may write.
	lost func(writes int)

	mu      sync.Mutex
	waiting []*unwritten
	bytes   int
	writing bool
	// stalled says that a write took too long: until it is over nobody waits.
	stalled bool
	missing int
}

type unwritten struct {
	text []byte
	over chan struct{}
}

// Lossy makes a writer that keeps nobody waiting and never fails, for what is
// printed beside the work.
func Lossy(to io.Writer) io.Writer { return &output{to: to, patience: outputPatience} }

func (o *output) Write(p []byte) (int, error) {
	if own := o.enqueue(p); own != nil {
		late := time.NewTimer(o.patience)
		defer late.Stop()
		select {
		case <-own.over:
		case <-late.C:
			o.stall(own)
		}
	}
	return len(p), nil
}

// enqueue returns what is worth waiting for.
func (o *output) enqueue(p []byte) *unwritten {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.bytes > 0 && o.bytes+len(p) > maxUnwritten {
		o.missing++
		return nil
	}
	own := &unwritten{bytes.Clone(p), make(chan struct{})}
	o.waiting, o.bytes = append(o.waiting, own), o.bytes+len(p)
	if !o.writing {
		o.writing = true
		go o.write()
	}
	if o.stalled {
		return nil
	}
	return own
}

func (o *output) stall(own *unwritten) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case <-own.over: // after all
	default:
		o.stalled = true
	}
}

// write writes what waits. It runs while something does.
func (o *output) write() {
	for {
		o.mu.Lock()
		if len(o.waiting) == 0 {
			o.writing, o.stalled = false, false
			o.mu.Unlock()
			return
		}
		next := o.waiting[0]
		o.waiting = o.waiting[1:]
		o.mu.Unlock()

		_, err := o.to.Write(next.text)

		o.mu.Lock()
		o.bytes -= len(next.text)
		missing := 0
		if err != nil {
			o.missing++
		} else {
			missing, o.missing = o.missing, 0
		}
		close(next.over)
		o.mu.Unlock()
		if missing > 0 && o.lost != nil {
			go o.lost(missing)
		}
	}
}
