package deliver

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/safehttp"
)

// BenchmarkDeliver sends a backlog to a receiver that answers at once: the cost of the
// queue itself, on SQLite with durable commits.
func BenchmarkDeliver(b *testing.B) {
	for _, c := range []struct{ channels, conversations int }{{1, 1}, {1, 100}, {20, 100}} {
		b.Run(fmt.Sprintf("channels=%d,conversations=%d", c.channels, c.conversations), func(b *testing.B) {
			w := newFixture(b)
			var sent atomic.Int64
			over := make(chan struct{})
			w.answer = func(context.Context, posted) (*safehttp.Response, error) {
				if sent.Add(1) == int64(b.N) {
					close(over)
				}
				return respond(200), nil
			}
			left := b.N
			for i := 0; left > 0; i++ {
				ref := w.channel(svcx.FormB, hook)
				for id := 0; id < c.conversations && left > 0; id++ {
					// Spread evenly; the last one takes the rest.
					n := min(left, max(1, b.N/(c.channels*c.conversations)))
					w.add(&conversation{ref: ref, id: svcx.ConversationID(i*c.conversations + id + 1)}, n)
					left -= n
				}
			}
			b.ResetTimer()
			w.start()
			select {
			case <-over:
			case <-time.After(time.Minute):
				b.Fatalf("%d of %d sent", sent.Load(), b.N)
			}
			b.StopTimer()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deliveries/s")
		})
	}
}
