package storetest

import (
	"svcx"
	"svcx/internal/store"
)

// The deliveries of messages are found by the messages, and the
// conversations whose last message failed.
func messageDeliveryCases(f *fixture) {
	ws := f.workspace()
	ch := f.channel(ws)
	a, b, none := &svcx.Conversation{ExternalID: "a", UpdatedAt: now}, &svcx.Conversation{ExternalID: "b", UpdatedAt: now}, &svcx.Conversation{UpdatedAt: now}
	f.conversations(ws, a, b, none)
	all := []*svcx.Delivery{}
	add := func(c *svcx.Conversation, event svcx.EventType) svcx.MessageID {
		m := &svcx.Message{Content: "x", SentAt: now, CreatedAt: now}
		f.messages(c, m)
		d := &svcx.Delivery{Workspace: ws, Channel: ch.Channel, Conversation: c.ID, ConversationID: c.ExternalID, WebhookID: "msg_1", Type: event, CreatedAt: now,
			Data: svcx.EventData{MessageID: m.ID}}
		f.write(ws, func(tx *store.Tx) error { return tx.InsertDeliveries(ws, d) })
		all = append(all, d)
		return m.ID
	}
	first, second := add(a, svcx.EventMessageCreated), add(a, svcx.EventMessageCreated)
	other := add(b, svcx.EventMessageCreated)
	edited := add(b, "message.updated")
	end := func(d *svcx.Delivery, state svcx.DeliveryState, last svcx.Attempt) {
		f.claim(ch, 9, "lease", now)
		d.Last = last
		f.equal("held", f.end(d, "lease", state, last.At), true)
	}
	states := func() map[svcx.MessageID]svcx.DeliveryState {
		found := make(map[svcx.MessageID]svcx.DeliveryState)
		for _, d := range must(f.db.Read(f.ctx()).MessageDeliveries(ws, []svcx.MessageID{first, second, other, edited, 987654321}))(f) {
			f.equal("channel", d.Channel, ch.Channel)
			found[d.Message] = d.State
		}
		return found
	}
	failed := func() map[svcx.ConversationID]bool {
		found := make(map[svcx.ConversationID]bool)
		marks := must(f.db.Read(f.ctx()).RowMarks(ws, []svcx.ConversationID{a.ID, b.ID, none.ID, 987654321}))(f)
		f.equal("conversations", len(marks), 3)
		for _, m := range marks {
			if m.Delivery == svcx.DeliveryFailed {
				found[m.Conversation] = true
			}
			if m.Conversation == b.ID {
				f.equal("the last entry of the history", m.Event, int64(0))
			}
		}
		return found
	}
	f.equal("at first", states(), map[svcx.MessageID]svcx.DeliveryState{first: svcx.DeliveryReady, second: svcx.DeliveryWaiting, other: svcx.DeliveryReady})
	f.equal("none failed", failed(), map[svcx.ConversationID]bool{})

	end(all[0], svcx.DeliveryFailed, svcx.Attempt{At: now + 1, Status: 503, Error: "http_status: the receiver answered 503"})
	end(all[2], svcx.DeliveryFailed, svcx.Attempt{At: now + 2, Error: "timeout"})
	f.equal("a later one of a waits", failed(), map[svcx.ConversationID]bool{b.ID: true})
	of := must(f.db.Read(f.ctx()).MessageDeliveries(ws, []svcx.MessageID{first}))(f)
	f.equal("what is known of a delivery", of, []svcx.MessageDelivery{{Delivery: all[0].ID, Channel: ch.Channel, Conversation: a.ID, ConversationID: a.ExternalID, Message: first,
		State: svcx.DeliveryFailed, Attempts: 1, DueAt: of[0].DueAt, Last: all[0].Last}})

	f.write(ws, func(tx *store.Tx) error { _, err := tx.ResendDelivery(ch, all[2].ID, now+3); return err })
	f.equal("sent again", states()[other], svcx.DeliveryResend)
	f.equal("no longer failed", failed(), map[svcx.ConversationID]bool{})

	ends, next := true, now+9
	id := all[0].ID
	f.write(ws, func(tx *store.Tx) error {
		entry := func(attempt int, at svcx.Time, e svcx.EventLogEntry) *svcx.EventLogEntry {
			e.Workspace, e.Channel, e.Direction, e.Type, e.ConversationID = ws, ch.Channel, svcx.Outbound, string(svcx.EventMessageCreated), a.ExternalID
			e.Status, e.Attempt, e.CreatedAt, e.Delivery = svcx.EventFailed, attempt, at, &id
			return &e
		}
		return tx.InsertEvents(entry(1, now, svcx.EventLogEntry{Error: "timeout", NextAttemptAt: &next}), entry(2, now+1, svcx.EventLogEntry{ResponseStatus: ptr(503), ResponseMS: 7, Final: &ends}))
	})
	attempts := must(f.db.Read(f.ctx()).Attempts(ws, of[0]))(f)
	f.equal("attempts", len(attempts), 2)
	f.equal("the last", attempts[0], svcx.AttemptRecord{Event: attempts[0].Event, Attempt: svcx.Attempt{At: now + 1, Status: 503}, Took: 7})
	f.equal("the first", attempts[1], svcx.AttemptRecord{Event: attempts[1].Event, Attempt: svcx.Attempt{At: now, Error: "timeout"}, Next: &next})
	elsewhere := f.workspace()
	f.equal("elsewhere", len(must(f.db.Read(f.ctx()).MessageDeliveries(elsewhere, []svcx.MessageID{first}))(f)), 0)
}
