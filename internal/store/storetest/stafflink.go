package storetest

import (
	"svcx"
	"svcx/internal/store"
)

// R 4.7, D 5: a sender of a channel is linked to one member; the link of a former
// member has no effect.
func staffLinkCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	ch, second := f.channel(ws), f.channel(ws)
	ann := read(f, ws, func(tx *store.Tx) (svcx.UserID, error) {
		return tx.AddMember(ws, "ann@example.com", "Ann", svcx.RoleAgent, now)
	})
	bob := read(f, other, func(tx *store.Tx) (svcx.UserID, error) {
		return tx.AddMember(other, "bob@example.com", "", svcx.RoleAgent, now)
	})
	put := func(channel svcx.ChannelID, user svcx.UserID, externalID string, names ...*string) (*svcx.StaffLink, bool) {
		d := svcx.StaffLinkDraft{Channel: channel, User: user, ExternalID: externalID}
		if len(names) > 0 {
			d.PlatformName, d.DisplayName = names[0], names[1]
		}
		put := read(f, ws, func(tx *store.Tx) (svcx.PutStaffLink, error) { return tx.PutStaffLink(ws, d) })
		return put.Link, put.Fresh
	}
	none, chat, bö, annE := "", "Chat", "Bö", "Ann E."
	list := func(ws svcx.WorkspaceID, page svcx.Page) svcx.List[*svcx.StaffLink] {
		return must(f.db.Read(f.ctx()).StaffLinks(ws, ch.Channel, page))(f)
	}
	b, bIsNew := put(ch.Channel, bob, "b", &chat, &bö)
	a, aIsNew := put(ch.Channel, ann, "a")
	_, elsewhereToo := put(second.Channel, ann, "a", nil, &annE)
	f.equal("new", []bool{bIsNew, aIsNew, elsewhereToo}, []bool{true, true, true})
	f.equal("with names", b, &svcx.StaffLink{ID: b.ID, Workspace: ws, Channel: ch.Channel, User: bob, ExternalID: "b", PlatformName: "Chat", DisplayName: "Bö"})
	f.equal("without", a, &svcx.StaffLink{ID: a.ID, Workspace: ws, Channel: ch.Channel, User: ann, ExternalID: "a"})
	f.equal("list", list(ws, svcx.Page{Limit: 9}), svcx.List[*svcx.StaffLink]{Items: []*svcx.StaffLink{a, b}, Total: 2})
	f.equal("page", list(ws, svcx.Page{Limit: 1, Offset: 1}), svcx.List[*svcx.StaffLink]{Items: []*svcx.StaffLink{b}, Total: 2})
	f.equal("another workspace's", list(other, svcx.Page{Limit: 9}).Total, 0)
	again, fresh := put(ch.Channel, ann, "b", nil, &none)
	f.equal("again", fresh, false)
	f.equal("what was not given stays", again, &svcx.StaffLink{ID: b.ID, Workspace: ws, Channel: ch.Channel, User: ann, ExternalID: "b", PlatformName: "Chat"})
	f.equal("changed", list(ws, svcx.Page{Limit: 9}).Items[1], again)
	put(ch.Channel, bob, "b", nil, &bö)
	staff := func(ids ...string) map[string]svcx.StaffLink {
		found := map[string]svcx.StaffLink{}
		for _, l := range f.inbound(ws, store.InboundKeys{StaffIDs: ids}).Staff {
			found[l.ExternalID+map[bool]string{true: " elsewhere"}[l.Channel == second.Channel]] = l
		}
		return found
	}
	f.equal("for a batch", staff("a", "b", "c"), map[string]svcx.StaffLink{
		"a":           {Channel: ch.Channel, User: ann, ExternalID: "a", DisplayName: "Ann"},
		"a elsewhere": {Channel: second.Channel, User: ann, ExternalID: "a", DisplayName: "Ann E."},
	})
	f.write(ws, func(tx *store.Tx) error {
		return tx.UpdateMember(ws, &svcx.Member{ID: ann, Name: "Ann of the shop", Role: svcx.RoleAgent})
	})
	f.equal("the name is the one in this workspace", staff("a")["a"].DisplayName, "Ann of the shop")
	remove := func(ws svcx.WorkspaceID, id svcx.StaffLinkID) error {
		return f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { return tx.DeleteStaffLink(ws, id) })
	}
	f.wantKind(remove(other, a.ID), svcx.KindNotFound)
	f.equal("deleting", remove(ws, a.ID), nil)
	f.wantKind(remove(ws, a.ID), svcx.KindNotFound)
	f.write(ws, func(tx *store.Tx) error { return tx.DeleteChannel(ws, ch.Channel) })
	f.equal("with its channel", list(ws, svcx.Page{Limit: 9}).Total, 0)
}
