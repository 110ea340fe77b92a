package inbox

import (
	"context"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// FieldValues lists the field values of a conversation by position: all fields that apply to
// it, set or not, and others that are set (D 5).
func (in *Inbox) FieldValues(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) ([]svcx.FieldValue, error) {
	c, err := in.db.Read(ctx).Conversation(w.ID, id)
	if err != nil {
		return nil, err
	}
	fields, err := in.db.Read(ctx).Fields(w.ID)
	if err != nil {
		return nil, err
	}
	values, err := in.db.Read(ctx).FieldValues(w.ID, id)
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

// historyFieldsChanged is the history entry of changed field values. The detail is their
// keys.
const historyFieldsChanged = "fields.changed"

// SetFieldValues sets a conversation's values by field key, where null clears, and lists
// them like FieldValues (R 4.6). All fields of the workspace can be set, whatever the
// conversation's category; unknown keys are ignored. An invalid value, or one that exceeds
// svcx.MaxFieldValueBytes, is a validation error naming "fields.<key>", and nothing is set.
// updatedAt changes if anything does.
func (in *Inbox) SetFieldValues(ctx context.Context, call Call, id svcx.ConversationID, inputs svcx.FieldInputs) (shown []svcx.FieldValue, err error) {
	err = apply(ctx, in, call, id, &shown, func(u *Update) (bool, error) {
		tx, c := u.Tx, u.Conversation
		fields, err := tx.Fields(call.Workspace.ID)
		if err != nil {
			return false, err
		}
		values, err := tx.FieldValues(call.Workspace.ID, c.ID)
		if err != nil {
			return false, err
		}
		changed, err := setFieldValues(tx, c, fields, values, inputs)
		if err != nil {
			return false, err
		}
		shown = shownValues(c, fields, values)
		if len(changed) > 0 {
			u.Note(historyFieldsChanged, strings.Join(changed, ", "))
		}
		return len(changed) > 0, nil
	})
	return shown, err
}

// setFieldValues stores the values that the inputs change, updates values, and returns the
// keys that changed.
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

// fieldChange is a new value of a field; nil clears it.
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

// readChanges reads the inputs of existing fields. An invalid input is a validation error
// naming the field's key after prefix.
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

// replaceValues applies the changes to values, whose keys are those that key returns for a
// field. A value that exceeds the bound is a validation error as in readChanges.
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

// smallerFirst sorts the changes that do not grow a value before those that do, and
// otherwise keeps their order. size is the current size of a field's value.
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
