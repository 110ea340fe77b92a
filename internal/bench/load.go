package bench

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// caller is a connection in a closed loop: it sends its next message when the last one
// is answered.
type caller struct {
	*mix
	*target
	requests int
	// answered reports for each request by number whether its message was answered
	// "ok", to it or to a repeat.
	answered  []bool
	latencies []time.Duration
	fresh     int
	repeated  int
	failures
}

// failures are a caller's failed requests.
type failures struct {
	errors   int
	firstErr error
}

// grace is how long to wait for answers after the end of a phase.
const grace = 30 * time.Second

// maxErrors is when a caller gives up: something is broken, and the loop would spin.
const maxErrors = 100

// drive runs the callers for d. It waits for what is in flight at the end, which counts
// and is included in elapsed.
func drive(ctx context.Context, address string, callers []*caller, d time.Duration) (elapsed time.Duration, err error) {
	began := time.Now()
	end := began.Add(d)
	clients := make([]*client, len(callers))
	for i, c := range callers {
		if clients[i], err = dial(c.target, end.Add(grace)); err != nil {
			for _, open := range clients[:i] {
				open.close()
			}
			return 0, fmt.Errorf("%s: %w", address, err)
		}
	}
	began = time.Now()
	end = began.Add(d)
	var running sync.WaitGroup
	for i, c := range callers {
		running.Go(func() { c.loop(ctx, clients[i], end) })
	}
	running.Wait()
	return time.Since(began), ctx.Err()
}

func (c *caller) loop(ctx context.Context, conn *client, end time.Time) {
	for c.errors < maxErrors && ctx.Err() == nil {
		began := time.Now()
		if !began.Before(end) {
			break
		}
		msg := c.next(conn)
		status, answer, err := conn.post()
		if err == nil && (status != 200 || string(answer) != "ok") {
			err = fmt.Errorf("answered %d %q", status, answer)
			c.failed(err)
			continue
		}
		if err != nil {
			c.failed(err)
			conn.close()
			if conn, err = dial(c.target, end.Add(grace)); err != nil {
				c.failed(err)
				return
			}
			continue
		}
		c.latencies = append(c.latencies, time.Since(began))
		c.ok(msg)
	}
	conn.close()
}

// next prepares the caller's next request.
func (c *caller) next(conn *client) message {
	msg := c.request(c.requests)
	c.requests++
	c.answered = append(c.answered, false)
	conn.body = c.appendBody(conn.body[:0], msg)
	return msg
}

func (c *caller) ok(msg message) {
	c.answered[msg.number] = true
	switch {
	case msg.repeat:
		c.repeated++
	case msg.fresh:
		c.fresh++
	}
}

func (f *failures) failed(err error) {
	f.errors++
	if f.firstErr == nil {
		f.firstErr = err
	}
}

// summarize combines the callers' figures. Percentiles are exact, since every latency
// was kept.
func summarize(callers []*caller, elapsed time.Duration) Phase {
	p := Phase{Connections: len(callers), Seconds: elapsed.Seconds()}
	var all []time.Duration
	for _, c := range callers {
		all = append(all, c.latencies...)
		p.NewConversations += c.fresh
		p.Repeats += c.repeated
		p.Errors += c.errors
		if p.FirstError == "" && c.firstErr != nil {
			p.FirstError = c.firstErr.Error()
		}
	}
	p.Messages = len(all)
	p.PerSecond = float64(len(all)) / elapsed.Seconds()
	p.Latency = latencyOf(all)
	return p
}

// latencyOf sorts the times.
func latencyOf(all []time.Duration) Latency {
	slices.Sort(all)
	return Latency{P50MS: percentile(all, 50), P90MS: percentile(all, 90), P99MS: percentile(all, 99), MaxMS: percentile(all, 100)}
}

// percentile returns the smallest of sorted times that at least p percent do not
// exceed, in milliseconds.
func percentile(sorted []time.Duration, p int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	i := (len(sorted)*p + 99) / 100
	return milliseconds(sorted[max(0, i-1)])
}
