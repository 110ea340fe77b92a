package messaging

import (
	"context"
	"maps"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// DryRun reports what Receive would do with the request now, by the same rules on a
// consistent snapshot. It writes nothing and blocks no writes.
//
// Errors are ErrOutdated or of kind Unavailable.
func (s *Service) DryRun(ctx context.Context, r Receipt) (*svcx.DryRun, error) {
	item := s.newReceipt(r)
	ws := r.Channel.Workspace
	keys := inboundKeys([]*receipt{item})
	// Always loaded, since the result has the field keys of refused requests too.
	keys.Definitions = true
	state, err := s.db.LoadInbound(ctx, ws, keys)
	if err != nil {
		return nil, err
	}
	if !item.renew(state.Channels[r.Channel.ID], keys.Definitions) {
		return nil, ErrOutdated
	}
	before := copies(state)
	d := newDecider(ws, s.core.Now(), s.core.NewOutbox(), state)
	match := d.match(item)
	d.decide(item)
	return d.preview(item, before, match), nil
}

// stateBefore is the loaded state before the decision.
type stateBefore struct {
	conversations map[svcx.ConversationID]*svcx.Conversation
	contacts      map[svcx.ContactID]*svcx.Contact
}

// copies are shallow: deciding replaces what an object refers to.
func copies(state store.InboundState) stateBefore {
	before := stateBefore{make(map[svcx.ConversationID]*svcx.Conversation), make(map[svcx.ContactID]*svcx.Contact)}
	for _, c := range state.Conversations {
		before.conversations[c.ID] = copied(c)
	}
	for _, c := range state.Contacts {
		before.contacts[c.ID] = copied(c)
	}
	return before
}

func copied[T any](v *T) *T {
	c := *v
	return &c
}

// match is how the sender of a message is matched with a contact.
func (d *decider) match(item *receipt) svcx.ContactMatch {
	if item.Message == nil {
		return svcx.MatchedByConversation
	}
	s := item.Message.Sender
	if s.Source == svcx.ExternalIDGiven && d.contacts[s.ExternalID] != nil {
		return svcx.MatchedByExternalID
	}
	return svcx.MatchedByEmail
}

// preview is the result for the only item.
func (d *decider) preview(item *receipt, before stateBefore, match svcx.ContactMatch) *svcx.DryRun {
	r := &svcx.DryRun{Event: d.events[0], Events: d.out.Events(), FieldKeys: make(map[string]bool)}
	for key := range d.fields {
		r.FieldKeys[key] = true
	}
	conv := d.conversations[conversationKey{item.Channel.ID, conversationOf(item)}]
	if p := d.contactOf(item, conv); p != nil {
		r.Contact = &svcx.DryRunContact{After: p.Contact}
		if !p.fresh {
			r.Contact.Before, r.Contact.MatchedBy = before.contacts[p.ID], match
		}
	}
	if conv == nil {
		return r
	}
	if conv.contact != nil && !conv.contact.fresh {
		conv.Contact = &conv.contact.ID
	}
	r.Conversation = &svcx.DryRunConversation{Before: before.conversations[conv.ID], After: conv.Conversation, Fields: d.setValues()}
	for _, p := range d.participants {
		r.Conversation.Participants = append(r.Conversation.Participants, svcx.ParticipantDraft{Name: p.Name, Email: p.Email, ExternalID: p.ExternalID, Role: p.Role})
	}
	if len(d.ratings) > 0 {
		r.Conversation.Rating = &item.Action.Rating
	}
	if len(d.messages) > 0 {
		m := d.messages[0].Message
		m.Conversation = conv.ID
		r.Message = m
		if !conv.fresh {
			r.Unused = []string{"subject", "categoryId", "participants"}
		}
	}
	return r
}

// conversationOf is the external id of the conversation that an item is for.
func conversationOf(item *receipt) string {
	switch {
	case item.Message != nil:
		return item.Message.ConversationID
	case item.Action != nil:
		return item.Action.ConversationID
	case item.Intent != nil:
		return item.Intent.ConversationID
	}
	return ""
}

// contactOf is the contact of an item: the sender of a message, or the contact that an
// updateinfo changes.
func (d *decider) contactOf(item *receipt, conv *conversation) *contact {
	switch {
	case item.Message != nil && len(d.messages) > 0:
		return d.messages[0].author
	case item.Message != nil:
		p, _ := d.find(item.Message.Sender)
		return p
	case item.Intent != nil && item.Intent.Type == svcx.IntentUpdateInfo && conv != nil && conv.Contact != nil:
		return d.byID[*conv.Contact]
	}
	return nil
}

// setValues are the field values that were decided on, the last one of each field.
func (d *decider) setValues() []svcx.FieldValue {
	values := make(map[string]svcx.FieldValue)
	for _, v := range d.values {
		value := svcx.FieldValue{Field: v.Field}
		if v.Value != nil {
			value.Value, value.Set = *v.Value, true
		}
		values[value.Field.Key] = value
	}
	return slices.Collect(maps.Values(values))
}
