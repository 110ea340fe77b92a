package deliver

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// With two nodes on each database, in real time, each delivery is delivered exactly once,
// in the order of its conversation, with an event log entry per attempt.
func TestNodesDeliverEachExactlyOnceInOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := fixtureOf(t, db)
		l := newOrderChecker()
		l.fail = func() (int, error, time.Duration) {
			if rand.IntN(4) == 0 {
				return 0, &safehttp.Error{Code: safehttp.CodeTimeout, Err: errNetwork}, time.Millisecond
			}
			return 200, nil, time.Duration(rand.IntN(3)) * time.Millisecond
		}
		w.answer = l.answer
		quick := make([]time.Duration, 30)
		for i := range quick {
			quick[i] = 10 * time.Millisecond
		}
		one, stopOne := w.start(schedule(quick...))
		two, stopTwo := w.start(schedule(quick...))
		var refs []store.ChannelRef
		n := 0
		for ch := range 3 {
			ref := w.channel(svcx.FormB, fmt.Sprintf("https://example.com/%d", ch))
			for id := range 10 {
				w.add(&conversation{ref: ref, id: svcx.ConversationID(1000*int(ref.Channel) + id)}, 3)
				n += 3
				one.Wake(ref)
				two.Wake(ref)
			}
			refs = append(refs, ref)
		}
		for deadline := time.Now().Add(time.Minute); l.successes() < n && time.Now().Before(deadline); {
			time.Sleep(5 * time.Millisecond)
		}
		stopOne()
		stopTwo()

		for _, b := range l.broken {
			t.Error(b)
		}
		if len(l.accepted) != n || l.successes() != n {
			t.Errorf("%d deliveries of %d were accepted, %d times", len(l.accepted), n, l.successes())
		}
		records := 0
		for _, ref := range refs {
			records += len(w.events(ref))
		}
		if calls := len(w.posts()); records != calls {
			t.Errorf("%d event log entries for %d attempts", records, calls)
		}
	})
}
