package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// pagedList is a workspace whose lists are read page by page while rows are added.
type pagedList struct {
	db           *store.DB
	workspace    svcx.WorkspaceID
	conversation *svcx.Conversation
	sent         svcx.Time // of the latest message
}

func newPagedList(t *rapid.T, db *store.DB, slug string) *pagedList {
	p := &pagedList{db: db, sent: epoch}
	p.write(t, func(tx *store.Tx) error {
		w := &svcx.Workspace{Slug: slug, Name: slug, Form: svcx.FormB, Plan: svcx.PlanFree, CreatedAt: epoch}
		if err := tx.InsertWorkspace(w); err != nil {
			return err
		}
		p.workspace = w.ID
		ids, err := tx.ReserveConversations(1)
		if err != nil {
			return err
		}
		p.conversation = &svcx.Conversation{ID: svcx.ConversationID(ids[0]), Workspace: w.ID, Status: svcx.StatusOpen, CreatedAt: epoch, UpdatedAt: epoch}
		return tx.InsertConversations(p.conversation)
	})
	return p
}

func (p *pagedList) write(t *rapid.T, fn func(*store.Tx) error) {
	if err := p.db.Write(context.Background(), p.workspace, fn); err != nil {
		t.Fatal(err)
	}
}

// add appends a message with the time of the latest one or a later one.
func (p *pagedList) add(t *rapid.T) svcx.MessageID {
	var m *svcx.Message
	p.sent += svcx.Time(rapid.IntRange(0, 2).Draw(t, "later"))
	p.write(t, func(tx *store.Tx) error {
		ids, err := tx.ReserveMessages(1)
		if err != nil {
			return err
		}
		m = &svcx.Message{
			ID: svcx.MessageID(ids[0]), Workspace: p.workspace, Conversation: p.conversation.ID, Kind: svcx.MessageKindMessage,
			Author: svcx.Author{Type: svcx.AuthorCustomer}, Content: "x", ContentType: svcx.ContentText, SentAt: p.sent, CreatedAt: p.sent,
		}
		return tx.InsertMessages(m)
	})
	p.conversation.MessageCount++
	return m.ID
}

func (p *pagedList) addContact(t *rapid.T) svcx.ContactID {
	var id svcx.ContactID
	p.write(t, func(tx *store.Tx) error {
		ids, err := tx.ReserveContacts(1)
		if err != nil {
			return err
		}
		id = svcx.ContactID(ids[0])
		return tx.InsertContacts(&svcx.Contact{ID: id, Workspace: p.workspace, CreatedAt: epoch, UpdatedAt: epoch})
	})
	return id
}

// addConversation stores a conversation at the top of the list.
func (p *pagedList) addConversation(t *rapid.T) svcx.ConversationID {
	var id svcx.ConversationID
	p.sent += svcx.Time(rapid.IntRange(0, 2).Draw(t, "later"))
	p.write(t, func(tx *store.Tx) error {
		ids, err := tx.ReserveConversations(1)
		if err != nil {
			return err
		}
		id = svcx.ConversationID(ids[0])
		return tx.InsertConversations(&svcx.Conversation{ID: id, Workspace: p.workspace, Status: svcx.StatusOpen, CreatedAt: epoch, UpdatedAt: p.sent})
	})
	return id
}

// R 2.10 and R 4.2: a client that pages through messages while more are stored gets
// each one that existed exactly once, in order, by offset and by cursor. Contacts and
// conversations are listed latest first: a page by offset may repeat rows that moved
// down, but loses none; conversations by cursor are not repeated.
func TestPagingLosesNothingWhileRowsAreAdded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		run := 0
		rapid.Check(t, func(t *rapid.T) {
			run++
			p := newPagedList(t, db, fmt.Sprintf("paging-%d", run))
			var there []svcx.MessageID
			var contacts []svcx.ContactID
			for range rapid.IntRange(1, 12).Draw(t, "before") {
				there = append(there, p.add(t))
				contacts = append(contacts, p.addContact(t))
			}
			conversations := []svcx.ConversationID{p.conversation.ID}
			for range rapid.IntRange(0, 12).Draw(t, "conversations before") {
				conversations = append(conversations, p.addConversation(t))
			}
			slices.Reverse(conversations)
			limit := rapid.IntRange(1, 5).Draw(t, "limit")
			if got := p.byOffset(t, limit); !slices.Equal(got[:len(there)], there) || len(got) != p.conversation.MessageCount {
				t.Fatalf("by offset: %v, there were %v", got, there)
			}
			last := p.add(t)
			before := p.byOffset(t, 100)
			if got := p.byCursor(t, last, limit); !slices.Equal(got, before[:len(before)-1]) {
				t.Fatalf("by cursor: %v, there were %v", got, before)
			}
			seen := p.contactsByOffset(t, limit)
			for _, id := range contacts {
				if !slices.Contains(seen, id) {
					t.Fatalf("contact %d is not among %v", id, seen)
				}
			}
			p.pageConversations(t, conversations, limit)
		})
	})
}

// byOffset reads page after page; more messages are stored in between.
func (p *pagedList) byOffset(t *rapid.T, limit int) (all []svcx.MessageID) {
	for {
		page, err := p.db.Messages(context.Background(), p.conversation, svcx.MessagePage{Page: svcx.Page{Limit: limit, Offset: len(all)}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range page.Items {
			all = append(all, m.ID)
		}
		if len(page.Items) < limit {
			return all
		}
		if rapid.Bool().Draw(t, "one more") {
			p.add(t)
		}
	}
}

// byCursor reads the messages before the given one, oldest first.
func (p *pagedList) byCursor(t *rapid.T, before svcx.MessageID, limit int) (all []svcx.MessageID) {
	for {
		page, err := p.db.Messages(context.Background(), p.conversation, svcx.MessagePage{Page: svcx.Page{Limit: limit}, Before: &before})
		if err != nil {
			t.Fatal(err)
		}
		var ids []svcx.MessageID
		for _, m := range page.Items {
			ids = append(ids, m.ID)
		}
		all = append(ids, all...)
		if !page.HasBefore {
			return all
		}
		before = ids[0]
		if rapid.Bool().Draw(t, "one more") {
			p.add(t)
		}
	}
}

func (p *pagedList) contactsByOffset(t *rapid.T, limit int) (all []svcx.ContactID) {
	for {
		page, err := p.db.Contacts(context.Background(), p.workspace, "", svcx.Page{Limit: limit, Offset: len(all)})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Items {
			all = append(all, c.ID)
		}
		if len(page.Items) < limit {
			return all
		}
		if rapid.Bool().Draw(t, "one more contact") {
			p.addContact(t)
		}
	}
}

// pageConversations reads the list by cursor and by offset while conversations are
// added. there are the existing ones, latest first.
func (p *pagedList) pageConversations(t *rapid.T, there []svcx.ConversationID, limit int) {
	first, err := p.db.Conversations(context.Background(), p.workspace, svcx.ConversationFilter{}, svcx.Page{Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	var got []svcx.ConversationID
	for items, more := first.Items, first.Total > limit; ; {
		for _, c := range items {
			got = append(got, c.ID)
		}
		if !more || len(got) > len(there) {
			break
		}
		if rapid.Bool().Draw(t, "one more conversation") {
			p.addConversation(t)
		}
		last := items[len(items)-1]
		cursor := svcx.ConversationCursor{At: last.UpdatedAt, ID: last.ID}
		if items, more, err = p.db.Read(context.Background()).ConversationsAfter(p.workspace, svcx.ConversationFilter{}, cursor, limit); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(got, there) {
		t.Fatalf("conversations by cursor: %v, there were %v", got, there)
	}
	got = nil
	for {
		page, err := p.db.Conversations(context.Background(), p.workspace, svcx.ConversationFilter{}, svcx.Page{Limit: limit, Offset: len(got)})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Items {
			got = append(got, c.ID)
		}
		if len(page.Items) < limit {
			break
		}
		if rapid.Bool().Draw(t, "one more conversation") {
			p.addConversation(t)
		}
	}
	for _, id := range there {
		if !slices.Contains(got, id) {
			t.Fatalf("conversation %d is not among %v", id, got)
		}
	}
}
