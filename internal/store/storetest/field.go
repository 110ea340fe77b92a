package storetest

import (
	"svcx"
	"svcx/internal/store"
)

// field stores a definition with that key.
func (f *fixture) field(ws svcx.WorkspaceID, key string, category *svcx.CategoryID) *svcx.Field {
	f.Helper()
	return read(f, ws, func(tx *store.Tx) (*svcx.Field, error) {
		d := &svcx.Field{Workspace: ws, Key: key, Name: "N", Type: svcx.FieldText, Category: category}
		return d, tx.InsertField(d)
	})
}

// setValue stores a conversation's value; nil clears it.
func (f *fixture) setValue(ws svcx.WorkspaceID, conversation svcx.ConversationID, field svcx.FieldID, value *string) {
	f.Helper()
	f.write(ws, func(tx *store.Tx) error { return tx.SetFieldValue(ws, conversation, field, value) })
}

// values expects exactly these values, in and out of a transaction.
func (f *fixture) values(ws svcx.WorkspaceID, conversation svcx.ConversationID, want map[svcx.FieldID]string) {
	f.Helper()
	f.equal("values", must(f.db.Read(f.ctx()).FieldValues(ws, conversation))(f), want)
	f.equal("in a transaction", read(f, ws, func(tx *store.Tx) (map[svcx.FieldID]string, error) { return tx.FieldValues(ws, conversation) }), want)
}

func fieldCases(f *fixture) {
	f.Case("what is stored is read back, by position and then by id", func(f *fixture) {
		ws := f.workspace()
		full := &svcx.Field{
			Workspace: ws, Key: "level", Name: "Zoë \"Q\"", Type: svcx.FieldSelect, Category: ptr(svcx.CategoryID(5)), Required: true, Options: []string{"low", "h\"é"},
		}
		f.write(ws, func(tx *store.Tx) error { return tx.InsertField(full) })
		bare, last := f.field(ws, "bare", nil), f.field(ws, "last", nil)
		f.equal("positions", []int{full.Position, bare.Position, last.Position}, []int{0, 1, 2})
		f.fieldList(ws, full, bare, last)
		full.Name, full.Required, full.Options, full.Position = "changed", false, []string{"x"}, 2
		f.write(ws, func(tx *store.Tx) error { return tx.UpdateField(full) })
		f.fieldList(ws, bare, full, last)
		f.equal("one", must(f.db.Read(f.ctx()).Field(ws, full.ID))(f), full)
		f.equal("in a transaction", read(f, ws, func(tx *store.Tx) (*svcx.Field, error) { return tx.Field(ws, full.ID) }), full)
	})
	f.Case("a change leaves key, type and category alone", func(f *fixture) {
		ws := f.workspace()
		d := f.field(ws, "k", nil)
		changed := *d
		changed.Key, changed.Type, changed.Category, changed.Name = "other", svcx.FieldDate, ptr(svcx.CategoryID(1)), "new"
		f.write(ws, func(tx *store.Tx) error { return tx.UpdateField(&changed) })
		d.Name = "new"
		f.fieldList(ws, d)
	})
	f.Case("another workspace's is not found, by reading or writing", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		d := f.field(ws, "k", nil)
		c := &svcx.Conversation{}
		f.conversations(ws, c)
		f.setValue(ws, c.ID, d.ID, ptr("v"))
		f.fieldList(other)
		_, err := f.db.Read(f.ctx()).Field(other, d.ID)
		f.wantKind(err, svcx.KindNotFound)
		f.values(other, c.ID, map[svcx.FieldID]string{})
		stolen := *d
		stolen.Workspace, stolen.Name = other, "Mine"
		f.write(other, func(tx *store.Tx) error {
			if err := tx.UpdateField(&stolen); err != nil {
				return err
			}
			if err := tx.SetFieldValue(other, c.ID, d.ID, nil); err != nil {
				return err
			}
			return tx.DeleteField(other, d.ID)
		})
		f.fieldList(ws, d)
		f.values(ws, c.ID, map[svcx.FieldID]string{d.ID: "v"})
	})
	f.Case("a key is unique per workspace", func(f *fixture) {
		ws := f.workspace()
		f.field(ws, "k", nil)
		f.field(f.workspace(), "k", nil)
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			return tx.InsertField(&svcx.Field{Workspace: ws, Key: "k", Category: ptr(svcx.CategoryID(1))})
		})
		f.wantConstraint(err, "field_key")
	})
	f.Case("a value is set, replaced and cleared, and deleted with its definition", func(f *fixture) {
		ws := f.workspace()
		x, y := f.field(ws, "x", nil), f.field(ws, "y", nil)
		a, b := &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(ws, a, b)
		f.values(ws, a.ID, map[svcx.FieldID]string{})
		f.setValue(ws, a.ID, x.ID, ptr("1"))
		f.setValue(ws, a.ID, x.ID, ptr("é\n\"2"))
		f.setValue(ws, a.ID, y.ID, ptr(""))
		f.setValue(ws, b.ID, x.ID, ptr("b"))
		f.setValue(ws, b.ID, y.ID, nil)
		f.values(ws, a.ID, map[svcx.FieldID]string{x.ID: "é\n\"2", y.ID: ""})
		f.setValue(ws, a.ID, y.ID, nil)
		f.values(ws, a.ID, map[svcx.FieldID]string{x.ID: "é\n\"2"})
		f.setValue(ws, a.ID, y.ID, ptr("y"))
		f.write(ws, func(tx *store.Tx) error { return tx.DeleteField(ws, x.ID) })
		f.remove(ws)
		f.fieldList(ws, y)
		f.values(ws, a.ID, map[svcx.FieldID]string{y.ID: "y"})
		f.values(ws, b.ID, map[svcx.FieldID]string{})
	})
}

// fieldList expects exactly these definitions, in and out of a transaction.
func (f *fixture) fieldList(ws svcx.WorkspaceID, want ...*svcx.Field) {
	f.Helper()
	f.equal("fields", must(f.db.Read(f.ctx()).Fields(ws))(f), want)
	f.equal("in a transaction", read(f, ws, func(tx *store.Tx) ([]*svcx.Field, error) { return tx.Fields(ws) }), want)
}
