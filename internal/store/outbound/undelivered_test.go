package outbound_test

import (
	"slices"
	"testing"

	"svcx"
	"svcx/internal/store"
)

func TestUndelivered(t *testing.T) { each(t, undeliveredCases) }

// Replies that did not get through are found by their conversations, for as long as none later was
// accepted.
func undeliveredCases(f *fixture) {
	const later = now + 10_000
	var none []svcx.ConversationID
	f.Case("conversations with replies that failed, or wait", func(f *fixture) {
		ch := f.channel(f.workspace())
		message := svcx.MessageID(100)
		sends := func(conversation svcx.ConversationID) *svcx.Delivery {
			message++
			d := &svcx.Delivery{Workspace: ch.Workspace, Channel: ch.Channel, Conversation: conversation, ConversationID: "t", WebhookID: "msg", Type: svcx.EventMessageCreated, Data: svcx.EventData{MessageID: message}, CreatedAt: now}
			f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(ch.Workspace, d) })
			return d
		}
		ends := func(state svcx.DeliveryState) {
			f.Helper()
			claimed := f.claim(ch, 1, "lease", later)
			f.equal("claimed", len(claimed), 1)
			f.equal("held", f.end(claimed[0], "lease", state, later), true)
		}
		found := func(since svcx.Time) []svcx.ConversationID {
			ids, err := f.db.Read(f.ctx()).UndeliveredConversations(ch.Workspace, since, 10)
			if err != nil {
				f.Fatal(err)
			}
			slices.Sort(ids)
			return slices.Compact(ids)
		}
		f.equal("none", found(later), none)
		sends(1)
		f.equal("one that has just been sent", found(now-1), none)
		f.equal("one that waits", found(later), []svcx.ConversationID{1})
		ends(svcx.DeliveryDelivered)
		f.equal("accepted", found(later), none)

		failed := sends(1)
		ends(svcx.DeliveryFailed)
		f.equal("failed", found(now-1), []svcx.ConversationID{1})
		sends(1)
		ends(svcx.DeliveryDelivered)
		f.equal("a later one was accepted", found(later), none)
		again := func(d *svcx.Delivery) {
			f.write(ch.Workspace, func(tx *store.Tx) error {
				_, err := tx.ResendDelivery(ch, d.ID, later)
				return err
			})
		}
		again(failed)
		f.equal("sent again", found(later), []svcx.ConversationID{1})
		ends(svcx.DeliveryDelivered)
		f.equal("accepted at last", found(later), none)

		first, second := sends(2), sends(2)
		ends(svcx.DeliveryFailed)
		ends(svcx.DeliveryFailed)
		again(first)
		ends(svcx.DeliveryDelivered)
		f.equal("the last one has still failed", found(later), []svcx.ConversationID{2})
		again(second)
		ends(svcx.DeliveryDelivered)
		f.equal("neither has", found(later), none)

		event := &svcx.Delivery{Workspace: ch.Workspace, Channel: ch.Channel, Conversation: 3, ConversationID: "t", WebhookID: "msg", Type: svcx.EventConversationResolved, CreatedAt: now}
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(ch.Workspace, event) })
		f.equal("an event that is no message", found(later), none)
		sends(3)
		f.equal("a message behind it", found(later), []svcx.ConversationID{3})
		ends(svcx.DeliveryFailed)
		ends(svcx.DeliveryDelivered)
		f.equal("the event alone failed", found(later), none)
		if other := f.workspace(); other != ch.Workspace {
			ids, err := f.db.Read(f.ctx()).UndeliveredConversations(other, later, 10)
			f.equal("of another workspace", append([]any{len(ids)}, err), []any{0, nil})
		}
	})
}
