package storetest

import (
	"svcx"
	"svcx/internal/store"
)

func savedReplyCases(f *fixture) {
	reply := func(f *fixture, ws svcx.WorkspaceID, shortcut string) *svcx.SavedReply {
		f.Helper()
		r := &svcx.SavedReply{Workspace: ws, Title: "Zoë \"Q\"", Content: "Hi\n", Shortcut: shortcut}
		f.write(ws, func(tx *store.Tx) error { return tx.InsertSavedReply(r) })
		return r
	}
	f.Case("what is stored is read back, oldest first", func(f *fixture) {
		ws := f.workspace()
		a, b := reply(f, ws, "Hi"), reply(f, ws, "")
		a.Title, a.Content, a.Shortcut = "changed", "Bye", ""
		b.Shortcut = "hi"
		f.write(ws, func(tx *store.Tx) error {
			if err := tx.UpdateSavedReply(a); err != nil {
				return err
			}
			return tx.UpdateSavedReply(b)
		})
		f.equal("list", must(f.db.SavedReplies(f.ctx(), ws, svcx.Page{Limit: 10}))(f).Items, []*svcx.SavedReply{a, b})
		f.equal("in a transaction", read(f, ws, func(tx *store.Tx) ([]*svcx.SavedReply, error) { return tx.SavedReplies(ws) }), []*svcx.SavedReply{a, b})
		f.equal("one", must(f.db.Read(f.ctx()).SavedReply(ws, a.ID))(f), a)
		f.equal("one in a transaction", read(f, ws, func(tx *store.Tx) (*svcx.SavedReply, error) { return tx.SavedReply(ws, b.ID) }), b)
	})
	f.Case("a shortcut is unique per workspace, without regard to case; several may have none", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		r := reply(f, ws, "Grüß")
		reply(f, other, "Grüß")
		reply(f, ws, "")
		reply(f, ws, "")
		find := func(shortcut string) *svcx.SavedReply {
			return read(f, ws, func(tx *store.Tx) (*svcx.SavedReply, error) { return tx.SavedReplyByShortcut(ws, shortcut) })
		}
		f.equal("found", find("gRÜß"), r)
		f.equal("not found", find("Gruß") == nil, true)
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			return tx.InsertSavedReply(&svcx.SavedReply{Workspace: ws, Shortcut: "GRÜß"})
		})
		f.wantConstraint(err, "saved_reply_shortcut")
	})
	f.Case("another workspace's is not found, by reading or writing", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		r := reply(f, ws, "")
		_, err := f.db.Read(f.ctx()).SavedReply(other, r.ID)
		f.wantKind(err, svcx.KindNotFound)
		stolen := *r
		stolen.Workspace, stolen.Title = other, "Mine"
		f.write(other, func(tx *store.Tx) error { return tx.UpdateSavedReply(&stolen) })
		f.wantKind(f.db.Write(f.ctx(), other, func(tx *store.Tx) error { return tx.DeleteSavedReply(other, r.ID) }), svcx.KindNotFound)
		f.equal("list", must(f.db.SavedReplies(f.ctx(), ws, svcx.Page{Limit: 10}))(f).Items, []*svcx.SavedReply{r})
		f.write(ws, func(tx *store.Tx) error { return tx.DeleteSavedReply(ws, r.ID) })
		f.equal("deleted", len(must(f.db.SavedReplies(f.ctx(), ws, svcx.Page{Limit: 10}))(f).Items), 0)
	})
}

func aiSettingCases(f *fixture) {
	f.Case("a workspace has the defaults until it has its own", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		f.equal("default", must(f.db.Read(f.ctx()).AISettings(ws))(f), svcx.DefaultAISettings())
		for _, s := range []svcx.AISettings{
			{Enabled: true, BaseURL: "https://ai.example.com/v1", Model: "m", APIKey: []byte{0, 1}, AutoRename: true, Disabled: []svcx.AIOperation{svcx.AITranslate}, PriceIn: 1500, PriceOut: 6000},
			{AutoSummarize: true, Disabled: []svcx.AIOperation{}}, {Disabled: []svcx.AIOperation{}},
		} {
			f.write(ws, func(tx *store.Tx) error { return tx.SetAISettings(ws, s) })
			f.equal("set", must(f.db.Read(f.ctx()).AISettings(ws))(f), s)
			f.equal("in a transaction", read(f, ws, func(tx *store.Tx) (svcx.AISettings, error) { return tx.AISettings(ws) }), s)
		}
		f.equal("another's", must(f.db.Read(f.ctx()).AISettings(other))(f), svcx.DefaultAISettings())
	})
}
