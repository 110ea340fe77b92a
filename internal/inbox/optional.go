package inbox

import (
	"maps"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// threadValue is a change of a field's value in a thread that may have no id
// yet.
type threadValue struct {
	thread *conversation
	fieldChange
}

// participant is a participant of a thread that may have no id yet.
type participant struct {
	thread *conversation
	*svcx.Participant
}

// externalAuthor is a message in a thread that is of another contact, or may be.
type externalAuthor struct {
	thread *conversation
	person *contact
}

// begin does what only a conversation's first message does: the channel's
// defaults, the payload's category over them, the participants (W 2.1).
func (d *decider) begin(item *receipt, t *conversation) (warnings []string) {
	t.opened = true
	m, defaults := item.Message, item.Channel.Defaults
	if id := defaults.Category; id != nil && d.categories[*id] {
		t.Category = id
	}
	if m.Category != nil {
		if d.categories[*m.Category] {
			t.Category = m.Category
		} else {
			warnings = append(warnings, "categoryId: is no category of the workspace; it was left out")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(defaults.Fields)) {
		f := d.fields[key]
		if f == nil {
			continue
		}
		// The defaults may be older than the field: its key given to another
		// type, an option gone.
		value, ok, err := f.Read(svcx.FieldInput{Kind: svcx.FieldInputString, Text: defaults.Fields[key]})
		if err == nil && ok {
			// What there is no room for is left out in silence, like the rest.
			_ = d.setField(t, newFieldChange(f, value, true))
		}
	}
	for _, p := range m.Participants {
		d.guests = append(d.guests, participant{t, &svcx.Participant{
			Workspace: d.ws, Name: p.Name, Email: p.Email, ExternalID: p.ExternalID, Role: p.Role, AddedAt: item.ReceivedAt,
		}})
	}
	return warnings
}

// setFields takes the values that fit their fields and the room that there is;
// keys that the workspace does not have are passed over (W 2.1, D 2).
func (d *decider) setFields(t *conversation, inputs svcx.FieldInputs) (warnings []string) {
	var changes []fieldChange
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
		changes = append(changes, newFieldChange(f, value, filled))
	}
	for _, ch := range smallerFirst(changes, func(f *svcx.Field) int { return t.sizes[f.ID] }) {
		if err := d.setField(t, ch); err != nil {
			refuse(ch.field.Key, err)
		}
	}
	return warnings
}

// setField changes a value if there is room for it.
func (d *decider) setField(t *conversation, ch fieldChange) error {
	if err := t.room.Replace(t.sizes[ch.field.ID], ch.size()); err != nil {
		return err
	}
	if t.sizes == nil {
		t.sizes = make(map[svcx.FieldID]int)
	}
	t.sizes[ch.field.ID] = ch.size()
	d.values = append(d.values, threadValue{t, ch})
	return nil
}

// writeExtras stores field values, participants and ratings.
func (d *decider) writeExtras(tx *store.Tx) error {
	for _, v := range d.values {
		if err := tx.SetFieldValue(d.ws, v.thread.ID, v.field.ID, v.value); err != nil {
			return err
		}
	}
	for _, v := range d.visits {
		if v.thread.Contact != nil && *v.thread.Contact == v.person.ID {
			continue
		}
		if err := tx.PutVisit(d.ws, v.person.ID, v.thread.ID); err != nil {
			return err
		}
	}
	var guests []*svcx.Participant
	for _, g := range d.guests {
		g.Conversation = g.thread.ID
		guests = append(guests, g.Participant)
	}
	if len(guests) > 0 {
		if err := tx.InsertParticipants(guests...); err != nil {
			return err
		}
	}
	for _, r := range d.ratings {
		r.rating.Conversation = r.thread.ID
		if err := d.out.put(tx, r.thread.Conversation, r.rating); err != nil {
			return err
		}
	}
	return nil
}
