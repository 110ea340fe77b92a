package deliver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// orderChecker is a receiver with configured failures that checks two invariants: a
// conversation's deliveries succeed in order, and a channel has at most perChannel attempts
// in flight.
type orderChecker struct {
	mu       sync.Mutex
	fail     func() (status int, err error, takes time.Duration)
	last     map[string]int64 // conversation → sequence of its last success
	accepted map[string]int   // webhook-id → successes
	inFlight map[string]int   // URL → attempts
	broken   []string
}

func newOrderChecker() *orderChecker {
	return &orderChecker{last: map[string]int64{}, accepted: map[string]int{}, inFlight: map[string]int{}}
}

func (l *orderChecker) answer(_ context.Context, p posted) (*safehttp.Response, error) {
	l.mu.Lock()
	status, err, takes := l.fail()
	l.inFlight[p.url]++
	if l.inFlight[p.url] > perChannel {
		l.broken = append(l.broken, fmt.Sprintf("%d attempts in flight to %s", l.inFlight[p.url], p.url))
	}
	l.mu.Unlock()

	time.Sleep(takes)

	l.mu.Lock()
	defer l.mu.Unlock()
	l.inFlight[p.url]--
	if err != nil {
		return nil, err
	}
	id := p.header.Get("webhook-id")
	var channel, conversation, seq int64
	fmt.Sscanf(id, "msg_%d_%d_%d", &channel, &conversation, &seq)
	if strconv.FormatInt(seq, 10) != p.header.Get("svcx-sequence") {
		l.broken = append(l.broken, id+" has sequence "+p.header.Get("svcx-sequence"))
	}
	if status/100 == 2 {
		key := fmt.Sprint(channel, "/", conversation)
		if seq <= l.last[key] {
			l.broken = append(l.broken, fmt.Sprintf("%s came after %d", id, l.last[key]))
		}
		l.last[key] = seq
		l.accepted[id]++
	}
	return respond(status), nil
}

func (l *orderChecker) successes() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, times := range l.accepted {
		n += times
	}
	return n
}

var errNetwork = errors.New("some network error")

var networkErrors = []error{
	nil, &safehttp.Error{Code: safehttp.CodeTimeout, Err: errNetwork}, &safehttp.Error{Code: safehttp.CodeConnectFailed, Err: errNetwork},
	&safehttp.Error{Code: safehttp.CodeDNSFailed, Err: errNetwork}, &safehttp.Error{Code: safehttp.CodeTLSFailed, Err: errNetwork},
}

// reaction is the receiver's reaction to an attempt.
type reaction struct {
	status int
	err    error
	takes  time.Duration
}

func drawReaction(rt *rapid.T) reaction {
	f := reaction{takes: time.Duration(rapid.IntRange(0, 9000).Draw(rt, "ms")) * time.Millisecond}
	if rapid.Bool().Draw(rt, "works") {
		f.status = rapid.IntRange(200, 299).Draw(rt, "status")
		return f
	}
	f.status = rapid.SampledFrom([]int{408, 425, 429, 500, 503}).Draw(rt, "status")
	f.err = rapid.SampledFrom(networkErrors).Draw(rt, "error")
	return f
}

// Whatever fails, on one node or two, each delivery is delivered exactly once, in the order
// of its conversation.
func TestEachIsDeliveredExactlyOnceInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		// Without the Deadline method, which a bubble does not have.
		rapid.Check(struct{ testing.TB }{t}, func(rt *rapid.T) {
			l := newOrderChecker()
			w.answer = l.answer
			// Drawn beforehand, since attempts come from many goroutines. The last one
			// succeeds, so that nothing fails forever.
			reactions := rapid.SliceOfN(rapid.Custom(drawReaction), 1, 50).Draw(rt, "fates")
			reactions = append(reactions, reaction{status: 200})
			next := 0
			l.fail = func() (int, error, time.Duration) {
				f := reactions[next%len(reactions)]
				next++
				return f.status, f.err, f.takes
			}
			var wake []func(store.ChannelRef)
			for range rapid.IntRange(1, 2).Draw(rt, "nodes") {
				d, stop := w.start(schedule(makeWaits(300)...), func(o *Options) { o.InFlight = rapid.IntRange(1, 16).Draw(rt, "bound") })
				defer stop()
				wake = append(wake, d.Wake)
			}
			var added []*svcx.Delivery
			for range rapid.IntRange(1, 3).Draw(rt, "channels") {
				ref := w.channel(svcx.FormB, "")
				w.setURL(ref, fmt.Sprintf("https://example.com/%d", ref.Channel))
				for id := range rapid.IntRange(1, 8).Draw(rt, "conversations") {
					c := &conversation{ref: ref, id: svcx.ConversationID(1000*int(ref.Channel) + id)}
					added = append(added, w.add(c, rapid.IntRange(1, 4).Draw(rt, "deliveries"))...)
				}
				wake[rapid.IntRange(0, len(wake)-1).Draw(rt, "woken")](ref)
			}
			for range 720 {
				time.Sleep(5 * time.Second)
				if l.successes() == len(added) {
					break
				}
			}
			synctest.Wait()

			l.mu.Lock()
			defer l.mu.Unlock()
			for _, b := range l.broken {
				rt.Error(b)
			}
			for _, d := range added {
				if n := l.accepted[d.WebhookID]; n != 1 || w.row(d).state != svcx.DeliveryDelivered {
					rt.Errorf("%s was delivered %d times and is %+v", d.WebhookID, n, w.row(d))
				}
			}
		})
	})
}

func makeWaits(n int) []time.Duration {
	waits := make([]time.Duration, n)
	for i := range waits {
		waits[i] = time.Duration(1+i%3) * time.Second
	}
	return waits
}
