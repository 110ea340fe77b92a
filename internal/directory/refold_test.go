package directory_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/refold"
)

// Fault 1.3 in existing data: if two contacts were created for one address, messages from it
// are the first one's. Both can be changed like any other.
func TestTwoContactsWithOneAddress(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		ctx := context.Background()
		d.ReceiveMessage(t, d.channel, "a", "a", svcx.InboundSender{ExternalID: "a", Email: "a@example.com"}, "x")
		d.ReceiveMessage(t, d.channel, "b", "b", svcx.InboundSender{ExternalID: "b", Email: "b@example.com"}, "x")
		a, b := *d.FindConversation(t, d.workspace, "a").Contact, *d.FindConversation(t, d.workspace, "b").Contact
		for id, email := range map[svcx.ContactID][2]string{a: {"ΝΊΚΟΣ@example.com", "νίκοσ@example.com"}, b: {"νίκος@example.com", "νίκος@example.com"}} {
			_, err := d.sql.Exec(`UPDATE contact SET external_id = NULL, email = $2, email_key = $3 WHERE id = $1`, id, email[0], email[1])
			must(t, err)
		}
		must(t, refold.Once(ctx, d.db, time.Now, slog.New(slog.DiscardHandler)))
		for i, email := range []string{"νίκος@example.com", "ΝΊΚΟΣ@EXAMPLE.com", "νίκοσ@example.com"} {
			conversation := []string{"c", "d", "e"}[i]
			if outcome := d.ReceiveMessage(t, d.channel, conversation, conversation, svcx.InboundSender{ExternalID: email, Source: svcx.ExternalIDEmail, Email: email}, "x"); outcome.Status != svcx.EventOK {
				t.Errorf("%s: %+v", email, outcome)
			}
			if got := d.FindConversation(t, d.workspace, conversation).Contact; got == nil || *got != a {
				t.Errorf("%s is taken for %v, want %d", email, got, a)
			}
		}
		name := "Second"
		if c, err := d.UpdateContact(ctx, inbox.Call{Workspace: d.workspace}, b, svcx.ContactPatch{Name: &name}); err != nil || c.Email != "νίκος@example.com" {
			t.Errorf("the other one: %+v, %v", c, err)
		}
		email := "Νίκος@example.com"
		if _, err := d.UpdateContact(ctx, inbox.Call{Workspace: d.workspace}, b, svcx.ContactPatch{Email: &email}); svcx.KindOf(err) != svcx.KindValidation {
			t.Errorf("the other one gets the address: %v", err)
		}
		_, err := d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b, a)
		must(t, err)
		_, err = d.UnmergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b)
		must(t, err)
	})
}
