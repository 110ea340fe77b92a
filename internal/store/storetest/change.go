package storetest

import (
	"context"
	"errors"
	"slices"
	"time"

	"svcx"
	"svcx/internal/store"
)

// changes stores changes of the kinds, of conversation 7 and message 8.
func (f *fixture) changes(ws svcx.WorkspaceID, at svcx.Time, kinds ...svcx.ChangeKind) {
	f.Helper()
	f.write(ws, func(tx *store.Tx) error {
		changes := make([]svcx.Change, len(kinds))
		for i, kind := range kinds {
			changes[i] = svcx.Change{Kind: kind, Conversation: 7, Message: 8}
		}
		return tx.InsertChanges(ws, at, changes...)
	})
}

func (f *fixture) sequences(ws svcx.WorkspaceID, after svcx.Sequence) (all []svcx.Sequence) {
	f.Helper()
	for _, c := range must(f.db.Read(f.ctx()).Changes(ws, after, 10_000))(f) {
		all = append(all, c.Seq)
	}
	return all
}

func changeCases(f *fixture) {
	f.Case("each workspace has its own numbers without gaps, one or two per change", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		f.equal("before the first", must(f.db.Read(f.ctx()).Sequence(ws))(f), svcx.Sequence(0))
		f.changes(ws, now, svcx.ChangeMessage, svcx.ChangeBoth)
		f.changes(other, now, svcx.ChangeReset)
		f.changes(ws, now+1, svcx.ChangeConversation)
		f.changes(ws, now+1)
		f.equal("last", must(f.db.Read(f.ctx()).Sequence(ws))(f), svcx.Sequence(4))
		f.equal("other's", must(f.db.Read(f.ctx()).Sequence(other))(f), svcx.Sequence(1))
		f.equal("after 1", must(f.db.Read(f.ctx()).Changes(ws, 1, 10))(f), []svcx.Change{
			{Seq: 3, Kind: svcx.ChangeBoth, Conversation: 7, Message: 8, At: now}, {Seq: 4, Kind: svcx.ChangeConversation, Conversation: 7, Message: 8, At: now + 1},
		})
		f.equal("at most", len(must(f.db.Read(f.ctx()).Changes(ws, 0, 2))(f)), 2)
	})
	f.Case("a write that is rolled back takes no number", func(f *fixture) {
		ws := f.workspace()
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			if err := tx.InsertChanges(ws, now, svcx.Change{Kind: svcx.ChangeMessage}); err != nil {
				return err
			}
			return errWanted
		})
		f.equal("error", errors.Is(err, errWanted), true)
		f.changes(ws, now, svcx.ChangeMessage)
		f.equal("left", f.sequences(ws, 0), []svcx.Sequence{1})
	})
	f.Case("changes are trimmed by age and by number, but never the newest", func(f *fixture) {
		ws, quiet := f.workspace(), f.workspace()
		f.changes(quiet, now-100, svcx.ChangeMessage, svcx.ChangeMessage)
		for i := range 1200 { // more than two steps
			f.changes(ws, now+svcx.Time(i), svcx.ChangeMessage)
		}
		trim := func(before svcx.Time, keep svcx.Sequence) {
			f.Helper()
			if err := f.db.TrimChanges(f.ctx(), before, keep); err != nil {
				f.Fatal(err)
			}
		}
		trim(now-1000, 10_000)
		f.equal("all", len(f.sequences(ws, 0)), 1200)
		trim(now+1100, 10_000)
		f.equal("by time", f.sequences(ws, 0)[0], svcx.Sequence(1101))
		trim(now-1000, 50)
		f.equal("by number", f.sequences(ws, 0)[0], svcx.Sequence(1151))
		trim(now+5000, 50)
		f.equal("newest", f.sequences(ws, 0), []svcx.Sequence{1200})
		f.equal("of a quiet one", f.sequences(quiet, 0), []svcx.Sequence{2})
	})
	f.Case("the messages, notes and conversations of changes are found, each once, of the workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		a, b, theirs := &svcx.Conversation{}, &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(ws, a, b)
		f.conversations(other, theirs)
		var ids []svcx.MessageID
		for _, c := range []*svcx.Conversation{a, a, theirs} {
			f.write(c.Workspace, func(tx *store.Tx) error {
				fresh, err := tx.ReserveMessages(1)
				if err != nil {
					return err
				}
				ids = append(ids, svcx.MessageID(fresh[0]))
				return tx.InsertMessages(&svcx.Message{ID: ids[len(ids)-1], Workspace: c.Workspace, Conversation: c.ID, Kind: svcx.MessageKindNote, ContentType: svcx.ContentText})
			})
		}
		f.write(ws, func(tx *store.Tx) error {
			return tx.InsertChanges(ws, now,
				svcx.Change{Kind: svcx.ChangeMessage, Conversation: b.ID, Message: ids[0]},      // 1
				svcx.Change{Kind: svcx.ChangeMessage, Conversation: a.ID, Message: ids[0]},      // 2
				svcx.Change{Kind: svcx.ChangeBoth, Conversation: a.ID, Message: ids[1]},         // 3, 4
				svcx.Change{Kind: svcx.ChangeMessage, Conversation: theirs.ID, Message: ids[2]}, // 5
				svcx.Change{Kind: svcx.ChangeConversation, Conversation: theirs.ID, Message: 0}, // 6
				svcx.Change{Kind: svcx.ChangeConversation, Conversation: a.ID},                  // 7
				svcx.Change{Kind: svcx.ChangeConversation, Conversation: b.ID, Message: ids[0]}) // 8
		})
		found := func(after, upTo svcx.Sequence) (all []int64) {
			f.Helper()
			for _, m := range must(f.db.Read(f.ctx()).ChangedMessages(ws, after, upTo))(f) {
				all = append(all, int64(m.ID))
			}
			slices.Sort(all)
			return all
		}
		conversations := func(after, upTo svcx.Sequence) (all []int64) {
			f.Helper()
			for _, c := range must(f.db.Read(f.ctx()).ChangedConversations(ws, after, upTo))(f) {
				all = append(all, int64(c.ID))
			}
			slices.Sort(all)
			return all
		}
		f.equal("messages", found(0, 8), []int64{int64(ids[0]), int64(ids[1])})
		f.equal("after 2", found(2, 8), []int64{int64(ids[1])})
		f.equal("up to 2", found(0, 2), []int64{int64(ids[0])})
		f.equal("conversations", conversations(0, 8), []int64{int64(a.ID), int64(b.ID)})
		f.equal("after 7", conversations(7, 8), []int64{int64(b.ID)})
		f.equal("up to 2", len(conversations(0, 2)), 0)
	})
}

func unreadCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	member := func(email string, since svcx.Time) svcx.UserID {
		return read(f, ws, func(tx *store.Tx) (svcx.UserID, error) { return tx.AddMember(ws, email, "", svcx.RoleAgent, since) })
	}
	ann := member("ann@example.com", now)
	markRead := func(ws svcx.WorkspaceID, c *svcx.Conversation, user svcx.UserID, at svcx.Time) {
		f.Helper()
		f.write(ws, func(tx *store.Tx) error { return tx.MarkRead(ws, c.ID, user, at) })
	}
	a, b, elsewhere := &svcx.Conversation{UpdatedAt: now + 9}, &svcx.Conversation{UpdatedAt: now + 9}, &svcx.Conversation{UpdatedAt: now + 9}
	f.conversations(ws, a, b)
	f.conversations(other, elsewhere)
	said := func(sentAt, createdAt svcx.Time, author svcx.AuthorType, kind svcx.MessageKind) *svcx.Message {
		return &svcx.Message{Author: svcx.Author{Type: author}, Kind: kind, SentAt: sentAt, CreatedAt: createdAt}
	}
	customer := func(sentAt, createdAt svcx.Time) *svcx.Message {
		return said(sentAt, createdAt, svcx.AuthorCustomer, svcx.MessageKindMessage)
	}
	f.messages(a, customer(now-5, now+8), customer(now+1, now+1), customer(now+2, now+2))
	bob := member("bob@example.com", now+3)
	f.messages(a, customer(now+2, now+7), customer(now+5, now+5),
		said(now+6, now+6, svcx.AuthorAgent, svcx.MessageKindMessage), said(now+6, now+6, svcx.AuthorAgent, svcx.MessageKindNote))
	for range svcx.MaxUnread + 2 {
		f.messages(b, customer(now+4, now+4))
	}
	f.messages(elsewhere, customer(now+4, now+4))
	type counts = map[svcx.ConversationID]int
	unread := func(user svcx.UserID) counts {
		f.Helper()
		return must(f.db.Read(f.ctx()).Unread(ws, user, []svcx.ConversationID{a.ID, b.ID, elsewhere.ID, 987654321}))(f)
	}
	// Messages from before the member joined, and imported ones, are not unread.
	f.equal("ann's", unread(ann), counts{a.ID: 4, b.ID: svcx.MaxUnread})
	f.equal("bob's", unread(bob), counts{a.ID: 1, b.ID: svcx.MaxUnread})
	f.equal("of a user who is no member", unread(987654321), counts{})
	eve := member("eve@example.com", now)
	f.write(ws, func(tx *store.Tx) error {
		return tx.InsertReadMarks(ws, store.ReadMark{Conversation: b.ID, User: eve, Message: 1 << 40, At: now})
	})
	f.equal("eve's, of whom one mark is seeded", unread(eve), counts{a.ID: 4})
	markRead(ws, a, ann, now+5)
	markRead(other, b, ann, now+9)
	markRead(ws, b, bob, now+4)
	f.equal("ann's after reading", unread(ann), counts{b.ID: svcx.MaxUnread})
	f.equal("bob's after reading", unread(bob), counts{a.ID: 1})
	// The clock was set back.
	f.messages(a, customer(now-900, now-900))
	f.equal("ann's, from before she was a member by the time alone", unread(ann), counts{a.ID: 1, b.ID: svcx.MaxUnread})
	f.messages(a, customer(now+3, now+3))
	f.equal("ann's, sent before she read", unread(ann), counts{a.ID: 2, b.ID: svcx.MaxUnread})
	f.equal("bob's, from before he was a member by the time alone", unread(bob), counts{a.ID: 3})
	markRead(ws, a, ann, now-900)
	f.equal("all read", unread(ann), counts{b.ID: svcx.MaxUnread})
	f.write(ws, func(tx *store.Tx) error {
		all := svcx.MessageID(1 << 40)
		return tx.InsertReadMarks(ws, store.ReadMark{Conversation: a.ID, User: ann, Message: all, At: now}, store.ReadMark{Conversation: b.ID, User: ann, Message: all, At: now})
	})
	f.equal("all read by marks", unread(ann), counts{})
	f.write(ws, func(tx *store.Tx) error { return tx.DeleteConversation(a) })
	f.equal("a deleted one", unread(bob), counts{})
}

// Nodes of one database receive each other's notifications; the embedded store has
// one node.
func nodeCases(f *fixture) {
	ctx, stop := context.WithTimeout(f.ctx(), 20*time.Second)
	defer stop()
	if !f.db.HasNodes() {
		f.db.Listen(ctx, nil, nil) // returns at once
		f.equal("notified", f.db.Notify(ctx, "x") == nil, true)
		return
	}
	connected, received, over := make(chan struct{}, 9), make(chan string, 9), make(chan struct{})
	go func() {
		f.db.Listen(ctx, func() { connected <- struct{}{} }, func(text string) { received <- text })
		close(over)
	}()
	<-connected
	for _, text := range []string{"one", "two"} {
		f.equal("notified", f.db.Notify(ctx, text) == nil, true)
		select {
		case got := <-received:
			f.equal("received", got, text)
		case <-ctx.Done():
			f.Fatal("nothing was received")
		}
	}
	stop()
	<-over
}
