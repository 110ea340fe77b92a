package storetest

import (
	"errors"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// pendingDeletions are those of a workspace, by kind and name.
func (f *fixture) pendingDeletions(ws svcx.WorkspaceID) (all []string) {
	f.Helper()
	for after := int64(0); ; {
		page := must(f.db.Read(f.ctx()).PendingDeletions(after, 2))(f)
		for _, d := range page {
			after = d.ID
			if d.Workspace == ws {
				all = append(all, d.Kind+" "+d.Name)
			}
		}
		if len(page) < 2 {
			slices.Sort(all)
			return all
		}
	}
}

// logged stores an event log entry of a conversation with a body.
func (f *fixture) logged(ch store.ChannelRef, conversation string, delivery *svcx.DeliveryID) svcx.EventID {
	f.Helper()
	e := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, Direction: svcx.Inbound, Type: "message", Status: svcx.EventOK, ConversationID: conversation,
		Delivery: delivery, CreatedAt: now, Request: "body"}
	f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(e) })
	return e.ID
}

func (f *fixture) hasBody(ws svcx.WorkspaceID, id svcx.EventID) bool {
	f.Helper()
	return must(store.EventLogOf(f.db.Read(f.ctx())).EventBody(ws, id))(f) != nil
}

// file stores a file.
func (f *fixture) file(ws svcx.WorkspaceID, blob string, at svcx.Time) *svcx.File {
	f.Helper()
	file := &svcx.File{Workspace: ws, Name: "n", MIMEType: "image/png", Size: 1, Blob: blob, CreatedAt: at}
	f.write(ws, func(tx *store.Tx) error { return tx.InsertFile(file) })
	return file
}

func deletionCases(f *fixture) {
	f.Case("a conversation is deleted at once, what depends on it in steps", deletedConversation)
	f.Case("another workspace's is not found", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		c := &svcx.Conversation{}
		f.conversations(ws, c)
		theirs := *c
		theirs.Workspace = other
		f.wantKind(f.db.Write(f.ctx(), other, func(tx *store.Tx) error { return tx.DeleteConversation(&theirs) }), svcx.KindNotFound)
		f.equal("left alone", must(f.db.Read(f.ctx()).Conversation(ws, c.ID))(f).ID, c.ID)
	})
	f.Case("an unfinished merge or undoing counts for every reader (fault 1.9)", interruptedMerge)
	f.Case("an unused file is deleted in time, a used one is not", unusedFiles)
}

func deletedConversation(f *fixture) {
	ws := f.workspace()
	ch := f.channel(ws)
	gone := &svcx.Conversation{Channel: &ch.Channel, ExternalID: "t", UpdatedAt: now}
	kept := &svcx.Conversation{Channel: &ch.Channel, ExternalID: "kept", UpdatedAt: now}
	f.conversations(ws, gone, kept)
	file, shared := f.file(ws, "own", now), f.file(ws, "shared", now)
	var all []*svcx.Message
	for range 1203 {
		all = append(all, &svcx.Message{Content: "x", SentAt: now})
	}
	all[0].Attachments = []svcx.Attachment{{File: file.ID}, {File: shared.ID}, {URL: "https://example.com/a"}}
	f.messages(gone, all...)
	f.messages(kept, &svcx.Message{Content: "x", SentAt: now, Attachments: []svcx.Attachment{{File: shared.ID}}})
	f.write(ws, func(tx *store.Tx) error {
		if err := tx.InsertParticipants(&svcx.Participant{Workspace: ws, Conversation: gone.ID, Role: svcx.RoleCC, AddedAt: now}); err != nil {
			return err
		}
		if err := tx.InsertHistory(svcx.HistoryEntry{Workspace: ws, Conversation: gone.ID, Type: "note", At: now}); err != nil {
			return err
		}
		_, err := tx.PutRating(&svcx.Rating{Workspace: ws, Conversation: gone.ID, Rating: 3, CreatedAt: now})
		return err
	})
	sent := f.deliver(ch, gone.ID, gone.ID, kept.ID)
	f.write(ws, func(tx *store.Tx) error { // the first has ended
		claimed, err := Claim(tx, ch, 1, "l", now, now+1)
		if err != nil {
			return err
		}
		_, err = End(tx, claimed[0], "l", svcx.DeliveryFailed, now)
		return err
	})
	old, other := f.logged(ch, "t", &sent[0].ID), f.logged(ch, "kept", nil)

	f.write(ws, func(tx *store.Tx) error { return tx.DeleteConversation(gone) })
	_, err := f.db.Read(f.ctx()).Conversation(ws, gone.ID)
	f.wantKind(err, svcx.KindNotFound)
	f.notExported(ws, gone.ID)
	f.equal("total", must(f.db.Conversations(f.ctx(), ws, svcx.ConversationFilter{}, svcx.Page{Limit: 9}))(f).Total, 1)
	due := read(f, ws, func(tx *store.Tx) ([]*svcx.Delivery, error) { return Claim(tx, ch, 9, "l", now+5, now+9) })
	f.equal("still to be sent", len(due), 1)
	// A new conversation with the same external id.
	next := &svcx.Conversation{Channel: &ch.Channel, ExternalID: "t", UpdatedAt: now}
	f.conversations(ws, next)
	fresh := f.logged(ch, "t", nil)
	f.remove(ws)
	page := svcx.Page{Limit: 1}
	f.equal("its messages", must(f.db.MessagesAndNotes(f.ctx(), ws, gone.ID, svcx.MessagePage{Page: page}))(f).Total, 0)
	f.equal("another's", must(f.db.MessagesAndNotes(f.ctx(), ws, kept.ID, svcx.MessagePage{Page: page}))(f).Total, 1)
	f.equal("its participants", len(must(f.db.Read(f.ctx()).Participants(ws, gone.ID))(f)), 0)
	_, err = f.db.Read(f.ctx()).Rating(ws, gone.ID)
	f.wantKind(err, svcx.KindNotFound)
	f.equal("bodies", []bool{f.hasBody(ws, old), f.hasBody(ws, other), f.hasBody(ws, fresh)}, []bool{false, true, true})
	err = f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { _, err := tx.ResendDelivery(ch, sent[0].ID, now); return err })
	f.wantKind(err, svcx.KindNotFound)
	f.equal("pending deletions", f.pendingDeletions(ws), []string{"blob own", "picture https://example.com/a"})
	_, err = f.db.Read(f.ctx()).File(ws, file.ID)
	f.wantKind(err, svcx.KindNotFound)
	f.write(ws, func(tx *store.Tx) error { return tx.DeleteConversation(kept) })
	f.remove(ws)
	f.equal("with the last message", f.pendingDeletions(ws), []string{"blob own", "blob shared", "picture https://example.com/a"})
	for _, d := range must(f.db.Read(f.ctx()).PendingDeletions(0, 1000))(f) {
		if d.Workspace == ws {
			f.write(ws, func(tx *store.Tx) error { return tx.EndPendingDeletion(d) })
		}
	}
	f.equal("in the end", len(f.pendingDeletions(ws)), 0)
}

// notExported fails if an export has anything of a conversation.
func (f *fixture) notExported(ws svcx.WorkspaceID, id svcx.ConversationID) {
	f.Helper()
	var of []svcx.ConversationID
	err := errors.Join(
		f.db.EachMessage(f.ctx(), ws, func(page []svcx.Message) error {
			for _, m := range page {
				of = append(of, m.Conversation)
			}
			return nil
		}),
		f.db.EachRating(f.ctx(), ws, func(page []*svcx.Rating) error {
			for _, r := range page {
				of = append(of, r.Conversation)
			}
			return nil
		}),
		f.db.EachHistoryEntry(f.ctx(), ws, func(page []svcx.HistoryEntry) error {
			for _, e := range page {
				of = append(of, e.Conversation)
			}
			return nil
		}),
	)
	f.equal("error", err, nil)
	f.equal("in an export during the removal", slices.Contains(of, id), false)
}

func unusedFiles(f *fixture) {
	ws := f.workspace()
	used, never, young := f.file(ws, "used", 1), f.file(ws, "never", 1), f.file(ws, "young", now)
	c := &svcx.Conversation{UpdatedAt: now}
	f.conversations(ws, c)
	f.messages(c, &svcx.Message{Content: "x", SentAt: now, Attachments: []svcx.Attachment{{File: used.ID}}})
	unused := must(f.db.Read(f.ctx()).UnusedFiles(now, 10))(f)
	f.equal("unused", unused, []*svcx.File{never})
	for _, file := range []*svcx.File{never, used} {
		f.write(ws, func(tx *store.Tx) error { return tx.DeleteUnusedFile(file) })
	}
	f.equal("pending deletions", f.pendingDeletions(ws), []string{"blob never"})
	f.equal("used", must(f.db.Read(f.ctx()).File(ws, used.ID))(f).ID, used.ID)
	f.equal("young", must(f.db.Read(f.ctx()).File(ws, young.ID))(f).ID, young.ID)
	err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
		return insertMessages(tx, c, &svcx.Message{Content: "x", SentAt: now, Attachments: []svcx.Attachment{{File: never.ID}}})
	})
	f.wantKind(err, svcx.KindNotFound)
}

func mergeCases(f *fixture) {
	f.Case("a merged contact leads to the other until the merge is undone", mergedContact)
}

func mergedContact(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	a, b := &svcx.Contact{ExternalID: "a", Name: "Ann", Email: "a@example.com", CreatedAt: now}, &svcx.Contact{ExternalID: "b", Name: "Bo", CreatedAt: now}
	f.contacts(ws, a, b)
	var all []*svcx.Conversation
	for range 1203 {
		all = append(all, &svcx.Conversation{Contact: &a.ID, UpdatedAt: now})
	}
	f.conversations(ws, all...)
	undo := store.MergeUndo{Merged: store.Identity{ExternalID: "a", Name: "Ann", Email: "a@example.com"}, Tags: []string{"t"}}
	merged, into := *a, *b
	into.Email, merged.Email, into.Aliases = "a@example.com", "", []string{"Ann", "a"}
	f.write(ws, func(tx *store.Tx) error { return tx.PutMerge(&merged, &into, undo, now+7) })
	moving := func() bool { return read(f, ws, func(tx *store.Tx) (bool, error) { return tx.MovingContacts(ws) }) }
	f.equal("moving", moving(), true)
	f.equal("elsewhere", read(f, other, func(tx *store.Tx) (bool, error) { return tx.MovingContacts(other) }), false)
	f.remove(ws)
	f.equal("moving", moving(), false)
	total := func(id svcx.ContactID) int {
		return must(f.db.Conversations(f.ctx(), ws, svcx.ConversationFilter{Contact: &id}, svcx.Page{Limit: 1}))(f).Total
	}
	f.equal("moved", []int{total(a.ID), total(b.ID)}, []int{0, 1203})
	f.equal("by its id", must(f.db.Read(f.ctx()).Contact(ws, a.ID))(f), &into)
	f.equal("itself", read(f, ws, func(tx *store.Tx) (*svcx.Contact, error) { return tx.ContactRow(ws, a.ID) }), &merged)
	f.equal("its undoing", read(f, ws, func(tx *store.Tx) (store.MergeUndo, error) { return tx.MergeUndo(ws, a.ID) }), undo)
	f.contactPage(ws, "", svcx.Page{Limit: 9}, []svcx.ContactID{b.ID})
	f.contactPage(ws, "ann", svcx.Page{Limit: 9}, []svcx.ContactID{b.ID})
	want := []svcx.MergedContact{{Contact: merged, MergedAt: now + 7}}
	f.equal("those merged", must(f.db.Read(f.ctx()).MergedContacts(ws, b.ID))(f), want)
	f.equal("moved by the merge", must(f.db.Read(f.ctx()).CountMoved(ws, a.ID))(f), 1203)
	f.equal("in a transaction", read(f, ws, func(tx *store.Tx) ([]svcx.MergedContact, error) { return tx.MergedContacts(ws, b.ID) }), want)
	state := read(f, ws, func(tx *store.Tx) (store.InboundState, error) {
		return tx.LoadInbound(ws, store.InboundKeys{ContactIDs: []string{"a"}})
	})
	f.equal("for an inbound message", len(state.Contacts), 2)

	f.write(ws, func(tx *store.Tx) error { return tx.EndMerge(a, b) })
	f.remove(ws)
	f.equal("moved back", []int{total(a.ID), total(b.ID)}, []int{1203, 0})
	f.equal("by its id", must(f.db.Read(f.ctx()).Contact(ws, a.ID))(f), a)
	f.equal("the other", must(f.db.Read(f.ctx()).Contact(ws, b.ID))(f), b)
	f.contactPage(ws, "", svcx.Page{Limit: 9}, []svcx.ContactID{b.ID, a.ID})
	f.contactPage(ws, "ann", svcx.Page{Limit: 9}, []svcx.ContactID{a.ID})
	err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { _, err := tx.MergeUndo(ws, a.ID); return err })
	f.wantKind(err, svcx.KindNotFound)
}
