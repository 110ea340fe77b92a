package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// An export has every row of a workspace once, in order, whatever the pages are, and
// none of another's.
func exportCases(f *fixture) {
	f.Case("conversations, messages and history, over several pages", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		const n = 1100
		conversations, messages := f.many(ws, n)
		f.many(other, 10)
		var got []svcx.ConversationID
		pages := 0
		err := f.db.EachConversation(f.ctx(), ws, func(page []*svcx.Conversation) error {
			pages++
			for _, c := range page {
				got = append(got, c.ID)
			}
			return nil
		})
		f.equal("error", err, nil)
		f.equal("several pages", pages > 2, true)
		var want []svcx.ConversationID
		for _, c := range conversations {
			want = append(want, c.ID)
		}
		f.equal("conversations", got, want)

		var gotMessages, wantMessages []svcx.MessageID
		f.equal("error", f.db.EachMessage(f.ctx(), ws, func(page []svcx.Message) error {
			for _, m := range page {
				gotMessages = append(gotMessages, m.ID)
			}
			return nil
		}), nil)
		slices.SortFunc(messages, func(a, b *svcx.Message) int {
			if a.Conversation != b.Conversation {
				return int(a.Conversation - b.Conversation)
			}
			return int(a.SentAt - b.SentAt)
		})
		for _, m := range messages {
			wantMessages = append(wantMessages, m.ID)
		}
		f.equal("messages", gotMessages, wantMessages)

		entries := 0
		f.equal("error", f.db.EachHistoryEntry(f.ctx(), ws, func(page []svcx.HistoryEntry) error {
			for _, e := range page {
				f.equal("entry", e.Detail, fmt.Sprint(entries))
				entries++
			}
			return nil
		}), nil)
		f.equal("history", entries, n)
	})
	f.Case("a page of long messages is short", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Conversation{}
		f.conversations(ws, c)
		for range 8 {
			f.messages(c, &svcx.Message{Content: strings.Repeat("x", 400_000), SentAt: now})
		}
		var sizes []int
		f.equal("error", f.db.EachMessage(f.ctx(), ws, func(page []svcx.Message) error { sizes = append(sizes, len(page)); return nil }), nil)
		f.equal("pages", sizes, []int{3, 3, 2})
	})
	f.Case("an error or the cancellation of the reader ends it", func(f *fixture) {
		ws := f.workspace()
		f.many(ws, 600)
		pages := 0
		err := f.db.EachMessage(f.ctx(), ws, func([]svcx.Message) error { pages++; return errWanted })
		f.equal("error", errors.Is(err, errWanted), true)
		f.equal("pages", pages, 1)
		ctx, cancel := context.WithCancel(f.ctx())
		err = f.db.EachMessage(ctx, ws, func([]svcx.Message) error { cancel(); return nil })
		f.equal("left", errors.Is(err, context.Canceled), true)
	})
	f.Case("all other tables", exportedRest)
}

// many stores conversations, two of three on a channel, each with a message and
// an entry of its history.
func (f *fixture) many(ws svcx.WorkspaceID, n int) (conversations []*svcx.Conversation, messages []*svcx.Message) {
	f.Helper()
	for i := range n {
		c := &svcx.Conversation{ExternalID: fmt.Sprint(i)}
		if i%3 > 0 {
			c.Channel = ptr(svcx.ChannelID(i % 3))
		}
		conversations = append(conversations, c)
	}
	f.conversations(ws, conversations...)
	var entries []svcx.HistoryEntry
	for i, c := range conversations {
		// The first half of the conversations has all the messages.
		messages = append(messages, &svcx.Message{Conversation: conversations[i/2].ID, Content: "x", SentAt: now + svcx.Time(i%7)*1000 + svcx.Time(i)})
		entries = append(entries, svcx.HistoryEntry{Workspace: ws, Conversation: c.ID, Type: "x", Detail: fmt.Sprint(i), At: now})
	}
	f.write(ws, func(tx *store.Tx) error {
		ids, err := tx.ReserveMessages(n)
		if err != nil {
			return err
		}
		for i, m := range messages {
			m.ID, m.Workspace, m.Kind = svcx.MessageID(ids[i]), ws, svcx.MessageKindMessage
		}
		if err := tx.InsertMessages(messages...); err != nil {
			return err
		}
		return tx.InsertHistory(entries...)
	})
	return conversations, messages
}

func exportedRest(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	f.exported("empty", ws)
	for _, w := range []svcx.WorkspaceID{other, ws} {
		a, b := &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(w, a, b)
		f.rating(&svcx.Rating{Workspace: w, Conversation: b.ID, Rating: 5, CreatedAt: now})
		f.rating(&svcx.Rating{Workspace: w, Conversation: a.ID, Rating: 1, CreatedAt: now})
		f.write(w, func(tx *store.Tx) error {
			channel := &svcx.Channel{Workspace: w, Name: "C", KeyHash: "h", CreatedAt: now}
			_, link := tx.PutStaffLink(w, svcx.StaffLinkDraft{Channel: 1, ExternalID: "s", User: 1})
			return errors.Join(
				tx.InsertChannel(channel, nil), link,
				insertContacts(tx, w, &svcx.Contact{Name: "Ada"}),
				tx.InsertAudit(&svcx.AuditEntry{Workspace: w, Action: svcx.AuditChannelCreate, At: now}),
				tx.InsertFile(&svcx.File{Workspace: w, Name: "f.pdf", CreatedAt: now}),
				tx.InsertParticipants(&svcx.Participant{Workspace: w, Conversation: a.ID, Name: "P", AddedAt: now}, &svcx.Participant{Workspace: w, Conversation: a.ID, Name: "Q", AddedAt: now}),
				tx.SetFieldValue(w, b.ID, 7, ptr("v")),
			)
		})
		if w == other {
			continue
		}
		f.exported("all", ws, "channel C", "link s", "contact Ada", "audit channel.create", "file f.pdf", "rating 1", "rating 5")
		ids := []int64{int64(a.ID), int64(b.ID)}
		participants := must(f.db.Read(f.ctx()).ParticipantsOf(ws, ids))(f)
		f.equal("participants", []int{len(participants), len(participants[a.ID])}, []int{1, 2})
		f.equal("in their order", participants[a.ID][1].Name, "Q")
		values := func(ws svcx.WorkspaceID) map[svcx.ConversationID]map[svcx.FieldID]string {
			all, tooMany, err := f.db.Read(f.ctx()).FieldValuesOf(ws, ids)
			if err != nil || tooMany {
				f.Fatalf("%v, too many: %v", err, tooMany)
			}
			return all
		}
		f.equal("values", values(ws), map[svcx.ConversationID]map[svcx.FieldID]string{b.ID: {7: "v"}})
		f.equal("another's", len(must(f.db.Read(f.ctx()).ParticipantsOf(other, ids))(f))+len(values(other)), 0)
		f.equal("of none", len(must(f.db.Read(f.ctx()).ParticipantsOf(ws, nil))(f)), 0)
	}
}

// exported fails unless the export of the small tables is this.
func (f *fixture) exported(what string, ws svcx.WorkspaceID, want ...string) {
	f.Helper()
	var got []string
	err := errors.Join(
		f.db.EachChannel(f.ctx(), ws, appendTo(&got, func(c *svcx.Channel) string { return "channel " + c.Name })),
		f.db.EachStaffLink(f.ctx(), ws, appendTo(&got, func(l *svcx.StaffLink) string { return "link " + l.ExternalID })),
		f.db.EachContact(f.ctx(), ws, appendTo(&got, func(c *svcx.Contact) string { return "contact " + c.Name })),
		f.db.EachAuditEntry(f.ctx(), ws, appendTo(&got, func(e *svcx.AuditEntry) string { return "audit " + string(e.Action) })),
		f.db.EachFile(f.ctx(), ws, appendTo(&got, func(x *svcx.File) string { return "file " + x.Name })),
		f.db.EachRating(f.ctx(), ws, appendTo(&got, func(r *svcx.Rating) string { return fmt.Sprint("rating ", r.Rating) })),
	)
	f.equal("error", err, nil)
	f.equal(what, got, want)
}

func appendTo[T any](got *[]string, describe func(T) string) func([]T) error {
	return func(page []T) error {
		for _, item := range page {
			*got = append(*got, describe(item))
		}
		return nil
	}
}
