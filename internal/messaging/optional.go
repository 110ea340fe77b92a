package messaging

import (
	"maps"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// pendingValue is a change of a field's value in a conversation that may have no id yet.
type pendingValue struct {
	conversation *conversation
	svcx.FieldChange
}

// pendingParticipant is a participant of a conversation that may have no id yet.
type pendingParticipant struct {
	conversation *conversation
	*svcx.Participant
}

// externalAuthor is a contact that wrote in a conversation that is, or may be, another
// contact's.
type externalAuthor struct {
	conversation *conversation
	contact      *contact
}

// begin applies what only counts in a conversation's first message: the channel's
// defaults, the payload's category, which takes precedence, and the participants
// (W 2.1).
func (d *decider) begin(item *receipt, conv *conversation) (warnings []string, facts []svcx.Fact) {
	conv.opened = true
	m, defaults := item.Message, item.Channel.Defaults
	if id := defaults.Category; id != nil && d.categories[*id] {
		conv.Category = id
		if m.Category == nil || !d.categories[*m.Category] {
			facts = append(facts, svcx.FactDefaultCategory)
		}
	}
	if m.Category != nil {
		if d.categories[*m.Category] {
			conv.Category = m.Category
		} else {
			warnings = append(warnings, "categoryId: is no category of the workspace; it was left out")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(defaults.Fields)) {
		f := d.fields[key]
		if f == nil {
			continue
		}
		// The defaults may be older than the field, which may now have another type
		// or other options.
		value, ok, err := f.Read(svcx.FieldInput{Kind: svcx.FieldInputString, Text: defaults.Fields[key]})
		if err == nil && ok {
			// Values that exceed the bound are ignored, like invalid ones.
			if d.setField(conv, svcx.NewFieldChange(f, value, true)) == nil {
				facts = append(facts, svcx.FactDefaultField+svcx.Fact(key))
			}
		}
	}
	for _, p := range m.Participants {
		d.participants = append(d.participants, pendingParticipant{conv, &svcx.Participant{
			Workspace: d.ws, Name: p.Name, Email: p.Email, ExternalID: p.ExternalID, Role: p.Role, AddedAt: item.ReceivedAt,
		}})
	}
	return warnings, facts
}

// setFields sets the valid values within the bound. Keys that the workspace does not have
// are ignored (W 2.1, D 2).
func (d *decider) setFields(conv *conversation, inputs svcx.FieldInputs) (warnings []string) {
	var changes []svcx.FieldChange
	refuse := func(key string, err error) {
		warnings = append(warnings, "fields."+key+": "+err.Error()+"; it was left out")
	}
	for _, key := range slices.Sorted(maps.Keys(inputs)) {
		f := d.fields[key]
		if f == nil {
			continue
		}
		value, filled, err := f.Read(inputs[key])
		if err != nil {
			refuse(key, err)
			continue
		}
		changes = append(changes, svcx.NewFieldChange(f, value, filled))
	}
	for _, ch := range svcx.SmallerFirst(changes, func(f *svcx.Field) int { return conv.sizes[f.ID] }) {
		if err := d.setField(conv, ch); err != nil {
			refuse(ch.Field.Key, err)
		}
	}
	return warnings
}

// setField changes a value unless that exceeds the bound.
func (d *decider) setField(conv *conversation, ch svcx.FieldChange) error {
	if err := conv.room.Replace(conv.sizes[ch.Field.ID], ch.Size()); err != nil {
		return err
	}
	if conv.sizes == nil {
		conv.sizes = make(map[svcx.FieldID]int)
	}
	conv.sizes[ch.Field.ID] = ch.Size()
	d.values = append(d.values, pendingValue{conv, ch})
	return nil
}

// writeOptional stores field values, external authors, participants and ratings.
func (d *decider) writeOptional(tx *store.Tx) error {
	for _, v := range d.values {
		if err := tx.SetFieldValue(d.ws, v.conversation.ID, v.Field.ID, v.Value); err != nil {
			return err
		}
	}
	for _, a := range d.externalAuthors {
		if a.conversation.Contact != nil && *a.conversation.Contact == a.contact.ID {
			continue
		}
		if err := tx.PutVisit(d.ws, a.contact.ID, a.conversation.ID); err != nil {
			return err
		}
	}
	var participants []*svcx.Participant
	for _, p := range d.participants {
		p.Conversation = p.conversation.ID
		participants = append(participants, p.Participant)
	}
	if len(participants) > 0 {
		if err := tx.InsertParticipants(participants...); err != nil {
			return err
		}
	}
	for _, r := range d.ratings {
		r.rating.Conversation = r.conversation.ID
		if err := d.out.PutRating(tx, r.conversation.Conversation, r.rating); err != nil {
			return err
		}
	}
	return nil
}
