package storetest

import (
	"fmt"

	"svcx"
	"svcx/internal/store"
)

// owners returns the contacts of conversations, by id, for every way of reading.
func (f *fixture) owners(ws svcx.WorkspaceID, ids ...svcx.ConversationID) map[string]map[svcx.ConversationID]svcx.ContactID {
	f.Helper()
	by := map[string]map[svcx.ConversationID]svcx.ContactID{}
	add := func(way string, all ...*svcx.Conversation) {
		if by[way] == nil {
			by[way] = map[svcx.ConversationID]svcx.ContactID{}
		}
		for _, c := range all {
			if c.Contact != nil {
				by[way][c.ID] = *c.Contact
			}
		}
	}
	for _, id := range ids {
		add("one", must(f.db.Read(f.ctx()).Conversation(ws, id))(f))
		add("in a transaction", read(f, ws, func(tx *store.Tx) (*svcx.Conversation, error) { return tx.Conversation(ws, id) }))
	}
	add("list", must(f.db.Conversations(f.ctx(), ws, svcx.ConversationFilter{}, svcx.Page{Limit: 9}))(f).Items...)
	after, _, err := f.db.Read(f.ctx()).ConversationsAfter(ws, svcx.ConversationFilter{}, svcx.ConversationCursor{At: now + 1}, 9)
	must(after, err)(f)
	add("cursor", after...)
	add("search", must(f.db.SearchConversations(f.ctx(), ws, svcx.ConversationFilter{}, "word", nil, 9))(f).Items...)
	add("stream", must(f.db.Read(f.ctx()).ChangedConversations(ws, 0, 1<<40))(f)...)
	add("inbound", f.inbound(ws, store.InboundKeys{ConversationIDs: []string{"t0", "t1"}}).Conversations...)
	if err := f.db.EachConversation(f.ctx(), ws, func(page []*svcx.Conversation) error { add("export", page...); return nil }); err != nil {
		f.Fatal(err)
	}
	return by
}

// Fault 1.9: after an interrupted merge or undoing of one, conversations that were
// not moved yet were shown under their former contact.
func interruptedMerge(f *fixture) {
	ws := f.workspace()
	from, into, neither := &svcx.Contact{ExternalID: "a"}, &svcx.Contact{ExternalID: "b"}, &svcx.Contact{}
	f.contacts(ws, from, into, neither)
	ch := svcx.ChannelID(1)
	first := &svcx.Conversation{Channel: &ch, ExternalID: "t0", Subject: "word", Contact: &from.ID, UpdatedAt: now}
	second := &svcx.Conversation{Channel: &ch, ExternalID: "t1", Subject: "word", Contact: &into.ID, UpdatedAt: now}
	third := &svcx.Conversation{Channel: &ch, ExternalID: "t2", Subject: "word", Contact: &neither.ID, UpdatedAt: now}
	f.conversations(ws, first, second, third)
	f.write(ws, func(tx *store.Tx) error {
		return tx.InsertChanges(ws, now, svcx.Change{Kind: svcx.ChangeConversation, Conversation: first.ID}, svcx.Change{Kind: svcx.ChangeConversation, Conversation: second.ID})
	})
	check := func(what string, owner svcx.ContactID) {
		f.Helper()
		for way, owners := range f.owners(ws, first.ID, second.ID) {
			delete(owners, third.ID)
			f.equal(fmt.Sprint(what, ": ", way), owners, map[svcx.ConversationID]svcx.ContactID{first.ID: owner, second.ID: into.ID})
		}
		for contact, want := range map[svcx.ContactID]int{from.ID: 0, into.ID: 1, neither.ID: 1} {
			if contact == owner {
				want++
			}
			moves := must(f.db.Read(f.ctx()).MovesWith(ws, contact))(f)
			filter := svcx.ConversationFilter{Contact: &contact, ContactMoves: moves}
			list := must(f.db.Conversations(f.ctx(), ws, filter, svcx.Page{Limit: 9}))(f)
			after, _, err := f.db.Read(f.ctx()).ConversationsAfter(ws, filter, svcx.ConversationCursor{At: now + 1}, 9)
			must(after, err)(f)
			found := must(f.db.SearchConversations(f.ctx(), ws, filter, "word", nil, 9))(f)
			f.equal(fmt.Sprint(what, ": of contact ", contact), []int{list.Total, len(list.Items), len(after), len(found.Items)}, []int{want, want, want, want})
		}
	}
	// A change in between leaves the contact of the row to the merge, which records
	// what it has moved.
	change := func() {
		f.write(ws, func(tx *store.Tx) error {
			c, err := tx.Conversation(ws, first.ID)
			if err != nil {
				return err
			}
			return update(tx, c, *c)
		})
	}
	check("before", from.ID)
	f.write(ws, func(tx *store.Tx) error { return tx.PutMerge(from, into, store.MergeUndo{}, now) })
	check("interrupted merge", into.ID)
	change()
	f.remove(ws)
	check("merged", into.ID)
	f.write(ws, func(tx *store.Tx) error { return tx.EndMerge(from, into) })
	check("interrupted undoing", from.ID)
	change()
	f.remove(ws)
	check("undone", from.ID)
}
