package outbound_test

import (
	"svcx"
	"svcx/internal/store"
)

// D 4: a later event of a conversation waits until the earlier one is delivered or
// has failed.
func deliveryCases(f *fixture) {
	f.Case("what is stored is read back at the claim", func(f *fixture) {
		ch := f.channel(f.workspace())
		d := &svcx.Delivery{
			Workspace: ch.Workspace, Channel: ch.Channel, Conversation: 5, ConversationID: "t \"é\"", Sequence: 7, WebhookID: "msg_1",
			Type: svcx.EventRatingSubmitted, CreatedAt: now,
			Data: svcx.EventData{Content: "<b>&\u2028", MessageID: 3, Attachments: []svcx.Attachment{{URL: "u", Filename: "f", MIMEType: "m"}}, ResolvedAt: ptr(now), AssignedTo: ptr(svcx.UserID(2)), Rating: 5},
		}
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(ch.Workspace, d) })
		f.equal("ready at once", []any{d.State, d.DueAt}, []any{svcx.DeliveryReady, now})
		claimed := f.claim(ch, 4, "lease", now)
		d.DueAt = now + leaseTime
		f.equal("claimed", claimed, []*svcx.Delivery{d})
	})
	f.Case("none is fine", func(f *fixture) {
		f.write(0, func(tx *store.Tx) error { return tx.InsertDeliveries(0) })
	})
	f.Case("the first of a conversation is ready, the others wait", func(f *fixture) {
		ch := f.channel(f.workspace())
		states := func(deliveries []*svcx.Delivery) (states []svcx.DeliveryState) {
			for _, d := range deliveries {
				states = append(states, d.State)
			}
			return states
		}
		const ready, waiting = svcx.DeliveryReady, svcx.DeliveryWaiting
		f.equal("in one write", states(f.deliver(ch, 1, 2, 1, 1, 2)), []svcx.DeliveryState{ready, ready, waiting, waiting, waiting})
		f.equal("in a later one", states(f.deliver(ch, 1, 3, 2)), []svcx.DeliveryState{waiting, ready, waiting})
		f.equal("elsewhere", states(f.deliver(f.channel(f.workspace()), 1, 2)), []svcx.DeliveryState{ready, ready})
	})
	// Regression: the answer was used before the pipeline had sent the question, and the
	// events of a conversation overtook each other.
	f.Case("a new one waits, written in a pipeline too", func(f *fixture) {
		ch := f.channel(f.workspace())
		f.deliver(ch, 1)
		d := &svcx.Delivery{Workspace: ch.Workspace, Channel: ch.Channel, Conversation: 1, Type: svcx.EventMessageCreated, CreatedAt: now}
		f.write(ch.Workspace, func(tx *store.Tx) error {
			return tx.Pipeline(func() error { return tx.InsertDeliveries(ch.Workspace, d) })
		})
		f.equal("state", d.State, svcx.DeliveryWaiting)
	})
	f.Case("the end of one makes the next ready, whatever the end", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := f.deliver(ch, 1, 1, 1, 2)
		for i, state := range []svcx.DeliveryState{svcx.DeliveryDelivered, svcx.DeliveryFailed, svcx.DeliveryDelivered} {
			at := now + svcx.Time(i)
			claimed := f.claim(ch, 1, "lease", at)
			f.equal("claimed", deliveryIDs(claimed), deliveryIDs(all[i:i+1]))
			f.equal("held", f.end(claimed[0], "lease", state, at+1), true)
			// The other conversation is due earlier; deliver it.
			if i == 0 {
				other := f.claim(ch, 1, "other", at)
				f.equal("other conversation", deliveryIDs(other), deliveryIDs(all[3:]))
				f.equal("held", f.end(other[0], "other", svcx.DeliveryDelivered, at), true)
			}
		}
		f.equal("none left", len(f.claim(ch, 9, "lease", now+1000)), 0)
		f.equal("a new one does not wait", f.deliver(ch, 1)[0].State, svcx.DeliveryReady)
	})
	f.Case("later events of the conversation wait for a retry", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := f.deliver(ch, 1, 1)
		d := f.claim(ch, 1, "lease", now)[0]
		f.equal("held", f.retry(d, "lease", now+5000), true)
		f.equal("too early", len(f.claim(ch, 9, "early", now+4999)), 0)
		again := f.claim(ch, 9, "again", now+5000)
		f.equal("again", deliveryIDs(again), deliveryIDs(all[:1]))
		f.equal("attempts", again[0].Attempts, 1)
	})
}
