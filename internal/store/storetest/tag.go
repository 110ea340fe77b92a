package storetest

import (
	"svcx"
	"svcx/internal/store"
)

func tagCases(f *fixture) {
	f.Case("the tags on the most conversations come first, as they were written", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		tagged := func(tags ...string) *svcx.Conversation {
			return &svcx.Conversation{Status: svcx.StatusOpen, Tags: tags, CreatedAt: 1, UpdatedAt: 1}
		}
		f.conversations(ws, tagged("VIP", "Äpfel"), tagged("vip"), tagged("VIP", "rare"), tagged("äpfel"), tagged())
		f.conversations(other, tagged("theirs"))
		most := func(ws svcx.WorkspaceID, limit int) []string {
			f.Helper()
			return must(store.UsedTags{Workspace: ws}.Most(f.db.Read(f.ctx()), limit))(f)
		}
		all := most(ws, 10)
		f.equal("how many", len(all), 3)
		f.equal("by use", []bool{all[0] == "VIP" || all[0] == "vip", all[1] == "Äpfel" || all[1] == "äpfel", all[2] == "rare"}, []bool{true, true, true})
		f.equal("the first", len(most(ws, 1)), 1)
		f.equal("another workspace's", most(other, 10), []string{"theirs"})
		f.equal("none", most(f.workspace(), 10), []string{})
	})
}
