package storetest

import (
	"strings"

	"svcx"
	"svcx/internal/store"
)

// feed stores events for a channel's feed, of the conversation and in these states:
// kept for the feed alone, or to be sent.
func (f *fixture) feed(ch store.ChannelRef, external string, c svcx.ConversationID, data svcx.EventData, states ...svcx.DeliveryState) []*svcx.Delivery {
	f.Helper()
	all := make([]*svcx.Delivery, len(states))
	for i, state := range states {
		all[i] = &svcx.Delivery{Workspace: ch.Workspace, Channel: ch.Channel, Conversation: c, ConversationID: external, Sequence: int64(i + 1),
			WebhookID: "msg", Type: svcx.EventMessageCreated, Data: data, State: state, Feed: true, CreatedAt: now}
		if data.Rating > 0 {
			all[i].Type = svcx.EventRatingSubmitted
		}
	}
	f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(ch.Workspace, all...) })
	return all
}

// readFeed reads a feed after the given id, page by page.
func (f *fixture) readFeed(ch store.ChannelRef, after svcx.DeliveryID, limit int) (all []*svcx.Delivery) {
	f.Helper()
	for more := true; more; {
		var page []*svcx.Delivery
		var err error
		if page, more, err = f.db.Read(f.ctx()).Feed(ch, after, limit); err != nil {
			f.Fatal(err)
		}
		if more && (len(page) == 0 || len(page) > limit) {
			f.Fatalf("%d events on a page of %d, and more", len(page), limit)
		}
		for _, d := range page {
			after = d.ID
		}
		all = append(all, page...)
	}
	return all
}

const (
	kept   = svcx.DeliveryKept
	toSend = svcx.DeliveryState("")
)

// The feed of a channel's outbound events.
func feedCases(f *fixture) {
	f.Case("it has all events of its channel, oldest first, whatever their state", func(f *fixture) {
		ws := f.workspace()
		ch, other := f.channel(ws), f.channel(ws)
		notFed := f.deliver(ch, 1)
		f.feed(other, "t", 1, svcx.EventData{}, kept)
		all := f.feed(ch, "t", 1, svcx.EventData{Content: "é"}, toSend, kept, toSend, kept, toSend)
		f.equal("states", []svcx.DeliveryState{all[0].State, all[1].State, all[2].State}, []svcx.DeliveryState{svcx.DeliveryWaiting, kept, svcx.DeliveryWaiting})
		for _, limit := range []int{1, 2, 4, 5, 100} {
			f.equal("all", f.readFeed(ch, 0, limit), all)
		}
		f.equal("after one", deliveryIDs(f.readFeed(ch, all[1].ID, 2)), deliveryIDs(all[2:]))
		f.equal("after the last", len(f.readFeed(ch, all[4].ID, 2)), 0)
		f.equal("of another workspace", len(f.readFeed(store.ChannelRef{Workspace: f.workspace(), Channel: ch.Channel}, 0, 9)), 0)
		d := f.claim(ch, 9, "lease", now)
		f.equal("to be sent", deliveryIDs(d), deliveryIDs(notFed))
		f.equal("held", f.end(d[0], "lease", svcx.DeliveryDelivered, now), true)
		for _, state := range []svcx.DeliveryState{svcx.DeliveryDelivered, svcx.DeliveryFailed} {
			f.equal("held", f.end(f.claim(ch, 1, "lease", now)[0], "lease", state, now), true)
		}
		f.equal("some are over", deliveryIDs(f.readFeed(ch, 0, 2)), deliveryIDs(all))
	})
	f.Case("an event that is kept for the feed alone is never sent and blocks no other", func(f *fixture) {
		ch := f.channel(f.workspace())
		first := f.feed(ch, "t", 1, svcx.EventData{}, kept, kept)
		f.equal("due", len(f.claim(ch, 9, "lease", now)), 0)
		next := f.feed(ch, "t", 1, svcx.EventData{}, toSend)
		f.equal("due", deliveryIDs(f.claim(ch, 9, "lease", now)), deliveryIDs(next))
		f.equal("sent again", read(f, ch.Workspace, func(tx *store.Tx) (bool, error) { return tx.ResendDelivery(ch, first[0].ID, now) }), false)
		f.equal("sent again, all", read(f, ch.Workspace, func(tx *store.Tx) (int64, error) { return tx.ResendFailed(ch, 0, now, now, 9) }), int64(0))
	})
	f.Case("a page is bounded in bytes", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := f.feed(ch, "t", 1, svcx.EventData{Content: strings.Repeat("x", 400<<10)}, kept, kept, kept, kept, kept)
		page, more, err := f.db.Read(f.ctx()).Feed(ch, 0, 100)
		f.equal("error", err, nil)
		f.equal("page", deliveryIDs(page), deliveryIDs(all[:2]))
		f.equal("more", more, true)
		f.equal("all", deliveryIDs(f.readFeed(ch, 0, 100)), deliveryIDs(all))
		f.feed(ch, "t", 1, svcx.EventData{Content: strings.Repeat("x", 2<<20)}, kept)
		page, more, err = f.db.Read(f.ctx()).Feed(ch, all[4].ID, 100)
		f.equal("error", err, nil)
		f.equal("one that is larger alone", []any{len(page), more}, []any{1, false})
	})
	f.Case("it has a retention of its own", func(f *fixture) {
		ch := f.channel(f.workspace())
		all := f.feed(ch, "t", 1, svcx.EventData{}, kept, toSend, toSend)
		f.equal("held", f.end(f.claim(ch, 1, "lease", now)[0], "lease", svcx.DeliveryDelivered, now), true)
		for _, tt := range []struct {
			events, feed svcx.Time
			left         []*svcx.Delivery
		}{{now + 1, now, all}, {now, now + 1, all[2:]}} {
			if err := f.db.Trim(f.ctx(), store.Retention{Events: tt.events, Feed: tt.feed}); err != nil {
				f.Fatal(err)
			}
			f.equal("left", deliveryIDs(f.readFeed(ch, 0, 9)), deliveryIDs(tt.left))
		}
	})
	f.Case("events of a deleted conversation leave it at once", func(f *fixture) {
		ws := f.workspace()
		ch := f.channel(ws)
		gone, other := &svcx.Conversation{Channel: &ch.Channel, ExternalID: "t", UpdatedAt: now}, &svcx.Conversation{Channel: &ch.Channel, ExternalID: "o", UpdatedAt: now}
		f.conversations(ws, gone, other)
		f.feed(ch, "t", gone.ID, svcx.EventData{}, kept, toSend)
		stays := f.feed(ch, "t", other.ID, svcx.EventData{}, kept)
		f.write(ws, func(tx *store.Tx) error { return tx.DeleteConversation(gone) })
		f.equal("left", deliveryIDs(f.readFeed(ch, 0, 9)), deliveryIDs(stays))
	})
}
