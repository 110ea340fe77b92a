package messaging_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/messaging"
	"svcx/internal/store"
)

// batch writes items in one transaction, as the store's queue would.
func (d *fixture) batch(t *testing.T, items []*messaging.Item) {
	t.Helper()
	write := func(items ...*messaging.Item) error {
		return d.db.Write(context.Background(), d.workspace.ID, func(tx *store.Tx) error { return d.WriteReceipts(tx, d.workspace.ID, items) })
	}
	err := write(items...)
	if !store.IsConstraint(err, "contact_email") {
		must(t, err)
		return
	}
	// One contact gets an address that another loses in the same batch: the queue writes
	// the items of such a batch one by one.
	for _, item := range items {
		must(t, write(item))
	}
}

// state describes everything that is stored after the items.
func (d *fixture) state(t *testing.T, items []*messaging.Item) (all []string) {
	t.Helper()
	ctx := context.Background()
	for _, item := range items {
		all = append(all, fmt.Sprintf("outcome %+v", item.Outcome()))
	}
	conversations, err := d.db.Conversations(ctx, d.workspace.ID, svcx.ConversationFilter{}, svcx.Page{Limit: 1000})
	must(t, err)
	all = append(all, fmt.Sprintf("%d conversations", conversations.Total))
	for _, c := range conversations.Items {
		contact := "no contact"
		if c.Contact != nil {
			p, err := d.db.Read(ctx).Contact(d.workspace.ID, *c.Contact)
			must(t, err)
			contact = p.ExternalID + " " + p.Email
		}
		all = append(all, fmt.Sprintf("conversation %s %s %q of %s, %d messages, %d deliveries, assigned %v, priority %q",
			c.ExternalID, c.Status, c.Subject, contact, c.MessageCount, c.DeliverySeq, c.AssignedTo != nil, c.Priority))
		messages, err := d.db.Messages(ctx, c, svcx.MessagePage{Page: svcx.Page{Limit: 1000}})
		must(t, err)
		for _, m := range messages.Items {
			all = append(all, fmt.Sprintf("  %s %s %q", m.ExternalID, m.Author.Type, m.Content))
		}
		history, err := d.db.Read(ctx).History(d.workspace.ID, c.ID, svcx.Page{Limit: 1000})
		must(t, err)
		for _, h := range history.Items {
			all = append(all, fmt.Sprintf("  %s %s", h.Type, h.Detail))
		}
	}
	contacts, err := d.db.Contacts(ctx, d.workspace.ID, "", svcx.Page{Limit: 1000})
	must(t, err)
	for _, p := range contacts.Items {
		all = append(all, fmt.Sprintf("contact %s %v %q %q %v", p.ExternalID, p.ExternalIDDefaulted, p.Name, p.Email, p.Tags))
	}
	return all
}

// drawItem draws a message, an action or an intent for a few conversations and contacts, so that
// items of a batch share them.
func drawItem(t *rapid.T, ch *svcx.Channel, i int) *messaging.Item {
	pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
	r := &messaging.Item{Receipt: messaging.Receipt{Channel: ch, Form: svcx.FormB, ReceivedAt: svcx.Time(1_800_000_000_000 + int64(i))}}
	conversation := pick("conversation", "c1", "c2", "c3")
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		name := pick("action", svcx.ActionResolve, svcx.ActionClose, svcx.ActionReopen, svcx.ActionRate, svcx.ActionAssign)
		r.Action = &svcx.InboundAction{Type: name, ConversationID: conversation, Rating: svcx.RatingDraft{Rating: 3}}
		if name == svcx.ActionAssign {
			user := svcx.UserID(rapid.IntRange(1, 2).Draw(t, "user"))
			r.Action.AssignedTo = &user
		}
	case 1:
		email, name := pick("new email", "", "a@x", "b@x", "z@x"), pick("new name", "", "Zoe")
		r.Intent = &svcx.InboundIntent{Type: pick("intent", svcx.IntentRatingRequest, svcx.IntentUpdateInfo), ConversationID: conversation,
			Info: svcx.InfoUpdate{Email: &email, Name: &name}}
	default:
		s := svcx.InboundSender{Type: svcx.AuthorCustomer, ExternalID: pick("sender", "u1", "u2", "u3"), Email: pick("email", "", "a@x", "A@X", "b@x"), Name: pick("name", "", "Ada")}
		switch rapid.IntRange(0, 5).Draw(t, "source") {
		case 0:
			s.ExternalID, s.Source = "api-user", svcx.ExternalIDLiteral
		case 1:
			if s.Email != "" {
				s.ExternalID, s.Source = s.Email, svcx.ExternalIDEmail
			}
		case 2:
			s.Type = svcx.AuthorAgent
		}
		r.Message = &svcx.InboundMessage{
			MessageID: fmt.Sprintf("m%d", rapid.IntRange(0, i+1).Draw(t, "message")), ConversationID: conversation, Sender: s,
			Content: fmt.Sprintf("text %d", i), ContentType: svcx.ContentText, Subject: pick("subject", "", "S"),
		}
	}
	return r
}

// Items written in one batch have the same results as one by one: duplicates, conversations,
// contacts, statuses and events (architecture, the inbound path; D 2).
func TestBatchEqualsOneByOne(t *testing.T) {
	d, run := newFixture(t), 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		together, single := d.fresh(t, fmt.Sprintf("a%d", run)), d.fresh(t, fmt.Sprintf("b%d", run))
		n := rapid.IntRange(1, 12).Draw(rt, "items")
		var first, second []*messaging.Item
		for i := range n {
			item := drawItem(rt, together.channel, i)
			copied := *item
			copied.Channel = single.channel
			first, second = append(first, item), append(second, &copied)
		}
		together.batch(t, first)
		for _, item := range second {
			single.batch(t, []*messaging.Item{item})
		}
		if diff := cmp.Diff(single.state(t, second), together.state(t, first)); diff != "" {
			rt.Fatalf("together differs from one by one (-single +together):\n%s", diff)
		}
	})
}
