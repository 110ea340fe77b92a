package messaging

import (
	"context"
	"errors"
	"slices"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// ImportConversations imports conversations in one transaction (R 4.7, D 5). Those whose
// external id exists on the channel are skipped. Contacts are matched like those of
// inbound messages; an e-mail address that belongs to another contact is left out, with
// a detail. Times are kept; imports send no events and are not counted in reports.
func (s *Service) ImportConversations(ctx context.Context, call inbox.Call, batch svcx.Import[svcx.ImportConversation]) (svcx.ImportResult, error) {
	by := importer{core: s.core, channel: batch.Channel, action: svcx.AuditImportConversations}
	return s.importing(ctx, call, by, importTally(batch), func(tx *store.Tx, i *importer) error {
		g := gatherer{seen: make(map[listed]bool)}
		for _, c := range batch.Items {
			g.add(&g.ConversationIDs, c.ExternalID)
			g.add(&g.ContactIDs, c.Contact.ExternalID)
			g.add(&g.EmailKeys, svcx.EmailKey(c.Contact.Email))
		}
		if err := i.load(tx, call.Workspace.ID, g.InboundKeys); err != nil {
			return err
		}
		for _, c := range batch.Items {
			i.conversation(c)
		}
		return i.write(s.core, tx)
	})
}

// ImportMessages imports messages of existing conversations of a channel in one
// transaction (R 4.7, D 5). Their ids share the namespace of messageId: existing ones are
// skipped. Times are kept; imports send no events, change no status and are not counted
// in reports.
func (s *Service) ImportMessages(ctx context.Context, call inbox.Call, batch svcx.Import[svcx.ImportMessage]) (svcx.ImportResult, error) {
	by := importer{core: s.core, channel: batch.Channel, action: svcx.AuditImportMessages}
	return s.importing(ctx, call, by, importTally(batch), func(tx *store.Tx, i *importer) error {
		g := gatherer{seen: make(map[listed]bool)}
		for _, m := range batch.Items {
			g.add(&g.ConversationIDs, m.ConversationExternalID)
			if m.ExternalID != "" {
				g.add(&g.MessageKeys, store.MessageKey(batch.Channel, m.ExternalID))
			}
		}
		if err := i.load(tx, call.Workspace.ID, g.InboundKeys); err != nil {
			return err
		}
		for _, m := range batch.Items {
			i.message(m)
		}
		return i.write(s.core, tx)
	})
}

const tooFarAhead = "must not be more than 10 minutes ahead"

// importTally is the initial result, with the invalid items.
func importTally[T any](batch svcx.Import[T]) svcx.ImportResult {
	return svcx.ImportResult{Total: batch.Total, Errors: len(batch.Invalid), Details: batch.Invalid}
}

func (s *Service) importing(ctx context.Context, call inbox.Call, by importer, tally svcx.ImportResult, run func(*store.Tx, *importer) error) (result svcx.ImportResult, err error) {
	err = inbox.Write(ctx, s.core, call, &result, func(tx *store.Tx) error {
		if _, err := tx.Channel(call.Workspace.ID, by.channel); err != nil {
			return inbox.Missing(err, "channelId", "a channel")
		}
		// The function may run twice and must not count twice.
		i := by
		i.result = tally
		i.result.Details = slices.Clone(tally.Details)
		if err := run(tx, &i); err != nil {
			return err
		}
		result = i.result
		slices.SortStableFunc(result.Details, func(a, b svcx.ImportDetail) int { return a.Index - b.Index })
		if result.Imported == 0 {
			return nil
		}
		return s.core.Audit(tx, call, i.action, "channel", i.channel)
	})
	return result, err
}

// importer decides on the items of an import with the state of the inbound path.
type importer struct {
	*decider
	core    *inbox.Core
	channel svcx.ChannelID
	action  svcx.AuditAction
	result  svcx.ImportResult
}

func (i *importer) load(tx *store.Tx, ws svcx.WorkspaceID, keys store.InboundKeys) error {
	state, err := tx.LoadInbound(ws, keys)
	i.decider = newDecider(ws, i.core.Now(), i.core.NewOutbox(), state)
	// Clients reload once, instead of receiving many old changes.
	i.out.ShowReset()
	return err
}

// refuse counts an item as an error.
func (i *importer) refuse(index int, field, message string) {
	i.result.Errors++
	i.note(index, field, message)
}

func (i *importer) note(index int, field, message string) {
	i.result.Details = append(i.result.Details, svcx.ImportDetail{Index: index, Field: field, Message: message})
}

func (i *importer) conversation(c svcx.ImportConversation) {
	key := conversationKey{i.channel, c.ExternalID}
	if i.conversations[key] != nil {
		i.result.Skipped++
		return
	}
	createdAt := i.now
	if c.CreatedAt != nil {
		createdAt = *c.CreatedAt
	}
	switch {
	case i.ahead(c.CreatedAt):
		i.refuse(c.Index, "createdAt", tooFarAhead)
		return
	case i.ahead(c.ResolvedAt):
		i.refuse(c.Index, "resolvedAt", tooFarAhead)
		return
	}
	if err := i.core.CheckAvatarURL(c.Contact.AvatarURL); err != nil {
		i.refuse(c.Index, "contact.avatarUrl", publicMessage(err))
		return
	}
	channel := i.channel
	conv := &conversation{fresh: true, opened: true, contact: i.contact(c), Conversation: &svcx.Conversation{
		Workspace: i.ws, Channel: &channel, ChannelType: svcx.ChannelTypeCustom, ExternalID: c.ExternalID, Subject: c.Subject,
		Status: c.Status, CreatedAt: createdAt, UpdatedAt: createdAt,
	}}
	if c.Status != svcx.StatusOpen {
		conv.SettledAt = &createdAt
	}
	if c.Status != svcx.StatusOpen && c.ResolvedAt != nil {
		conv.ResolvedAt, conv.UpdatedAt = c.ResolvedAt, max(createdAt, *c.ResolvedAt)
	}
	i.conversations[key] = conv
	i.allConversations = append(i.allConversations, conv)
	i.result.Imported++
}

// contact finds or creates the contact of a conversation.
func (i *importer) contact(c svcx.ImportConversation) *contact {
	return i.customer(c.Index, "contact.", c.Contact)
}

// customer is contact; path is that of its members in the item.
func (i *importer) customer(index int, path string, c svcx.ImportContact) *contact {
	since := i.now
	if c.CreatedAt != nil && *c.CreatedAt < since {
		since = *c.CreatedAt
	}
	p, warning := i.author(svcx.InboundSender{Type: svcx.AuthorCustomer, Source: c.Source, ExternalID: c.ExternalID, Name: c.Name, Email: c.Email}, since)
	if warning != "" {
		i.note(index, path+"email", "belongs to another contact and was left out")
	}
	if p.AvatarURL == "" && c.AvatarURL != "" {
		p.AvatarURL, p.changed = c.AvatarURL, true
	}
	return p
}

func (i *importer) message(m svcx.ImportMessage) {
	conv := i.conversations[conversationKey{i.channel, m.ConversationExternalID}]
	if conv == nil {
		i.refuse(m.Index, "conversationExternalId", "must be the external id of a conversation of the channel")
		return
	}
	if i.ahead(m.SentAt) {
		i.refuse(m.Index, "sentAt", tooFarAhead)
		return
	}
	key := ""
	if m.ExternalID != "" {
		key = store.MessageKey(i.channel, m.ExternalID)
		if i.seen[key] {
			i.result.Skipped++
			return
		}
		i.seen[key] = true
	}
	sentAt := i.now
	if m.SentAt != nil {
		sentAt = *m.SentAt
	}
	author := svcx.Author{Type: m.AuthorType, Name: m.AuthorName}
	if m.AuthorType == svcx.AuthorCustomer {
		author.Contact = conv.Contact
	}
	i.add(conv, key, nil, &svcx.Message{
		Workspace: i.ws, Kind: svcx.MessageKindMessage, Author: author, Content: m.Content, ContentType: svcx.ContentText,
		ExternalID: m.ExternalID, SentAt: sentAt, CreatedAt: i.now,
	})
	i.result.Imported++
}

// add appends a message, which is recognized by the key unless that is "". author is its
// customer, if that may be new.
func (i *importer) add(conv *conversation, key string, author *contact, m *svcx.Message) {
	e := &entry{conversation: conv, author: author, Message: m}
	i.messages = append(i.messages, e)
	if key != "" {
		i.keys = append(i.keys, messageKey{key, e})
	}
	conv.UpdatedAt, conv.changed = max(conv.UpdatedAt, m.SentAt), true
	if m.Kind == svcx.MessageKindNote {
		return
	}
	recordImported(conv.Conversation, m.Author.Type, m.SentAt)
	conv.MessageCount++
	conv.LastMessageAt = latest(conv.LastMessageAt, m.SentAt)
}

// ahead reports whether a time is further in the future than svcx.MaxAhead.
func (i *importer) ahead(t *svcx.Time) bool { return t != nil && *t > i.now.Add(svcx.MaxAhead) }

// publicMessage is the public text of an error.
func publicMessage(err error) string {
	var e *svcx.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return "is not valid"
}

// recordImported records who wrote an imported message, so that a conversation that was
// answered elsewhere gets no first answer here, and a customer who waits is seen to wait.
func recordImported(c *svcx.Conversation, author svcx.AuthorType, at svcx.Time) {
	switch {
	case author == svcx.AuthorSystem:
	case author != svcx.AuthorCustomer:
		if c.AnsweredAt == nil {
			c.AnsweredAt = &at
		}
		if c.WaitingSince != nil && at >= *c.WaitingSince {
			c.WaitingSince = nil
		}
	default:
		if c.AskedAt == nil || at < *c.AskedAt {
			c.AskedAt = &at
		}
		answered := c.AnsweredAt != nil && at <= *c.AnsweredAt
		if c.Status == svcx.StatusOpen && !answered && (c.WaitingSince == nil || at < *c.WaitingSince) {
			c.WaitingSince = &at
		}
	}
}
