package directory

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// now is the time at which the tests create rows.
const now svcx.Time = 1_800_000_000_000

// fixture is a workspace with a channel and two contacts, of whom one is erased.
type fixture struct {
	*testing.T
	db        *store.DB
	workspace svcx.WorkspaceID
	channel   *svcx.Channel
	gone      *svcx.Contact
	kept      *svcx.Contact
}

// onEach runs fn with a fixture on each database.
func onEach(t *testing.T, fn func(f *fixture)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := &fixture{T: t, db: db, gone: &svcx.Contact{Name: "Gone", Email: "gone@example.com"}, kept: &svcx.Contact{Name: "Kept"}}
		w := &svcx.Workspace{Slug: "w", Name: "W", Form: svcx.FormB, Plan: svcx.PlanFree, CreatedAt: now}
		f.write(func(tx *store.Tx) error { return tx.InsertWorkspace(w) })
		f.workspace, f.channel = w.ID, &svcx.Channel{Workspace: w.ID, KeyHash: "h", CreatedAt: now}
		f.write(func(tx *store.Tx) error {
			ids, err := tx.ReserveContacts(2)
			if err != nil {
				return err
			}
			for i, c := range []*svcx.Contact{f.gone, f.kept} {
				c.ID, c.Workspace = svcx.ContactID(ids[i]), w.ID
			}
			return errors.Join(tx.InsertContacts(f.gone, f.kept), tx.InsertChannel(f.channel, nil))
		})
		fn(f)
	})
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) write(fn func(tx *store.Tx) error) {
	f.Helper()
	f.must(f.db.Write(f.Context(), f.workspace, fn))
}

// erase erases the contact.
func (f *fixture) erase() {
	f.Helper()
	f.write(func(tx *store.Tx) error { return DeleteContact(tx, f.gone) })
	f.remove(Erase)
}

func (f *fixture) remove(erase store.EraseStep) {
	f.Helper()
	f.must(f.db.Remove(f.Context(), f.workspace, func(*svcx.Message) []string { return nil }, erase, func(*store.Tx) error { return nil }))
}

// conversation stores a conversation with messages.
func (f *fixture) conversation(externalID string, contact *svcx.Contact, messages ...*svcx.Message) *svcx.Conversation {
	f.Helper()
	c := &svcx.Conversation{Workspace: f.workspace, Channel: &f.channel.ID, ExternalID: externalID, Contact: &contact.ID, UpdatedAt: now, MessageCount: len(messages)}
	f.write(func(tx *store.Tx) error {
		ids, err := tx.ReserveConversations(1)
		if err != nil {
			return err
		}
		c.ID = svcx.ConversationID(ids[0])
		if ids, err = tx.ReserveMessages(len(messages)); err != nil {
			return err
		}
		for i, m := range messages {
			m.ID, m.Workspace, m.Conversation, m.Kind, m.SentAt = svcx.MessageID(ids[i]), f.workspace, c.ID, svcx.MessageKindMessage, now
		}
		return errors.Join(tx.InsertConversations(c), tx.InsertMessages(messages...))
	})
	return c
}

func (f *fixture) equal(what string, got, want any) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// A contact counts as being erased until its erasure is done.
func TestErasingUntilDone(t *testing.T) {
	onEach(t, func(f *fixture) {
		erasing := func() (all []bool) {
			f.write(func(tx *store.Tx) error {
				for _, id := range []svcx.ContactID{f.gone.ID, f.kept.ID} {
					is, err := Erasing(tx, f.workspace, id)
					if err != nil {
						return err
					}
					all = append(all, is)
				}
				is, err := Erasing(tx, f.workspace+1, f.gone.ID)
				all = append(all, is)
				return err
			})
			return all
		}
		f.equal("before", erasing(), []bool{false, false, false})
		f.write(func(tx *store.Tx) error { return DeleteContact(tx, f.gone) })
		f.equal("meanwhile", erasing(), []bool{true, false, false})
		f.remove(Erase)
		f.equal("afterwards", erasing(), []bool{false, false, false})
	})
}

// What a contact wrote is erased in conversations of others too.
func TestErasedInConversationsOfOthers(t *testing.T) {
	onEach(t, func(f *fixture) {
		c := f.conversation("t", f.kept,
			&svcx.Message{Content: "theirs", Author: svcx.Author{Type: svcx.AuthorCustomer, Contact: &f.gone.ID}},
			&svcx.Message{Content: "kept", Author: svcx.Author{Type: svcx.AuthorCustomer, Contact: &f.kept.ID}})
		f.write(func(tx *store.Tx) error { return tx.PutVisit(f.workspace, f.gone.ID, c.ID) })
		f.erase()
		list, err := f.db.MessagesAndNotes(f.Context(), f.workspace, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 9}})
		f.must(err)
		if len(list.Items) != 1 || list.Items[0].Content != "kept" {
			f.Errorf("messages: %+v", list.Items)
		}
		stays, err := f.db.Read(f.Context()).Conversation(f.workspace, c.ID)
		f.must(err)
		f.equal("its contact", stays.Contact, &f.kept.ID)
		f.equal("its count", stays.MessageCount, 1)
	})
}

// Fault: messages of a contact that was being erased were sent to integrators, as the
// history of an event.
func TestErasedTextsAreNotSent(t *testing.T) {
	onEach(t, func(f *fixture) {
		customer := func(content string, contact *svcx.ContactID) *svcx.Message {
			return &svcx.Message{Content: content, Author: svcx.Author{Type: svcx.AuthorCustomer, Contact: contact}}
		}
		agents := &svcx.Message{Content: "an agent's", Author: svcx.Author{Type: svcx.AuthorAgent}}
		own := f.conversation("own", f.gone, customer("theirs", &f.gone.ID), customer("theirs, imported", nil), agents)
		others := f.conversation("others", f.kept, customer("theirs too", &f.gone.ID), customer("kept", &f.kept.ID), customer("kept, imported", nil))
		sent := func(c *svcx.Conversation) (texts []string) {
			messages, err := f.db.Read(f.Context()).LastMessages(f.workspace, c.ID, now, 9, 1<<20)
			f.must(err)
			for _, m := range messages {
				texts = append(texts, m.Content)
			}
			return texts
		}
		f.equal("before", len(sent(own))+len(sent(others)), 6)
		f.write(func(tx *store.Tx) error { return DeleteContact(tx, f.gone) })
		f.equal("of their conversation", sent(own), []string{"an agent's"})
		f.equal("of another's", sent(others), []string{"kept", "kept, imported"})
	})
}

// Contacts that were merged into an erased one are erased with it, and with the records
// of what the merge has moved.
func TestErasedWithMergedContacts(t *testing.T) {
	onEach(t, func(f *fixture) {
		c := f.conversation("t", f.kept, &svcx.Message{Content: "theirs", Author: svcx.Author{Type: svcx.AuthorCustomer, Contact: &f.kept.ID}})
		f.write(func(tx *store.Tx) error { return tx.PutMerge(f.kept, f.gone, store.MergeUndo{}, now) })
		f.remove(nil)
		f.erase()
		stays, err := f.db.Read(f.Context()).Conversation(f.workspace, c.ID)
		f.must(err)
		f.equal("its count", stays.MessageCount, 0)
		f.equal("its contact", stays.Contact, (*svcx.ContactID)(nil))
		f.write(func(tx *store.Tx) error {
			moves, err := store.NewRemover(tx, f.workspace, nil).DeleteMoves([]int64{int64(f.kept.ID)}, 9)
			f.equal("moves left", moves, int64(0))
			return err
		})
	})
}

// Nothing of an erased contact stays in a feed. Ratings keep their number.
func TestErasedFromFeeds(t *testing.T) {
	onEach(t, func(f *fixture) {
		own, others := f.conversation("gone@example.com", f.gone), f.conversation("o", f.kept)
		rating, kept := svcx.EventData{Rating: 2, Comment: "said", RatedBy: "gone@example.com"}, svcx.EventData{Rating: 4, Comment: "kept", RatedBy: "host@example.com"}
		event := func(c *svcx.Conversation, kind svcx.EventType, data svcx.EventData, state svcx.DeliveryState) *svcx.Delivery {
			return &svcx.Delivery{Workspace: f.workspace, Channel: f.channel.ID, Conversation: c.ID, ConversationID: c.ExternalID, Sequence: 1, Type: kind, Data: data,
				State: state, Feed: true, CreatedAt: now}
		}
		f.write(func(tx *store.Tx) error {
			return tx.InsertDeliveries(f.workspace,
				event(own, svcx.EventRatingSubmitted, rating, svcx.DeliveryKept),
				event(own, svcx.EventMessageCreated, svcx.EventData{Content: "an agent's"}, ""),
				// Since replaced by another rating: only this event has it.
				event(others, svcx.EventRatingSubmitted, rating, svcx.DeliveryKept),
				event(others, svcx.EventRatingSubmitted, kept, svcx.DeliveryKept))
		})
		f.erase()
		events, _, err := f.db.Read(f.Context()).Feed(store.ChannelRef{Workspace: f.workspace, Channel: f.channel.ID}, 0, 9)
		f.must(err)
		var left []svcx.EventData
		for _, d := range events {
			left = append(left, d.Data)
			if strings.Contains(d.ConversationID, "gone") {
				f.Errorf("%q identifies the contact", d.ConversationID)
			}
		}
		f.equal("left", left, []svcx.EventData{{Rating: 2}, {Content: "an agent's"}, {Rating: 2}, kept})
	})
}

// An erasure's progress is a format on disk, in which every member has a value here.
// Versions up to beb944f stored it under the names of their Go fields and did not know
// names.
func TestStoredProgress(t *testing.T) {
	decoded := func(name string) (e erasure) {
		text, err := os.ReadFile("testdata/" + name)
		if err == nil {
			err = json.Unmarshal(text, &e)
		}
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	want, err := os.ReadFile("testdata/erasure.json")
	if err != nil {
		t.Fatal(err)
	}
	current, former := decoded("erasure.json"), decoded("erasure-beb944f.json")
	former.Identifiers.Names = current.Identifiers.Names
	for _, e := range []erasure{current, former} {
		got, err := json.MarshalIndent(e, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(bytes.TrimSpace(want)), string(got)); diff != "" {
			t.Errorf("the format on disk changes (-want +got):\n%s", diff)
		}
	}
}
