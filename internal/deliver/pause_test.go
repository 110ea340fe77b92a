package deliver

import (
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/inbox"
)

// I pause: no attempt begins while deliveries are paused, by no path; an open circuit gets
// no probe. Then everything is sent, in order, and no attempt was used up.
func TestPausedDeliveriesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		call := inbox.Call{Workspace: h.ws, Actor: inbox.Operator}
		if _, err := h.PauseDelivery(t.Context(), call, h.ref.Channel); err != nil {
			t.Fatal(err)
		}
		one := &conversation{ref: h.ref, id: 1}
		added := append(w.add(one, 3), w.addConversations(h.ref, 5)...)
		h.d.Wake(h.ref)
		time.Sleep(time.Hour)
		// A new address, and a redelivery, do not end the pause.
		w.change(h.ref, func(s *svcx.Settings) { s.WebhookURL = hook + "/new" })
		if err := h.Services.Core.RetryNow(t.Context(), h.ref); err != nil {
			t.Fatal(err)
		}
		h.d.Wake(h.ref)
		time.Sleep(time.Hour)
		if n := len(w.posts()); n != 0 {
			t.Fatalf("%d calls during the pause", n)
		}
		if q, err := h.Queue(t.Context(), h.ws, h.ref.Channel); err != nil || q.Waiting != len(added) {
			t.Errorf("the queue is %+v, %v", q, err)
		}
		resumed := time.Now()
		if _, err := h.ResumeDelivery(t.Context(), call, h.ref.Channel); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := w.since(resumed); len(got) != len(added) || got[0].at != resumed {
			t.Errorf("%d calls after the pause, want %d at once", len(got), len(added))
		}
		for _, d := range added {
			w.wantRow(d, row{svcx.DeliveryDelivered, 1})
		}
	})
}

// Attempts that have begun end, and what fails then waits for the end of the pause; so does
// the probe of an open circuit.
func TestPauseDuringAnAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{takes: 2 * time.Second}
		w.answer = r.answer
		h := newInboxFixture(w, svcx.FormB)
		call := inbox.Call{Workspace: h.ws, Actor: inbox.Operator}
		added := w.addConversations(h.ref, 40)
		h.d.Wake(h.ref)
		time.Sleep(time.Second)
		if _, err := h.PauseDelivery(t.Context(), call, h.ref.Channel); err != nil {
			t.Fatal(err)
		}
		begun := len(w.posts())
		time.Sleep(time.Hour)
		if n := len(w.posts()); n != begun || begun == 0 {
			t.Errorf("%d calls began before the pause, %d in all", begun, n)
		}
		if n := len(w.events(h.ref)); n != begun {
			t.Errorf("%d of %d attempts were recorded", n, begun)
		}
		r.works.Store(true)
		if _, err := h.ResumeDelivery(t.Context(), call, h.ref.Channel); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Minute)
		for _, d := range added {
			if got := w.row(d).state; got != svcx.DeliveryDelivered {
				t.Errorf("delivery %d is %s", d.ID, got)
			}
		}
	})
}
