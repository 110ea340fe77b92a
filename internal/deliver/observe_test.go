package deliver

import (
	"fmt"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
)

// counted is an Observer that counts.
type counted struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counted) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = make(map[string]int)
	}
	c.n[what]++
}

func (c *counted) Attempt(kind, outcome string, _ time.Duration) { c.add(kind + " " + outcome) }
func (c *counted) DeliveryEnded(state string)                    { c.add("ended " + state) }
func (c *counted) Circuit(change string)                         { c.add("circuit " + change) }

func (c *counted) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.n)
}

// Each attempt is counted once by its outcome, each delivery once when it ends, and each
// change of a circuit.
func TestAttemptsAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		var seen counted
		d, stop := w.start(func(o *Options) { o.Observe = &seen }, schedule(time.Second))
		ref := w.channel(svcx.FormB, hook)
		wait := func(status, n int) {
			w.answer = always(status)
			w.addConversations(ref, n)
			d.Wake(ref)
			time.Sleep(time.Minute - time.Second)
			synctest.Wait()
		}
		wait(204, 3)
		wait(503, svcx.CircuitThreshold/2)
		want := map[string]int{"event delivered": 3, "ended delivered": 3, "event retryable": svcx.CircuitThreshold, "ended failed": svcx.CircuitThreshold / 2, "circuit opened": 1}
		if !maps.Equal(seen.n, want) {
			t.Fatalf("%v, want %v", &seen, want)
		}
		wait(200, 1)
		wait(200, 0)
		want["circuit closed"], want["event delivered"], want["ended delivered"] = 1, 4, 4
		if !maps.Equal(seen.n, want) {
			t.Errorf("%v, want %v", &seen, want)
		}
		if n := d.InFlight(); n != 0 {
			t.Errorf("%d in flight", n)
		}
		stop()
	})
}
