package storetest

import (
	"time"

	"svcx"
	"svcx/internal/store"
)

// The figures of the event log, and what entries are found by.
func eventLogCases(f *fixture) {
	f.Case("figures count by half hour, of one channel", figuresCase)
	f.Case("an entry is found by what the other side knows", lookupCase)
}

func figuresCase(f *fixture) {
	ch := f.channel(f.workspace())
	other := f.channel(ch.Workspace)
	slot := svcx.Time(svcx.FigureSlot.Milliseconds())
	at := now - now%slot + slot // the end of a slot is one millisecond before it
	delivery := svcx.DeliveryID(4)
	add := func(ref store.ChannelRef, at svcx.Time, status svcx.EventStatus, direction svcx.Direction, took int64) {
		e := &svcx.EventLogEntry{Workspace: ref.Workspace, Channel: ref.Channel, Direction: direction, Type: "message.created", Status: status, ResponseMS: took, CreatedAt: at}
		if direction == svcx.Outbound {
			e.Delivery = &delivery
		}
		f.write(ref.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(e) })
	}
	add(ch, at, svcx.EventOK, svcx.Inbound, 9000)
	add(ch, at-1, svcx.EventSkipped, svcx.Outbound, 8000)
	add(ch, at-2, svcx.EventInvalid, svcx.Inbound, 1)
	add(ch, at-3, svcx.EventUnauthorized, svcx.Inbound, 1)
	add(ch, at-slot-1, svcx.EventFailed, svcx.Outbound, 10_000)
	for range 99 {
		add(ch, at-slot-1, svcx.EventOK, svcx.Outbound, 100)
	}
	add(ch, at-2*slot-1, svcx.EventOK, svcx.Inbound, 1)
	add(ch, at-9*slot, svcx.EventOK, svcx.Outbound, 1)
	add(other, at, svcx.EventOK, svcx.Outbound, 1)
	read := store.EventLogOf(f.db.Read(f.ctx()))
	got := must(read.Figures(ch.Workspace, ch.Channel, at+1, 3))(f)
	f.equal("slots", got.Slots, []svcx.EventCount{{At: at - 2*slot, OK: 99, Bad: 1}, {At: at - slot, Bad: 2, Skipped: 1}, {At: at, OK: 1}})
	f.equal("before", got.Before, 1)
	f.equal("95 of 100 calls, to one part in eleven", got.P95 >= 100 && got.P95 <= 110, true)
	f.equal("a stranger's", must(read.Figures(f.workspace(), ch.Channel, at+1, 3))(f).Sum().Total(), 0)
	f.equal("none", must(read.Figures(ch.Workspace, f.channel(ch.Workspace).Channel, at, 3))(f).P95, 0)
	if err := f.db.Trim(f.ctx(), store.Retention{Now: at.Add(200 * time.Hour)}); err != nil {
		f.Fatal(err)
	}
	f.equal("counts that are too old", must(read.Figures(ch.Workspace, ch.Channel, at+1, 3))(f).Sum().Total(), 0)
}

func lookupCase(f *fixture) {
	ch := f.channel(f.workspace())
	sister, stranger := f.channel(ch.Workspace), f.channel(f.workspace())
	contact := &svcx.Contact{Workspace: ch.Workspace, ExternalID: "cust-1", CreatedAt: now, UpdatedAt: now}
	f.contacts(ch.Workspace, contact)
	conv := &svcx.Conversation{Workspace: ch.Workspace, Channel: &ch.Channel, ExternalID: "order-1", Status: svcx.StatusOpen, Contact: &contact.ID, CreatedAt: now, UpdatedAt: now}
	f.conversations(ch.Workspace, conv)
	message := &svcx.Message{Workspace: ch.Workspace, Conversation: conv.ID, Kind: svcx.MessageKindMessage, Author: svcx.Author{Type: svcx.AuthorCustomer}, Content: "x", SentAt: now, CreatedAt: now}
	f.messages(conv, message)
	key := store.MessageKey(ch.Channel, "m-1")
	f.write(ch.Workspace, func(tx *store.Tx) error {
		return store.InsertMessageKeysOf(tx, ch.Workspace, []string{key}, []svcx.MessageID{message.ID})
	})
	add := func(e svcx.EventLogEntry) svcx.EventID {
		e.Workspace, e.Channel, e.CreatedAt, e.Direction, e.Type = ch.Workspace, ch.Channel, now, svcx.Inbound, "message"
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(&e) })
		return e.ID
	}
	stored := add(svcx.EventLogEntry{Status: svcx.EventOK, ConversationID: "order-1", Message: &message.ID, Reference: "req-1", Request: `{"messageId":"m-1"}`})
	refused := add(svcx.EventLogEntry{Status: svcx.EventInvalid, ConversationID: "order-1", Reference: "req-2", Request: `{"messageId":"m_2%"}`})
	other := add(svcx.EventLogEntry{Status: svcx.EventInvalid, Request: `{"messageId":"mX2Y"}`})
	again := add(svcx.EventLogEntry{Status: svcx.EventOK, Again: &refused})
	read := store.EventLogOf(f.db.Read(f.ctx()))
	ids := func(ids ...svcx.EventID) []svcx.EventID { return ids }
	f.equal("by reference", must(read.ByReference(ch.Workspace, ch.Channel, "req-1", 9))(f), ids(stored))
	f.equal("by conversation", must(read.ByConversation(ch.Workspace, ch.Channel, "order-1", 9))(f), ids(refused, stored))
	f.equal("at most", must(read.ByConversation(ch.Workspace, ch.Channel, "order-1", 1))(f), ids(refused))
	f.equal("by message", must(read.ByMessage(ch.Workspace, ch.Channel, key, 9))(f), ids(stored))
	f.equal("by contact", must(read.ByContact(ch.Workspace, ch.Channel, "cust-1", 9))(f), ids(refused, stored))
	f.equal("in a refused body, as it is", must(read.InRefused(ch.Workspace, ch.Channel, "m_2%", 9))(f), ids(refused))
	f.equal("in refused bodies", must(read.InRefused(ch.Workspace, ch.Channel, "messageId", 9))(f), ids(other, refused))
	f.equal("in the case of its letters", len(must(read.InRefused(ch.Workspace, ch.Channel, "MX2y", 9))(f)), 0)
	failed := add(svcx.EventLogEntry{Status: svcx.EventFailed, Request: `{"messageId":"m_9%"}`})
	last := add(svcx.EventLogEntry{Status: svcx.EventInvalid, Request: `{"messageId":"m_9%"}`})
	f.equal("of several statuses, newest first", must(read.InRefused(ch.Workspace, ch.Channel, "m_9%", 9))(f), ids(last, failed))
	f.equal("of several statuses, at most", must(read.InRefused(ch.Workspace, ch.Channel, "messageId", 2))(f), ids(last, failed))
	f.equal("what ran it again", must(read.Again(ch.Workspace, refused, 9))(f), ids(again))
	f.equal("carried out", must(read.RanAgain(ch.Workspace, refused))(f), true)
	add(svcx.EventLogEntry{Status: svcx.EventInvalid, Again: &other})
	f.equal("not carried out", must(read.RanAgain(ch.Workspace, other))(f), false)
	f.equal("another workspace's", must(read.RanAgain(stranger.Workspace, refused))(f), false)
	f.equal("by ids", len(must(read.EventsByID(ch.Workspace, ch.Channel, ids(stored, again, 1<<40)))(f)), 2)
	for _, ref := range []store.ChannelRef{sister, {Workspace: stranger.Workspace, Channel: ch.Channel}} {
		n := 0
		for _, found := range [][]svcx.EventID{
			must(read.ByReference(ref.Workspace, ref.Channel, "req-1", 9))(f), must(read.ByConversation(ref.Workspace, ref.Channel, "order-1", 9))(f),
			must(read.ByMessage(ref.Workspace, ref.Channel, key, 9))(f), must(read.ByContact(ref.Workspace, ref.Channel, "cust-1", 9))(f),
			must(read.InRefused(ref.Workspace, ref.Channel, "m", 9))(f),
		} {
			n += len(found)
		}
		f.equal("another channel's, or workspace's", n+len(must(read.EventsByID(ref.Workspace, ref.Channel, ids(stored)))(f)), 0)
	}
}
