package storetest

import (
	"strings"

	"svcx"
)

// Lists show the last message of each conversation, no note, and the contacts that
// conversations name, with those that they were merged into.
func listRowCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	a, b, none, elsewhere := &svcx.Conversation{UpdatedAt: now}, &svcx.Conversation{UpdatedAt: now}, &svcx.Conversation{UpdatedAt: now}, &svcx.Conversation{UpdatedAt: now}
	f.conversations(ws, a, b, none)
	f.conversations(other, elsewhere)
	long := strings.Repeat("é", 20)
	f.messages(a, &svcx.Message{Content: "first", SentAt: now + 1, CreatedAt: now + 1, Author: svcx.Author{Type: svcx.AuthorCustomer}})
	f.messages(a, &svcx.Message{Content: long, SentAt: now + 2, CreatedAt: now + 2, Author: svcx.Author{Type: svcx.AuthorAgent, Name: "Ada"}, Attachments: []svcx.Attachment{{Filename: "x"}}})
	f.messages(a, &svcx.Message{Content: "note", Kind: svcx.MessageKindNote, SentAt: now + 3, CreatedAt: now + 3})
	f.messages(b, &svcx.Message{Content: long, ContentType: svcx.ContentHTML, SentAt: now, CreatedAt: now, Author: svcx.Author{Type: svcx.AuthorBot}})
	f.messages(elsewhere, &svcx.Message{Content: "elsewhere", SentAt: now, CreatedAt: now})
	found := make(map[svcx.ConversationID]svcx.Excerpt)
	for _, e := range must(f.db.Read(f.ctx()).Excerpts(ws, []svcx.ConversationID{a.ID, b.ID, none.ID, elsewhere.ID, 987654321}, 5))(f) {
		found[e.Conversation] = e
	}
	f.equal("excerpts", len(found), 2)
	f.equal("of a", found[a.ID], svcx.Excerpt{Conversation: a.ID, Author: svcx.Author{Type: svcx.AuthorAgent, Name: "Ada"}, Text: long[:10], HasFiles: true})
	f.equal("of HTML", found[b.ID].Text, long)

	mine, theirs := &svcx.Contact{Workspace: ws, Name: "Mine", CreatedAt: now, UpdatedAt: now}, &svcx.Contact{Workspace: other, Name: "Theirs", CreatedAt: now, UpdatedAt: now}
	f.contacts(ws, mine)
	f.contacts(other, theirs)
	contacts := must(f.db.Read(f.ctx()).ContactsOf(ws, []svcx.ContactID{mine.ID, theirs.ID, 987654321}))(f)
	f.equal("contacts", len(contacts), 1)
	f.equal("the contact", contacts[0].Name, "Mine")
}
