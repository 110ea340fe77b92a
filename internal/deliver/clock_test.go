package deliver

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/safehttp"
)

// Fault 4.5: imported conversations may have times some minutes ahead, and so has one that
// was changed while a clock was ahead. Their later events are sent at once.
func TestReplyToAConversationOfTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newInboxFixture(newFixture(t), svcx.FormB)
		sentAt := h.Now().Add(9 * time.Minute)
		conversations := svcx.Import[svcx.ImportConversation]{Channel: h.ref.Channel, Total: 1, Items: []svcx.ImportConversation{
			{ExternalID: "old", Status: svcx.StatusOpen, Contact: svcx.ImportContact{ExternalID: "crm-1"}},
		}}
		messages := svcx.Import[svcx.ImportMessage]{Channel: h.ref.Channel, Total: 1, Items: []svcx.ImportMessage{
			{ConversationExternalID: "old", ExternalID: "1", Content: "Hi", AuthorType: svcx.AuthorCustomer, SentAt: &sentAt},
		}}
		if r, err := h.ImportConversations(context.Background(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, conversations); err != nil || r.Imported != 1 {
			t.Fatal(r, err)
		}
		if r, err := h.ImportMessages(context.Background(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, messages); err != nil || r.Imported != 1 {
			t.Fatal(r, err)
		}
		c := h.conversation("old")
		if c.UpdatedAt != sentAt {
			t.Fatalf("the conversation was changed at %v, want %v", c.UpdatedAt, sentAt)
		}
		h.reply(c, "the answer")
		time.Sleep(time.Second)
		if calls := h.posts(); len(calls) != 1 || !strings.Contains(calls[0].body, "the answer") {
			t.Errorf("%d calls within a second", len(calls))
		}
		if again := h.conversation("old"); again.UpdatedAt < sentAt {
			t.Errorf("updatedAt went back to %v", again.UpdatedAt)
		}
	})
}

// Faults 4.5 and 4.6: a clock that is set wrong for a minute and then corrected does not
// hold up deliveries, retries, leases, probes or pings.
func TestWrongClockHoldsUpNothing(t *testing.T) {
	const day = 24 * time.Hour
	for _, step := range []struct {
		name  string
		ahead time.Duration
	}{{"a month ahead", 30 * day}, {"a month behind", -30 * day}, {"five minutes behind", -5 * time.Minute}} {
		for _, c := range []struct {
			name string
			run  func(h *inboxFixture, step, back func())
		}{
			{"events go out at once", func(h *inboxFixture, step, back func()) {
				c := h.message("t-1", "Hi")
				for _, set := range []func(){step, back} {
					set()
					n := len(h.posts())
					h.reply(c, "the answer")
					fresh := h.message("t-"+h.Now().String(), "Hi")
					h.reply(fresh, "another")
					time.Sleep(2 * time.Second)
					if got := len(h.posts()) - n; got != 2 {
						h.Errorf("%d of 2 replies went out", got)
					}
				}
			}},
			{"what was made before goes out after it", func(h *inboxFixture, step, back func()) {
				c := h.message("t-1", "Hi")
				step()
				h.stop()
				h.reply(c, "the answer")
				back()
				h.fixture.start()
				time.Sleep(2 * time.Second)
				if got := len(h.posts()); got != 1 {
					h.Errorf("%d calls, want 1", got)
				}
			}},
			{"a retry comes", func(h *inboxFixture, step, back func()) {
				c := h.message("t-1", "Hi")
				h.receiver.answer = failsFirst(2)
				step()
				h.reply(c, "the answer") // fails, and once more after 5 s
				time.Sleep(6 * time.Second)
				back()
				time.Sleep(6 * time.Minute)
				if got := len(h.posts()); got != 3 {
					h.Errorf("%d calls, want 3", got)
				}
			}},
			{"a lease ends", func(h *inboxFixture, step, back func()) {
				c := h.message("t-1", "Hi")
				step()
				h.stop()
				h.reply(c, "the answer")
				h.sql(`UPDATE delivery SET lease = 'gone', due_at = $1`, h.Now().Add(leaseTime))
				back()
				h.fixture.start()
				time.Sleep(6 * time.Minute)
				if got := len(h.posts()); got != 1 {
					h.Errorf("%d calls, want 1", got)
				}
			}},
			{"an open circuit is probed", func(h *inboxFixture, step, back func()) {
				h.receiver.answer = failsFirst(svcx.CircuitThreshold + 1)
				step()
				all := h.addConversations(h.ref, svcx.CircuitThreshold+5)
				h.d.Wake(h.ref)
				time.Sleep(time.Minute)
				back()
				time.Sleep(20 * time.Minute)
				for _, d := range all {
					if got := h.row(d).state; got != svcx.DeliveryDelivered {
						h.Fatalf("delivery %d is %s", d.ID, got)
					}
				}
			}},
			{"all that failed is sent again", func(h *inboxFixture, step, back func()) {
				c := h.message("t-1", "Hi")
				h.receiver.answer = failsFirst(1)
				began := svcx.At(time.Now()).Add(-60 * day)
				step()
				h.stop()
				h.reply(c, "the answer")
				h.sql(`UPDATE delivery SET state = 'failed', ended_at = $1`, h.Now())
				back()
				n, err := h.RedeliverFailed(context.Background(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, h.ref.Channel, began, nil)
				if err != nil || n != 1 {
					h.Errorf("%d are sent again, %v", n, err)
				}
			}},
			{"a monitored channel is pinged", func(h *inboxFixture, step, back func()) {
				h.stop()
				h.set(func(s *svcx.Settings) { s.MonitoringEnabled = true })
				_, stop := h.fixture.start(monitored)
				defer stop()
				time.Sleep(2 * interval)
				step()
				time.Sleep(time.Minute)
				back()
				n := len(h.pings()[hook])
				time.Sleep(3 * interval)
				if got := len(h.pings()[hook]) - n; got < 2 {
					h.Errorf("%d pings in three intervals", got)
				}
			}},
		} {
			t.Run(c.name+"/"+step.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newInboxFixture(newFixture(t), svcx.FormB)
					time.Sleep(time.Second)
					c.run(h, func() { h.setClock(step.ahead); time.Sleep(2 * time.Second) }, func() { h.setClock(0) })
				})
			})
		}
	}
}

// failsFirst answers 500 to the first n calls.
func failsFirst(n int) func(context.Context, posted) (*safehttp.Response, error) {
	calls := make(chan struct{}, n)
	return func(context.Context, posted) (*safehttp.Response, error) {
		select {
		case calls <- struct{}{}:
			return respond(500), nil
		default:
			return respond(200), nil
		}
	}
}
