package storetest

import (
	"fmt"

	"svcx"
	"svcx/internal/store"
)

// whose is what every way of reading says of whose the conversations are, by id.
func (f *fixture) whose(ws svcx.WorkspaceID, ids ...svcx.ConversationID) map[string]map[svcx.ConversationID]svcx.ContactID {
	f.Helper()
	by := map[string]map[svcx.ConversationID]svcx.ContactID{}
	tell := func(way string, all ...*svcx.Conversation) {
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
		tell("one", must(f.db.Conversation(f.ctx(), ws, id))(f))
		tell("in a transaction", read(f, ws, func(tx *store.Tx) (*svcx.Conversation, error) { return tx.Conversation(ws, id) }))
	}
	tell("list", must(f.db.Conversations(f.ctx(), ws, svcx.ConversationFilter{}, svcx.Page{Limit: 9}))(f).Items...)
	behind, _, err := f.db.ConversationsAfter(f.ctx(), ws, svcx.ConversationFilter{}, svcx.ConversationCursor{UpdatedAt: now + 1}, 9)
	must(behind, err)(f)
	tell("cursor", behind...)
	tell("search", must(f.db.SearchConversations(f.ctx(), ws, svcx.ConversationFilter{}, "word", nil, 9))(f).Items...)
	tell("stream", must(f.db.ChangedConversations(f.ctx(), ws, 0, 1<<40))(f)...)
	tell("inbound", f.inbound(ws, store.InboundKeys{ConversationIDs: []string{"t0", "t1"}}).Conversations...)
	if err := f.db.EachConversation(f.ctx(), ws, func(page []*svcx.Conversation) error { tell("export", page...); return nil }); err != nil {
		f.Fatal(err)
	}
	return by
}

// Fault 1.9: where a merge or its end was cut off, conversations that have not
// moved yet were shown under the contact that they are to leave.
func cutMerge(f *fixture) {
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
	see := func(what string, owner svcx.ContactID) {
		f.Helper()
		for way, whose := range f.whose(ws, first.ID, second.ID) {
			delete(whose, third.ID)
			f.equal(fmt.Sprint(what, ": ", way), whose, map[svcx.ConversationID]svcx.ContactID{first.ID: owner, second.ID: into.ID})
		}
		for contact, want := range map[svcx.ContactID]int{from.ID: 0, into.ID: 1, neither.ID: 1} {
			if contact == owner {
				want++
			}
			moves := must(f.db.MovesWith(f.ctx(), ws, contact))(f)
			filter := svcx.ConversationFilter{Contact: &contact, ContactMoves: moves}
			list := must(f.db.Conversations(f.ctx(), ws, filter, svcx.Page{Limit: 9}))(f)
			behind, _, err := f.db.ConversationsAfter(f.ctx(), ws, filter, svcx.ConversationCursor{UpdatedAt: now + 1}, 9)
			must(behind, err)(f)
			found := must(f.db.SearchConversations(f.ctx(), ws, filter, "word", nil, 9))(f)
			f.equal(fmt.Sprint(what, ": of contact ", contact), []int{list.Total, len(list.Items), len(behind), len(found.Items)}, []int{want, want, want, want})
		}
	}
	// A change in between leaves the row to the merge, which remembers what it moved.
	change := func() {
		f.write(ws, func(tx *store.Tx) error {
			c, err := tx.Conversation(ws, first.ID)
			if err != nil {
				return err
			}
			return tx.UpdateConversation(c, c.Status)
		})
	}
	see("before", from.ID)
	f.write(ws, func(tx *store.Tx) error { return tx.PutMerge(from, into, store.MergeUndo{}, now) })
	see("cut merge", into.ID)
	change()
	f.remove(ws)
	see("merged", into.ID)
	f.write(ws, func(tx *store.Tx) error { return tx.EndMerge(from, into) })
	see("cut end", from.ID)
	change()
	f.remove(ws)
	see("ended", from.ID)
}
