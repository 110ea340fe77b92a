package messaging_test

import (
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
)

// The event log keeps what was decided about a request: which conversation and contact and why, the
// defaults that were set, and the events that were sent.
func TestEntryTellsWhatWasDecided(t *testing.T) {
	d := newFixture(t).fresh(t, "shop")
	call := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	category, err := d.CreateCategory(t.Context(), call, svcx.CategoryDraft{Name: "Orders", Color: "sky"})
	must(t, err)
	id := &category.ID
	_, err = d.UpdateChannel(t.Context(), call, d.channel.ID, svcx.ChannelPatch{Defaults: svcx.DefaultsPatch{Category: &id}})
	must(t, err)
	d.channel, err = d.Channel(t.Context(), d.workspace, d.channel.ID)
	must(t, err)
	customer := svcx.InboundSender{ExternalID: "cust-1", Email: "ada@example.com"}
	act := func(kind string) {
		t.Helper()
		_, err := d.Receive(t.Context(), messaging.Receipt{Channel: d.channel, Form: svcx.FormB, ReceivedAt: d.Now(), Origin: messaging.Origin{RequestID: "req-" + kind},
			InboundBody: svcx.InboundBody{Action: &svcx.InboundAction{Type: kind, ConversationID: "order-1"}}})
		must(t, err)
	}
	d.ReceiveMessage(t, d.channel, "m1", "order-1", customer, "Hello")
	d.ReceiveMessage(t, d.channel, "m2", "order-1", customer, "Hello?")
	act(svcx.ActionResolve)
	act(svcx.ActionResolve)
	d.ReceiveMessage(t, d.channel, "m3", "order-1", svcx.InboundSender{ExternalID: "other", Email: "ada@example.com"}, "Hello??")
	d.ReceiveMessage(t, d.channel, "m4", "order-2", svcx.InboundSender{ExternalID: "ada@example.com", Email: "ada@example.com", Source: svcx.ExternalIDEmail}, "By mail")
	d.ReceiveMessage(t, d.channel, "m5", "order-2", svcx.InboundSender{ExternalID: "api-user", Source: svcx.ExternalIDLiteral}, "Nobody")
	events, err := d.db.Events(t.Context(), d.workspace.ID, d.channel.ID, svcx.EventQuery{Limit: 50})
	must(t, err)
	var got []string
	for _, e := range events {
		if e.Direction == svcx.Inbound {
			var facts []string
			for _, f := range e.Facts {
				facts = append(facts, string(f))
			}
			got = append(got, strings.Join(facts, " "))
		}
	}
	want := []string{
		"contact.new conversation.new default.category",
		"contact.externalId conversation.known",
		"event:conversation.resolved event:rating.requested",
		"conversation.unchanged",
		"contact.new conversation.known conversation.reopened event:conversation.reopened",
		"contact.email conversation.new default.category",
		"contact.none conversation.known",
	}
	if !slices.Equal(got, want) {
		t.Errorf("facts:\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A messageId leads to the entries about its message, also those of repeats that have its
// conversation.
func TestEntryIsFoundByMessageID(t *testing.T) {
	d := newFixture(t).fresh(t, "shop")
	d.ReceiveMessage(t, d.channel, "m1", "order-1", svcx.InboundSender{ExternalID: "cust-1"}, "Hello")
	d.ReceiveMessage(t, d.channel, "m2", "order-1", svcx.InboundSender{ExternalID: "cust-1"}, "Hello?")
	log := messaging.NewEventLog(d.Messaging)
	found, err := log.Find(t.Context(), d.workspace, d.channel.ID, "m1", 0)
	must(t, err)
	if len(found) != 1 || found[0].By != messaging.FoundByMessage || len(found[0].Events) != 1 {
		t.Fatalf("%+v", found)
	}
	about, err := log.Context(t.Context(), d.workspace, found[0].Events[0])
	must(t, err)
	if about.Conversation == nil || about.Conversation.ExternalID != "order-1" || about.Contact == nil || about.Contact.ExternalID != "cust-1" {
		t.Errorf("%+v", about)
	}
	for text, by := range map[string]string{"order-1": messaging.FoundByConversation, "cust-1": messaging.FoundByContact} {
		found, err := log.Find(t.Context(), d.workspace, d.channel.ID, text, 0)
		must(t, err)
		if len(found) != 1 || found[0].By != by || len(found[0].Events) != 2 {
			t.Errorf("%s: %+v", text, found)
		}
	}
	if found, err := log.Find(t.Context(), d.workspace, d.channel.ID, "nothing", 0); err != nil || len(found) != 0 {
		t.Errorf("%+v %v", found, err)
	}
}

// An entry told that a field's default was set, although the message had a value of its own.
func TestEntryTellsOnlyDefaultsThatHold(t *testing.T) {
	d := newFixture(t).fresh(t, "shop")
	call := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	defaults := make(svcx.FieldInputs)
	for _, key := range []string{"plan", "tier", "seats"} {
		_, err := d.CreateField(t.Context(), call, svcx.FieldDraft{Key: key, Name: key, Type: svcx.FieldText})
		must(t, err)
		defaults[key] = svcx.FieldInput{Kind: svcx.FieldInputString, Text: "default"}
	}
	ch, err := d.UpdateChannel(t.Context(), call, d.channel.ID, svcx.ChannelPatch{Defaults: svcx.DefaultsPatch{Fields: defaults}})
	must(t, err)
	outcome := d.ReceiveMessage(t, ch, "m1", "order-1", svcx.InboundSender{ExternalID: "cust-1"}, "Hello", func(m *svcx.InboundMessage) {
		m.Fields = svcx.FieldInputs{"plan": {Kind: svcx.FieldInputString, Text: "pro"}, "seats": {Kind: svcx.FieldInputNull}, "unknown": {Kind: svcx.FieldInputString, Text: "x"}}
	})
	want := []svcx.Fact{svcx.FactContactNew, svcx.FactConversationNew, svcx.FactDefaultField + "tier"}
	if !slices.Equal(outcome.Facts, want) {
		t.Errorf("facts %q, want %q", outcome.Facts, want)
	}
}
