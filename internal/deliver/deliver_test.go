package deliver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/safehttp"
)

const hook = "https://hooks.example.com/in?token=s3cret"

func TestDeliveryIsOneCallAndOneLogEntry(t *testing.T) {
	for _, c := range []struct {
		form svcx.FormName
		body string
	}{
		{svcx.FormA, `{"conversationId":"conversation-7","content":"hello"}`},
		{svcx.FormB, `{"event":"message.created","conversationId":"conversation-7","timestamp":`},
	} {
		t.Run(string(c.form), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				ref := w.channel(c.form, hook)
				added := w.add(&conversation{ref: ref, id: 7}, 1)[0]
				w.start() // the poll finds it without Wake
				synctest.Wait()

				calls := w.posts()
				if len(calls) != 1 {
					t.Fatalf("%d calls, want 1", len(calls))
				}
				p := calls[0]
				if p.url != hook || !strings.HasPrefix(p.body, c.body) {
					t.Errorf("posted %s to %s", p.body, p.url)
				}
				for name, want := range map[string]string{
					"Content-Type": "application/json", "User-Agent": "svcx/1.2.3", "webhook-id": added.WebhookID,
					"webhook-timestamp": fmt.Sprint(time.Now().Unix()), "svcx-sequence": "1",
				} {
					if got := p.header.Get(name); got != want {
						t.Errorf("%s is %q, want %q", name, got, want)
					}
				}
				w.wantRow(added, row{svcx.DeliveryDelivered, 1})
				events := w.events(ref)
				if len(events) != 1 {
					t.Fatalf("%d event log entries, want 1", len(events))
				}
				e := events[0]
				if e.Status != svcx.EventOK || e.Error != "" || e.Direction != svcx.Outbound || e.Type != "message.created" ||
					*e.ResponseStatus != 200 || e.Attempt != 1 || *e.Delivery != added.ID || e.ConversationID != "conversation-7" {
					t.Errorf("logged %+v", e)
				}
			})
		})
	}
}

// A receiver that is down gets the whole schedule: ten attempts, then the delivery fails.
func TestReceiverThatIsDownGetsTheWholeSchedule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(500)
		ref := w.channel(svcx.FormB, hook)
		c := &conversation{ref: ref, id: 1}
		added := w.add(c, 2)
		start := time.Now()
		w.start()
		time.Sleep(29 * time.Hour)

		want := []time.Duration{0}
		for _, wait := range DefaultSchedule() {
			want = append(want, want[len(want)-1]+wait)
		}
		calls := w.posts()
		if len(calls) < len(want) {
			t.Fatalf("%d calls, want %d", len(calls), len(want))
		}
		for i, after := range want {
			// The poll may find a retry a second late, and delays add up.
			if got := calls[i].at.Sub(start); got < after || got > after+10*time.Second {
				t.Errorf("attempt %d after %v, want %v", i+1, got, after)
			}
			if id := calls[i].header.Get("webhook-id"); id != added[0].WebhookID {
				t.Errorf("attempt %d has webhook-id %s", i+1, id)
			}
			if i > 0 && calls[i].header.Get("webhook-timestamp") == calls[i-1].header.Get("webhook-timestamp") {
				t.Errorf("attempt %d has the timestamp of the one before", i+1)
			}
		}
		w.wantRow(added[0], row{svcx.DeliveryFailed, 10})
		// Only now the conversation's next delivery is sent, and at once.
		if got := calls[10].header.Get("webhook-id"); got != added[1].WebhookID || calls[10].at != calls[9].at {
			t.Errorf("after the last attempt came %s at %v", got, calls[10].at.Sub(start))
		}
		for i, e := range w.events(ref)[:10] {
			if e.Status != svcx.EventFailed || e.Error != "http_status: the receiver answered 500" || *e.ResponseStatus != 500 || e.Attempt != i+1 {
				t.Errorf("entry %d: %+v", i, e)
			}
		}
	})
}

func TestRetryAfterIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(429, "Retry-After", "3600")
		w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 1)
		start := time.Now()
		w.start()
		time.Sleep(90 * time.Minute)
		calls := w.posts()
		if len(calls) != 2 {
			t.Fatalf("%d calls, want 2", len(calls))
		}
		if got := calls[1].at.Sub(start); got < time.Hour || got > time.Hour+2*time.Second {
			t.Errorf("second attempt after %v, want an hour", got)
		}
	})
}

// A retry that is due before the next poll is on time.
func TestShortRetryIsOnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(503)
		w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 1)
		start := time.Now()
		w.start(schedule(300*time.Millisecond, 1500*time.Millisecond))
		time.Sleep(time.Minute)
		var got []time.Duration
		for _, p := range w.posts() {
			got = append(got, p.at.Sub(start))
		}
		if fmt.Sprint(got) != "[0s 300ms 1.8s]" {
			t.Errorf("attempts at %v", got)
		}
	})
}

// A conversation's deliveries are sent one after the other without waiting for the poll.
func TestConversationIsSentWithoutThePoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		d, _ := w.start()
		synctest.Wait()
		ref := w.channel(svcx.FormB, hook)
		added := w.add(&conversation{ref: ref, id: 1}, 50)
		start := time.Now()
		d.Wake(ref)
		synctest.Wait()
		for i, p := range w.posts() {
			if p.header.Get("webhook-id") != added[i].WebhookID || p.at != start {
				t.Fatalf("call %d: %s after %v", i, p.header.Get("webhook-id"), p.at.Sub(start))
			}
		}
		if n := len(w.posts()); n != len(added) {
			t.Fatalf("%d calls, want %d", n, len(added))
		}
	})
}

func TestCurrentURLAndFormApplyToWaitingDeliveries(t *testing.T) {
	const elsewhere = "https://elsewhere.example.com/"
	for _, c := range []struct {
		name   string
		change func(w *fixture, d *svcx.Delivery)
		state  svcx.DeliveryState
		status svcx.EventStatus
		reason string
		url    string
	}{
		{"changed", func(w *fixture, d *svcx.Delivery) {
			w.sql(`UPDATE channel SET settings = json_set(settings, '$.WebhookURL', $1)`, elsewhere)
		}, svcx.DeliveryDelivered, svcx.EventOK, "", elsewhere},
		{"cleared", func(w *fixture, d *svcx.Delivery) {
			w.sql(`UPDATE channel SET settings = json_set(settings, '$.WebhookURL', '')`)
		}, svcx.DeliveryFailed, svcx.EventFailed, "no_webhook_url: ", ""},
		{"channel deleted", func(w *fixture, d *svcx.Delivery) { w.sql(`DELETE FROM channel`) },
			svcx.DeliveryFailed, svcx.EventFailed, "no_webhook_url: ", ""},
		{"form changed", func(w *fixture, d *svcx.Delivery) { w.sql(`UPDATE workspace SET form = 'A'`) },
			svcx.DeliveryFailed, svcx.EventSkipped, "event_disabled: ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
					if p.url == elsewhere {
						return respond(200), nil
					}
					return respond(503), nil
				}
				ref := w.channel(svcx.FormB, hook)
				added := w.add(&conversation{ref: ref, id: 1}, 2)
				w.sql(`UPDATE delivery SET type = 'conversation.closed'`)
				w.start()
				time.Sleep(time.Second)
				c.change(w, added[0])
				time.Sleep(10 * time.Second)

				for _, d := range added {
					if got := w.row(d).state; got != c.state {
						t.Errorf("delivery %d is %s, want %s", d.Sequence, got, c.state)
					}
				}
				events := w.events(ref)
				if len(events) != 3 {
					t.Fatalf("%d event log entries, want 3", len(events))
				}
				for _, e := range events[1:] {
					if e.Status != c.status || !strings.HasPrefix(e.Error, c.reason) {
						t.Errorf("logged %s, %q", e.Status, e.Error)
					}
				}
				calls := w.posts()
				if c.url == "" && len(calls) != 1 || c.url != "" && calls[len(calls)-1].url != c.url {
					t.Errorf("%d calls, the last to %s", len(calls), calls[len(calls)-1].url)
				}
			})
		})
	}
}

// An attempt whose lease has expired records nothing (D 4).
func TestLateAnswerIsFenced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(context.Context, posted) (*safehttp.Response, error) {
			if len(w.posts()) > 1 {
				return respond(204), nil
			}
			time.Sleep(45 * time.Second) // ignores its deadline, past the lease
			return respond(400), nil
		}
		ref := w.channel(svcx.FormB, hook)
		added := w.add(&conversation{ref: ref, id: 1}, 2)
		w.start()
		time.Sleep(2 * time.Minute)
		w.wantRow(added[0], row{svcx.DeliveryDelivered, 1})
		w.wantRow(added[1], row{svcx.DeliveryDelivered, 1})
		events := w.events(ref)
		if len(events) != 2 || *events[0].ResponseStatus != 204 || *events[1].ResponseStatus != 204 {
			t.Errorf("%d event log entries, the first %+v", len(events), events[0])
		}
		if !strings.Contains(w.log.String(), "the lease was lost") {
			t.Error("the lost lease was not logged")
		}
	})
}

func TestUnknownErrorsAreNotShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
			return nil, errors.New("Post " + p.url + ": some text of net/http")
		}
		ref := w.channel(svcx.FormB, hook)
		added := w.add(&conversation{ref: ref, id: 1}, 1)[0]
		w.start()
		synctest.Wait()
		w.wantRow(added, row{svcx.DeliveryReady, 1})
		if e := w.events(ref)[0]; e.Error != "connect_failed: the call could not be made" {
			t.Errorf("logged %q", e.Error)
		}
	})
}
