package deliver

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// addConversations adds n conversations of the channel with one delivery each.
func (w *fixture) addConversations(ref store.ChannelRef, n int) (added []*svcx.Delivery) {
	w.Helper()
	for id := range n {
		added = append(added, w.add(&conversation{ref: ref, id: svcx.ConversationID(1000*int(ref.Channel) + id + 1)}, 1)...)
	}
	return added
}

// switchedReceiver fails until works is set.
type switchedReceiver struct {
	works  atomic.Bool
	status atomic.Int64 // while it fails; 0 is 500
	takes  time.Duration
}

func (s *switchedReceiver) answer(context.Context, posted) (*safehttp.Response, error) {
	time.Sleep(s.takes)
	if s.works.Load() {
		return respond(200), nil
	}
	if status := s.status.Load(); status != 0 {
		return respond(int(status)), nil
	}
	return respond(500), nil
}

// since returns the calls from a time on.
func (w *fixture) since(at time.Time) (later []posted) {
	for _, p := range w.posts() {
		if !p.at.Before(at) {
			later = append(later, p)
		}
	}
	return later
}

// wantProbes fails unless there are n calls, one a minute.
func wantProbes(t *testing.T, calls []posted, n int) {
	t.Helper()
	if len(calls) != n {
		t.Fatalf("%d probes, want %d", len(calls), n)
	}
	for i := 1; i < len(calls); i++ {
		// The poll may find a due probe a second late.
		if gap := calls[i].at.Sub(calls[i-1].at); gap < svcx.CircuitProbe || gap > svcx.CircuitProbe+2*time.Second {
			t.Errorf("%v between two probes", gap)
		}
	}
}

// D 4: after 20 retryable failures in a row there is one probe a minute until one
// succeeds. Probes, and the time that the circuit is open, use up no attempts. Then the
// whole backlog is sent at once.
func TestCircuitOpensAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{}
		w.answer = r.answer
		ref := w.channel(svcx.FormB, hook)
		added := w.addConversations(ref, 60)
		w.start()
		synctest.Wait()
		first := len(w.posts())
		if c := w.get(ref).Circuit; !c.Open() || c.Failures < svcx.CircuitThreshold {
			t.Fatalf("after %d failures the circuit is %+v", first, c)
		}
		opened := time.Now()
		time.Sleep(10*time.Minute + 30*time.Second)
		wantProbes(t, w.since(opened.Add(time.Second)), 10)
		used := 0
		for _, d := range added {
			r := w.row(d)
			if used += r.attempts; r.attempts > 1 || r.state != svcx.DeliveryReady {
				t.Errorf("delivery %d is %+v", d.ID, r)
			}
		}
		if used != first {
			t.Errorf("%d attempts were used up, want the %d from before", used, first)
		}
		if n := len(w.events(ref)); n != first+10 {
			t.Errorf("%d event log entries for %d attempts", n, first+10)
		}

		r.works.Store(true)
		recovered := time.Now()
		time.Sleep(2 * time.Minute)
		calls := w.since(recovered)
		if len(calls) != len(added) || calls[0].at.Sub(recovered) > 62*time.Second || calls[len(calls)-1].at != calls[0].at {
			t.Errorf("%d calls, the first after %v, the last %v later", len(calls), calls[0].at.Sub(recovered), calls[len(calls)-1].at.Sub(calls[0].at))
		}
		for _, d := range added {
			if got := w.row(d).state; got != svcx.DeliveryDelivered {
				t.Errorf("delivery %d is %s", d.ID, got)
			}
		}
		if c := w.get(ref).Circuit; c.Open() || c.Failures != 0 {
			t.Errorf("the circuit is %+v", c)
		}
		text := w.log.String()
		if strings.Count(text, "keeps failing") != 1 || strings.Count(text, "works again") != 1 {
			t.Errorf("logged\n%s", text)
		}
	})
}

// The attempts in flight when the circuit opens count, and it opens once.
func TestCircuitOpensOnceWithAttemptsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		var n atomic.Int64
		w.answer = func(context.Context, posted) (*safehttp.Response, error) {
			time.Sleep(time.Duration(1+n.Add(1)%4) * 700 * time.Millisecond)
			return respond(503), nil
		}
		ref := w.channel(svcx.FormB, hook)
		added := w.addConversations(ref, 60)
		w.start(schedule(makeWaits(3)...))
		time.Sleep(45 * time.Second)
		c := w.get(ref).Circuit
		if !c.Open() || len(w.posts()) != c.Failures || c.Failures >= svcx.CircuitThreshold+perChannel {
			t.Errorf("%d attempts, circuit %+v", len(w.posts()), c)
		}
		used := 0
		for _, d := range added {
			used += w.row(d).attempts
		}
		if used != c.Failures || strings.Count(w.log.String(), "keeps failing") != 1 {
			t.Errorf("%d attempts used up of %d, logged\n%s", used, c.Failures, w.log.String())
		}
	})
}

// A success of an attempt that began before the circuit opened closes it too.
func TestLateSuccessClosesCircuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		var n atomic.Int64
		w.answer = func(context.Context, posted) (*safehttp.Response, error) {
			if n.Add(1) == 1 {
				time.Sleep(8 * time.Second)
				return respond(200), nil
			}
			if n.Load() > svcx.CircuitThreshold+perChannel {
				return respond(200), nil
			}
			return respond(503), nil
		}
		ref := w.channel(svcx.FormB, hook)
		w.addConversations(ref, 60)
		start := time.Now()
		w.start()
		time.Sleep(7 * time.Second)
		if !w.get(ref).Circuit.Open() {
			t.Error("the circuit did not open")
		}
		time.Sleep(5 * time.Second)
		if w.get(ref).Circuit.Open() || len(w.since(start.Add(8*time.Second))) < 30 {
			t.Errorf("circuit %+v, %d calls", w.get(ref).Circuit, len(w.posts()))
		}
	})
}

// An answer that refuses the body is not a failure of the receiver, and ends the row of
// failures (D 4).
func TestRefusedBodyEndsTheRow(t *testing.T) {
	for _, status := range append([]int{200}, refusals...) {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				n := 0
				w.answer = func(context.Context, posted) (*safehttp.Response, error) {
					if n++; n%svcx.CircuitThreshold == 0 {
						return respond(status), nil
					}
					return respond(500), nil
				}
				ref := w.channel(svcx.FormB, hook)
				w.addConversations(ref, 99)
				w.start(func(o *Options) { o.InFlight = 1 }) // one after the other
				synctest.Wait()
				if c := w.get(ref).Circuit; c.Open() || c.Failures != 19 || len(w.posts()) != 99 {
					t.Errorf("%d attempts, circuit %+v", len(w.posts()), c)
				}
			})
		})
	}
}

// Every status counts for the circuit except a success and the four refusals (D 4).
func TestStatusesThatOpenCircuit(t *testing.T) {
	for status, opens := range map[int]bool{
		101: true, 302: true, 401: true, 403: true, 404: true, 410: true, 429: true, 503: true, 599: true, 600: true,
		400: false, 413: false, 415: false, 422: false,
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = always(status)
				ref := w.channel(svcx.FormB, hook)
				w.addConversations(ref, svcx.CircuitThreshold+5)
				w.start(func(o *Options) { o.InFlight = 1 })
				synctest.Wait()
				want := svcx.CircuitThreshold
				if !opens {
					want += 5
				}
				if c := w.get(ref).Circuit; c.Open() != opens || len(w.posts()) != want {
					t.Errorf("%d attempts, circuit %+v", len(w.posts()), c)
				}
			})
		})
	}
}

// Only a success closes the circuit: a 422 to the last attempt fails that delivery, and
// another one is tried a minute later.
func TestRefusedBodyLeavesItOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{}
		w.answer = r.answer
		ref := w.channel(svcx.FormB, hook)
		added := w.addConversations(ref, 20)
		w.start(schedule(time.Hour))
		synctest.Wait()
		r.status.Store(422)
		start := time.Now()
		time.Sleep(5*time.Minute + 30*time.Second)
		// All are due in an hour; probes are made anyway.
		wantProbes(t, w.since(start.Add(time.Second)), 5)
		failed := 0
		for _, d := range added {
			if w.row(d) == (row{svcx.DeliveryFailed, 2}) {
				failed++
			}
		}
		if failed != 5 || !w.get(ref).Circuit.Open() {
			t.Errorf("%d failed for good, circuit %+v", failed, w.get(ref).Circuit)
		}
	})
}

// Probes with a refused body are attempts: after three the delivery fails, and the next
// one of its conversation is the probe.
func TestRefusedProbesAreAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		ref := w.channel(svcx.FormB, hook)
		added := w.add(&conversation{ref: ref, id: 1}, 2)
		w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
			if p.header.Get("webhook-id") == added[0].WebhookID {
				return respond(422), nil
			}
			return respond(200), nil
		}
		w.openCircuit(ref)
		w.start()
		time.Sleep(2*time.Minute + 30*time.Second)
		wantProbes(t, w.posts(), 3)
		w.wantRow(added[0], row{svcx.DeliveryFailed, 3})
		w.wantRow(added[1], row{svcx.DeliveryReady, 0})
		time.Sleep(time.Minute)
		w.wantRow(added[1], row{svcx.DeliveryDelivered, 1})
		if w.get(ref).Circuit.Open() {
			t.Error("the circuit is open")
		}
	})
}

// The Retry-After of a probe whose body is refused is honoured too.
func TestRefusedProbeKeepsRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(400, "Retry-After", "1800")
		ref := w.channel(svcx.FormB, hook)
		w.addConversations(ref, 1)
		w.openCircuit(ref)
		w.start()
		time.Sleep(29 * time.Minute)
		if n := len(w.posts()); n != 1 {
			t.Errorf("%d calls before it", n)
		}
		time.Sleep(2 * time.Minute)
		if n := len(w.posts()); n != 2 {
			t.Errorf("%d calls after it, want 2", n)
		}
	})
}

// Network errors count like answers.
func TestNetworkErrorsOpenCircuit(t *testing.T) {
	for _, code := range []string{safehttp.CodeTimeout, safehttp.CodeDNSFailed, safehttp.CodeConnectFailed, safehttp.CodeTLSFailed, safehttp.CodeBlockedURL} {
		t.Run(code, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = func(context.Context, posted) (*safehttp.Response, error) {
					return nil, &safehttp.Error{Code: code, Err: errNetwork}
				}
				ref := w.channel(svcx.FormB, hook)
				w.addConversations(ref, 40)
				w.start()
				synctest.Wait()
				// A blocked URL is not a failure of the receiver: all are dropped (W 4.7.5).
				if open := w.get(ref).Circuit.Open(); open != (code != safehttp.CodeBlockedURL) {
					t.Errorf("open %t after %d attempts", open, len(w.posts()))
				}
			})
		})
	}
}

// The Retry-After of a probe is honoured (D 4), even if no other delivery is left to try.
func TestCircuitKeepsRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(503, "Retry-After", "1800")
		ref := w.channel(svcx.FormB, hook)
		w.addConversations(ref, 22)
		start := time.Now()
		w.start(func(o *Options) { o.InFlight = 1 })
		time.Sleep(29 * time.Minute)
		// Twenty at once, and the remaining two as probes.
		if n := len(w.posts()); n != 22 {
			t.Errorf("%d calls, want 22", n)
		}
		time.Sleep(5*time.Minute + 30*time.Second)
		wantProbes(t, w.since(start.Add(30*time.Minute)), 5)
	})
}

// While the circuit is open the store is only read: the write lock is held all the time
// here.
func TestOpenCircuitBeginsNoTransaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(500)
		ref := w.channel(svcx.FormB, hook)
		w.addConversations(ref, 200)
		d, _ := w.start()
		synctest.Wait()
		time.Sleep(6 * time.Second) // the first retries are due
		calls := len(w.posts())
		// A transaction would wait for this one in real time, and fail.
		unlock := w.lock()
		for i := 0; i < 50 && !strings.Contains(w.log.String(), "cannot be used"); i++ {
			d.Wake(ref)
			time.Sleep(time.Second)
		}
		unlock()
		if n := len(w.posts()); n != calls || strings.Contains(w.log.String(), "cannot be used") {
			t.Errorf("%d calls, logged\n%s", n-calls, w.log.String())
		}
		time.Sleep(5 * time.Second)
		if n := len(w.posts()); n != calls+1 {
			t.Errorf("%d probes after that", n-calls)
		}
	})
}

// Two nodes together make one probe a minute.
func TestTwoNodesShareAProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{takes: 300 * time.Millisecond}
		w.answer = r.answer
		ref := w.channel(svcx.FormB, hook)
		added := w.addConversations(ref, 50)
		w.start()
		time.Sleep(100 * time.Millisecond)
		w.start()
		time.Sleep(30 * time.Second)
		first := len(w.posts())
		if first < svcx.CircuitThreshold || first >= svcx.CircuitThreshold+perChannel {
			t.Fatalf("%d attempts", first)
		}
		opened := time.Now()
		time.Sleep(6 * time.Minute)
		wantProbes(t, w.since(opened), 6)
		r.works.Store(true)
		time.Sleep(2 * time.Minute)
		for _, d := range added {
			if got := w.row(d).state; got != svcx.DeliveryDelivered {
				t.Errorf("delivery %d is %s", d.ID, got)
			}
		}
	})
}

// A delivery with one attempt left keeps it, however many probes fail.
func TestProbesUseUpNoAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{}
		w.answer = r.answer
		ref := w.channel(svcx.FormB, hook)
		added := w.addConversations(ref, 1)[0]
		w.sql(`UPDATE delivery SET attempts = 9`)
		w.openCircuit(ref)
		w.start()
		time.Sleep(30 * time.Minute)
		w.wantRow(added, row{svcx.DeliveryReady, 9})
		if n := len(w.posts()); n < 29 || n > 31 {
			t.Errorf("%d probes in half an hour", n)
		}
		r.works.Store(true)
		time.Sleep(time.Minute + time.Second)
		w.wantRow(added, row{svcx.DeliveryDelivered, 10})
	})
}

// openCircuit opens a channel's circuit now, with the first probe due at once.
func (w *fixture) openCircuit(ref store.ChannelRef) {
	w.Helper()
	w.sql(`UPDATE channel SET circuit_failures = 20, circuit_opened_at = $1, circuit_probe_at = $1 WHERE id = $2`, svcx.At(time.Now()), ref.Channel)
}

// A delivery that is not sent is not a probe: the next one is tried at once.
func TestDeliveryThatIsNotSentIsNoProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(500)
		ref := w.channel(svcx.FormB, hook)
		added := w.addConversations(ref, 30)
		w.sql(`UPDATE delivery SET type = 'conversation.closed' WHERE id < $1`, added[29].ID)
		w.sql(`UPDATE workspace SET form = 'A'`)
		w.openCircuit(ref)
		w.start()
		synctest.Wait()
		for _, d := range added[:29] {
			w.wantRow(d, row{svcx.DeliveryFailed, 1})
		}
		w.wantRow(added[29], row{svcx.DeliveryReady, 0})
		if n := len(w.posts()); n != 1 {
			t.Errorf("%d probes", n)
		}
	})
}

// A probe that is due with nothing to send is made when a delivery comes.
func TestProbeWaitsForADelivery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		ref := w.channel(svcx.FormB, hook)
		w.openCircuit(ref)
		d, _ := w.start()
		for range 5 {
			d.Wake(ref)
			time.Sleep(time.Second)
		}
		added := w.addConversations(ref, 1)[0]
		d.Wake(ref)
		synctest.Wait()
		w.wantRow(added, row{svcx.DeliveryDelivered, 1})
	})
}

// The circuit of one channel does not affect others.
func TestCircuitIsOfOneChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
			if p.url == dead {
				return respond(500), nil
			}
			return respond(200), nil
		}
		w.addConversations(w.channel(svcx.FormB, dead), 40)
		healthy := w.addConversations(w.channel(svcx.FormB, hook), 40)
		w.start()
		synctest.Wait()
		for _, d := range healthy {
			w.wantRow(d, row{svcx.DeliveryDelivered, 1})
		}
	})
}

// The default schedule of four conversations with a receiver that is down for three
// hours: their fifth failures open the circuit, then there are probes, and the sixth
// attempts succeed.
func TestReceiverThatIsDownForThreeHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{takes: 10 * time.Millisecond}
		w.answer = r.answer
		ref := w.channel(svcx.FormB, hook)
		var added [][]*svcx.Delivery
		for id := range 4 {
			added = append(added, w.add(&conversation{ref: ref, id: svcx.ConversationID(id + 1)}, 3))
		}
		start := time.Now()
		w.start()
		time.Sleep(13 * time.Minute)
		if c := w.get(ref).Circuit; !c.Open() || c.Failures != 20 || len(w.posts()) != 20 {
			t.Fatalf("%d attempts, circuit %+v", len(w.posts()), c)
		}
		opened := w.get(ref).Circuit.OpenedAt.Std()
		time.Sleep(start.Add(3 * time.Hour).Sub(time.Now()))
		probes := w.since(opened.Add(time.Second))
		wantProbes(t, probes, len(probes))
		if want := int(start.Add(3*time.Hour).Sub(opened) / (61 * time.Second)); len(probes) < want {
			t.Errorf("%d probes, want %d", len(probes), want)
		}
		for _, conv := range added {
			w.wantRow(conv[0], row{svcx.DeliveryReady, 5})
			w.wantRow(conv[1], row{svcx.DeliveryWaiting, 0})
		}
		r.works.Store(true)
		time.Sleep(65 * time.Second)
		for _, conv := range added {
			w.wantRow(conv[0], row{svcx.DeliveryDelivered, 6})
			w.wantRow(conv[1], row{svcx.DeliveryDelivered, 1})
			w.wantRow(conv[2], row{svcx.DeliveryDelivered, 1})
		}
	})
}
