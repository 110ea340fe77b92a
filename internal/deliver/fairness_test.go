package deliver

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

const dead = "https://dead.example.com/"

// addDeadChannels adds channels whose target never answers, each with a backlog.
func addDeadChannels(w *fixture, channels, conversations int) (refs []store.ChannelRef) {
	for range channels {
		ref := w.channel(svcx.FormB, dead)
		for id := range conversations {
			w.add(&conversation{ref: ref, id: svcx.ConversationID(1000*int(ref.Channel) + id)}, 2)
		}
		refs = append(refs, ref)
	}
	return refs
}

func hangIfDead(ctx context.Context, p posted) (*safehttp.Response, error) {
	if p.url == dead {
		return hang(ctx)
	}
	return respond(200), nil
}

// A target that never answers does not delay another channel at all.
func TestHangingChannelDoesNotHoldUpOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = hangIfDead
		d, _ := w.start()
		for _, ref := range addDeadChannels(w, 1, 200) {
			d.Wake(ref)
		}
		healthy := w.channel(svcx.FormB, hook)
		for round := range 20 {
			added := w.add(&conversation{ref: healthy, id: 1}, 3)
			d.Wake(healthy)
			synctest.Wait()
			w.wantRow(added[2], row{svcx.DeliveryDelivered, 1})
			time.Sleep(time.Duration(round) * 300 * time.Millisecond)
		}
	})
}

// Many dead targets, once each was tried and counts as slow, share half of the attempts,
// so that others are no longer held up.
func TestManyHangingChannelsDoNotHoldUpOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = hangIfDead
		d, _ := w.start(func(o *Options) { o.InFlight = 16 })
		for _, ref := range addDeadChannels(w, 30, 5) {
			d.Wake(ref)
		}
		healthy := w.channel(svcx.FormB, hook)
		time.Sleep(2 * time.Minute)
		for range 20 {
			added := w.add(&conversation{ref: healthy, id: 1}, 3)
			d.Wake(healthy)
			synctest.Wait()
			w.wantRow(added[2], row{svcx.DeliveryDelivered, 1})
			time.Sleep(1700 * time.Millisecond)
		}
	})
}

// A few busy channels do not make the others wait for their backlog: the first deliveries
// of every channel are sent before the hundredth of any.
func TestBusyChannelsTakeTurnsWithOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(context.Context, posted) (*safehttp.Response, error) {
			time.Sleep(50 * time.Millisecond)
			return respond(200), nil
		}
		for ch := range 10 {
			ref := w.channel(svcx.FormB, fmt.Sprintf("https://example.com/%d", ch))
			n := 5
			if ch < 3 {
				n = 100
			}
			for id := range n {
				w.add(&conversation{ref: ref, id: svcx.ConversationID(1000*ch + id)}, 1)
			}
		}
		w.start(func(o *Options) { o.InFlight = 8 })
		time.Sleep(time.Minute)
		calls := w.posts()
		if len(calls) != 335 {
			t.Fatalf("%d calls, want 335", len(calls))
		}
		seen := map[string]int{}
		for _, p := range calls[:100] {
			seen[p.url]++
		}
		for ch := range 10 {
			if n := seen[fmt.Sprintf("https://example.com/%d", ch)]; ch < 3 && n < 5 || ch >= 3 && n != 5 {
				t.Errorf("channel %d had %d of the first 100 calls", ch, n)
			}
		}
	})
}

// Two nodes together have at most four attempts of a channel in flight.
func TestAttemptsPerChannelAreBoundedOnAllNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		l := newOrderChecker()
		l.fail = func() (int, error, time.Duration) { return 200, nil, 700 * time.Millisecond }
		w.answer = l.answer
		ref := w.channel(svcx.FormB, hook)
		for id := range 40 {
			w.add(&conversation{ref: ref, id: svcx.ConversationID(id + 1)}, 1)
		}
		one, _ := w.start()
		two, _ := w.start()
		one.Wake(ref)
		two.Wake(ref)
		time.Sleep(time.Minute)
		l.mu.Lock()
		defer l.mu.Unlock()
		if len(l.broken) > 0 || len(l.accepted) != 40 {
			t.Errorf("%d accepted, %v", len(l.accepted), l.broken)
		}
	})
}

// A backlog on a failing receiver gets its first attempts without a wait between
// them, until the circuit opens.
func TestFailingBacklogIsTriedAtOnceUntilTheCircuitOpens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(500)
		ref := w.channel(svcx.FormB, hook)
		for id := range 40 {
			w.add(&conversation{ref: ref, id: svcx.ConversationID(id + 1)}, 1)
		}
		start := time.Now()
		w.start()
		synctest.Wait()
		n := len(w.posts())
		if n < svcx.CircuitThreshold || n >= svcx.CircuitThreshold+perChannel || time.Since(start) != 0 {
			t.Errorf("%d attempts after %v, want %d, and those in flight then, at once", n, time.Since(start), svcx.CircuitThreshold)
		}
	})
}
