package storetest

import (
	"slices"

	"svcx"
	"svcx/internal/store"
)

// mediaOf returns a message's outside attachments as its media.
func mediaOf(m *svcx.Message) (urls []string) {
	for _, a := range m.Attachments {
		if a.File == 0 {
			urls = append(urls, a.URL)
		}
	}
	return urls
}

// remove runs the removals of the workspace, and counts them. An erasure is done in
// one step.
func (f *fixture) remove(ws svcx.WorkspaceID) (done int) {
	f.Helper()
	erase := func(*store.Remover, *store.Removal) (bool, error) { return true, nil }
	if err := f.db.Remove(f.ctx(), ws, mediaOf, erase, func(*store.Tx) error { done++; return nil }); err != nil {
		f.Fatal(err)
	}
	return done
}

// What belongs to a deleted definition is removed in steps, completely and in its
// workspace alone, and unfinished removals are listed.
func removalCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	gone, kept := f.category(ws, "gone"), f.category(ws, "kept")
	field := f.field(ws, "k", &gone.ID)
	var all []*svcx.Conversation
	for range 1203 {
		all = append(all, &svcx.Conversation{Category: &gone.ID, UpdatedAt: now})
	}
	last := &svcx.Conversation{Category: &kept.ID, UpdatedAt: now}
	f.conversations(ws, append(all, last)...)
	stranger := &svcx.Conversation{Category: &gone.ID, UpdatedAt: now}
	f.conversations(other, stranger)
	f.write(ws, func(tx *store.Tx) error {
		value := "v"
		for _, c := range all {
			if err := tx.SetFieldValue(ws, c.ID, field.ID, &value); err != nil {
				return err
			}
		}
		return tx.DeleteCategory(ws, gone.ID)
	})
	unfinished := func() bool { return slices.Contains(must(f.db.Read(f.ctx()).Removals())(f), ws) }
	f.equal("unfinished", unfinished(), true)
	f.equal("of another workspace", f.remove(other), 0)
	f.equal("unfinished", unfinished(), true)
	f.equal("category and field", f.remove(ws), 2)
	f.equal("finished", unfinished(), false)
	list := must(f.db.Conversations(f.ctx(), ws, svcx.ConversationFilter{Category: &gone.ID}, svcx.Page{Limit: 1}))(f)
	f.equal("conversations that have it", list.Total, 0)
	f.values(ws, all[0].ID, map[svcx.FieldID]string{})
	f.values(ws, all[1202].ID, map[svcx.FieldID]string{})
	f.equal("another category", must(f.db.Read(f.ctx()).Conversation(ws, last.ID))(f).Category, &kept.ID)
	f.equal("another workspace", must(f.db.Read(f.ctx()).Conversation(other, stranger.ID))(f).Category, &gone.ID)
}
