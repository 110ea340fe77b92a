package outbound_test

import (
	"svcx"
	"svcx/internal/store"
)

// D 4: after 20 retryable failures in a row the channel's circuit opens; there is
// one probe a minute until one succeeds.
func circuitCases(f *fixture) {
	fail := func(f *fixture, ch store.ChannelRef, n int) (opened int) {
		f.Helper()
		for i := range n {
			if read(f, ch.Workspace, func(tx *store.Tx) (bool, error) { return tx.CircuitFailed(ch, now+svcx.Time(i)) }) {
				opened++
			}
		}
		return opened
	}
	works := func(f *fixture, ch store.ChannelRef) bool {
		f.Helper()
		return read(f, ch.Workspace, func(tx *store.Tx) (bool, error) { return tx.CircuitWorks(ch) })
	}
	state := func(f *fixture, ch store.ChannelRef) svcx.Circuit {
		f.Helper()
		c := must(f.db.Read(f.ctx()).Circuit(ch))(f)
		f.equal("in a transaction", read(f, ch.Workspace, func(tx *store.Tx) (svcx.Circuit, error) { return tx.Circuit(ch) }), c)
		return c
	}
	f.Case("it opens once, with the last of the failures in a row, and closes with a success", func(f *fixture) {
		ch := f.channel(f.workspace())
		sister := f.channel(ch.Workspace)
		f.equal("opened", fail(f, ch, svcx.CircuitThreshold-1), 0)
		f.equal("not yet", state(f, ch), svcx.Circuit{Failures: svcx.CircuitThreshold - 1})
		f.equal("opened", fail(f, ch, 3), 1)
		f.equal("open", state(f, ch), svcx.Circuit{Failures: svcx.CircuitThreshold + 2, OpenedAt: ptr(now), ProbeAt: ptr(now.Add(svcx.CircuitProbe))})
		f.equal("on the channel", must(f.db.Read(f.ctx()).Channel(ch.Workspace, ch.Channel))(f).Circuit, state(f, ch))
		f.equal("the sister's", state(f, sister), svcx.Circuit{})
		f.equal("closed", works(f, ch), true)
		f.equal("closed", state(f, ch), svcx.Circuit{})
		f.equal("again", works(f, ch), false)
	})
	f.Case("a success in between resets the count", func(f *fixture) {
		ch := f.channel(f.workspace())
		fail(f, ch, svcx.CircuitThreshold-1)
		f.equal("was open", works(f, ch), false)
		f.equal("opened", fail(f, ch, svcx.CircuitThreshold-1), 0)
	})
	f.Case("an answer resets the count of a closed circuit and leaves an open one open", func(f *fixture) {
		ch := f.channel(f.workspace())
		answer := func() { f.write(ch.Workspace, func(tx *store.Tx) error { return tx.CircuitAnswered(ch) }) }
		fail(f, ch, 5)
		answer()
		f.equal("closed", state(f, ch), svcx.Circuit{})
		fail(f, ch, svcx.CircuitThreshold)
		answer()
		f.equal("open", state(f, ch).Open(), true)
	})
	f.Case("a probe sets the time of the next one if the circuit is open", func(f *fixture) {
		ch := f.channel(f.workspace())
		probe := func() { f.write(ch.Workspace, func(tx *store.Tx) error { return tx.ProbeCircuit(ch, now+77) }) }
		probe()
		f.equal("closed", state(f, ch), svcx.Circuit{})
		fail(f, ch, svcx.CircuitThreshold)
		probe()
		f.equal("open", state(f, ch).ProbeAt, ptr(now+77))
	})
	f.Case("another workspace neither sees nor changes a circuit", func(f *fixture) {
		ch := f.channel(f.workspace())
		fail(f, ch, svcx.CircuitThreshold)
		foreign := store.ChannelRef{Workspace: f.workspace(), Channel: ch.Channel}
		f.equal("seen", state(f, foreign), svcx.Circuit{})
		f.equal("closed", works(f, foreign), false)
		f.write(foreign.Workspace, func(tx *store.Tx) error { return tx.ResetCircuit(foreign.Workspace, ch.Channel) })
		f.equal("still open", state(f, ch).Open(), true)
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.ResetCircuit(ch.Workspace, ch.Channel) })
		f.equal("reset", state(f, ch), svcx.Circuit{})
	})
	f.Case("a delivery is made due for a probe", expediteCase)
	f.Case("the next attempt is when it is due, and not before the circuit's next probe", func(f *fixture) {
		ch := f.channel(f.workspace())
		d := f.deliver(ch, 1)[0]
		f.retry(f.claim(ch, 1, "lease", now)[0], "lease", now+500)
		next := func(ws svcx.WorkspaceID) (svcx.Time, error) {
			var at svcx.Time
			err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) (err error) {
				at, err = tx.NextAttempt(&svcx.Delivery{Workspace: ws, ID: d.ID})
				return err
			})
			return at, err
		}
		f.equal("closed", must(next(ch.Workspace))(f), now+500)
		fail(f, ch, svcx.CircuitThreshold)
		f.equal("open", must(next(ch.Workspace))(f), *state(f, ch).ProbeAt)
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.ProbeCircuit(ch, now+77) })
		f.equal("due later than the probe", must(next(ch.Workspace))(f), now+500)
		if at, err := next(f.workspace()); err == nil {
			f.Errorf("another workspace sees %d", at)
		}
	})
}

// expediteCase: the next delivery is made due, unless it is due or leased already.
func expediteCase(f *fixture) {
	ch := f.channel(f.workspace())
	expedite := func(at svcx.Time) {
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.ExpediteDelivery(ch, at) })
	}
	expedite(now) // without deliveries
	all := f.deliver(ch, 1, 2, 3)
	sister := f.deliver(f.channel(ch.Workspace), 4)
	for i, d := range f.claim(ch, 3, "lease", now) {
		f.retry(d, "lease", now+svcx.Time(1000*(3-i)))
	}
	expedite(now + 10)
	expedite(now + 20)
	f.equal("the one that was next", deliveryIDs(f.claim(ch, 9, "probe", now+20)), deliveryIDs(all[2:]))
	expedite(now + 30)
	f.equal("the leased one is not touched, the next is", deliveryIDs(f.claim(ch, 9, "probe", now+30)), deliveryIDs(all[1:2]))
	expedite(now + 5000)
	f.equal("what is due sooner stays so", deliveryIDs(f.claim(ch, 9, "probe", now+3000)), deliveryIDs(all[:1]))
	f.equal("another channel's", deliveryIDs(f.claim(store.ChannelRef{Workspace: ch.Workspace, Channel: sister[0].Channel}, 9, "x", now)), deliveryIDs(sister))
}
