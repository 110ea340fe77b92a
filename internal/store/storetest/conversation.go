package storetest

import (
	"fmt"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// conversations stores conversations under new ids.
func (f *fixture) conversations(ws svcx.WorkspaceID, conversations ...*svcx.Conversation) {
	f.Helper()
	f.write(ws, func(tx *store.Tx) error { return insertConversations(tx, ws, conversations...) })
}

func insertConversations(tx *store.Tx, ws svcx.WorkspaceID, conversations ...*svcx.Conversation) error {
	ids, err := tx.ReserveConversations(len(conversations))
	if err != nil {
		return err
	}
	for i, c := range conversations {
		c.ID, c.Workspace = svcx.ConversationID(ids[i]), ws
		if c.Status == "" {
			c.Status = svcx.StatusOpen
		}
		if c.Tags == nil {
			c.Tags = []string{}
		}
	}
	return tx.InsertConversations(conversations...)
}

// update stores a conversation that was read or stored as was.
func update(tx *store.Tx, c *svcx.Conversation, was svcx.Conversation) error {
	return tx.UpdateConversations(store.ConversationChange{Conversation: c, Was: was})
}

func fullConversation() *svcx.Conversation {
	return &svcx.Conversation{
		Channel: ptr(svcx.ChannelID(7)), ChannelType: svcx.ChannelTypeCustom, ExternalID: "thread/1 \"é\"", Subject: "Subject",
		Status: svcx.StatusResolved, AssignedTo: ptr(svcx.UserID(3)), Contact: ptr(svcx.ContactID(4)), Category: ptr(svcx.CategoryID(5)),
		Priority: svcx.PriorityHigh, Tags: []string{"a", "b"}, CreatedAt: now, UpdatedAt: now + 1, LastMessageAt: ptr(now + 2),
		ResolvedAt: ptr(now + 3), MessageCount: 12, DeliverySeq: 34, AskedAt: ptr(now + 4), AnsweredAt: ptr(now + 5), SettledAt: ptr(now + 6), WaitingSince: ptr(now + 7),
	}
}

func conversationCases(f *fixture) {
	f.Case("what is stored is read back, with and without the optional values", func(f *fixture) {
		ws := f.workspace()
		full, bare := fullConversation(), &svcx.Conversation{ChannelType: svcx.ChannelTypeAPI, CreatedAt: now, UpdatedAt: now}
		f.conversations(ws, full, bare)
		for _, c := range []*svcx.Conversation{full, bare} {
			f.equal("conversation", must(f.db.Read(f.ctx()).Conversation(ws, c.ID))(f), c)
			f.equal("in a transaction", read(f, ws, func(tx *store.Tx) (*svcx.Conversation, error) { return tx.Conversation(ws, c.ID) }), c)
		}
	})
	f.Case("another workspace's is not found, by reading or writing", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		c := fullConversation()
		f.conversations(ws, c)
		_, err := f.db.Read(f.ctx()).Conversation(other, c.ID)
		f.wantKind(err, svcx.KindNotFound)
		stolen := *c
		stolen.Workspace, stolen.Status = other, svcx.StatusClosed
		err = f.db.Write(f.ctx(), other, func(tx *store.Tx) error { return update(tx, &stolen, *c) })
		f.wantKind(err, svcx.KindNotFound)
		f.equal("untouched", must(f.db.Read(f.ctx()).Conversation(ws, c.ID))(f), c)
		f.equal("its total", must(f.db.Conversations(f.ctx(), other, svcx.ConversationFilter{}, svcx.Page{Limit: 9}))(f).Total, 0)
	})
	f.Case("a change leaves the constant columns alone", func(f *fixture) {
		ws := f.workspace()
		c := fullConversation()
		f.conversations(ws, c)
		changed := &svcx.Conversation{ID: c.ID, Workspace: ws, Status: svcx.StatusOpen, Tags: []string{}, UpdatedAt: now + 100, MessageCount: 13, DeliverySeq: 35, ChannelType: "other", ExternalID: "other", CreatedAt: 1}
		f.write(ws, func(tx *store.Tx) error { return update(tx, changed, *c) })
		changed.Channel, changed.ChannelType, changed.ExternalID, changed.CreatedAt = c.Channel, c.ChannelType, c.ExternalID, c.CreatedAt
		f.equal("changed", must(f.db.Read(f.ctx()).Conversation(ws, c.ID))(f), changed)
	})
	f.Case("conversations are found by their external ids, on every channel of the workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		odd := "<a> & 'b' \u2028 \\ é \U0001F600"
		a := &svcx.Conversation{Channel: ptr(svcx.ChannelID(1)), ExternalID: "a"}
		a2 := &svcx.Conversation{Channel: ptr(svcx.ChannelID(2)), ExternalID: "a"}
		b := &svcx.Conversation{Channel: ptr(svcx.ChannelID(1)), ExternalID: odd}
		f.conversations(ws, a, a2, b, &svcx.Conversation{})
		f.conversations(other, &svcx.Conversation{Channel: ptr(svcx.ChannelID(1)), ExternalID: "a"})
		for _, test := range []struct {
			ids  []string
			want []*svcx.Conversation
		}{{[]string{"a", odd, "missing", ""}, []*svcx.Conversation{a, a2, b}}, {[]string{odd}, []*svcx.Conversation{b}}, {nil, nil}} {
			found := read(f, ws, func(tx *store.Tx) ([]*svcx.Conversation, error) { return tx.ConversationsByExternalID(ws, test.ids) })
			slices.SortFunc(found, func(a, b *svcx.Conversation) int { return int(a.ID - b.ID) })
			f.equal(fmt.Sprintf("external ids %q", test.ids), found, test.want)
		}
	})
	f.Case("a contact's newest conversations are found", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		contact := func() *svcx.Conversation { return &svcx.Conversation{Contact: ptr(svcx.ContactID(4))} }
		a, b, c, theirs := contact(), contact(), &svcx.Conversation{Contact: ptr(svcx.ContactID(5))}, contact()
		f.conversations(ws, a, b, c, &svcx.Conversation{})
		f.conversations(other, theirs)
		found := func(limit int) []svcx.ConversationID {
			return read(f, ws, func(tx *store.Tx) ([]svcx.ConversationID, error) { return tx.ConversationsOfContact(ws, 4, limit) })
		}
		f.equal("all", found(10), []svcx.ConversationID{b.ID, a.ID})
		f.equal("at most", found(1), []svcx.ConversationID{b.ID})
	})
	f.Case("an external id is unique per channel; several conversations may have none", func(f *fixture) {
		ws := f.workspace()
		ch := ptr(svcx.ChannelID(1))
		f.conversations(ws, &svcx.Conversation{Channel: ch, ExternalID: "x"}, &svcx.Conversation{Channel: ptr(svcx.ChannelID(2)), ExternalID: "x"},
			&svcx.Conversation{Channel: ch}, &svcx.Conversation{Channel: ch}, &svcx.Conversation{}, &svcx.Conversation{})
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			return insertConversations(tx, ws, &svcx.Conversation{Channel: ch, ExternalID: "x"})
		})
		f.wantConstraint(err, "conversation_external_id")
	})
}
