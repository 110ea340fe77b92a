package deliver

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/safehttp"
)

// refusals are the statuses with which a receiver refuses a body (D 4).
var refusals = []int{400, 413, 415, 422}

// inSequence answers with one status after the other, and then with 200.
func inSequence(statuses ...int) func(context.Context, posted) (*safehttp.Response, error) {
	var n atomic.Int64
	return func(context.Context, posted) (*safehttp.Response, error) {
		if i := int(n.Add(1)) - 1; i < len(statuses) {
			return respond(statuses[i]), nil
		}
		return respond(200), nil
	}
}

// Fault "4xx was final after one attempt": a receiver with a stale secret, one that is being
// deployed, and one whose proxy redirects or answers 410 come back. No reply is lost, nor
// any that waits after it.
func TestOtherStatusesAreRetried(t *testing.T) {
	for _, status := range []int{101, 302, 307, 401, 403, 404, 405, 409, 410, 451, 501} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = inSequence(status, status, status, status)
				added := w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 2)
				w.start()
				time.Sleep(2 * time.Minute)
				w.wantRow(added[0], row{svcx.DeliveryReady, 3})
				w.wantRow(added[1], row{svcx.DeliveryWaiting, 0})
				time.Sleep(45 * time.Minute)
				w.wantRow(added[0], row{svcx.DeliveryDelivered, 5})
				w.wantRow(added[1], row{svcx.DeliveryDelivered, 1})
			})
		})
	}
}

// These statuses are retried for as long as a receiver that is down.
func TestStatusesUseUpTheSchedule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(401)
		d := w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 1)[0]
		w.start()
		time.Sleep(27 * time.Hour)
		w.wantRow(d, row{svcx.DeliveryReady, 9})
		time.Sleep(2 * time.Hour)
		w.wantRow(d, row{svcx.DeliveryFailed, 10})
	})
}

// D 4: a body that the receiver refuses gets three attempts by the schedule; then the next
// delivery of the conversation is sent.
func TestRefusedBodyBlocksNothing(t *testing.T) {
	for _, status := range refusals {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
					seq, _ := strconv.Atoi(p.header.Get("svcx-sequence"))
					if seq%2 == 1 {
						return respond(status), nil
					}
					return respond(200), nil
				}
				added := w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 10)
				w.start()
				time.Sleep(30 * time.Second)
				w.wantRow(added[0], row{svcx.DeliveryReady, 2})
				w.wantRow(added[1], row{svcx.DeliveryWaiting, 0})
				time.Sleep(5 * time.Minute)
				for i, d := range added {
					want := row{svcx.DeliveryDelivered, 1}
					if i%2 == 0 {
						want = row{svcx.DeliveryFailed, 3}
					}
					w.wantRow(d, want)
				}
			})
		})
	}
}

// A refused body that is accepted at the second or third attempt is delivered.
func TestRefusedBodyMayBeAcceptedLater(t *testing.T) {
	for _, c := range []struct {
		statuses []int
		want     row
	}{
		{[]int{422}, row{svcx.DeliveryDelivered, 2}},
		{[]int{400, 422}, row{svcx.DeliveryDelivered, 3}},
		{[]int{400, 413, 415}, row{svcx.DeliveryFailed, 3}},
		// Three attempts in all, whatever the earlier answers.
		{[]int{503, 400}, row{svcx.DeliveryDelivered, 3}},
		{[]int{503, 503, 400}, row{svcx.DeliveryFailed, 3}},
		{[]int{503, 404, 401, 400}, row{svcx.DeliveryFailed, 4}},
		{[]int{400, 400, 503}, row{svcx.DeliveryDelivered, 4}},
	} {
		t.Run(fmt.Sprint(c.statuses), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = inSequence(c.statuses...)
				d := w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 1)[0]
				w.start()
				time.Sleep(time.Hour)
				w.wantRow(d, c.want)
			})
		})
	}
}

// An operator's schedule bounds the attempts too: without waits there is one.
func TestRefusedBodyKeepsToTheSchedule(t *testing.T) {
	for n, waits := range [][]time.Duration{{}, {time.Second}, {time.Second, time.Second}, {time.Second, time.Second, time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			w := newFixture(t)
			w.answer = always(422)
			d := w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 1)[0]
			w.start(schedule(waits...))
			time.Sleep(time.Minute)
			w.wantRow(d, row{svcx.DeliveryFailed, min(n+1, 3)})
		})
	}
}

// Retry-After is honoured whatever the status (D 4).
func TestRetryAfterOfEveryStatus(t *testing.T) {
	for _, status := range []int{302, 400, 401, 404, 410, 422, 500} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = always(status, "Retry-After", "3600")
				w.addConversations(w.channel(svcx.FormB, hook), 1)
				w.start()
				time.Sleep(59 * time.Minute)
				if n := len(w.posts()); n != 1 {
					t.Errorf("%d calls within the hour", n)
				}
				time.Sleep(2 * time.Minute)
				if n := len(w.posts()); n != 2 {
					t.Errorf("%d calls after it, want 2", n)
				}
			})
		})
	}
}

// A delivery that failed for good is logged as a warning; one that was not to be sent is not.
func TestFailedDeliveryIsAWarningUnlessSkipped(t *testing.T) {
	const warning = `level=WARN msg="a delivery failed for good"`
	for form, want := range map[svcx.FormName]int{svcx.FormA: 0, svcx.FormB: 1} {
		synctest.Test(t, func(t *testing.T) {
			w := newFixture(t)
			w.answer = always(422)
			d := w.addConversations(w.channel(form, hook), 1)[0]
			w.sql(`UPDATE delivery SET type = 'conversation.closed'`) // form A has no such event
			w.start()
			time.Sleep(time.Minute)
			if got := w.row(d).state; got != svcx.DeliveryFailed || strings.Count(w.log.String(), warning) != want {
				t.Errorf("form %s: %s, logged\n%s", form, got, w.log.String())
			}
		})
	}
}
