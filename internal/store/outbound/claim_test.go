package outbound_test

import (
	"fmt"
	"slices"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Due deliveries are leased oldest first, bounded per channel. After a lease has
// expired its delivery is due again, and its holder can record nothing once the
// delivery is leased again.
func claimCases(f *fixture) {
	f.Case("oldest due first, of the channel alone", func(f *fixture) {
		ch := f.channel(f.workspace())
		sister, stranger := f.channel(ch.Workspace), f.channel(f.workspace())
		all := f.deliver(ch, 1, 2, 3)
		f.deliver(sister, 4)
		f.deliver(stranger, 1)
		d := f.claim(ch, 1, "a", now)[0]
		f.retry(d, "a", now+10)
		f.equal("order of due times", deliveryIDs(f.claim(ch, 9, "b", now+10)), deliveryIDs([]*svcx.Delivery{all[1], all[2], all[0]}))
	})
	f.Case("attempts in flight are bounded, on all nodes together (D 4)", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := f.deliver(ch, 1, 2, 3, 4, 5, 6)
		f.equal("first node", deliveryIDs(f.claim(ch, 4, "a", now)[:3]), deliveryIDs(all[:3]))
		f.equal("no room", len(f.claim(ch, 4, "b", now+1)), 0)
		f.equal("a tighter bound", len(f.claim(ch, 2, "b", now+1)), 0)
		f.equal("held", f.end(all[1], "a", svcx.DeliveryDelivered, now+2), true)
		f.equal("room for one", deliveryIDs(f.claim(ch, 4, "b", now+2)), deliveryIDs(all[4:5]))
		f.equal("held", f.retry(all[0], "a", now+9000), true)
		f.equal("a retry that waits is not in flight", deliveryIDs(f.claim(ch, 4, "c", now+3)), deliveryIDs(all[5:]))
	})
	f.Case("a node whose clock is behind counts the others' leases too", func(f *fixture) {
		ch := f.channel(f.workspace())
		f.deliver(ch, 1, 2, 3)
		f.claim(ch, 2, "ahead", now+2000)
		f.equal("no room", len(f.claim(ch, 2, "behind", now)), 0)
	})
	f.Case("an expired lease is claimed again and its holder records nothing", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := f.deliver(ch, 1, 1)
		late := f.claim(ch, 4, "late", now)[0]
		f.equal("still leased", len(f.claim(ch, 4, "new", now+leaseTime-1)), 0)
		taken := f.claim(ch, 4, "new", now+leaseTime)
		f.equal("taken over", deliveryIDs(taken), deliveryIDs(all[:1]))
		f.equal("late retry", f.retry(late, "late", now), false)
		f.equal("late end", f.end(late, "late", svcx.DeliveryFailed, now), false)
		f.equal("the next still waits", len(f.claim(ch, 4, "x", now+leaseTime)), 0)
		f.equal("new holder", f.end(taken[0], "new", svcx.DeliveryDelivered, now+leaseTime), true)
		f.equal("twice", f.end(taken[0], "new", svcx.DeliveryFailed, now+leaseTime), false)
		f.equal("retry of one that is over", f.retry(taken[0], "new", now), false)
		f.equal("the next is ready", deliveryIDs(f.claim(ch, 4, "x", now+leaseTime)), deliveryIDs(all[1:]))
	})
	f.Case("another workspace records nothing", func(f *fixture) {
		ch := f.channel(f.workspace())
		f.deliver(ch, 1)
		d := *f.claim(ch, 4, "lease", now)[0]
		d.Workspace = f.workspace()
		f.equal("end", f.end(&d, "lease", svcx.DeliveryFailed, now), false)
		f.equal("retry", f.retry(&d, "lease", now), false)
	})
	f.Case("leases of a process that has ended are released", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := f.deliver(ch, 1, 2, 3)
		f.claim(ch, 2, "gone", now)
		n := read(f, 0, func(tx *store.Tx) (int64, error) { return tx.ReleaseLeases(now + 1) })
		if n < 2 {
			f.Fatalf("%d released, want the 2 of this case at least", n)
		}
		f.equal("due at once", len(f.claim(ch, 9, "new", now+1)), len(all))
	})
	f.Case("leases have the name of their node and are released one by one", registrationCase)
	f.Case("channels with due deliveries are found in pages", dueChannelsCase)
}

func dueChannelsCase(f *fixture) {
	// The pages have every workspace: start after those of other cases.
	start := f.channel(f.workspace())
	var want []store.ChannelRef
	for i := range 9 {
		ws := f.workspace()
		for j := range 2 {
			ch := f.channel(ws)
			switch {
			case i%3 == 0 && j == 0: // nothing to deliver
			case i%3 == 1 && j == 1: // all leased
				f.deliver(ch, 1, 2, 2)
				f.claim(ch, 9, "lease", now)
			default:
				f.deliver(ch, svcx.ConversationID(10+j), svcx.ConversationID(20+j))
				if i%2 == 0 {
					f.claim(ch, 1, "one of two", now)
				}
				want = append(want, ch)
			}
		}
	}
	for _, limit := range []int{1, 2, 5, 100} {
		var got []store.ChannelRef
		for after := start; ; {
			due, next, err := f.db.Read(f.ctx()).DueChannels(now+1, after, limit)
			if err != nil {
				f.Fatal(err)
			}
			if len(due) > limit {
				f.Fatalf("%d channels at once, want at most %d", len(due), limit)
			}
			got = append(got, due...)
			if next == (store.ChannelRef{}) {
				break
			}
			after = next
		}
		f.equal(fmt.Sprintf("in pages of %d", limit), got, want)
	}
	due, _, err := f.db.Read(f.ctx()).DueChannels(now-1, start, 100)
	f.equal("nothing due yet", fmt.Sprint(due, err), "[] <nil>")
	due, next, err := f.db.Read(f.ctx()).DueChannels(now+leaseTime, start, 100)
	f.equal("expired leases", fmt.Sprint(len(due), next, err), fmt.Sprint(len(want)+3, store.ChannelRef{}, nil))
}

func registrationCase(f *fixture) {
	one, two := must(f.db.RegisterNode(f.ctx()))(f), must(f.db.RegisterNode(f.ctx()))(f)
	defer one.Leave()
	present := func(p *store.Node) bool { return slices.Contains(must(f.db.Nodes(f.ctx()))(f), p.Name) }
	if shared := f.db.Dialect() == "postgres"; shared {
		f.equal("both are registered", present(one) && present(two) && one.Name != two.Name, true)
	} else {
		f.equal("there is one server", one.Name+two.Name, "")
		two.Name = "1"
	}
	ch := f.channel(f.workspace())
	all := f.deliver(ch, 1, 2, 3)
	f.claim(ch, 1, two.Lease("a"), now)
	f.claim(ch, 2, (*store.Node)(nil).Lease("b"), now)
	two.Leave()
	<-two.Lost.Done()
	for deadline := time.Now().Add(20 * time.Second); present(two); {
		if time.Now().After(deadline) {
			f.Fatal("a node that left is still registered")
		}
	}
	var mine []store.Lease
	for _, l := range must(f.db.Read(f.ctx()).Leases())(f) {
		if l.ChannelRef == ch {
			mine = append(mine, l)
		}
	}
	f.equal("leases", mine, []store.Lease{{ChannelRef: ch, Token: two.Name + ".a"}, {ChannelRef: ch, Token: "b"}})
	f.equal("their nodes", []string{mine[0].Node(), mine[1].Node()}, []string{two.Name, ""})
	f.write(ch.Workspace, func(tx *store.Tx) error { return tx.Release(mine[0], now) })
	f.equal("due again", deliveryIDs(f.claim(ch, 9, "new", now)), deliveryIDs([]*svcx.Delivery{all[0], all[2]}))
	f.equal("a node that left records nothing", f.end(all[0], two.Name+".a", svcx.DeliveryDelivered, now), false)
}
