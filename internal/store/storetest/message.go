package storetest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// messages stores messages of a conversation under new ids.
func (f *fixture) messages(c *svcx.Conversation, messages ...*svcx.Message) {
	f.Helper()
	f.write(c.Workspace, func(tx *store.Tx) error { return insertMessages(tx, c, messages...) })
}

func insertMessages(tx *store.Tx, c *svcx.Conversation, messages ...*svcx.Message) error {
	ids, err := tx.ReserveMessages(len(messages))
	if err != nil {
		return err
	}
	for i, m := range messages {
		m.ID, m.Workspace, m.Conversation = svcx.MessageID(ids[i]), c.Workspace, c.ID
		m.Kind = cmp.Or(m.Kind, svcx.MessageKindMessage)
		if m.Attachments == nil {
			m.Attachments = []svcx.Attachment{}
		}
	}
	return tx.InsertMessages(messages...)
}

func messageCases(f *fixture) {
	f.Case("what is stored is read back, with and without the optional values", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Conversation{MessageCount: 2}
		f.conversations(ws, c)
		full := &svcx.Message{
			Author:  svcx.Author{Type: svcx.AuthorAgent, Name: "Ada", Email: "ada@example.com", ExternalID: "e-1", User: ptr(svcx.UserID(1)), Contact: ptr(svcx.ContactID(2))},
			Content: "<p>\r\n\tHëllo & \u2028 \U0001F600 \\ '\"</p>", ContentType: svcx.ContentHTML, Markdown: true, ExternalID: "m-1",
			Attachments: []svcx.Attachment{{URL: "https://example.com/f?a=1&b=2", Filename: "f <1>.txt", MIMEType: "text/plain"}},
			SentAt:      now, CreatedAt: now + 1, EditedAt: ptr(now + 2), EditCount: 3, ReadAt: ptr(now + 4),
		}
		bare := &svcx.Message{Author: svcx.Author{Type: svcx.AuthorSystem}, Content: "x", ContentType: svcx.ContentText, SentAt: now + 1, CreatedAt: now + 1}
		f.messages(c, full, bare)
		list := must(f.db.Messages(f.ctx(), c, svcx.MessagePage{Page: svcx.Page{Limit: 10}}))(f)
		f.equal("messages", list, svcx.MessageList{List: svcx.List[svcx.Message]{Items: []svcx.Message{*full, *bare}, Total: 2}})
	})
	f.Case("content is kept byte for byte (D 2)", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Conversation{}
		f.conversations(ws, c)
		long := make([]byte, 0, svcx.MaxContent*4)
		for range svcx.MaxContent {
			long = append(long, "\U0001F600"...)
		}
		f.messages(c, &svcx.Message{Content: string(long)})
		list := must(f.db.Messages(f.ctx(), c, svcx.MessagePage{Page: svcx.Page{Limit: 1}}))(f)
		f.equal("content", list.Items[0].Content == string(long), true)
	})
	f.Case("pages by offset and by cursor", messagePagesCase)
	f.Case("a long page is read in pieces, with the rows at its beginning", longPageCase)
	f.Case("before must be a message of the conversation", func(f *fixture) {
		ws := f.workspace()
		c, other := &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(ws, c, other)
		note, foreign := &svcx.Message{Kind: svcx.MessageKindNote}, &svcx.Message{}
		f.messages(c, note)
		f.messages(other, foreign)
		// The same conversation id in another workspace.
		stranger := &svcx.Conversation{ID: other.ID, Workspace: f.workspace()}
		for _, try := range []struct {
			c  *svcx.Conversation
			id svcx.MessageID
		}{{c, note.ID}, {c, foreign.ID}, {c, 1 << 40}, {stranger, foreign.ID}} {
			_, err := f.db.Messages(f.ctx(), try.c, svcx.MessagePage{Page: svcx.Page{Limit: 5}, Before: &try.id})
			f.wantKind(err, svcx.KindValidation)
		}
		f.equal("in the other workspace", len(must(f.db.Messages(f.ctx(), stranger, svcx.MessagePage{Page: svcx.Page{Limit: 5}}))(f).Items), 0)
	})
}

// R 4.2: oldest first by sentAt, ties by id; notes are never listed (D 5).
func messagePagesCase(f *fixture) {
	ws := f.workspace()
	c, other := &svcx.Conversation{MessageCount: 20}, &svcx.Conversation{}
	f.conversations(ws, c, other)
	var want []*svcx.Message
	for i := range 30 {
		m := &svcx.Message{Content: fmt.Sprint(i), SentAt: now + svcx.Time(i*11%7), CreatedAt: now}
		if i%3 == 0 {
			m.Kind = svcx.MessageKindNote
		}
		f.messages(c, m)
		f.messages(other, &svcx.Message{Content: "other", SentAt: m.SentAt})
		if i%3 != 0 {
			want = append(want, m)
		}
	}
	slices.SortFunc(want, func(a, b *svcx.Message) int {
		return cmp.Or(cmp.Compare(a.SentAt, b.SentAt), cmp.Compare(a.ID, b.ID))
	})
	check := func(what string, list svcx.MessageList, want []*svcx.Message, hasMore bool) {
		f.Helper()
		got, wanted := []svcx.MessageID{}, []svcx.MessageID{}
		for _, m := range list.Items {
			got = append(got, m.ID)
		}
		for _, m := range want {
			wanted = append(wanted, m.ID)
		}
		f.equal(what, got, wanted)
		f.equal(what+": total", list.Total, 20)
		f.equal(what+": hasMore", list.HasBefore, hasMore)
	}
	for _, limit := range []int{1, 6, 20, 100} {
		for from := 0; from <= len(want); from += limit {
			page := svcx.MessagePage{Page: svcx.Page{Limit: limit, Offset: from}}
			check(fmt.Sprintf("%+v", page.Page), must(f.db.Messages(f.ctx(), c, page))(f), want[from:min(from+limit, len(want))], false)
		}
		for before := range want {
			page := svcx.MessagePage{Page: svcx.Page{Limit: limit}, Before: &want[before].ID}
			first := max(0, before-limit)
			check(fmt.Sprintf("%d before %d", limit, before), must(f.db.Messages(f.ctx(), c, page))(f), want[first:before], first > 0)
		}
		place := &svcx.MessageCursor{SentAt: math.MinInt64}
		for from := 0; place != nil; from += limit {
			page := svcx.MessagePage{Page: svcx.Page{Limit: limit}, Following: place}
			list := must(f.db.Messages(f.ctx(), c, page))(f)
			place = list.Next
			list.HasBefore = false
			check(fmt.Sprintf("%d following %d", limit, from), list, want[from:min(from+limit, len(want))], false)
			if more := from+limit < len(want); more != (place != nil) {
				f.Errorf("%d following %d: more %t, want %t", limit, from, place != nil, more)
			}
		}
	}
}

// A page has the rows at the time of its request; a piece has at most 1 MiB, or one
// row.
func longPageCase(f *fixture) {
	ws := f.workspace()
	c := &svcx.Conversation{MessageCount: 9}
	f.conversations(ws, c)
	var want []svcx.MessageID
	for i := range 9 {
		m := &svcx.Message{Content: strings.Repeat("x", 300<<10), SentAt: now + svcx.Time(i/3)}
		if i == 4 {
			m.Content = strings.Repeat("é", 800<<10)
		}
		f.messages(c, m)
		want = append(want, m.ID)
	}
	for i, list := range []svcx.List[svcx.Message]{
		must(f.db.Messages(f.ctx(), c, svcx.MessagePage{Page: svcx.Page{Limit: 50}}))(f).List,
		must(f.db.Messages(f.ctx(), c, svcx.MessagePage{Page: svcx.Page{Limit: 50}, Before: &want[8]}))(f).List,
		must(f.db.Messages(f.ctx(), c, svcx.MessagePage{Page: svcx.Page{Limit: 50}, Following: &svcx.MessageCursor{}}))(f).List,
		must(f.db.MessagesAndNotes(f.ctx(), ws, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 50}}))(f).List,
	} {
		f.equal("at once", len(list.Items), 0)
		// A message stored while it is read is not in it.
		f.messages(c, &svcx.Message{Content: "late", SentAt: now + 100})
		var got []svcx.MessageID
		err := list.Each(f.ctx(), func(piece []svcx.Message) error {
			size := 0
			for _, m := range piece {
				got, size = append(got, m.ID), size+len(m.Content)
			}
			if size > 1<<20 && len(piece) > 1 {
				f.Errorf("a piece of %d messages has %d bytes", len(piece), size)
			}
			return nil
		})
		if err != nil {
			f.Fatal(err)
		}
		f.equal("in their order", got[:8], want[:8])
		f.equal("messages", len(got), []int{9, 8, 9, 9}[i])
	}
}

func messagesAndNotesCases(f *fixture) {
	ws := f.workspace()
	c, other := &svcx.Conversation{}, &svcx.Conversation{}
	f.conversations(ws, c, other)
	var all, withoutNotes []svcx.Message
	for i := range 12 {
		m := &svcx.Message{Content: strings.Repeat("x", 100), SentAt: now + svcx.Time(i/2), CreatedAt: now + svcx.Time(i)}
		if i%4 == 3 {
			m.Kind = svcx.MessageKindNote
		}
		f.messages(c, m)
		f.messages(other, &svcx.Message{SentAt: m.SentAt, CreatedAt: m.CreatedAt})
		all = append(all, *m)
		if i%4 != 3 {
			withoutNotes = append(withoutNotes, *m)
		}
	}
	f.Case("messages and notes are listed in order and in pages", func(f *fixture) {
		for _, page := range []svcx.Page{{Limit: 100}, {Limit: 5}, {Limit: 5, Offset: 10}, {Limit: 5, Offset: 12}} {
			list := must(f.db.MessagesAndNotes(f.ctx(), ws, c.ID, svcx.MessagePage{Page: page}))(f)
			f.equal("total", list.Total, len(all))
			f.equal(fmt.Sprintf("page %+v", page), append([]svcx.Message{}, list.Items...), append([]svcx.Message{}, all[page.Offset:min(page.Offset+page.Limit, len(all))]...))
		}
		for _, limit := range []int{1, 4, 5, 12, 50} {
			for at, m := range all {
				// In the middle, unless there are too few on one side.
				from := max(0, min(at-(limit-1)/2, len(all)-limit))
				for name, next := range map[string]struct {
					page     svcx.MessagePage
					from, to int
				}{
					"before": {svcx.MessagePage{Before: &m.ID}, max(0, at-limit), at},
					"after":  {svcx.MessagePage{After: &m.ID}, at + 1, min(at+1+limit, len(all))},
					"around": {svcx.MessagePage{Around: &m.ID}, from, min(from+limit, len(all))},
				} {
					next.page.Limit = limit
					list := must(f.db.MessagesAndNotes(f.ctx(), ws, c.ID, next.page))(f)
					what := fmt.Sprintf("%d %s message %d", limit, name, at)
					f.equal(what, append([]svcx.Message{}, list.Items...), append([]svcx.Message{}, all[next.from:next.to]...))
					f.equal(what+": before, after, total", []any{list.HasBefore, list.HasAfter, list.Total}, []any{next.from > 0, next.to < len(all), len(all)})
				}
			}
		}
		of := must(f.db.MessagesAndNotes(f.ctx(), ws, other.ID, svcx.MessagePage{Page: svcx.Page{Limit: 1}}))(f).Items[0].ID
		for _, page := range []svcx.MessagePage{{Before: &of}, {After: &of}, {Around: &of}} {
			page.Limit = 5
			_, err := f.db.MessagesAndNotes(f.ctx(), ws, c.ID, page)
			f.wantKind(err, svcx.KindValidation)
			_, err = f.db.MessagesAndNotes(f.ctx(), f.workspace(), other.ID, page)
			f.wantKind(err, svcx.KindValidation)
		}
		f.equal("another workspace's", must(f.db.MessagesAndNotes(f.ctx(), f.workspace(), c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 5}}))(f).Total, 0)
	})
	f.Case("the last messages are bounded in number and size, up to a moment, without notes (D 4)", func(f *fixture) {
		last := func(ws svcx.WorkspaceID, upTo svcx.Time, limit, maxBytes int) []svcx.Message {
			return append([]svcx.Message{}, must(f.db.Read(f.ctx()).LastMessages(ws, c.ID, upTo, limit, maxBytes))(f)...)
		}
		n := len(withoutNotes)
		f.equal("all", last(ws, now+100, 100, 1<<20), withoutNotes)
		f.equal("in number", last(ws, now+100, 3, 1<<20), withoutNotes[n-3:])
		f.equal("in size: up to the one that is too much", last(ws, now+100, 100, 250), withoutNotes[n-3:])
		f.equal("up to a moment", last(ws, now+5, 100, 1<<20), withoutNotes[:5])
		for _, limit := range []int{1, 4, 5, 12, 50} {
			for at, m := range all {
				// In the middle, unless there are too few on one side.
				from := max(0, min(at-(limit-1)/2, len(all)-limit))
				for name, next := range map[string]struct {
					page     svcx.MessagePage
					from, to int
				}{
					"before": {svcx.MessagePage{Before: &m.ID}, max(0, at-limit), at},
					"after":  {svcx.MessagePage{After: &m.ID}, at + 1, min(at+1+limit, len(all))},
					"around": {svcx.MessagePage{Around: &m.ID}, from, min(from+limit, len(all))},
				} {
					next.page.Limit = limit
					list := must(f.db.MessagesAndNotes(f.ctx(), ws, c.ID, next.page))(f)
					what := fmt.Sprintf("%d %s message %d", limit, name, at)
					f.equal(what, append([]svcx.Message{}, list.Items...), append([]svcx.Message{}, all[next.from:next.to]...))
					f.equal(what+": before, after, total", []any{list.HasBefore, list.HasAfter, list.Total}, []any{next.from > 0, next.to < len(all), len(all)})
				}
			}
		}
		of := must(f.db.MessagesAndNotes(f.ctx(), ws, other.ID, svcx.MessagePage{Page: svcx.Page{Limit: 1}}))(f).Items[0].ID
		for _, page := range []svcx.MessagePage{{Before: &of}, {After: &of}, {Around: &of}} {
			page.Limit = 5
			_, err := f.db.MessagesAndNotes(f.ctx(), ws, c.ID, page)
			f.wantKind(err, svcx.KindValidation)
			_, err = f.db.MessagesAndNotes(f.ctx(), f.workspace(), other.ID, page)
			f.wantKind(err, svcx.KindValidation)
		}
		f.equal("another workspace's", last(f.workspace(), now+100, 100, 1<<20), []svcx.Message{})
	})
}
