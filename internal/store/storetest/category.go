package storetest

import (
	"fmt"

	"svcx"
	"svcx/internal/store"
)

// category stores a category of that name.
func (f *fixture) category(ws svcx.WorkspaceID, name string) *svcx.Category {
	f.Helper()
	return read(f, ws, func(tx *store.Tx) (*svcx.Category, error) {
		c := &svcx.Category{Workspace: ws, Name: name, Color: "red"}
		return c, tx.InsertCategory(c)
	})
}

func categoryCases(f *fixture) {
	f.Case("what is stored is read back, by position and then by id", func(f *fixture) {
		ws := f.workspace()
		a, b, c := f.category(ws, "Zoë \"Q\""), f.category(ws, "b"), f.category(ws, "c")
		f.equal("positions", []int{a.Position, b.Position, c.Position}, []int{0, 1, 2})
		f.categoryList(ws, a, b, c)
		a.Name, a.Color, a.Description, a.Position = "changed", "rose", "described", 2
		f.write(ws, func(tx *store.Tx) error { return tx.UpdateCategory(a) })
		f.categoryList(ws, b, a, c)
		f.equal("one", must(f.db.Read(f.ctx()).Category(ws, a.ID))(f), a)
		f.equal("in a transaction", read(f, ws, func(tx *store.Tx) (*svcx.Category, error) { return tx.Category(ws, a.ID) }), a)
		f.equal("the next position", f.category(ws, "d").Position, 3)
	})
	f.Case("another workspace's is not found, by reading or writing", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		c := f.category(ws, "Theirs")
		f.categoryList(other)
		_, err := f.db.Read(f.ctx()).Category(other, c.ID)
		f.wantKind(err, svcx.KindNotFound)
		stolen := *c
		stolen.Workspace, stolen.Name = other, "Mine"
		f.write(other, func(tx *store.Tx) error {
			if err := tx.UpdateCategory(&stolen); err != nil {
				return err
			}
			return tx.DeleteCategory(other, c.ID)
		})
		f.categoryList(ws, c)
		f.equal("by name", byName(f, other, "theirs") == nil, true)
	})
	f.Case("a name is unique per workspace, without regard to case", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		c := f.category(ws, "Ärger")
		f.category(other, "Ärger")
		f.equal("found", byName(f, ws, "äRGER"), c)
		f.equal("not found", byName(f, ws, "Arger") == nil, true)
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			return tx.InsertCategory(&svcx.Category{Workspace: ws, Name: "ÄRGER"})
		})
		f.wantConstraint(err, "category_name")
	})
	f.Case("deleting a category deletes its fields and their values and clears it in conversations", deleteCategoryCase)
}

func byName(f *fixture, ws svcx.WorkspaceID, name string) *svcx.Category {
	f.Helper()
	return read(f, ws, func(tx *store.Tx) (*svcx.Category, error) { return tx.CategoryByName(ws, name) })
}

func deleteCategoryCase(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	deleted, kept := f.category(ws, "deleted"), f.category(ws, "kept")
	mine, sister, global := f.field(ws, "mine", &deleted.ID), f.field(ws, "sister", &kept.ID), f.field(ws, "global", nil)
	a := &svcx.Conversation{Category: &deleted.ID, UpdatedAt: now}
	b := &svcx.Conversation{Category: &kept.ID, UpdatedAt: now}
	f.conversations(ws, a, b)
	// Another workspace with the same category id, which cannot occur.
	c := &svcx.Conversation{Category: &deleted.ID, UpdatedAt: now}
	f.conversations(other, c)
	for i, field := range []*svcx.Field{mine, sister, global} {
		f.setValue(ws, a.ID, field.ID, ptr(fmt.Sprint("a", i)))
		f.setValue(ws, b.ID, field.ID, ptr(fmt.Sprint("b", i)))
	}
	f.write(ws, func(tx *store.Tx) error { return tx.DeleteCategory(ws, deleted.ID) })
	f.remove(ws)

	f.categoryList(ws, kept)
	f.equal("fields", must(f.db.Read(f.ctx()).Fields(ws))(f), []*svcx.Field{sister, global})
	f.values(ws, a.ID, map[svcx.FieldID]string{sister.ID: "a1", global.ID: "a2"})
	f.values(ws, b.ID, map[svcx.FieldID]string{sister.ID: "b1", global.ID: "b2"})
	a.Category = nil
	f.equal("cleared", must(f.db.Read(f.ctx()).Conversation(ws, a.ID))(f), a)
	f.equal("another's", must(f.db.Read(f.ctx()).Conversation(ws, b.ID))(f), b)
	f.equal("elsewhere", must(f.db.Read(f.ctx()).Conversation(other, c.ID))(f), c)
	_, err := f.db.Read(f.ctx()).Category(ws, deleted.ID)
	f.wantKind(err, svcx.KindNotFound)
	f.equal("an id is never used again", f.category(ws, "new").ID > kept.ID, true)
}

// categoryList expects exactly these categories, in and out of a transaction.
func (f *fixture) categoryList(ws svcx.WorkspaceID, want ...*svcx.Category) {
	f.Helper()
	f.equal("categories", must(f.db.Read(f.ctx()).Categories(ws))(f), want)
	f.equal("in a transaction", read(f, ws, func(tx *store.Tx) ([]*svcx.Category, error) { return tx.Categories(ws) }), want)
}
