package messaging

import (
	"context"
	"strings"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Imports are imports of what another product has exported: conversations with their messages,
// by the rules of R 4.7. What the API's items lack is added (D 5 leaves no room for it there):
// notes, markup, attachments, properties and ratings.
type Imports struct{ core *inbox.Core }

// Threads imports what is in the batch, in one transaction, so that a conversation is there with
// all messages that the batch has of it or not at all. In a dry run it decides and writes
// nothing.
func (im Imports) Threads(ctx context.Context, call inbox.Call, batch svcx.ImportThreads) (svcx.ImportedThreads, error) {
	keys := im.keys(batch)
	if batch.DryRun || batch.Known {
		read := im.core.DB.Read(ctx)
		state, err := im.core.DB.LoadInbound(ctx, call.Workspace.ID, keys)
		if err != nil {
			return svcx.ImportedThreads{}, err
		}
		t := im.decide(call, batch, state)
		if err := t.dropRatings(read); err != nil || batch.DryRun || t.idle() {
			return t.tally, err
		}
	}
	var done svcx.ImportedThreads
	err := im.core.DB.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if _, err := tx.Channel(call.Workspace.ID, batch.Channel); err != nil {
			return inbox.Missing(err, "channelId", "a channel")
		}
		state, err := tx.LoadInbound(call.Workspace.ID, keys)
		if err != nil {
			return err
		}
		t := im.decide(call, batch, state)
		if err := t.dropRatings(tx.Reads); err != nil {
			return err
		}
		done = t.tally
		if t.idle() {
			return nil
		}
		return t.store(tx, call, batch.Audit)
	})
	return done, err
}

// Show has clients reload, after batches that were not to show themselves.
func (im Imports) Show(ctx context.Context, call inbox.Call) error {
	return im.core.DB.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error { return im.core.ShowReset(tx, call.Workspace.ID) })
}

// keys are what the batch touches.
func (im Imports) keys(batch svcx.ImportThreads) store.InboundKeys {
	g := gatherer{seen: make(map[listed]bool)}
	customer := func(c *svcx.ImportContact) {
		g.add(&g.ContactIDs, c.ExternalID)
		if c.Email != "" {
			g.add(&g.EmailKeys, svcx.EmailKey(c.Email))
		}
	}
	for i := range batch.Contacts {
		customer(&batch.Contacts[i])
	}
	for i := range batch.Threads {
		t := &batch.Threads[i]
		g.add(&g.ConversationIDs, t.ExternalID)
		if !t.Continues {
			customer(&t.Contact)
		}
		if t.AssignedTo != nil {
			g.Users = append(g.Users, int64(*t.AssignedTo))
		}
		g.Definitions = g.Definitions || t.Category != nil || len(t.Fields) > 0
		for k := range t.Messages {
			m := &t.Messages[k]
			g.add(&g.MessageKeys, store.MessageKey(batch.Channel, m.ExternalID))
			if m.Contact != nil {
				customer(m.Contact)
			}
		}
	}
	return g.InboundKeys
}

// threads decides on a batch.
type threads struct {
	importer
	tally  svcx.ImportedThreads
	rating []pendingRating
}

func (im Imports) decide(call inbox.Call, batch svcx.ImportThreads, state store.InboundState) *threads {
	t := &threads{importer: importer{
		decider: newDecider(call.Workspace.ID, im.core.Now(), im.core.NewOutbox(), state), core: im.core, channel: batch.Channel, action: svcx.AuditImportConversations,
	}}
	if t.out.ShowReset(); !batch.Show {
		t.out.ShowNothing()
	}
	counted := make(map[*contact]bool)
	for i, c := range batch.Contacts {
		t.avatar(i, "avatarUrl", &c)
		if p := t.customer(i, "", c); p.fresh && !counted[p] {
			counted[p] = true
			t.tally.Contacts.Imported++
		} else {
			t.tally.Contacts.Skipped++
		}
		t.told(i)
	}
	for i := range batch.Threads {
		t.thread(i, &batch.Threads[i])
	}
	for _, p := range t.allContacts {
		if p.fresh {
			t.tally.Fresh = append(t.tally.Fresh, p.ExternalID)
		}
	}
	return t
}

// told moves what the decisions on an item have noted to the details.
func (t *threads) told(index int) {
	for _, d := range t.result.Details {
		t.detail(index, -1, d.Field, d.Message, false)
	}
	t.result.Details = nil
}

func (t *threads) detail(index, message int, field, text string, refused bool) {
	t.tally.Details = append(t.tally.Details, svcx.ImportThreadDetail{Index: index, Message: message, Field: field, Text: text, Refused: refused})
}

// avatar leaves out a picture that is not allowed.
func (t *threads) avatar(index int, field string, c *svcx.ImportContact) {
	if err := t.core.CheckAvatarURL(c.AvatarURL); err != nil {
		t.detail(index, -1, field, publicMessage(err), false)
		c.AvatarURL = ""
	}
}

// thread decides on a conversation and its messages.
func (t *threads) thread(index int, in *svcx.ImportThread) {
	key := conversationKey{t.channel, in.ExternalID}
	conv := t.conversations[key]
	switch {
	case conv != nil && !in.Continues:
		t.tally.Conversations.Skipped++
	case conv == nil && in.Begun:
		conv = &conversation{fresh: true, Conversation: &svcx.Conversation{ExternalID: in.ExternalID}}
	case conv == nil && in.Continues:
		t.tally.Messages.Errors += len(in.Messages)
		t.detail(index, -1, "conversation", "is in none of the files, and not here", true)
		return
	case conv == nil:
		t.avatar(index, "contact.avatarUrl", &in.Contact)
		refused := t.result.Errors
		t.conversation(in.ImportConversation)
		failed := t.result.Errors > refused
		if failed {
			d := t.result.Details[len(t.result.Details)-1]
			t.result.Details = nil
			t.detail(index, -1, d.Field, d.Message, true)
			t.tally.Conversations.Errors++
			t.tally.Messages.Errors += len(in.Messages)
			return
		}
		t.told(index)
		conv = t.conversations[key]
		t.tally.Conversations.Imported++
		t.properties(index, conv, in)
	}
	for i := range in.Messages {
		t.message(index, i, conv, in)
	}
	if in.Rating != nil {
		r := &svcx.Rating{
			Workspace: t.ws, Rating: in.Rating.Rating, Comment: in.Rating.Comment, RatedBy: in.Rating.RatedBy, CreatedAt: min(in.Rating.At, t.now),
			AssignedTo: conv.AssignedTo, Channel: conv.Channel,
		}
		t.rating = append(t.rating, pendingRating{conv, r})
		t.tally.Ratings.Imported++
	}
}

// properties sets what members set of a conversation, in a new one.
func (t *threads) properties(index int, conv *conversation, in *svcx.ImportThread) {
	conv.Priority, conv.Tags = in.Priority, in.Tags
	if in.AssignedTo != nil {
		if t.members[*in.AssignedTo] {
			conv.AssignedTo = in.AssignedTo
		} else {
			t.detail(index, -1, "assignee", "is no longer a member", false)
		}
	}
	if in.Category != nil {
		if t.categories[*in.Category] {
			conv.Category = in.Category
		} else {
			t.detail(index, -1, "category", "is no longer there", false)
		}
	}
	before := len(t.values)
	for _, warning := range t.setFields(conv, in.Fields) {
		field, why, _ := strings.Cut(warning, ": ")
		t.detail(index, -1, field, why, false)
	}
	t.tally.FieldValues += len(t.values) - before
}

// message decides on a message of a conversation.
func (t *threads) message(index, i int, conv *conversation, in *svcx.ImportThread) {
	m := &in.Messages[i]
	tally, kind := &t.tally.Messages, svcx.MessageKindMessage
	if m.Note {
		tally, kind = &t.tally.Notes, svcx.MessageKindNote
	}
	if t.ahead(&m.SentAt) {
		tally.Errors++
		t.detail(index, i, "sentAt", tooFarAhead, true)
		return
	}
	key := store.MessageKey(t.channel, m.ExternalID)
	if t.seen[key] {
		tally.Skipped++
		return
	}
	t.seen[key] = true
	var author *contact
	of := m.Author
	switch {
	case m.Contact != nil:
		author = t.customer(index, "author.", *m.Contact)
		t.told(index)
	case of.Type == svcx.AuthorCustomer && conv.fresh:
		author = conv.contact
	case of.Type == svcx.AuthorCustomer:
		of.Contact = conv.Contact
	}
	t.add(conv, key, author, &svcx.Message{
		Workspace: t.ws, Kind: kind, Author: of, Content: m.Content, ContentType: m.ContentType, Markdown: m.Markdown, ExternalID: m.ExternalID,
		Attachments: m.Attachments, SentAt: m.SentAt, CreatedAt: t.now,
	})
	if m.Contact != nil && author != conv.contact {
		t.externalAuthors = append(t.externalAuthors, externalAuthor{conv, author})
	}
	tally.Imported++
}

// dropRatings leaves out ratings of conversations that have one.
func (t *threads) dropRatings(read store.Reads) error {
	var kept []pendingRating
	for _, r := range t.rating {
		if !r.conversation.fresh {
			switch _, err := read.Rating(t.ws, r.conversation.ID); {
			case err == nil:
				t.tally.Ratings.Imported--
				t.tally.Ratings.Skipped++
				continue
			case svcx.KindOf(err) != svcx.KindNotFound:
				return err
			}
		}
		kept = append(kept, r)
	}
	t.rating = kept
	return nil
}

// idle reports whether there is nothing to write.
func (t *threads) idle() bool {
	if len(t.messages)+len(t.rating) > 0 {
		return false
	}
	for _, conv := range t.allConversations {
		if conv.fresh {
			return false
		}
	}
	for _, p := range t.allContacts {
		if p.fresh || p.changed {
			return false
		}
	}
	return true
}

// store writes what was decided. Ratings are not counted in reports, which measure what was
// done here.
func (t *threads) store(tx *store.Tx, call inbox.Call, audit bool) error {
	if err := t.write(t.core, tx); err != nil {
		return err
	}
	for _, r := range t.rating {
		r.rating.Conversation = r.conversation.ID
		if _, err := tx.PutRating(r.rating); err != nil {
			return err
		}
	}
	if !audit {
		return nil
	}
	return t.core.Audit(tx, call, t.action, "channel", t.channel)
}
