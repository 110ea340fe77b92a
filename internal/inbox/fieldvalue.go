package inbox

import (
	"context"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// FieldValues lists what a conversation has in its fields by position: all that
// apply to it, set or not, and every other that is set (D 5).
func (in *Inbox) FieldValues(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) ([]svcx.FieldValue, error) {
	c, err := in.db.Conversation(ctx, w.ID, id)
	if err != nil {
		return nil, err
	}
	fields, err := in.db.Fields(ctx, w.ID)
	if err != nil {
		return nil, err
	}
	values, err := in.db.FieldValues(ctx, w.ID, id)
	return shownValues(c, fields, values), err
}

func shownValues(c *svcx.Conversation, fields []*svcx.Field, values map[svcx.FieldID]string) []svcx.FieldValue {
	var shown []svcx.FieldValue
	for _, f := range fields {
		value, ok := values[f.ID]
		if ok || f.AppliesTo(c.Category) {
			shown = append(shown, svcx.FieldValue{Field: f, Value: value, Set: ok})
		}
	}
	return shown
}

// historyFieldsChanged is the history entry of changed field values; its detail
// is their keys.
const historyFieldsChanged = "fields.changed"

// SetFieldValues sets a conversation's values by field key, null clears, and
// lists them as FieldValues does (R 4.6). A key counts if the workspace has such
// a field, whatever the conversation's category; unknown ones are ignored. One
// unfit value, or one too many of svcx.MaxFieldValueBytes, is a validation error
// naming "fields.<key>", and nothing is set.
// updatedAt moves if anything changed.
func (in *Inbox) SetFieldValues(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID, inputs svcx.FieldInputs) (shown []svcx.FieldValue, err error) {
	_, err = in.change(ctx, w, id, func(tx *store.Tx, _ *svcx.Channel, c *svcx.Conversation, out *outbox, now svcx.Time) (bool, error) {
		fields, err := tx.Fields(w.ID)
		if err != nil {
			return false, err
		}
		values, err := tx.FieldValues(w.ID, c.ID)
		if err != nil {
			return false, err
		}
		changed, err := setFieldValues(tx, c, fields, values, inputs)
		if err != nil {
			return false, err
		}
		shown = shownValues(c, fields, values)
		if len(changed) > 0 {
			out.note(c, historyFieldsChanged, actor, strings.Join(changed, ", "), now)
		}
		return len(changed) > 0, nil
	})
	return shown, err
}

// setFieldValues stores what the inputs change of a conversation's values and
// keeps values up to date. It returns the keys that changed.
func setFieldValues(tx *store.Tx, c *svcx.Conversation, fields []*svcx.Field, values map[svcx.FieldID]string, inputs svcx.FieldInputs) (changed []string, err error) {
	changes, err := readChanges("fields.", fields, inputs)
	if err != nil {
		return nil, err
	}
	changes = slices.DeleteFunc(changes, func(ch fieldChange) bool {
		was, had := values[ch.field.ID]
		return had == (ch.value != nil) && (!had || was == *ch.value)
	})
	if err := replaceValues("fields.", values, func(f *svcx.Field) svcx.FieldID { return f.ID }, changes); err != nil {
		return nil, err
	}
	for _, ch := range changes {
		if err := tx.SetFieldValue(c.Workspace, c.ID, ch.field.ID, ch.value); err != nil {
			return nil, err
		}
		changed = append(changed, ch.field.Key)
	}
	return changed, nil
}

// fieldChange is a field's new value, nil to clear it.
type fieldChange struct {
	field *svcx.Field
	value *string
}

func newFieldChange(f *svcx.Field, value string, filled bool) fieldChange {
	if !filled {
		return fieldChange{f, nil}
	}
	return fieldChange{f, &value}
}

func (ch fieldChange) size() int {
	if ch.value == nil {
		return 0
	}
	return len(*ch.value)
}

// readChanges reads the inputs of the fields that there are. One that is unfit is
// a validation error; prefix is what stands before the field's key.
func readChanges(prefix string, fields []*svcx.Field, inputs svcx.FieldInputs) (changes []fieldChange, err error) {
	for _, f := range fields {
		input, given := inputs[f.Key]
		if !given {
			continue
		}
		value, filled, err := f.Read(input)
		if err != nil {
			return nil, svcx.Invalid(prefix+f.Key, "%s", err.Error())
		}
		changes = append(changes, newFieldChange(f, value, filled))
	}
	return changes, nil
}

// replaceValues makes the changes in values, which are under what key says of a
// field. One that finds no room is a validation error like those of readChanges.
func replaceValues[K comparable](prefix string, values map[K]string, key func(*svcx.Field) K, changes []fieldChange) error {
	var room svcx.FieldRoom
	for _, value := range values {
		room += svcx.FieldRoom(len(value))
	}
	size := func(f *svcx.Field) int { return len(values[key(f)]) }
	for _, ch := range smallerFirst(changes, size) {
		if err := room.Replace(size(ch.field), ch.size()); err != nil {
			return svcx.Invalid(prefix+ch.field.Key, "%s", err.Error())
		}
		if ch.value == nil {
			delete(values, key(ch.field))
		} else {
			values[key(ch.field)] = *ch.value
		}
	}
	return nil
}

// smallerFirst is the changes with those first that make room, else in their
// order. size is of what a field has now.
func smallerFirst(changes []fieldChange, size func(*svcx.Field) int) []fieldChange {
	var smaller, greater []fieldChange
	for _, ch := range changes {
		if ch.size() > size(ch.field) {
			greater = append(greater, ch)
		} else {
			smaller = append(smaller, ch)
		}
	}
	return append(smaller, greater...)
}
