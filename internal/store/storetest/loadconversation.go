package storetest

import (
	"strings"

	"svcx"
	"svcx/internal/store"
)

// Changes of conversations that wait together are decided on what is loaded at once.
func loadCases(f *fixture) {
	f.Case("conversations are loaded with their channels, and whether deliveries of theirs are pending", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		ch, gone := f.channel(ws), svcx.ChannelID(1<<40)
		on, off, orphan := &svcx.Conversation{Channel: &ch.Channel, Subject: "on"}, &svcx.Conversation{Subject: "off"}, &svcx.Conversation{Channel: &gone}
		f.conversations(ws, on, off, orphan)
		foreign := &svcx.Conversation{}
		f.conversations(other, foreign)
		f.deliver(ch, on.ID, on.ID)
		ids := []int64{int64(on.ID), int64(off.ID), int64(orphan.ID), int64(foreign.ID), 1 << 40, int64(on.ID)}
		got := read(f, ws, func(tx *store.Tx) (store.LoadedConversations, error) {
			return tx.LoadConversations(ws, ids, store.IDReservation{Messages: 2, Deliveries: 2})
		})
		want := map[svcx.ConversationID]*svcx.Conversation{}
		for _, c := range []*svcx.Conversation{on, off, orphan} {
			want[c.ID] = must(f.db.Read(f.ctx()).Conversation(ws, c.ID))(f)
		}
		f.equal("conversations", got.Conversations, want)
		f.equal("channels", got.Channels, map[svcx.ChannelID]*svcx.Channel{ch.Channel: must(f.db.Read(f.ctx()).Channel(ws, ch.Channel))(f)})
		f.equal("pending", got.Pending, map[svcx.ConversationID]bool{on.ID: true})
		f.end(f.claim(ch, 1, "lease", now)[0], "lease", svcx.DeliveryDelivered, now)
		f.end(f.claim(ch, 1, "lease", now)[0], "lease", svcx.DeliveryFailed, now)
		got = read(f, ws, func(tx *store.Tx) (store.LoadedConversations, error) {
			return tx.LoadConversations(ws, ids, store.IDReservation{})
		})
		f.equal("pending after the end", got.Pending, map[svcx.ConversationID]bool{})
	})
	f.Case("a conversation that cannot be read is an error that says why, also if it has pending deliveries", func(f *fixture) {
		ch := f.channel(f.workspace())
		c := &svcx.Conversation{Channel: &ch.Channel}
		f.conversations(ch.Workspace, c)
		f.deliver(ch, c.ID)
		err := f.db.Write(f.ctx(), ch.Workspace, func(tx *store.Tx) error {
			if _, err := tx.Exec(`UPDATE conversation SET tags = 'damaged' WHERE workspace_id = $1 AND id = $2`, ch.Workspace, c.ID); err != nil {
				return err
			}
			_, err := tx.LoadConversations(ch.Workspace, []int64{int64(c.ID)}, store.IDReservation{})
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "column tags of conversation") {
			f.Errorf("error %v", err)
		}
	})
	f.Case("deliveries after known ones", func(f *fixture) {
		ch := f.channel(f.workspace())
		var all []*svcx.Delivery
		for _, c := range []svcx.ConversationID{1, 2, 2} {
			all = append(all, &svcx.Delivery{Workspace: ch.Workspace, Channel: ch.Channel, Conversation: c, Type: svcx.EventMessageCreated, CreatedAt: now})
		}
		f.write(ch.Workspace, func(tx *store.Tx) error {
			return tx.InsertDeliveriesAfter(map[svcx.ConversationID]bool{1: true}, all...)
		})
		f.equal("states", []svcx.DeliveryState{all[0].State, all[1].State, all[2].State}, []svcx.DeliveryState{svcx.DeliveryWaiting, svcx.DeliveryReady, svcx.DeliveryWaiting})
	})
	f.Case("channels are found with their form", func(f *fixture) {
		ch, other := f.channel(f.workspace()), f.channel(f.workspace())
		found := make(map[svcx.ChannelID]store.ChannelForm)
		f.write(ch.Workspace, func(tx *store.Tx) error {
			return tx.ChannelForms(found, ch.Workspace, []int64{int64(ch.Channel), int64(other.Channel)})
		})
		f.equal("found", found, map[svcx.ChannelID]store.ChannelForm{ch.Channel: must(f.db.Read(f.ctx()).ChannelByID(ch.Channel))(f)})
	})
}
