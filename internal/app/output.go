package app

import (
	"bytes"
	"io"
	"sync"
	"time"
)

const (
	// outputPatience is how long a write may block.
	outputPatience = time.Second
	// maxUnwritten bounds the bytes that wait while the reader takes nothing.
	maxUnwritten = 1 << 20
)

// output writes lines that must not hold up the service, to standard output or
// standard error, whose reader may be gone, full or blocked. A write never fails
// and blocks for a bounded time. While the reader reads, a line is written when
// Write returns; a reader that pauses gets up to 1 MiB of lines when it continues.
// Lines that cannot be written are lost and counted.
type output struct {
	to       io.Writer
	patience time.Duration
	// lost, if set, is called with the number of lost writes once a write succeeds
	// again. It may write.
	lost func(writes int)

	mu      sync.Mutex
	waiting []*unwritten
	bytes   int
	writing bool
	// stalled is set while a write takes too long; other writes do not wait then.
	stalled bool
	missing int
}

type unwritten struct {
	text []byte
	over chan struct{}
}

// Lossy returns a writer that never fails and hardly blocks, for lines that matter
// less than the work.
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

// enqueue appends a write and returns it if it is worth waiting for.
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

// write writes what waits and returns when nothing does.
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
