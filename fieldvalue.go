package svcx

// FieldChange is a new value of a field; nil clears it.
type FieldChange struct {
	Field *Field
	Value *string
}

// NewFieldChange is a change to what Field.Read returned.
func NewFieldChange(f *Field, value string, filled bool) FieldChange {
	if !filled {
		return FieldChange{f, nil}
	}
	return FieldChange{f, &value}
}

// Size is how many bytes the value has.
func (ch FieldChange) Size() int {
	if ch.Value == nil {
		return 0
	}
	return len(*ch.Value)
}

// ReadFieldChanges reads the inputs of existing fields. An invalid input is a validation error
// naming the field's key after prefix.
func ReadFieldChanges(prefix string, fields []*Field, inputs FieldInputs) (changes []FieldChange, err error) {
	for _, f := range fields {
		input, given := inputs[f.Key]
		if !given {
			continue
		}
		value, filled, err := f.Read(input)
		if err != nil {
			return nil, Invalid(prefix+f.Key, "%s", err.Error())
		}
		changes = append(changes, NewFieldChange(f, value, filled))
	}
	return changes, nil
}

// ReplaceFieldValues applies the changes to values, whose keys are those that key returns for a
// field. A value that exceeds the bound is a validation error as in ReadFieldChanges.
func ReplaceFieldValues[K comparable](prefix string, values map[K]string, key func(*Field) K, changes []FieldChange) error {
	var room FieldRoom
	for _, value := range values {
		room += FieldRoom(len(value))
	}
	size := func(f *Field) int { return len(values[key(f)]) }
	for _, ch := range SmallerFirst(changes, size) {
		if err := room.Replace(size(ch.Field), ch.Size()); err != nil {
			return Invalid(prefix+ch.Field.Key, "%s", err.Error())
		}
		if ch.Value == nil {
			delete(values, key(ch.Field))
		} else {
			values[key(ch.Field)] = *ch.Value
		}
	}
	return nil
}

// SmallerFirst sorts the changes that do not grow a value before those that do, and
// otherwise keeps their order. size is the current size of a field's value.
func SmallerFirst(changes []FieldChange, size func(*Field) int) []FieldChange {
	var smaller, greater []FieldChange
	for _, ch := range changes {
		if ch.Size() > size(ch.Field) {
			greater = append(greater, ch)
		} else {
			smaller = append(smaller, ch)
		}
	}
	return append(smaller, greater...)
}

// ShownValues are the field values that a conversation shows: of all fields that apply to it,
// set or not, and others that are set.
func ShownValues(c *Conversation, fields []*Field, values map[FieldID]string) []FieldValue {
	var shown []FieldValue
	for _, f := range fields {
		value, ok := values[f.ID]
		if ok || f.AppliesTo(c.Category) {
			shown = append(shown, FieldValue{Field: f, Value: value, Set: ok})
		}
	}
	return shown
}
