package outbound_test

import (
	"svcx"
	"svcx/internal/store"
)

// D 4: redelivery, outside the order of the conversation.
func redeliveryCases(f *fixture) {
	resend := func(f *fixture, ch store.ChannelRef, id svcx.DeliveryID, at svcx.Time) bool {
		f.Helper()
		return read(f, ch.Workspace, func(tx *store.Tx) (bool, error) { return tx.ResendDelivery(ch, id, at) })
	}
	resendFailed := func(f *fixture, ch store.ChannelRef, since, until svcx.Time, limit int) int64 {
		f.Helper()
		return read(f, ch.Workspace, func(tx *store.Tx) (int64, error) { return tx.ResendFailed(ch, since, until, now+100, limit) })
	}
	// ended stores deliveries of different conversations that end one after the
	// other.
	ended := func(f *fixture, ch store.ChannelRef, states ...svcx.DeliveryState) []*svcx.Delivery {
		f.Helper()
		var all []*svcx.Delivery
		for i, state := range states {
			all = append(all, f.deliver(ch, svcx.ConversationID(i+1))...)
			d := f.claim(ch, 1, "lease", now)[0]
			f.equal("held", f.end(d, "lease", state, now+svcx.Time(i)), true)
		}
		return all
	}
	const delivered, failed = svcx.DeliveryDelivered, svcx.DeliveryFailed
	f.Case("an ended delivery is sent again and its attempts continue to count", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := ended(f, ch, delivered, failed)
		for _, d := range all {
			f.equal("again", resend(f, ch, d.ID, now+10), true)
			f.equal("not twice", resend(f, ch, d.ID, now+11), false)
			claimed := f.claim(ch, 9, "again", now+10)
			f.equal("claimed", deliveryIDs(claimed), []svcx.DeliveryID{d.ID})
			f.equal("state and attempts", []any{claimed[0].State, claimed[0].Attempts}, []any{svcx.DeliveryResend, 1})
			f.equal("a leased one is left alone", resend(f, ch, d.ID, now+10), false)
			f.equal("held", f.end(claimed[0], "again", failed, now+20), true)
		}
	})
	f.Case("it neither blocks nor waits for others", func(f *fixture) {
		ch := f.channel(f.workspace())
		old := ended(f, ch, failed)[0]
		next := f.deliver(ch, 1, 1)
		f.equal("again", resend(f, ch, old.ID, now), true)
		f.equal("both are due", deliveryIDs(f.claim(ch, 9, "lease", now)), []svcx.DeliveryID{old.ID, next[0].ID})
		f.equal("its end makes no other ready", f.end(old, "lease", delivered, now), true)
		f.equal("the order is kept", len(f.claim(ch, 9, "more", now)), 0)
		f.equal("new ones wait for the others", f.deliver(ch, 1)[0].State, svcx.DeliveryWaiting)
	})
	f.Case("one that has not ended is left alone, another channel's is not found", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := f.deliver(ch, 1, 1)
		for _, d := range all {
			f.equal("again", resend(f, ch, d.ID, now), false)
		}
		for _, ref := range []store.ChannelRef{f.channel(ch.Workspace), {Workspace: f.workspace(), Channel: ch.Channel}} {
			err := f.db.Write(f.ctx(), ref.Workspace, func(tx *store.Tx) error {
				_, err := tx.ResendDelivery(ref, all[0].ID, now)
				return err
			})
			f.wantKind(err, svcx.KindNotFound)
		}
	})
	f.Case("all that failed in a period, in steps, oldest first", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := ended(f, ch, failed, failed, delivered, failed, failed, failed)
		ended(f, f.channel(ch.Workspace), failed)
		f.equal("after the last", resendFailed(f, ch, now+6, now+50, 9), int64(0))
		f.equal("a step", resendFailed(f, ch, now+1, now+4, 2), int64(2))
		f.equal("the first two", deliveryIDs(f.claim(ch, 9, "lease", now+100)), []svcx.DeliveryID{all[1].ID, all[3].ID})
		f.equal("the rest", resendFailed(f, ch, now+1, now+4, 2), int64(1))
		f.equal("no more", resendFailed(f, ch, now+1, now+4, 2), int64(0))
	})
	f.Case("a scheduled attempt is made due, also the one that a delivery waits for", retryNowCase)
	f.Case("the scheduled attempts of a channel are made due, in steps", func(f *fixture) {
		ch, sister := f.channel(f.workspace()), f.channel(f.workspace())
		f.deliver(sister, 1)
		f.retry(f.claim(sister, 1, "lease", now)[0], "lease", now+500)
		all := f.deliver(ch, 1, 2, 3, 3)
		for i, d := range f.claim(ch, 2, "lease", now) {
			f.retry(d, "lease", now+500-svcx.Time(i))
		}
		retry := func(limit int) int64 {
			return read(f, ch.Workspace, func(tx *store.Tx) (int64, error) { return tx.RetryAllNow(ch, now, limit) })
		}
		f.equal("a step", retry(1), int64(1))
		f.equal("the earliest", deliveryIDs(f.claim(ch, 9, "again", now)), []svcx.DeliveryID{all[1].ID, all[2].ID})
		f.equal("the rest", retry(9), int64(1))
		f.equal("leased and waiting ones are left alone", retry(9), int64(0))
		f.equal("due", deliveryIDs(f.claim(ch, 9, "more", now)), []svcx.DeliveryID{all[0].ID})
		f.equal("another channel's", len(f.claim(sister, 9, "more", now)), 0)
	})
}

func retryNowCase(f *fixture) {
	ch := f.channel(f.workspace())
	sister := f.channel(ch.Workspace)
	all := f.deliver(ch, 1, 1, 2)
	later := func() {
		f.Helper()
		for _, d := range f.claim(ch, 9, "lease", now) {
			f.equal("held", f.retry(d, "lease", now+500), true)
		}
	}
	due := func(ref store.ChannelRef, d *svcx.Delivery) []svcx.DeliveryID {
		f.Helper()
		f.write(ref.Workspace, func(tx *store.Tx) error { return tx.RetryNow(ref, d.ID, now) })
		return deliveryIDs(f.claim(ch, 9, "lease", now))
	}
	release := func() {
		f.Helper()
		f.write(0, func(tx *store.Tx) error { _, err := tx.ReleaseLeases(now); return err })
		later()
	}
	later()
	f.equal("its own", due(ch, all[2]), deliveryIDs(all[2:]))
	release()
	f.equal("that of the one before", due(ch, all[1]), deliveryIDs(all[:1]))
	f.equal("a leased one is left alone", due(ch, all[0]), deliveryIDs(nil))
	release()
	for _, ref := range []store.ChannelRef{sister, {Workspace: f.workspace(), Channel: ch.Channel}} {
		f.equal("by another channel or workspace", due(ref, all[0]), deliveryIDs(nil))
	}
}
