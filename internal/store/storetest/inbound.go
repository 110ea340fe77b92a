package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// D 2: a messageId is unique per channel permanently; its key does not reveal it.
func inboundCases(f *fixture) {
	f.Case("keys differ by channel and id", func(f *fixture) {
		key := store.MessageKey(1, "id")
		f.equal("the same again", store.MessageKey(1, "id"), key)
		f.equal("length", len(key), 22)
		for _, other := range []string{store.MessageKey(2, "id"), store.MessageKey(1, "ID"), store.MessageKey(1, ""), store.MessageKey(11, "d"), store.MessageKey(1, "1id")} {
			if other == key {
				f.Fatalf("%s twice", key)
			}
		}
	})
	f.Case("a key is stored once per workspace", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		insert := func(ws svcx.WorkspaceID, keys ...string) error {
			return f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { return tx.InsertMessageKeys(ws, keys...) })
		}
		for _, err := range []error{insert(ws), insert(ws, "a", "b"), insert(other, "b")} {
			if err != nil {
				f.Fatal(err)
			}
		}
		f.wantConstraint(insert(ws, "c", "b"), "message_key_pkey")
		f.equal("seen", f.inbound(ws, store.InboundKeys{MessageKeys: []string{"a", "b", "c"}}).Seen, map[string]bool{"a": true, "b": true})
	})
	f.Case("a batch loads what it touches, of its workspace alone", loadInboundCase)
	f.Case("channels are loaded with the form", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		own, elsewhere := f.channel(ws).Channel, f.channel(other).Channel
		got := f.inbound(ws, store.InboundKeys{Channels: []int64{int64(own), int64(elsewhere), 1 << 40}}).Channels
		f.equal("channels", got, map[svcx.ChannelID]store.ChannelForm{own: must(f.db.Read(f.ctx()).ChannelByID(own))(f)})
	})
	f.Case("a load outside a transaction sees what is committed, waits in no queue and takes no ids", func(f *fixture) {
		ws := f.workspace()
		before := &svcx.Contact{ExternalID: "x"}
		f.contacts(ws, before)
		keys := store.InboundKeys{MessageKeys: []string{"a", "b"}, ContactIDs: []string{"x"}, Ahead: store.IDReservation{Contacts: 5, Messages: 5, Events: 5, Conversations: 5}}
		load := func() store.InboundState { return must(f.db.LoadInbound(f.ctx(), ws, keys))(f) }
		f.write(ws, func(tx *store.Tx) error {
			if err := tx.InsertMessageKeys(ws, "a"); err != nil {
				return err
			}
			f.equal("seen during a write", load().Seen, map[string]bool{})
			return nil
		})
		f.equal("seen", load().Seen, map[string]bool{"a": true})
		f.equal("contacts", load().Contacts, []*svcx.Contact{before})
		after := &svcx.Contact{ExternalID: "y"}
		f.contacts(ws, after)
		f.equal("the next id", after.ID, before.ID+1)
	})
	f.Case("a load outside a transaction ends with its context", func(f *fixture) {
		ctx, cancel := context.WithCancel(f.ctx())
		cancel()
		if _, err := f.db.LoadInbound(ctx, f.workspace(), store.InboundKeys{MessageKeys: []string{"a"}}); !errors.Is(err, context.Canceled) {
			f.Errorf("error %v", err)
		}
	})
	f.Case("the bytes of field values are loaded if they may be too many", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		conversation := &svcx.Conversation{Channel: ptr(svcx.ChannelID(1)), ExternalID: "t"}
		f.conversations(ws, conversation, &svcx.Conversation{Channel: ptr(svcx.ChannelID(1)), ExternalID: "unasked"})
		d := f.field(ws, "k0", nil)
		f.setValue(ws, conversation.ID, d.ID, ptr("😀"))
		keys := store.InboundKeys{ConversationIDs: []string{"t", "unasked"}, FieldConversations: []string{"t"}, Definitions: true}
		f.equal("sizes of few fields", len(f.inbound(ws, keys).FieldSizes), 0)
		for i := range 40 {
			f.field(ws, fmt.Sprintf("k%d", i+1), nil)
			f.field(other, fmt.Sprintf("k%d", i+1), nil)
		}
		f.equal("sizes", f.inbound(ws, keys).FieldSizes, map[svcx.ConversationID]map[svcx.FieldID]int{conversation.ID: {d.ID: 4}})
		f.equal("sizes elsewhere", len(f.inbound(other, keys).FieldSizes), 0)
	})
	f.Case("a batch of any size is loaded", func(f *fixture) {
		ws := f.workspace()
		var keys store.InboundKeys
		for i := range 2000 {
			id := fmt.Sprintf("id-%d@example.com", i)
			keys.MessageKeys, keys.ConversationIDs = append(keys.MessageKeys, id), append(keys.ConversationIDs, id)
			keys.ContactIDs, keys.EmailKeys = append(keys.ContactIDs, id), append(keys.EmailKeys, id)
		}
		f.write(ws, func(tx *store.Tx) error { return tx.InsertMessageKeys(ws, keys.MessageKeys...) })
		f.equal("seen", len(f.inbound(ws, keys).Seen), 2000)
	})
}

func loadInboundCase(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	both := &svcx.Contact{ExternalID: "x", Email: "X@example.com"}
	byID, byEmail := &svcx.Contact{ExternalID: "y"}, &svcx.Contact{Email: "z@example.com"}
	conversation := &svcx.Conversation{Channel: ptr(svcx.ChannelID(1)), ExternalID: "t"}
	f.contacts(ws, both, byID, byEmail, &svcx.Contact{ExternalID: "unrelated"}, &svcx.Contact{})
	f.contacts(other, &svcx.Contact{ExternalID: "x", Email: "x@example.com"})
	f.conversations(ws, conversation, &svcx.Conversation{Channel: ptr(svcx.ChannelID(1)), ExternalID: "unrelated"})
	f.conversations(other, &svcx.Conversation{Channel: ptr(svcx.ChannelID(1)), ExternalID: "t"})
	state := f.inbound(ws, store.InboundKeys{
		ConversationIDs: []string{"t", "none"}, ContactIDs: []string{"x", "y", "none"}, EmailKeys: []string{"x@example.com", "z@example.com"},
	})
	slices.SortFunc(state.Contacts, func(a, b *svcx.Contact) int { return int(a.ID - b.ID) })
	f.equal("contacts, each once", state.Contacts, []*svcx.Contact{both, byID, byEmail})
	f.equal("conversations", state.Conversations, []*svcx.Conversation{conversation})
	empty := f.inbound(ws, store.InboundKeys{})
	f.equal("without keys", len(empty.Seen)+len(empty.Contacts)+len(empty.Conversations), 0)
}

func (f *fixture) inbound(ws svcx.WorkspaceID, keys store.InboundKeys) store.InboundState {
	f.Helper()
	return read(f, ws, func(tx *store.Tx) (store.InboundState, error) { return tx.LoadInbound(ws, keys) })
}

// wantConstraint fails unless err is a clash with the unique index.
func (f *fixture) wantConstraint(err error, name string) {
	f.Helper()
	if !store.IsConstraint(err, name) {
		f.Fatalf("error %v, want a clash with %s", err, name)
	}
}
