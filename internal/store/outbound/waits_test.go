package outbound_test

import (
	"time"

	"svcx"
	"svcx/internal/store"
)

// Fault 4.5: a delivery that is due later than it can be is made due now, whatever it
// waits for; the others keep their times.
func waitCases(f *fixture) {
	at := now.Add(24 * time.Hour)
	waits := store.Waits{Now: now, Untried: now.Add(time.Minute), Retry: at, Lease: now.Add(2 * time.Minute)}
	due := func(f *fixture, ch store.ChannelRef, lease string) (n int) {
		f.Helper()
		found := must(f.db.Read(f.ctx()).WaitingTooLong(waits))(f)
		for _, ref := range found {
			if ref == ch {
				n = 1
			}
		}
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.EndWaits(ch, waits) })
		if got := len(f.claim(ch, 9, lease, now)); got != n {
			f.Errorf("%d are due, %d channels were found", got, n)
		}
		return n
	}
	for _, c := range []struct {
		name string
		due  svcx.Time
		want int
	}{
		{"a minute", now.Add(time.Minute), 0}, {"longer", now.Add(time.Minute) + 1, 1},
	} {
		f.Case("one without an attempt, "+c.name, func(f *fixture) {
			ch := f.channel(f.workspace())
			d := &svcx.Delivery{Workspace: ch.Workspace, Channel: ch.Channel, Conversation: 1, CreatedAt: now, DueAt: c.due}
			f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(ch.Workspace, d) })
			f.equal("due", due(f, ch, "again"), c.want)
		})
	}
	f.Case("one without an attempt, as the receiver asked of a probe", func(f *fixture) {
		ch := f.channel(f.workspace())
		d := &svcx.Delivery{Workspace: ch.Workspace, Channel: ch.Channel, Conversation: 1, CreatedAt: now, DueAt: now.Add(time.Hour)}
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(ch.Workspace, d) })
		for range svcx.CircuitThreshold {
			f.write(ch.Workspace, func(tx *store.Tx) error { _, err := tx.CircuitFailed(ch, now); return err })
		}
		f.equal("due", due(f, ch, "again"), 0)
	})
	for _, c := range []struct {
		name string
		due  svcx.Time
		want int
	}{
		{"the longest", at, 0}, {"longer", at + 1, 1},
	} {
		f.Case("a retry, "+c.name, func(f *fixture) {
			ch := f.channel(f.workspace())
			f.deliver(ch, 1)
			f.equal("held", f.retry(f.claim(ch, 1, "first", now)[0], "first", c.due), true)
			f.equal("due", due(f, ch, "again"), c.want)
		})
	}
	for _, c := range []struct {
		name  string
		taken svcx.Time
		want  int
	}{
		{"held", now.Add(time.Minute), 0}, {"of a clock that was ahead", now.Add(time.Hour), 1},
	} {
		f.Case("a lease, "+c.name, func(f *fixture) {
			ch := f.channel(f.workspace())
			f.deliver(ch, 1)
			d := f.claim(ch, 1, "first", c.taken)[0]
			f.equal("due", due(f, ch, "again"), c.want)
			f.equal("held", f.end(d, "first", svcx.DeliveryDelivered, now), c.want == 0)
		})
	}
}
