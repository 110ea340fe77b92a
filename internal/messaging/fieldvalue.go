package messaging

import (
	"context"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// FieldValues lists the field values of a conversation by position: all fields that apply to
// it, set or not, and others that are set (D 5).
func (s *Service) FieldValues(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) ([]svcx.FieldValue, error) {
	c, err := s.db.Read(ctx).Conversation(w.ID, id)
	if err != nil {
		return nil, err
	}
	fields, err := s.db.Read(ctx).Fields(w.ID)
	if err != nil {
		return nil, err
	}
	values, err := s.db.Read(ctx).FieldValues(w.ID, id)
	return svcx.ShownValues(c, fields, values), err
}

// historyFieldsChanged is the history entry of changed field values. The detail is their
// keys.
const historyFieldsChanged = "fields.changed"

// SetFieldValues sets a conversation's values by field key, where null clears, and lists
// them like FieldValues (R 4.6). All fields of the workspace can be set, whatever the
// conversation's category; unknown keys are ignored. An invalid value, or one that exceeds
// svcx.MaxFieldValueBytes, is a validation error naming "fields.<key>", and nothing is set.
// updatedAt changes if anything does.
func (s *Service) SetFieldValues(ctx context.Context, call inbox.Call, id svcx.ConversationID, inputs svcx.FieldInputs) (shown []svcx.FieldValue, err error) {
	err = inbox.Apply(ctx, s.core, call, id, &shown, func(u *inbox.Update) (bool, error) {
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
		shown = svcx.ShownValues(c, fields, values)
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
	changes, err := svcx.ReadFieldChanges("fields.", fields, inputs)
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		if was := inputs[f.Key].Was; was != nil && values[f.ID] != *was {
			return nil, svcx.Invalid("fields."+f.Key, "was changed by somebody else meanwhile")
		}
	}
	changes = slices.DeleteFunc(changes, func(ch svcx.FieldChange) bool {
		was, had := values[ch.Field.ID]
		return had == (ch.Value != nil) && (!had || was == *ch.Value)
	})
	if err := svcx.ReplaceFieldValues("fields.", values, func(f *svcx.Field) svcx.FieldID { return f.ID }, changes); err != nil {
		return nil, err
	}
	for _, ch := range changes {
		if err := tx.SetFieldValue(c.Workspace, c.ID, ch.Field.ID, ch.Value); err != nil {
			return nil, err
		}
		changed = append(changed, ch.Field.Key)
	}
	return changed, nil
}
