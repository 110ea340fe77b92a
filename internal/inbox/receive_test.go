package inbox

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/links"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
	"svcx/internal/vault"
)

// formB is a form that allows everything.
type formB struct{}

func (formB) Sends(svcx.FormName, svcx.EventType) bool { return true }
func (formB) RevealsChannelKey(svcx.FormName) bool     { return true }
func (formB) RelaysAttachments(svcx.FormName) bool     { return true }
func (formB) Knows(svcx.FormName, svcx.Scope) bool     { return true }

// fixture is an inbox on an empty store, with one channel.
type fixture struct {
	*Inbox
	db        *store.DB
	workspace *svcx.Workspace
	channel   *svcx.Channel
}

func newFixture(t testing.TB, dir string) *fixture {
	t.Helper()
	return newFixtureOn(t, store.Options{Dir: dir})
}

// noURL is the public URL of a server whose addresses do not matter.
func noURL() string { return "" }

func newFixtureOn(t testing.TB, o store.Options) *fixture {
	t.Helper()
	clock := func() time.Time { return time.UnixMilli(1_800_000_000_000) }
	o.Now, o.Log = clock, slog.New(slog.DiscardHandler)
	db := storetest.Open(t, o)
	box, err := seal.NewSealer(seal.NewKey())
	must(t, err)
	d := &fixture{db: db, Inbox: New(Options{
		DB: db, Forms: formB{}, Vault: vault.New(db, box, clock, o.Log), Links: links.New(box, noURL, clock), Now: clock, Log: slog.New(slog.DiscardHandler), Wake: func(store.ChannelRef) {},
		CheckURL: func(string) error { return nil },
	})}
	return d
}

// fresh returns the same inbox with a new workspace and channel.
func (d *fixture) fresh(t testing.TB, slug string) *fixture {
	t.Helper()
	ctx := context.Background()
	own := &fixture{db: d.db, Inbox: d.Inbox}
	var err error
	own.workspace, err = d.CreateWorkspace(ctx, Call{Actor: Operator}, NewWorkspace{Slug: slug, Name: "W", Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "admin@example.com"})
	must(t, err)
	settings := svcx.DefaultSettings()
	settings.WebhookURL, settings.RatingAutoRequest = "https://example.com/hook", true
	own.channel, _, err = d.CreateChannel(ctx, Call{Workspace: own.workspace, Actor: Operator}, svcx.ChannelDraft{Name: "C", Settings: settings})
	must(t, err)
	return own
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// batch writes items in one transaction, as the store's queue would.
func (d *fixture) batch(t *testing.T, items []*receipt) {
	t.Helper()
	write := func(items ...*receipt) error {
		return d.db.Write(context.Background(), d.workspace.ID, func(tx *store.Tx) error { return d.writeReceipts(tx, d.workspace.ID, items) })
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
func (d *fixture) state(t *testing.T, items []*receipt) (all []string) {
	t.Helper()
	ctx := context.Background()
	for _, item := range items {
		all = append(all, fmt.Sprintf("outcome %+v", item.outcome))
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
func drawItem(t *rapid.T, ch *svcx.Channel, i int) *receipt {
	pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
	r := &receipt{Receipt: Receipt{Channel: ch, Form: svcx.FormB, ReceivedAt: svcx.Time(1_800_000_000_000 + int64(i))}}
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
	d, run := newFixture(t, t.TempDir()), 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		together, single := d.fresh(t, fmt.Sprintf("a%d", run)), d.fresh(t, fmt.Sprintf("b%d", run))
		n := rapid.IntRange(1, 12).Draw(rt, "items")
		var first, second []*receipt
		for i := range n {
			item := drawItem(rt, together.channel, i)
			copied := *item
			copied.Channel = single.channel
			first, second = append(first, item), append(second, &copied)
		}
		together.batch(t, first)
		for _, item := range second {
			single.batch(t, []*receipt{item})
		}
		if diff := cmp.Diff(single.state(t, second), together.state(t, first)); diff != "" {
			rt.Fatalf("together differs from one by one (-single +together):\n%s", diff)
		}
	})
}
