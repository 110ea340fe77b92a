package storetest

import (
	"slices"

	"svcx"
	"svcx/internal/store"
)

func attentionCases(f *fixture) {
	in := func(f *fixture, ws svcx.WorkspaceID, do func(store.AttentionWrites) error) {
		f.Helper()
		f.write(ws, func(tx *store.Tx) error {
			return tx.Pipeline(func() error { return do(store.AttentionIn(tx)) })
		})
	}
	note := func(ws svcx.WorkspaceID, c svcx.ConversationID, id svcx.MessageID, by svcx.UserID, mentions ...svcx.Mention) *svcx.Message {
		return &svcx.Message{ID: id, Workspace: ws, Conversation: c, Kind: svcx.MessageKindNote, Content: "@", Author: svcx.Author{User: &by}, CreatedAt: now, Mentions: mentions}
	}
	waiting := func(f *fixture, ws svcx.WorkspaceID, ids ...svcx.ConversationID) map[svcx.ConversationID]map[svcx.UserID]svcx.Waiting {
		f.Helper()
		return must(store.AttentionOf(f.db.Read(f.ctx())).Waiting(ws, ids))(f)
	}
	type who = map[svcx.UserID]svcx.Waiting
	type all = map[svcx.ConversationID]who
	f.Case("a conversation waits for those who are mentioned, until they look", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		for _, w := range []svcx.WorkspaceID{ws, other} {
			in(f, w, func(a store.AttentionWrites) error {
				return a.Mention(note(w, 7, 20, 1, svcx.Mention{User: 1, Name: "Ann"}, svcx.Mention{User: 2, Name: "Bob é"}))
			})
		}
		in(f, ws, func(a store.AttentionWrites) error {
			return a.Mention(note(ws, 7, 21, 1, svcx.Mention{User: 2, Name: "bob"}))
		})
		in(f, ws, func(a store.AttentionWrites) error {
			return a.Mention(note(ws, 8, 22, 1, svcx.Mention{User: 2, Name: "bob"}))
		})
		r := store.AttentionOf(f.db.Read(f.ctx()))
		f.equal("mentions", must(r.Mentions(ws, []svcx.MessageID{20, 21, 99}))(f), map[svcx.MessageID][]svcx.Mention{20: {{User: 1, Name: "Ann"}, {User: 2, Name: "Bob é"}}, 21: {{User: 2, Name: "bob"}}})
		messages := []svcx.Message{*note(ws, 7, 21, 1), {ID: 20, Kind: svcx.MessageKindMessage, Content: "@Ann"}, {ID: 22, Kind: svcx.MessageKindNote, Content: "Bob"}}
		f.equal("error", r.SetMentions(ws, messages), nil)
		f.equal("set", [][]svcx.Mention{messages[0].Mentions, messages[1].Mentions, messages[2].Mentions}, [][]svcx.Mention{{{User: 2, Name: "bob"}}, nil, nil})
		f.equal("waiting", waiting(f, ws, 7, 8, 9), all{7: who{2: {Mentioned: true, Note: 21}}, 8: who{2: {Mentioned: true, Note: 22}}})
		f.equal("mentioning", must(r.Mentioning(ws, 2, 10))(f), []svcx.ConversationID{8, 7, 7})
		f.equal("the latest", must(r.Mentioning(ws, 2, 1))(f), []svcx.ConversationID{8})
		f.equal("the author's own", must(r.Mentioning(ws, 1, 10))(f), []svcx.ConversationID{7})
		count := func(w svcx.WorkspaceID, user svcx.UserID, limit int) int {
			return must(r.CountMentioned(w, user, limit))(f)
		}
		f.equal("count", []int{count(ws, 2, 10), count(ws, 2, 1), count(ws, 1, 10), count(other, 2, 10)}, []int{2, 1, 0, 1})
		in(f, ws, func(a store.AttentionWrites) error { return a.See(ws, 7, 2, now+5) })
		f.equal("seen", waiting(f, ws, 7, 8), all{8: who{2: {Mentioned: true, Note: 22}}})
		f.equal("the latest notes, seen or not", slices.Sorted(slices.Values(must(r.Latest(ws, 2, []svcx.ConversationID{7, 8, 9}))(f))), []svcx.MessageID{21, 22})
		f.equal("the author's latest note", must(r.Latest(ws, 1, []svcx.ConversationID{7, 8}))(f), []svcx.MessageID{20})
		f.equal("still mentioning", must(r.Mentioning(ws, 2, 10))(f), []svcx.ConversationID{8, 7, 7})
		f.equal("count, seen", []int{count(ws, 2, 10), count(other, 2, 10)}, []int{1, 1})
		f.equal("another workspace's", waiting(f, other, 7), all{7: who{2: {Mentioned: true, Note: 20}}})
	})
	f.Case("a conversation waits for the one it was handed to last", func(f *fixture) {
		ws := f.workspace()
		hand := func(c svcx.ConversationID, to svcx.UserID, at svcx.Time) {
			in(f, ws, func(a store.AttentionWrites) error { return a.Hand(ws, c, to, at) })
		}
		hand(7, 1, now)
		hand(7, 2, now)
		hand(8, 2, now)
		hand(8, 2, now+1)
		in(f, ws, func(a store.AttentionWrites) error {
			return a.Mention(note(ws, 8, 20, 1, svcx.Mention{User: 2, Name: "bob"}))
		})
		f.equal("waiting", waiting(f, ws, 7, 8), all{7: who{2: {Handed: true}}, 8: who{2: {Mentioned: true, Handed: true, Note: 20}}})
		f.equal("no mention", must(store.AttentionOf(f.db.Read(f.ctx())).Mentioning(ws, 2, 10))(f), []svcx.ConversationID{8})
		in(f, ws, func(a store.AttentionWrites) error { return a.See(ws, 8, 2, now+5) })
		hand(7, 0, now)
		f.equal("seen, and taken away", waiting(f, ws, 7, 8), all{})
		hand(7, 2, now)
		hand(8, 1, now+2)
		f.equal("trim", f.db.Trim(f.ctx(), store.Retention{Now: (now + 1).Add(svcx.HandedRetention)}), nil)
		f.equal("the old one is gone", waiting(f, ws, 7, 8), all{8: who{1: {Handed: true}}})
		f.equal("a mention stays", must(store.AttentionOf(f.db.Read(f.ctx())).Mentioning(ws, 2, 10))(f), []svcx.ConversationID{8})
	})
	f.Case("what a note says is read, as far as a line needs it", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		c := &svcx.Conversation{}
		f.conversations(ws, c)
		by := svcx.UserID(3)
		plain := &svcx.Message{Kind: svcx.MessageKindNote, Content: "Héllo @Ann", Author: svcx.Author{Type: svcx.AuthorAgent, Name: "Bob", User: &by}, SentAt: now, CreatedAt: now}
		marked := &svcx.Message{Kind: svcx.MessageKindNote, Content: "<p>x</p>", ContentType: svcx.ContentHTML, SentAt: now, CreatedAt: now}
		f.messages(c, plain, marked)
		notes := func(w svcx.WorkspaceID) map[svcx.MessageID]svcx.Excerpt {
			return must(store.AttentionOf(f.db.Read(f.ctx())).Notes(w, []svcx.MessageID{plain.ID, marked.ID, 987654321}, 4))(f)
		}
		f.equal("notes", notes(ws), map[svcx.MessageID]svcx.Excerpt{
			plain.ID:  {Conversation: c.ID, Author: plain.Author, Text: "Héll", ContentType: plain.ContentType},
			marked.ID: {Conversation: c.ID, Author: marked.Author, Text: "<p>x</p>", ContentType: svcx.ContentHTML},
		})
		f.equal("another workspace's", len(notes(other)), 0)
	})
	f.Case("it goes with the conversation, and what was handed with the member", func(f *fixture) {
		ws := f.workspace()
		a, b := &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(ws, a, b)
		ann := read(f, ws, func(tx *store.Tx) (svcx.UserID, error) {
			return tx.AddMember(ws, "ann@example.com", "", svcx.RoleAgent, now)
		})
		for i, c := range []*svcx.Conversation{a, b} {
			in(f, ws, func(w store.AttentionWrites) error {
				return w.Mention(note(ws, c.ID, svcx.MessageID(20+i), ann+1, svcx.Mention{User: ann, Name: "Ann"}))
			})
			in(f, ws, func(w store.AttentionWrites) error { return w.Hand(ws, c.ID, ann, now) })
		}
		f.write(ws, func(tx *store.Tx) error { return tx.DeleteConversation(a) })
		f.equal("b's", waiting(f, ws, a.ID, b.ID), all{b.ID: who{ann: {Mentioned: true, Handed: true, Note: 21}}})
		f.write(ws, func(tx *store.Tx) error { return tx.RemoveMember(ws, ann) })
		f.equal("the note's", waiting(f, ws, b.ID), all{b.ID: who{ann: {Mentioned: true, Note: 21}}})
	})
}
