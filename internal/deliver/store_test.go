package deliver

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/safehttp"
)

// While the store is unavailable there is one log line and no busy loop: in a synctest bubble
// such a loop would never let the hour pass.
func TestStoreOutageIsLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		d, _ := w.start()
		ref := w.channel(svcx.FormB, hook)
		synctest.Wait()
		w.db.Close()
		for range 360 {
			d.Wake(ref)
			time.Sleep(10 * time.Second)
		}
		if n := strings.Count(w.log.String(), "\n"); n != 1 {
			t.Errorf("logged %d lines:\n%s", n, w.log.String())
		}
	})
}

// Storing an outcome is retried while the lease lasts; otherwise the delivery would be made
// twice.
func TestOutcomeIsRetriedUntilStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(context.Context, posted) (*safehttp.Response, error) {
			w.sql(`CREATE TRIGGER refuse BEFORE UPDATE ON delivery BEGIN SELECT raise(ABORT, 'the disk is full'); END`)
			time.AfterFunc(12*time.Second, func() { w.sql(`DROP TRIGGER refuse`) })
			return respond(200), nil
		}
		ref := w.channel(svcx.FormB, hook)
		added := w.add(&conversation{ref: ref, id: 1}, 1)[0]
		w.start()
		time.Sleep(2 * time.Minute)
		w.wantRow(added, row{svcx.DeliveryDelivered, 1})
		if n := len(w.posts()); n != 1 || len(w.events(ref)) != 1 {
			t.Errorf("%d calls, %d event log entries, want 1", n, len(w.events(ref)))
		}
		if text := w.log.String(); strings.Count(text, "cannot be used, ") != 1 || strings.Count(text, "used again") != 1 {
			t.Errorf("logged\n%s", text)
		}
	})
}

// Claims that find deliveries and cannot lease them, as often as there are attempts, leave
// all attempts free: they would be lost until the next start.
func TestClaimsThatFailHoldNoAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		ref := w.channel(svcx.FormB, hook)
		added := w.add(&conversation{ref: ref, id: 1}, 1)[0]
		w.sql(`CREATE TRIGGER refuse BEFORE UPDATE ON delivery BEGIN SELECT raise(ABORT, 'the disk is full'); END`)
		w.start(func(o *Options) { o.InFlight = 4 })
		time.Sleep(time.Minute)
		if n := len(w.posts()); n != 0 {
			t.Fatalf("%d calls for deliveries that were not leased", n)
		}
		w.sql(`DROP TRIGGER refuse`)
		time.Sleep(time.Minute)
		w.wantRow(added, row{svcx.DeliveryDelivered, 1})
	})
}
