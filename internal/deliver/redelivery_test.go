package deliver

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/safehttp"
)

// record returns the last event log entry of a delivery.
func (h *inboxFixture) record(id svcx.DeliveryID) *svcx.EventLogEntry {
	h.Helper()
	var found *svcx.EventLogEntry
	for _, e := range h.logged(h.ref) {
		if e.Delivery != nil && *e.Delivery == id {
			found = e
		}
	}
	if found == nil {
		h.Fatalf("no entry of delivery %d", id)
	}
	return found
}

func (h *inboxFixture) redeliver(d *svcx.Delivery) {
	h.Helper()
	id, err := h.Redeliver(context.Background(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, h.ref.Channel, h.record(d.ID).ID)
	if err != nil || id != d.ID {
		h.Fatalf("redelivered %d, %v", id, err)
	}
	synctest.Wait()
}

// D 4: a redelivery has the same webhook-id and event and a new webhook-timestamp, whether
// the delivery was delivered or failed.
func TestRedeliverySendsTheSameEventAgain(t *testing.T) {
	for _, status := range []int{200, 410} {
		synctest.Test(t, func(t *testing.T) {
			w := newFixture(t)
			r := &switchedReceiver{}
			r.status.Store(int64(status))
			w.answer = r.answer
			h := newInboxFixture(w, svcx.FormB, schedule()) // 410 is final then
			d := w.add(&conversation{ref: h.ref, id: 1}, 1)[0]
			time.Sleep(time.Hour)
			r.works.Store(true)
			h.redeliver(d)
			calls := w.posts()
			if len(calls) != 2 {
				t.Fatalf("%d calls, want 2", len(calls))
			}
			first, again := calls[0], calls[1]
			if again.body != first.body || again.header.Get("webhook-id") != d.WebhookID || again.header.Get("svcx-sequence") != "1" {
				t.Errorf("sent %v %s, then %v %s", first.header, first.body, again.header, again.body)
			}
			if again.header.Get("webhook-timestamp") == first.header.Get("webhook-timestamp") {
				t.Error("the timestamp is the old one")
			}
			w.wantRow(d, row{svcx.DeliveryDelivered, 2})
			if e := h.record(d.ID); e.Status != svcx.EventOK || e.Attempt != 2 {
				t.Errorf("logged %+v", e)
			}
			// It can be repeated.
			h.redeliver(d)
			w.wantRow(d, row{svcx.DeliveryDelivered, 3})
		})
	}
}

// A delivery that waits for its next attempt is tried now; it had to wait for hours
// although its receiver worked again.
func TestRedeliveryOfAWaitingDeliveryIsTriedNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{}
		w.answer = r.answer
		h := newInboxFixture(w, svcx.FormB, schedule(time.Hour, time.Hour))
		d := w.add(&conversation{ref: h.ref, id: 1}, 1)[0]
		time.Sleep(2 * time.Second)
		h.redeliver(d)
		time.Sleep(2 * time.Second)
		w.wantRow(d, row{svcx.DeliveryReady, 2})
		if n := len(w.posts()); n != 2 {
			t.Errorf("%d calls", n)
		}
	})
}

// A redelivery neither waits for others of its conversation nor holds them up.
func TestRedeliveryIsOutsideTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		var failing atomic.Value
		failing.Store("")
		w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
			if p.header.Get("webhook-id") == failing.Load() {
				return respond(503), nil
			}
			return respond(200), nil
		}
		h := newInboxFixture(w, svcx.FormB)
		c := &conversation{ref: h.ref, id: 1}
		old := w.add(c, 1)[0]
		time.Sleep(2 * time.Second)

		// While a later delivery is retried, the redelivery is sent at once.
		stuck := w.add(c, 1)[0]
		failing.Store(stuck.WebhookID)
		time.Sleep(2 * time.Second)
		w.wantRow(stuck, row{svcx.DeliveryReady, 1})
		h.redeliver(old)
		w.wantRow(old, row{svcx.DeliveryDelivered, 2})
		w.wantRow(stuck, row{svcx.DeliveryReady, 1})

		// While the redelivery is retried, others of its conversation are sent.
		failing.Store(old.WebhookID)
		time.Sleep(10 * time.Second)
		w.wantRow(stuck, row{svcx.DeliveryDelivered, 2})
		h.redeliver(old)
		w.wantRow(old, row{svcx.DeliveryResend, 3})
		later := w.add(c, 3)
		h.d.Wake(h.ref)
		synctest.Wait()
		for _, d := range later {
			w.wantRow(d, row{svcx.DeliveryDelivered, 1})
		}
		failing.Store("")
		time.Sleep(5 * time.Minute)
		w.wantRow(old, row{svcx.DeliveryDelivered, 4})
	})
}

// All that failed since a time are sent again, each once; not delivered ones, nor those of
// another channel.
func TestRedeliveryOfAllFailedSince(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{}
		r.status.Store(422) // nothing for the circuit
		w.answer = r.answer
		h := newInboxFixture(w, svcx.FormB, schedule())
		before := w.addConversations(h.ref, 3)
		time.Sleep(time.Minute)
		since := svcx.At(time.Now())
		// More than one step of the use case.
		var failed []*svcx.Delivery
		for id := range 520 {
			failed = append(failed, w.add(&conversation{ref: h.ref, id: svcx.ConversationID(5000 + id)}, 1)...)
		}
		other := w.addConversations(w.channel(svcx.FormB, dead), 3)
		h.d.Wake(h.ref)
		time.Sleep(time.Minute)
		r.works.Store(true)
		delivered := w.add(&conversation{ref: h.ref, id: 9999}, 1)[0]
		time.Sleep(time.Minute)
		calls := len(w.posts())

		r.works.Store(false) // the redeliveries fail for good
		n, err := h.RedeliverFailed(context.Background(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, h.ref.Channel, since, nil)
		if err != nil || n != int64(len(failed)) {
			t.Fatalf("%d are redelivered, %v", n, err)
		}
		time.Sleep(time.Minute)
		if got := len(w.posts()) - calls; got != len(failed) {
			t.Errorf("%d calls, want %d", got, len(failed))
		}
		for _, d := range failed {
			w.wantRow(d, row{svcx.DeliveryFailed, 2})
		}
		for _, d := range append(before, other...) {
			w.wantRow(d, row{svcx.DeliveryFailed, 1})
		}
		w.wantRow(delivered, row{svcx.DeliveryDelivered, 1})
	})
}

// A delivery that failed after its last attempt gets one more, and the lease of a redelivery
// expires like any other.
func TestRedeliveryAfterTheLastAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{}
		w.answer = r.answer
		h := newInboxFixture(w, svcx.FormB, schedule(time.Second, time.Second))
		d := w.add(&conversation{ref: h.ref, id: 1}, 1)[0]
		time.Sleep(time.Minute)
		w.wantRow(d, row{svcx.DeliveryFailed, 3})
		h.redeliver(d)
		w.wantRow(d, row{svcx.DeliveryFailed, 4})

		w.sql(`UPDATE delivery SET state = 'resend', lease = 'gone', due_at = $1`, svcx.At(time.Now().Add(leaseTime)))
		r.works.Store(true)
		time.Sleep(leaseTime + 2*time.Second)
		w.wantRow(d, row{svcx.DeliveryDelivered, 5})
	})
}

// D 4: a new URL closes the circuit, and what waits is sent there at once, or fails if the
// URL was cleared. Other changes leave the circuit open.
func TestNewURLClosesCircuit(t *testing.T) {
	for _, url := range []string{"https://new.example.com/", ""} {
		synctest.Test(t, func(t *testing.T) {
			w := newFixture(t)
			w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
				if p.url == hook {
					return respond(500), nil
				}
				return respond(200), nil
			}
			h := newInboxFixture(w, svcx.FormB)
			added := w.addConversations(h.ref, 40)
			time.Sleep(10 * time.Second)
			calls := len(w.posts())
			h.set(func(s *svcx.Settings) { s.MessageExportEnabled = true })
			synctest.Wait()
			if !w.get(h.ref).Circuit.Open() || len(w.posts()) != calls {
				t.Errorf("another setting: %d calls, circuit %+v", len(w.posts())-calls, w.get(h.ref).Circuit)
			}
			h.set(func(s *svcx.Settings) { s.WebhookURL = url })
			synctest.Wait()
			want := svcx.DeliveryDelivered
			if url == "" {
				want = svcx.DeliveryFailed
			}
			for _, d := range added {
				if got := w.row(d).state; got != want {
					t.Errorf("delivery %d is %s, want %s", d.ID, got, want)
				}
			}
			if c := w.get(h.ref).Circuit; c.Open() || c.Failures != 0 {
				t.Errorf("circuit %+v", c)
			}
		})
	}
}
