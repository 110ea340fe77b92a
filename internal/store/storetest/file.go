package storetest

import (
	"svcx"
	"svcx/internal/store"
)

func fileCases(f *fixture) {
	f.Case("a file is read back in its workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		first := &svcx.File{Workspace: ws, Name: "Zoë's \"bill\".pdf", MIMEType: "application/pdf", Size: svcx.MaxFile, Blob: "abc", User: 7, CreatedAt: now}
		second := &svcx.File{Workspace: ws, Name: "b", MIMEType: "image/png", Size: 1, Blob: "abd", User: 8, CreatedAt: now + 1}
		for _, file := range []*svcx.File{first, second} {
			f.write(ws, func(tx *store.Tx) error { return tx.InsertFile(file) })
		}
		if first.ID == 0 || first.ID == second.ID {
			f.Fatalf("ids %d and %d", first.ID, second.ID)
		}
		f.equal("the first", must(f.db.Read(f.ctx()).File(ws, first.ID))(f), first)
		f.equal("the second", must(f.db.Read(f.ctx()).File(ws, second.ID))(f), second)
		_, err := f.db.Read(f.ctx()).File(other, first.ID)
		f.wantKind(err, svcx.KindNotFound)
		f.equal("a blob of a file", must(f.db.Read(f.ctx()).HasBlob("abc"))(f), true)
		f.equal("a blob of none", must(f.db.Read(f.ctx()).HasBlob("ab"))(f), false)
		_, err = f.db.Read(f.ctx()).File(ws, 1<<40)
		f.wantKind(err, svcx.KindNotFound)
	})
	f.Case("a message keeps the id of its stored file", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Conversation{}
		f.conversations(ws, c)
		file := f.file(ws, "blob", now)
		m := &svcx.Message{Workspace: ws, Conversation: c.ID, Kind: svcx.MessageKindMessage, Content: "x", ContentType: svcx.ContentText, SentAt: now, CreatedAt: now,
			Attachments: []svcx.Attachment{{Filename: "a.png", MIMEType: "image/png", File: file.ID}, {URL: "https://example.com/b"}}}
		f.write(ws, func(tx *store.Tx) error {
			ids, err := tx.ReserveMessages(1)
			if err != nil {
				return err
			}
			m.ID = svcx.MessageID(ids[0])
			return tx.InsertMessages(m)
		})
		list := must(f.db.MessagesAndNotes(f.ctx(), ws, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 10}}))(f)
		f.equal("attachments", list.Items[0].Attachments, m.Attachments)
	})
}
