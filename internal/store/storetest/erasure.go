package storetest

import (
	"slices"

	"svcx"
	"svcx/internal/store"
)

// What package directory erases a contact with.
func erasureCases(f *fixture) {
	f.Case("an erasure goes on where its detail says, and is purged once", erasureSteps)
	f.Case("contacts are deleted with what leads to them", deletedContacts)
	f.Case("conversations of contacts are found and leave no contact", contactsConversations)
	f.Case("a part of a conversation's messages and all of its bodies are deleted", forgottenPart)
	f.Case("participants and ratings are read in the order of conversations", erasedPeople)
	f.Case("stored responses are read and replaced", erasedAnswers)
	f.Case("bodies and conversations are taken out of the event log", erasedEvents)
	f.Case("texts are taken out of events of ratings", erasedRatingEvents)
}

// onRemover reads something with a Remover.
func onRemover[T any](f *fixture, ws svcx.WorkspaceID, fn func(r *store.Remover) (T, error)) T {
	f.Helper()
	return read(f, ws, func(tx *store.Tx) (T, error) { return fn(store.NewRemover(tx, ws, mediaOf)) })
}

// withRemover writes with a Remover.
func (f *fixture) withRemover(ws svcx.WorkspaceID, fn func(r *store.Remover) error) {
	f.Helper()
	f.write(ws, func(tx *store.Tx) error { return fn(store.NewRemover(tx, ws, mediaOf)) })
}

func erasureSteps(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	type detail struct {
		Contacts []svcx.ContactID `json:"contacts"`
		Steps    []string
	}
	f.withRemover(ws, func(r *store.Remover) error {
		return r.BeginErasure(7, detail{[]svcx.ContactID{7, 9}, []string{"begun"}})
	})
	erasing := func(ws svcx.WorkspaceID) []svcx.ContactID { return must(f.db.Read(f.ctx()).Erasing(ws))(f) }
	var steps []string
	ended := 0
	remove := func(ws svcx.WorkspaceID) {
		err := f.db.Remove(f.ctx(), ws, mediaOf, func(r *store.Remover, removal *store.Removal) (bool, error) {
			var d detail
			if err := removal.Detail(&d); err != nil {
				return false, err
			}
			steps = append(steps, d.Steps[len(d.Steps)-1])
			d.Steps = append(d.Steps, "more")
			removal.SetDetail(d)
			return len(d.Steps) == 4, nil
		}, func(*store.Tx) error { ended++; return nil })
		if err != nil {
			f.Fatal(err)
		}
	}
	unfinished := func() bool { return slices.Contains(must(f.db.Read(f.ctx()).Removals())(f), ws) }
	f.equal("begun", erasing(ws), []svcx.ContactID{7, 9})
	f.equal("in another workspace", len(erasing(other)), 0)
	remove(other)
	f.equal("steps in another workspace", len(steps), 0)
	remove(ws)
	f.equal("steps", steps, []string{"begun", "more", "more"})
	f.equal("ended", ended, 1)
	f.equal("being erased", len(erasing(ws)), 0)
	f.equal("to be purged", unfinished(), true)
	for range 2 {
		if err := f.db.Purge(f.ctx(), ws); err != nil {
			f.Fatal(err)
		}
	}
	f.equal("to be purged", unfinished(), false)
	embedded := f.db.Dialect() == "sqlite"
	f.equal("compacted, though the files are too large", must(f.db.CompactErased(f.ctx(), 1))(f), false)
	f.equal("compacted after an erasure", must(f.db.CompactErased(f.ctx(), 1<<30))(f), embedded)
	f.equal("compacted twice", must(f.db.CompactErased(f.ctx(), 1<<30))(f), false)
	compacted := 0
	if err := f.db.Compact(f.ctx(), func(store.CompactStep) { compacted++ }); err != nil {
		f.Fatal(err)
	}
	f.equal("files were rewritten", compacted > 0, embedded)
}

func deletedContacts(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	c, merged := &svcx.Contact{Name: "Gone", ExternalID: "gone", Email: "gone@example.com", CreatedAt: now}, &svcx.Contact{Name: "Merged", CreatedAt: now}
	kept := &svcx.Contact{Name: "Kept", ExternalID: "kept", Email: "Kept@example.com", CreatedAt: now}
	f.contacts(ws, c, merged, kept)
	f.contacts(other, &svcx.Contact{ExternalID: "theirs", Email: "theirs@example.com", CreatedAt: now})
	f.write(ws, func(tx *store.Tx) error { return tx.PutMerge(merged, c, store.MergeUndo{}, now) })
	f.remove(ws)
	request := store.BackRequest{Workspace: ws, Contact: c.ID, Type: svcx.BackInfo, At: now, Until: now + 9, Max: 9}
	begin := func() int64 {
		return read(f, ws, func(tx *store.Tx) (int64, error) { return tx.BeginBackRequest(request) })
	}
	f.equal("under way", []bool{begin() != 0, begin() != 0}, []bool{true, false})

	ids := []int64{int64(c.ID), int64(merged.ID)}
	f.withRemover(other, func(r *store.Remover) error { return r.DeletePictures("theirs") })
	f.withRemover(ws, func(r *store.Remover) error { return r.DeleteContacts(ids) })
	f.contactPage(ws, "", svcx.Page{Limit: 9}, []svcx.ContactID{kept.ID})
	f.contactPage(ws, "gone", svcx.Page{Limit: 9}, nil)
	for _, id := range ids {
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { _, err := tx.ContactRow(ws, svcx.ContactID(id)); return err })
		f.wantKind(err, svcx.KindNotFound)
	}
	err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { _, err := tx.MergeUndo(ws, merged.ID); return err })
	f.wantKind(err, svcx.KindNotFound)
	f.equal("under way", begin() != 0, true)
	taken := func(find func(r *store.Remover) ([]string, error)) []string { return onRemover(f, ws, find) }
	f.equal("addresses", taken(func(r *store.Remover) ([]string, error) {
		return r.TakenEmailKeys([]string{"kept@example.com", "gone@example.com", "theirs@example.com"})
	}), []string{"kept@example.com"})
	f.equal("external ids", taken(func(r *store.Remover) ([]string, error) {
		return r.TakenExternalIDs([]string{"theirs", "gone", "kept"})
	}), []string{"kept"})
	f.equal("pictures", f.pendingDeletions(other), []string{"picture theirs"})
}

func contactsConversations(f *fixture) {
	ws := f.workspace()
	ch := f.channel(ws)
	author, owner := &svcx.Contact{Name: "Author", CreatedAt: now}, &svcx.Contact{Name: "Owner", CreatedAt: now}
	f.contacts(ws, author, owner)
	own := &svcx.Conversation{Channel: &ch.Channel, ExternalID: "own", Contact: &author.ID, Subject: "s", UpdatedAt: now}
	visited := &svcx.Conversation{Channel: &ch.Channel, ExternalID: "visited", Contact: &owner.ID, UpdatedAt: now, MessageCount: 9}
	f.conversations(ws, own, visited)
	f.messages(visited,
		&svcx.Message{Content: "x", SentAt: now + 1, Author: svcx.Author{Type: svcx.AuthorCustomer, Contact: &author.ID, Name: "A", Email: "a@example.com", ExternalID: "a"}},
		&svcx.Message{Content: "x", SentAt: now, Author: svcx.Author{Type: svcx.AuthorAgent}})
	f.write(ws, func(tx *store.Tx) error { return tx.PutVisit(ws, author.ID, visited.ID) })
	contacts := []int64{int64(author.ID), 1 << 40}
	f.equal("theirs", []svcx.ConversationID{
		onRemover(f, ws, func(r *store.Remover) (svcx.ConversationID, error) { return r.FirstConversationOf(contacts) }),
		onRemover(f, ws, func(r *store.Remover) (svcx.ConversationID, error) { return r.FirstVisit(contacts) }),
		onRemover(f, ws, func(r *store.Remover) (svcx.ConversationID, error) { return r.NextConversationWith(contacts, 0) }),
		onRemover(f, ws, func(r *store.Remover) (svcx.ConversationID, error) { return r.NextConversationWith(contacts, own.ID) }),
		onRemover(f, ws, func(r *store.Remover) (svcx.ConversationID, error) {
			return r.NextConversationWith(contacts, visited.ID)
		}),
	}, []svcx.ConversationID{own.ID, visited.ID, own.ID, visited.ID, 0})
	authors := onRemover(f, ws, func(r *store.Remover) ([]store.Authorship, error) { return r.AuthorsAfter(visited.ID, -1, 0, 9) })
	f.equal("authors", len(authors), 2)
	after := authors[0]
	f.equal("the next author", onRemover(f, ws, func(r *store.Remover) ([]store.Authorship, error) {
		return r.AuthorsAfter(visited.ID, after.SentAt, after.Message, 1)
	}), []store.Authorship{{SentAt: now + 1, Message: authors[1].Message, Contact: &author.ID, Name: "A", Email: "a@example.com", ExternalID: "a"}})

	field := f.field(ws, "k", nil)
	f.setValue(ws, own.ID, field.ID, ptr("v"))
	sent := f.deliver(ch, own.ID, own.ID)
	over := f.claim(ch, 1, "lease", now)
	f.equal("held", f.end(over[0], "lease", svcx.DeliveryFailed, now), true)
	f.withRemover(ws, func(r *store.Remover) error { return r.RenameConversation(own.ID, "new") })
	f.withRemover(ws, func(r *store.Remover) error {
		return r.RenameDeliveries(visited.ID, "other", []int64{int64(over[0].ID)})
	})
	f.equal("its name", must(f.db.Read(f.ctx()).Conversation(ws, own.ID))(f).ExternalID, "new")
	f.equal("of what is to be sent", f.claim(ch, 9, "lease", now)[0].ConversationID, "new")
	f.withRemover(ws, func(r *store.Remover) error { return r.RenameDeliveries(own.ID, "newer", []int64{int64(over[0].ID)}) })
	f.equal("again", read(f, ws, func(tx *store.Tx) (bool, error) { return tx.ResendDelivery(ch, sent[0].ID, now) }), true)
	f.equal("of what was sent", f.claim(ch, 9, "lease", now)[0].ConversationID, "newer")

	f.withRemover(ws, func(r *store.Remover) error { return r.DetachContact(own.ID) })
	f.withRemover(ws, func(r *store.Remover) error { return r.DeleteFieldValues(own.ID) })
	f.withRemover(ws, func(r *store.Remover) error { return r.Recount(visited.ID) })
	f.withRemover(ws, func(r *store.Remover) error { return r.DeleteVisits(contacts, visited.ID) })
	stays := must(f.db.Read(f.ctx()).Conversation(ws, own.ID))(f)
	f.equal("detached", []any{stays.Contact, stays.Subject}, []any{(*svcx.ContactID)(nil), ""})
	f.values(ws, own.ID, map[svcx.FieldID]string{})
	f.equal("counted", must(f.db.Read(f.ctx()).Conversation(ws, visited.ID))(f).MessageCount, 2)
	// What a customer wrote before the conversation was resolved is not waited for again.
	asked := func(at svcx.Time) *svcx.Message {
		return &svcx.Message{Content: "x", SentAt: at, CreatedAt: at, Author: svcx.Author{Type: svcx.AuthorCustomer}}
	}
	for name, later := range map[string]*svcx.Time{"later": ptr(now + 3), "earlier": nil} {
		c := &svcx.Conversation{Channel: &ch.Channel, ExternalID: name, UpdatedAt: now, WaitingSince: ptr(now + 2)}
		f.conversations(ws, c)
		f.messages(c, asked(now+1))
		if later != nil {
			f.messages(c, asked(*later))
		}
		f.withRemover(ws, func(r *store.Remover) error { return r.Recount(c.ID) })
		f.equal(name, must(f.db.Read(f.ctx()).Conversation(ws, c.ID))(f).WaitingSince, later)
	}
	// Imported messages wait since they were sent, not since they were imported.
	imported := &svcx.Conversation{Channel: &ch.Channel, ExternalID: "imported", UpdatedAt: now, WaitingSince: ptr(now + 2)}
	f.conversations(ws, imported)
	for _, at := range []svcx.Time{now + 5, now + 4} {
		m := asked(now + 9)
		m.SentAt = at
		f.messages(imported, m)
	}
	f.withRemover(ws, func(r *store.Remover) error { return r.Recount(imported.ID) })
	f.equal("imported", must(f.db.Read(f.ctx()).Conversation(ws, imported.ID))(f).WaitingSince, ptr(now+4))
	f.equal("theirs", onRemover(f, ws, func(r *store.Remover) (svcx.ConversationID, error) { return r.NextConversationWith(contacts, 0) }), svcx.ConversationID(0))
	f.write(ws, func(tx *store.Tx) error { return tx.PutMerge(owner, author, store.MergeUndo{}, now) })
	f.remove(ws)
	for _, want := range []int64{1, 0} {
		f.equal("moves", onRemover(f, ws, func(r *store.Remover) (int64, error) { return r.DeleteMoves([]int64{int64(owner.ID)}, 5) }), want)
	}
}

func forgottenPart(f *fixture) {
	ws := f.workspace()
	ch := f.channel(ws)
	c := &svcx.Conversation{Channel: &ch.Channel, ExternalID: "t", UpdatedAt: now}
	f.conversations(ws, c)
	var all []*svcx.Message
	for i := range store.RemovalStep + 3 {
		all = append(all, &svcx.Message{Content: "x", SentAt: now + svcx.Time(i)})
	}
	all[0].Attachments = []svcx.Attachment{{URL: "https://example.com/a"}}
	f.messages(c, all...)
	entry, later := f.logged(ch, "t", nil), svcx.EventID(0)
	type result struct {
		Read int
		Done bool
	}
	trace := store.TraceOf(c)
	for _, want := range []result{{store.RemovalStep, false}, {3, true}, {0, true}} {
		f.equal("messages", onRemover(f, ws, func(r *store.Remover) (got result, err error) {
			got.Read, got.Done, err = r.ForgetMessages(c.ID, &trace, func(m *svcx.Message) bool { return m.ID != all[1].ID })
			return got, err
		}), want)
	}
	f.withRemover(ws, func(r *store.Remover) error { return r.EndTrace(&trace) })
	later = f.logged(ch, "t", nil)
	for _, want := range []result{{1, true}, {0, true}} {
		f.equal("entries", onRemover(f, ws, func(r *store.Remover) (got result, err error) {
			got.Read, got.Done, err = r.ForgetEvents(&trace, func(events, deliveries []int64) error { return nil })
			return got, err
		}), want)
	}
	f.equal("bodies", []bool{f.hasBody(ws, entry), f.hasBody(ws, later)}, []bool{false, true})
	list := must(f.db.MessagesAndNotes(f.ctx(), ws, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 9}}))(f)
	f.equal("left", len(list.Items), 1)
	f.equal("left", list.Items[0].ID, all[1].ID)
	f.write(ws, func(tx *store.Tx) error {
		return tx.PutContentURLs(ws, c.ID, []svcx.ContentURL{{Ref: "r", URL: "https://example.com/fresh"}})
	})
	f.withRemover(ws, func(r *store.Remover) error { return r.ForgetContent(c.ID) })
	f.equal("content", len(must(f.db.Read(f.ctx()).ContentURLs(ws, c.ID, []string{"r"}, now))(f)), 0)
	f.equal("pictures", f.pendingDeletions(ws), []string{"picture https://example.com/a", "picture https://example.com/fresh"})
}

func erasedPeople(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	a, b := &svcx.Conversation{}, &svcx.Conversation{}
	f.conversations(ws, a, b)
	var all []*svcx.Participant
	for _, c := range []*svcx.Conversation{b, a, a} {
		p := &svcx.Participant{Workspace: ws, Conversation: c.ID, Name: "N", Role: svcx.RoleCC, AddedAt: now}
		f.write(ws, func(tx *store.Tx) error { return tx.InsertParticipants(p) })
		all = append(all, p)
		f.rating(&svcx.Rating{Workspace: ws, Conversation: c.ID, Rating: 5, Comment: "c", RatedBy: "r", CreatedAt: now})
	}
	after := func(ws svcx.WorkspaceID, p *svcx.Participant, limit int) []*svcx.Participant {
		return onRemover(f, ws, func(r *store.Remover) ([]*svcx.Participant, error) {
			return r.ParticipantsAfter(p.Conversation, p.ID, limit)
		})
	}
	f.equal("participants", after(ws, &svcx.Participant{}, 9), []*svcx.Participant{all[1], all[2], all[0]})
	f.equal("after one", after(ws, all[1], 1), []*svcx.Participant{all[2]})
	f.equal("in another workspace", len(after(other, &svcx.Participant{}, 9)), 0)
	for _, in := range []svcx.WorkspaceID{other, ws} {
		f.withRemover(in, func(r *store.Remover) error { return r.DeleteParticipants([]int64{int64(all[0].ID), int64(all[2].ID)}) })
	}
	f.equal("left", after(ws, &svcx.Participant{}, 9), []*svcx.Participant{all[1]})

	for _, in := range []svcx.WorkspaceID{other, ws} {
		f.withRemover(in, func(r *store.Remover) error { return r.ClearRating(a.ID) })
	}
	var comments []string
	for _, r := range onRemover(f, ws, func(r *store.Remover) ([]*svcx.Rating, error) { return r.RatingsAfter(0, 9) }) {
		comments = append(comments, r.Comment+r.RatedBy)
	}
	f.equal("ratings", comments, []string{"", "cr"})
	f.equal("after one", onRemover(f, ws, func(r *store.Remover) ([]*svcx.Rating, error) { return r.RatingsAfter(a.ID, 9) })[0].Conversation, b.ID)
}

func erasedAnswers(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	for _, in := range []svcx.WorkspaceID{ws, other} {
		for _, key := range []string{"a", "b", "c"} {
			f.write(in, func(tx *store.Tx) error {
				k := svcx.IdempotencyKey{Workspace: in, Key: key, Run: "r"}
				if _, _, err := tx.BeginIdempotencyKey(k, now, now+9); err != nil {
					return err
				}
				return tx.CompleteIdempotencyKey(k, svcx.StoredResponse{Status: 201, Body: []byte("of " + key)}, now+9, nil)
			})
		}
	}
	f.withRemover(ws, func(r *store.Remover) error { return r.ReplaceAnswer(store.StoredAnswer{Key: "b", Body: "empty"}) })
	after := func(ws svcx.WorkspaceID, key string, limit int) []store.StoredAnswer {
		return onRemover(f, ws, func(r *store.Remover) ([]store.StoredAnswer, error) { return r.AnswersAfter(key, limit) })
	}
	f.equal("responses", after(ws, "", 9), []store.StoredAnswer{{Key: "a", Body: "of a"}, {Key: "b", Body: "empty"}, {Key: "c", Body: "of c"}})
	f.equal("after one", after(ws, "a", 1), []store.StoredAnswer{{Key: "b", Body: "empty"}})
	f.equal("another workspace's", after(other, "a", 1), []store.StoredAnswer{{Key: "b", Body: "of b"}})
}

func erasedEvents(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	ch := f.channel(ws)
	f.conversations(ws, &svcx.Conversation{Channel: &ch.Channel, ExternalID: "there", UpdatedAt: now})
	ids := []int64{int64(f.logged(ch, "there", nil)), int64(f.logged(ch, "z", nil)), int64(f.logged(ch, "", nil)), int64(f.logged(ch, "a", nil))}
	f.logged(f.channel(other), "a", nil)
	var read []int64
	for after := int64(0); ; {
		page := onRemover(f, ws, func(r *store.Remover) ([]store.LoggedBody, error) { return r.EventBodiesAfter(after, 3) })
		if len(page) == 0 {
			break
		}
		for _, b := range page {
			after = b.Event
			f.equal("body", b.EventBody, svcx.EventBody{Request: "body"})
			read = append(read, b.Event)
		}
	}
	f.equal("bodies", read, ids)
	for _, in := range []svcx.WorkspaceID{other, ws} {
		f.withRemover(in, func(r *store.Remover) error { return r.DeleteEventBodies(ids[:1]) })
	}
	f.equal("left", []bool{f.hasBody(ws, svcx.EventID(ids[0])), f.hasBody(ws, svcx.EventID(ids[1]))}, []bool{false, true})

	named := func() (all []store.NamedEvent) {
		for after := ""; ; {
			type page struct {
				Events []store.NamedEvent
				End    string
			}
			p := onRemover(f, ws, func(r *store.Remover) (p page, err error) {
				p.Events, p.End, err = r.NamedEventsAfter(after, 2)
				return p, err
			})
			if len(p.Events) == 0 {
				return all
			}
			all, after = append(all, p.Events...), p.End
		}
	}
	f.equal("named", named(), []store.NamedEvent{{Event: ids[3], ExternalID: "a"}, {Event: ids[0], ExternalID: "there"}, {Event: ids[1], ExternalID: "z"}})
	without := onRemover(f, ws, func(r *store.Remover) ([]store.NamedEvent, error) { return r.EventsWithoutConversation(ids) })
	slices.SortFunc(without, func(a, b store.NamedEvent) int { return int(a.Event - b.Event) })
	f.equal("without a conversation", without, []store.NamedEvent{{Event: ids[1], ExternalID: "z"}, {Event: ids[3], ExternalID: "a"}})
	f.withRemover(other, func(r *store.Remover) error { return r.SetEventConversation(ids, "") })
	f.withRemover(ws, func(r *store.Remover) error { return r.SetEventConversation(ids[:1], "y") })
	f.withRemover(ws, func(r *store.Remover) error { return r.SetEventConversation(ids[3:], "") })
	f.equal("named", named(), []store.NamedEvent{{Event: ids[0], ExternalID: "y"}, {Event: ids[1], ExternalID: "z"}})
}

func erasedRatingEvents(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	ch, second := f.channel(ws), f.channel(ws)
	c, d := svcx.ConversationID(1), svcx.ConversationID(2)
	rating := svcx.EventData{Rating: 2, Comment: "said", RatedBy: "r"}
	inFeed := f.feed(second, "t", d, rating, kept)
	sent := f.feed(ch, "t", c, rating, toSend)
	f.claim(ch, 9, "first", now)
	f.equal("held", f.end(sent[0], "first", svcx.DeliveryDelivered, now), true)
	entry := f.logged(ch, "t", &sent[0].ID)
	f.write(ws, func(tx *store.Tx) error {
		return tx.InsertEvents(&svcx.EventLogEntry{Workspace: ws, Channel: ch.Channel, Direction: svcx.Outbound, Type: "rating.submitted", ConversationID: "t", Delivery: &sent[0].ID, CreatedAt: now})
	})
	waiting := f.feed(ch, "t", c, rating, toSend)
	unrated := f.deliver(ch, c)
	group := func(events []store.GroupedEvent) (all []any) {
		for _, e := range events {
			all = append(all, e.Group, e.ID, e.Data != nil)
		}
		return all
	}
	f.equal("in feeds", group(onRemover(f, ws, func(r *store.Remover) ([]store.GroupedEvent, error) { return r.FeedEventsAfter(0, 0, 9) })),
		[]any{int64(ch.Channel), sent[0].ID, true, int64(ch.Channel), waiting[0].ID, true, int64(second.Channel), inFeed[0].ID, true})
	f.equal("after one", group(onRemover(f, ws, func(r *store.Remover) ([]store.GroupedEvent, error) {
		return r.FeedEventsAfter(int64(ch.Channel), waiting[0].ID, 9)
	})), []any{int64(second.Channel), inFeed[0].ID, true})
	f.equal("to be sent", group(onRemover(f, ws, func(r *store.Remover) ([]store.GroupedEvent, error) { return r.PendingEventsAfter(0, 0, 9) })),
		[]any{int64(c), waiting[0].ID, true, int64(c), unrated[0].ID, false})
	f.equal("of another workspace", len(onRemover(f, other, func(r *store.Remover) ([]store.GroupedEvent, error) { return r.PendingEventsAfter(0, 0, 9) })), 0)

	logged := onRemover(f, ws, func(r *store.Remover) ([]int64, error) { return r.LoggedRatings(ch.Channel, "t") })
	f.equal("logged", logged, []int64{int64(sent[0].ID)})
	events := func(fn func(r *store.Remover) ([]*svcx.Delivery, error)) []svcx.DeliveryID {
		return deliveryIDs(onRemover(f, ws, fn))
	}
	f.equal("of entries", events(func(r *store.Remover) ([]*svcx.Delivery, error) {
		return r.RatingEventsOf([]int64{int64(entry), int64(entry) + 1})
	}), deliveryIDs(sent))
	of := events(func(r *store.Remover) ([]*svcx.Delivery, error) { return r.RatingEvents(c, nil) })
	slices.Sort(of)
	f.equal("of the conversation", slices.Compact(of), []svcx.DeliveryID{sent[0].ID, waiting[0].ID})
	f.equal("of another", events(func(r *store.Remover) ([]*svcx.Delivery, error) { return r.RatingEvents(d, logged) }), deliveryIDs(inFeed))

	due := f.claim(ch, 9, "lease", now)
	f.withRemover(ws, func(r *store.Remover) error { return r.SetEventData(due[0].ID, svcx.EventData{Rating: 2}) })
	f.equal("held", f.end(due[0], "lease", svcx.DeliveryDelivered, now), false)
	due = f.claim(ch, 9, "again", now+leaseTime)
	f.equal("cleared", due[0].Data, svcx.EventData{Rating: 2})
	f.withRemover(ws, func(r *store.Remover) error { return r.RevokeLeases(c) })
	f.equal("held", f.end(due[0], "again", svcx.DeliveryDelivered, now), false)
}
