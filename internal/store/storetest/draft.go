package storetest

import (
	"strconv"

	"svcx"
	"svcx/internal/store"
)

func draftCases(f *fixture) {
	save := func(f *fixture, of store.Drafts, d svcx.Draft) svcx.Draft {
		f.Helper()
		d.Workspace, d.User = of.Workspace, of.User
		f.write(of.Workspace, func(tx *store.Tx) error { return of.Put(tx, d) })
		return d
	}
	in := func(f *fixture, of store.Drafts, c svcx.ConversationID) []svcx.Draft {
		f.Helper()
		return must(of.In(f.db.Read(f.ctx()), c))(f)
	}
	f.Case("a draft is read back by its member alone, and replaced", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		ann, bob := store.Drafts{Workspace: ws, User: 1}, store.Drafts{Workspace: ws, User: 2}
		save(f, ann, svcx.Draft{Conversation: 7, Kind: svcx.DraftReply, Content: "Hël\n\"lo\"", SavedAt: 1})
		reply := save(f, ann, svcx.Draft{Conversation: 7, Kind: svcx.DraftReply, Content: "Bye", Markdown: true, SavedAt: 2})
		note := save(f, ann, svcx.Draft{Conversation: 7, Kind: svcx.DraftNote, Content: "ask", SavedAt: 3})
		save(f, ann, svcx.Draft{Conversation: 8, Kind: svcx.DraftNote, Content: "x", SavedAt: 3})
		all := in(f, ann, 7)
		if len(all) == 2 && all[0].Kind == svcx.DraftReply {
			all[0], all[1] = all[1], all[0]
		}
		f.equal("ann's", all, []svcx.Draft{note, reply})
		f.equal("bob's", len(in(f, bob, 7)), 0)
		f.equal("another workspace's", len(in(f, store.Drafts{Workspace: other, User: 1}, 7)), 0)
		among := func(of store.Drafts, characters int) map[svcx.ConversationID]string {
			found := make(map[svcx.ConversationID]string)
			for id, one := range must(of.Among(f.db.Read(f.ctx()), []svcx.ConversationID{7, 8, 9}, characters))(f) {
				found[id] = string(one.Kind) + " " + one.Content
			}
			return found
		}
		f.equal("the latest among", among(ann, 2), map[svcx.ConversationID]string{7: "note as", 8: "note x"})
		f.equal("among bob's", among(bob, 9), map[svcx.ConversationID]string{})
		f.write(ws, func(tx *store.Tx) error { return bob.Delete(tx, 7, svcx.DraftReply) })
		f.equal("ann's still", len(in(f, ann, 7)), 2)
		f.write(ws, func(tx *store.Tx) error { return ann.Delete(tx, 7, svcx.DraftReply) })
		f.equal("the other kind", in(f, ann, 7), []svcx.Draft{note})
	})
	f.Case("a member has so many, of which the oldest go first", func(f *fixture) {
		ws := f.workspace()
		ann, bob := store.Drafts{Workspace: ws, User: 1}, store.Drafts{Workspace: ws, User: 2}
		save(f, bob, svcx.Draft{Conversation: 1, Kind: svcx.DraftReply, Content: "bob's", SavedAt: 1})
		for i := range svcx.MaxDrafts + 2 {
			save(f, ann, svcx.Draft{Conversation: svcx.ConversationID(i + 1), Kind: svcx.DraftReply, Content: strconv.Itoa(i), SavedAt: svcx.Time(10 + i)})
		}
		f.equal("the oldest", len(in(f, ann, 2)), 0)
		f.equal("the next", len(in(f, ann, 3)), 1)
		f.equal("the newest", len(in(f, ann, svcx.MaxDrafts+2)), 1)
		f.equal("bob's", len(in(f, bob, 1)), 1)
	})
	f.Case("they go with the conversation and with the member", func(f *fixture) {
		ws := f.workspace()
		a, b := &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(ws, a, b)
		ann := store.Drafts{Workspace: ws, User: read(f, ws, func(tx *store.Tx) (svcx.UserID, error) {
			return tx.AddMember(ws, "ann@example.com", "", svcx.RoleAgent, now)
		})}
		for _, c := range []*svcx.Conversation{a, b} {
			save(f, ann, svcx.Draft{Conversation: c.ID, Kind: svcx.DraftReply, Content: "x", SavedAt: 1})
		}
		f.write(ws, func(tx *store.Tx) error { return tx.DeleteConversation(a) })
		f.equal("a's", len(in(f, ann, a.ID)), 0)
		f.equal("b's", len(in(f, ann, b.ID)), 1)
		f.write(ws, func(tx *store.Tx) error { return store.NewRemover(tx, ws, nil).DeleteDrafts(b.ID) })
		f.equal("b's, erased", len(in(f, ann, b.ID)), 0)
		save(f, ann, svcx.Draft{Conversation: b.ID, Kind: svcx.DraftReply, Content: "x", SavedAt: 1})
		f.write(ws, func(tx *store.Tx) error { return tx.RemoveMember(ws, ann.User) })
		f.equal("a member's who is gone", len(in(f, ann, b.ID)), 0)
	})
}
