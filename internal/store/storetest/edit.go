package storetest

import (
	"fmt"

	"svcx"
	"svcx/internal/store"
)

// R 4.2, R 8: an edited message keeps its last 50 versions.
func editCases(f *fixture) {
	ws, stranger := f.workspace(), f.workspace()
	c, other := &svcx.Conversation{}, &svcx.Conversation{}
	f.conversations(ws, c, other)
	m := &svcx.Message{Content: "0", SentAt: now, CreatedAt: now}
	f.messages(c, m)
	f.Case("a message is found in its conversation alone", func(f *fixture) {
		f.equal("message", must(f.db.Read(f.ctx()).Message(ws, c.ID, m.ID))(f), m)
		for _, at := range []struct {
			ws svcx.WorkspaceID
			c  svcx.ConversationID
		}{{ws, other.ID}, {stranger, c.ID}} {
			_, err := f.db.Read(f.ctx()).Message(at.ws, at.c, m.ID)
			f.wantKind(err, svcx.KindNotFound)
		}
	})
	f.Case("the last versions are kept, oldest first", func(f *fixture) {
		const edits = svcx.MaxVersions + 3
		var want []svcx.MessageVersion
		for i := 1; i <= edits; i++ {
			v := svcx.MessageVersion{Number: i, Content: m.Content, Reason: fmt.Sprint("why ", i), Editor: svcx.Actor{Kind: svcx.ActorKey, ID: 7, Name: "é"}, ReplacedAt: now + svcx.Time(i)}
			m.Content, m.EditCount, m.EditedAt = fmt.Sprint(i), i, ptr(v.ReplacedAt)
			f.write(ws, func(tx *store.Tx) error { return tx.EditMessage(m, v) })
			want = append(want, v)
		}
		want = want[edits-svcx.MaxVersions:]
		f.equal("message", read(f, ws, func(tx *store.Tx) (*svcx.Message, error) { return tx.Message(ws, c.ID, m.ID) }), m)
		f.equal("all", must(f.db.Versions(f.ctx(), ws, m.ID, svcx.Page{Limit: 100}))(f), svcx.List[svcx.MessageVersion]{Items: want, Total: svcx.MaxVersions})
		f.equal("page", must(f.db.Versions(f.ctx(), ws, m.ID, svcx.Page{Limit: 2, Offset: 3}))(f), svcx.List[svcx.MessageVersion]{Items: want[3:5], Total: svcx.MaxVersions})
		f.equal("another workspace's", must(f.db.Versions(f.ctx(), stranger, m.ID, svcx.Page{Limit: 2}))(f).Total, 0)
	})
}

// D 5: the customer reads messages from our side, and they keep the first time.
func readCases(f *fixture) {
	ws, stranger := f.workspace(), f.workspace()
	c, other := &svcx.Conversation{}, &svcx.Conversation{}
	f.conversations(ws, c, other)
	add := func(c *svcx.Conversation, author svcx.AuthorType, kind svcx.MessageKind) *svcx.Message {
		m := &svcx.Message{Author: svcx.Author{Type: author}, Kind: kind, SentAt: now, CreatedAt: now}
		f.messages(c, m)
		return m
	}
	customer, agent, bot := add(c, svcx.AuthorCustomer, ""), add(c, svcx.AuthorAgent, ""), add(c, svcx.AuthorBot, "")
	note, foreign := add(c, svcx.AuthorAgent, svcx.MessageKindNote), add(other, svcx.AuthorAgent, "")
	one := func(m *svcx.Message, at svcx.Time) *svcx.Time {
		return read(f, ws, func(tx *store.Tx) (*svcx.Time, error) { err := tx.ReadMessage(m, at); return m.ReadAt, err })
	}
	var unread []svcx.MessageID
	whole := func(c *svcx.Conversation, at svcx.Time) svcx.Time {
		return read(f, ws, func(tx *store.Tx) (when svcx.Time, err error) {
			when, unread, err = tx.ReadConversation(ws, c.ID, at)
			return when, err
		})
	}
	all := func(at svcx.Time) svcx.Time { return whole(c, at) }
	stored := func(m *svcx.Message) *svcx.Time {
		return must(f.db.Read(f.ctx()).Message(ws, m.Conversation, m.ID))(f).ReadAt
	}
	f.equal("a message", one(agent, now+1), ptr(now+1))
	f.equal("again", one(agent, now+2), ptr(now+1))
	f.equal("a customer's", one(customer, now+2), (*svcx.Time)(nil))
	f.equal("the rest", all(now+3), now+3)
	f.equal("unread", unread, []svcx.MessageID{bot.ID})
	f.equal("nothing new", all(now+4), now+3)
	f.equal("unread", len(unread), 0)
	f.equal("stored", []*svcx.Time{stored(customer), stored(agent), stored(bot), stored(note), stored(foreign)},
		[]*svcx.Time{nil, ptr(now + 1), ptr(now + 3), nil, nil})
	add(c, svcx.AuthorAgent, "")
	f.equal("something new", all(now+5), now+5)
	for _, try := range []struct {
		ws svcx.WorkspaceID
		id svcx.ConversationID
	}{{stranger, c.ID}, {ws, 1 << 40}} {
		f.wantKind(f.db.Write(f.ctx(), try.ws, func(tx *store.Tx) error { _, _, err := tx.ReadConversation(try.ws, try.id, now); return err }), svcx.KindNotFound)
	}
	empty := &svcx.Conversation{}
	f.conversations(ws, empty)
	first := whole(empty, now+6)
	again := whole(empty, now+7)
	f.equal("an empty one", []svcx.Time{first, again}, []svcx.Time{now + 6, now + 6})
}
