package deliver

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/safehttp"
)

// A shutdown finishes and records the attempts in flight, and begins no new ones.
func TestShutdownFinishesAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(context.Context, posted) (*safehttp.Response, error) {
			time.Sleep(3 * time.Second)
			return respond(200), nil
		}
		ref := w.channel(svcx.FormB, hook)
		added := w.add(&conversation{ref: ref, id: 1}, 2)
		d, stop := w.start()
		time.Sleep(time.Second)
		begun := time.Now()
		stop()
		if took := time.Since(begun); took != 2*time.Second {
			t.Errorf("Run returned after %v, want 2s", took)
		}
		w.wantRow(added[0], row{svcx.DeliveryDelivered, 1})
		w.wantRow(added[1], row{svcx.DeliveryReady, 0})
		d.Wake(ref)
		time.Sleep(time.Minute)
		if n := len(w.posts()); n != 1 {
			t.Errorf("%d calls, want 1", n)
		}
	})
}

// An attempt that times out during a shutdown is recorded.
func TestShutdownWaitsForTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(ctx context.Context, _ posted) (*safehttp.Response, error) { return hang(ctx) }
		added := w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 1)[0]
		_, stop := w.start()
		time.Sleep(time.Second)
		stop()
		w.wantRow(added, row{svcx.DeliveryReady, 1})
	})
}

// An attempt that does not end in time keeps its lease and is made again later.
func TestAttemptCutByAShutdownIsMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(ctx context.Context, _ posted) (*safehttp.Response, error) {
			if len(w.posts()) > 1 {
				return respond(200), nil
			}
			time.Sleep(time.Minute) // ignores its deadline
			return hang(ctx)
		}
		ref := w.channel(svcx.FormB, hook)
		added := w.add(&conversation{ref: ref, id: 1}, 1)[0]
		_, stop := w.start()
		time.Sleep(time.Second)
		begun := time.Now()
		stop()
		if took := time.Since(begun); took != attemptTime+recordTime {
			t.Errorf("Run returned after %v", took)
		}
		w.wantRow(added, row{svcx.DeliveryReady, 0})
		w.start()
		time.Sleep(time.Minute)
		w.wantRow(added, row{svcx.DeliveryDelivered, 1})
		if n := len(w.events(ref)); n != 1 {
			t.Errorf("%d event log entries, want 1", n)
		}
	})
}
