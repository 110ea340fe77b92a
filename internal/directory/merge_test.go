package directory_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
	"svcx/internal/store"
)

// contactState is all that the API shows of contacts: the list, each contact, the contact of
// each conversation, and search results.
func (d *fixture) contactState(t testing.TB, words ...string) (all []string) {
	t.Helper()
	ctx := context.Background()
	contacts, err := d.Contacts(ctx, d.workspace, "", svcx.Page{Limit: 100})
	must(t, err)
	all = append(all, fmt.Sprint("total ", contacts.Total))
	for _, c := range contacts.Items {
		tags := slices.Sorted(slices.Values(c.Tags))
		all = append(all, fmt.Sprint("contact ", c.ID, " ", c.ExternalID, " ", c.ExternalIDDefaulted, " ", c.Name, " ", c.Email, " ", c.AvatarURL, " ", tags, " ", c.Aliases))
	}
	conversations, err := d.Conversations(ctx, d.workspace, svcx.ConversationFilter{}, svcx.Page{Limit: 1000})
	must(t, err)
	for _, c := range conversations.Items {
		owner := svcx.ContactID(0)
		if c.Contact != nil {
			owner = *c.Contact
		}
		all = append(all, fmt.Sprint("conversation ", c.ID, " of ", owner))
	}
	for _, word := range words {
		found, err := d.Contacts(ctx, d.workspace, word, svcx.Page{Limit: 100})
		must(t, err)
		ids := fmt.Sprint("search ", word)
		for _, c := range found.Items {
			ids += fmt.Sprint(" ", c.ID)
		}
		all = append(all, ids)
	}
	slices.Sort(all)
	return all
}

// Undoing merges, the last one first, restores everything.
func TestUndoneMergesChangeNothing(t *testing.T) {
	all := newFixture(t)
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		d := all.fresh(t, fmt.Sprint("w", n))
		ctx := context.Background()
		var ids []svcx.ContactID
		text := func(name string) string { return rapid.SampledFrom([]string{"", "", name}).Draw(r, name) }
		for i := range rapid.IntRange(2, 5).Draw(r, "contacts") {
			c, err := d.CreateContact(ctx, inbox.Call{Workspace: d.workspace}, svcx.ContactDraft{
				ExternalID: text(fmt.Sprint("ext", i)), Name: text(fmt.Sprint("Name", i)), Email: text(fmt.Sprintf("m%d@example.com", i)),
			})
			must(t, err)
			tags := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3, rapid.ID).Draw(r, "tags")
			_, err = d.UpdateContact(ctx, inbox.Call{Workspace: d.workspace}, c.ID, svcx.ContactPatch{Tags: &tags})
			must(t, err)
			ids = append(ids, c.ID)
			for range rapid.IntRange(0, 2).Draw(r, "conversations") {
				_, err := d.CreateConversation(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.ConversationDraft{Subject: "s", Contact: &c.ID})
				must(t, err)
			}
		}
		words := []string{"ext0", "name1", "m2", "m0", "ext1"}
		before := d.contactState(t, words...)
		roots, merged := slices.Clone(ids), []svcx.ContactID{}
		for len(roots) > 1 && rapid.Bool().Draw(r, "merge") {
			order := rapid.Permutation(roots).Draw(r, "pair")
			from, into := order[0], order[1]
			plan, err := d.PlanMerge(ctx, d.workspace, from, into)
			must(t, err)
			c, err := d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, from, into)
			must(t, err)
			samePlan(r, plan.IntoAfter, c)
			roots = slices.DeleteFunc(roots, func(id svcx.ContactID) bool { return id == from })
			merged = append(merged, from)
			list, err := d.Contacts(ctx, d.workspace, "", svcx.Page{Limit: 100})
			must(t, err)
			if list.Total != len(roots) || len(list.Items) != len(roots) {
				r.Fatalf("%d contacts in the list, total %d, want %d", len(list.Items), list.Total, len(roots))
			}
		}
		for _, id := range slices.Backward(merged) {
			plan, err := d.PlanUnmerge(ctx, d.workspace, id)
			must(t, err)
			c, err := d.UnmergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, id)
			must(t, err)
			samePlan(r, plan.MergedAfter, c)
			into, err := d.Contact(ctx, d.workspace, plan.Into.ID)
			must(t, err)
			samePlan(r, plan.IntoAfter, into)
			list, err := d.Conversations(ctx, d.workspace, svcx.ConversationFilter{Contact: &id}, svcx.Page{Limit: 1})
			must(t, err)
			if list.Total != plan.Conversations {
				r.Fatalf("%d conversations moved back, %d were announced", list.Total, plan.Conversations)
			}
		}
		if diff := cmp.Diff(before, d.contactState(t, words...)); diff != "" {
			r.Fatalf("not as before (-want +got):\n%s", diff)
		}
	})
}

// samePlan fails the test unless a contact is as it was announced to become.
func samePlan(r *rapid.T, plan, is *svcx.Contact) {
	r.Helper()
	told := func(c *svcx.Contact) []any {
		return []any{c.ID, c.ExternalID, c.Name, c.Email, c.AvatarURL, fmt.Sprint(c.Tags), fmt.Sprint(c.Aliases)}
	}
	if diff := cmp.Diff(told(plan), told(is)); diff != "" {
		r.Fatalf("not as announced (-plan +is):\n%s", diff)
	}
}

// Both external ids and addresses identify the remaining contact. When the merge is undone,
// conversations that moved return; later ones stay.
func TestMergedContactIsIdentified(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		ctx := context.Background()
		kim := svcx.InboundSender{ExternalID: "kim-1", Name: "Kim", Email: "kim@example.com"}
		old := svcx.InboundSender{ExternalID: "kim-2", Name: "K. Nowak", Email: "nowak@example.com"}
		for i := range 3 {
			d.ReceiveMessage(t, d.channel, fmt.Sprint("a", i), fmt.Sprint("a", i), kim, "x")
			d.ReceiveMessage(t, d.channel, fmt.Sprint("b", i), fmt.Sprint("b", i), old, "x")
		}
		a, b := *d.FindConversation(t, d.workspace, "a0").Contact, *d.FindConversation(t, d.workspace, "b0").Contact
		_, err := d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b, a)
		must(t, err)
		for i, s := range []svcx.InboundSender{old, {ExternalID: "nowak@example.com", Source: svcx.ExternalIDEmail, Email: "Nowak@example.com"}, kim,
			{ExternalID: "kim-2", Email: "new@example.com"}} {
			conversation := fmt.Sprint("c", i)
			if outcome := d.ReceiveMessage(t, d.channel, conversation, conversation, s, "x"); len(outcome.Warnings) > 0 || outcome.Status != svcx.EventOK {
				t.Errorf("%+v: %+v", s, outcome)
			}
			if got := d.FindConversation(t, d.workspace, conversation).Contact; got == nil || *got != a {
				t.Errorf("%+v is taken for %v, not %d", s, got, a)
			}
		}
		d.ReceiveMessage(t, d.channel, "b0-later", "b0", old, "later")
		for _, id := range []svcx.ContactID{a, b} {
			if c, err := d.Contact(ctx, d.workspace, id); err != nil || c.ID != a {
				t.Errorf("contact %d is %+v, %v", id, c, err)
			}
			list, err := d.Conversations(ctx, d.workspace, svcx.ConversationFilter{Contact: &id}, svcx.Page{Limit: 100})
			if err != nil || list.Total != 10 {
				t.Errorf("contact %d has %d conversations, %v", id, list.Total, err)
			}
		}
		if got := d.contactState(t, "nowak"); !slices.Contains(got, fmt.Sprint("search nowak ", a)) {
			t.Errorf("a search for the merged one's name: %v", got)
		}
		_, err = d.UnmergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b)
		must(t, err)
		for conversation, want := range map[string]svcx.ContactID{"a0": a, "b0": b, "b2": b, "c0": a, "c3": a} {
			if got := *d.FindConversation(t, d.workspace, conversation).Contact; got != want {
				t.Errorf("%s is of %d, want %d", conversation, got, want)
			}
		}
		d.ReceiveMessage(t, d.channel, "d", "d", old, "x")
		if got := *d.FindConversation(t, d.workspace, "d").Contact; got != b {
			t.Errorf("afterwards its id leads to %d", got)
		}
		// Messages of the merged contact are its own again and are erased with it.
		must(t, d.EraseContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b))
		if n := d.FindConversation(t, d.workspace, "b0").MessageCount; n != 0 {
			t.Errorf("%d messages of the erased one are left", n)
		}
		if n := d.FindConversation(t, d.workspace, "a0").MessageCount; n != 1 {
			t.Errorf("the other has %d messages", n)
		}
	})
}

// Messages that arrive while their contact is merged or unmerged create no further
// contacts.
func TestMergeRacesWithInbound(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		ctx := context.Background()
		one, two := svcx.InboundSender{ExternalID: "one", Email: "one@example.com"}, svcx.InboundSender{ExternalID: "two", Email: "two@example.com"}
		d.ReceiveMessage(t, d.channel, "1", "t1", one, "x")
		d.ReceiveMessage(t, d.channel, "2", "t2", two, "x")
		a, b := *d.FindConversation(t, d.workspace, "t1").Contact, *d.FindConversation(t, d.workspace, "t2").Contact
		var group sync.WaitGroup
		failed := make(chan error, 200)
		for worker := range 4 {
			group.Go(func() {
				for i := range 25 {
					m := &svcx.InboundMessage{MessageID: fmt.Sprint("w", worker, "-", i), ConversationID: fmt.Sprint("t", worker, "-", i%7), Sender: two, Content: "x", ContentType: svcx.ContentText}
					m.Sender.Type = svcx.AuthorCustomer
					outcome, err := d.Receive(ctx, messaging.Receipt{Channel: d.channel, Form: svcx.FormB, ReceivedAt: d.Now(), InboundBody: svcx.InboundBody{Message: m}})
					if err == nil && (outcome.Status != svcx.EventOK || len(outcome.Warnings) > 0) {
						err = fmt.Errorf("%+v", outcome)
					}
					failed <- err
				}
			})
		}
		for range 5 {
			_, err := d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b, a)
			must(t, err)
			_, err = d.UnmergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b)
			must(t, err)
		}
		_, err := d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b, a)
		must(t, err)
		group.Wait()
		close(failed)
		for err := range failed {
			must(t, err)
		}
		list, err := d.Conversations(ctx, d.workspace, svcx.ConversationFilter{Contact: &a}, svcx.Page{Limit: 100})
		must(t, err)
		if state := d.contactState(t); list.Total != 30 || state[len(state)-1] != "total 1" {
			t.Errorf("%d conversations of the one that stays, want 30: %s", list.Total, strings.Join(state, "\n"))
		}
	})
}

// Messages that arrive after an erasure create a new contact.
func TestErasureRacesWithInbound(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		ctx := context.Background()
		d.ReceiveMessage(t, d.channel, "0", "t0", zebulon, "x")
		var group sync.WaitGroup
		for worker := range 4 {
			group.Go(func() {
				for i := range 20 {
					m := &svcx.InboundMessage{MessageID: fmt.Sprint("w", worker, "-", i), ConversationID: fmt.Sprint("t", i%3), Sender: zebulon, Content: "x", ContentType: svcx.ContentText}
					m.Sender.Type = svcx.AuthorCustomer
					_, err := d.Receive(ctx, messaging.Receipt{Channel: d.channel, Form: svcx.FormB, ReceivedAt: d.Now(), InboundBody: svcx.InboundBody{Message: m}})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		for range 5 {
			if c := d.FindConversation(t, d.workspace, "t0").Contact; c != nil {
				if err := d.EraseContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, *c); err != nil && svcx.KindOf(err) != svcx.KindNotFound {
					t.Error(err)
				}
			}
		}
		group.Wait()
		list, err := d.Contacts(ctx, d.workspace, "", svcx.Page{Limit: 10})
		must(t, err)
		for _, c := range list.Items {
			must(t, d.EraseContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID))
		}
		for i := range 3 {
			if c := d.FindConversation(t, d.workspace, fmt.Sprint("t", i)); c.MessageCount != 0 || c.Contact != nil {
				t.Errorf("left: %+v", c)
			}
		}
		d.finishErasure(t)
		for _, where := range d.found(t, traces...) {
			t.Errorf("left: %s", where)
		}
	})
}

// Contacts that cannot be merged are refused.
func TestImpossibleMergesAreRefused(t *testing.T) {
	all := newFixture(t)
	d, other := all.fresh(t, "w"), all.fresh(t, "other")
	ctx := context.Background()
	contact := func(d *fixture) svcx.ContactID {
		c, err := d.CreateContact(ctx, inbox.Call{Workspace: d.workspace}, svcx.ContactDraft{Name: "N"})
		must(t, err)
		return c.ID
	}
	a, b, c, theirs := contact(d), contact(d), contact(d), contact(other)
	_, err := d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, a, b)
	must(t, err)
	for _, test := range []struct {
		id, into svcx.ContactID
		kind     svcx.Kind
	}{
		{b, b, svcx.KindValidation}, {a, c, svcx.KindValidation}, {c, a, svcx.KindValidation}, {b, a, svcx.KindValidation},
		{c, theirs, svcx.KindValidation}, {c, 999, svcx.KindValidation}, {theirs, c, svcx.KindNotFound}, {999, c, svcx.KindNotFound},
	} {
		if _, err := d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, test.id, test.into); err == nil || svcx.KindOf(err) != test.kind {
			t.Errorf("%d into %d: %v, want kind %d", test.id, test.into, err, test.kind)
		}
	}
	if again, err := d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, a, b); err != nil || again.ID != b {
		t.Errorf("the same again: %+v, %v", again, err)
	}
	_, err = d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, b, c)
	must(t, err)
	if _, err := d.UnmergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, a); svcx.KindOf(err) != svcx.KindConflict {
		t.Errorf("out of order: %v", err)
	}
	if _, err := d.UnmergeContact(ctx, inbox.Call{Workspace: other.workspace, Actor: inbox.Operator}, a); svcx.KindOf(err) != svcx.KindNotFound {
		t.Errorf("another workspace's: %v", err)
	}
	must(t, d.db.Write(ctx, d.workspace.ID, func(tx *store.Tx) error {
		moving, err := tx.MovingContacts(d.workspace.ID)
		if moving {
			t.Error("something still moves")
		}
		return err
	}))
}

// Every buffer that grows has a bound. Aliases are read with each message of the contact.
func TestAliasesAreBounded(t *testing.T) {
	d := newFixture(t).fresh(t, "w")
	ctx := context.Background()
	into, err := d.CreateContact(ctx, inbox.Call{Workspace: d.workspace}, svcx.ContactDraft{Name: "N"})
	must(t, err)
	size := 0
	for range 100 {
		name := strings.Repeat("😀", svcx.MaxName)
		other, err := d.CreateContact(ctx, inbox.Call{Workspace: d.workspace}, svcx.ContactDraft{Name: name})
		must(t, err)
		_, err = d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, other.ID, into.ID)
		if size += len(name); size <= svcx.MaxAliasBytes {
			must(t, err)
			continue
		}
		if svcx.KindOf(err) != svcx.KindValidation {
			t.Fatalf("%d bytes of names: %v", size, err)
		}
		if _, err := d.UnmergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, other.ID); err != nil {
			t.Errorf("what was not merged: %v", err)
		}
		return
	}
	t.Error("there is no bound")
}
