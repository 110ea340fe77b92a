package admin

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Definitions are all categories and fields of the workspace by position, for discovery by
// integrators (W 4.6).
func (s *Service) Definitions(ctx context.Context, ws svcx.WorkspaceID) ([]*svcx.Category, []*svcx.Field, error) {
	categories, err := s.db.Read(ctx).Categories(ws)
	if err != nil {
		return nil, nil, err
	}
	fields, err := s.db.Read(ctx).Fields(ws)
	return categories, fields, err
}

// Fields lists the global fields and those of the category, if one is given, by position
// (D 5). A category that is not of the workspace is a validation error.
func (s *Service) Fields(ctx context.Context, w *svcx.Workspace, category *svcx.CategoryID, page svcx.Page) (svcx.List[*svcx.Field], error) {
	if category != nil {
		if _, err := s.db.Read(ctx).Category(w.ID, *category); err != nil {
			return svcx.List[*svcx.Field]{}, inbox.Missing(err, "categoryId", "a category")
		}
	}
	all, err := s.db.Read(ctx).Fields(w.ID)
	var chosen []*svcx.Field
	for _, f := range all {
		if f.AppliesTo(category) {
			chosen = append(chosen, f)
		}
	}
	return svcx.Window(chosen, page), err
}

// Field finds one field definition.
func (s *Service) Field(ctx context.Context, w *svcx.Workspace, id svcx.FieldID) (*svcx.Field, error) {
	return s.db.Read(ctx).Field(w.ID, id)
}

// CreateField adds a field after the others, global or of the draft's category. Validation
// errors are: a key that another field of the workspace has, naming that field's id (D 5);
// options that do not match the type; a category that is not of the workspace; one field
// too many.
func (s *Service) CreateField(ctx context.Context, call inbox.Call, draft svcx.FieldDraft) (f *svcx.Field, err error) {
	if err := checkOptions(draft.Type, draft.Options); err != nil {
		return nil, err
	}
	err = inbox.Write(ctx, s.core, call, &f, func(tx *store.Tx) error {
		if draft.Category != nil {
			if _, err := tx.Category(call.Workspace.ID, *draft.Category); err != nil {
				return inbox.Missing(err, "categoryId", "a category")
			}
		}
		all, err := tx.Fields(call.Workspace.ID)
		if err != nil {
			return err
		}
		for _, other := range all {
			if other.Key == draft.Key {
				return svcx.Invalid("key", "must be unique in the workspace: field %s has it", strconv.FormatInt(int64(other.ID), 10))
			}
		}
		if len(all) >= svcx.MaxFields {
			return svcx.Invalid("key", "cannot be added: a workspace has at most %d fields", svcx.MaxFields)
		}
		if err := checkTotal("options", svcx.MaxOptionBytes, all, fieldBytes, bytesOf(draft.Options), 0); err != nil {
			return err
		}
		f = &svcx.Field{
			Workspace: call.Workspace.ID, Key: draft.Key, Name: draft.Name, Type: draft.Type, Category: draft.Category,
			Required: draft.Required, Options: optionsOf(draft.Type, draft.Options),
		}
		if err := tx.InsertField(f); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditFieldCreate, "field", f.ID)
	})
	return f, err
}

func fieldBytes(f *svcx.Field) int { return bytesOf(f.Options) }

func bytesOf(texts []string) (size int) {
	for _, t := range texts {
		size += len(t)
	}
	return size
}

// checkTotal refuses a text that grows from was to size bytes if all texts of its kind in
// the workspace would exceed limit together: they are read together.
func checkTotal[T any](name string, limit int, all []T, bytes func(T) int, size, was int) error {
	total := size - was
	for _, other := range all {
		total += bytes(other)
	}
	if size <= was || total <= limit {
		return nil
	}
	return svcx.Invalid(name, "must have at most %d KiB together with those of all others in the workspace", limit>>10)
}

// checkOptions checks that a select has options and other types have none (R 2.7). Options
// of another type are refused rather than ignored: the type was probably forgotten, and it
// cannot be changed later.
func checkOptions(t svcx.FieldType, options []string) error {
	switch {
	case t == svcx.FieldSelect && len(options) == 0:
		return svcx.Invalid("options", "must be an array of 1 to %d strings for a field of type select", svcx.MaxOptions)
	case t != svcx.FieldSelect && len(options) > 0:
		return svcx.Invalid("options", "must be left out for a field of type %s: only a select has options", string(t))
	}
	return nil
}

// optionsOf are the options to store.
func optionsOf(t svcx.FieldType, options []string) []string {
	if t != svcx.FieldSelect {
		return nil
	}
	return options
}

// UpdateField changes what the patch sets. Options that do not match the field's type are a
// validation error. Values that are no longer an option stay in their conversations
// (D 5).
func (s *Service) UpdateField(ctx context.Context, call inbox.Call, id svcx.FieldID, patch svcx.FieldPatch) (*svcx.Field, error) {
	return s.EditField(ctx, call, id, func(*svcx.Field) (svcx.FieldPatch, error) { return patch, nil })
}

// EditField is UpdateField with a patch that depends on what the field is in the transaction.
// edit may be called several times.
func (s *Service) EditField(ctx context.Context, call inbox.Call, id svcx.FieldID, edit func(*svcx.Field) (svcx.FieldPatch, error)) (f *svcx.Field, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if f, err = tx.Field(call.Workspace.ID, id); err != nil {
			return err
		}
		patch, err := edit(f)
		if err != nil {
			return err
		}
		if patch.Options != nil {
			if err := checkOptions(f.Type, *patch.Options); err != nil {
				return err
			}
			all, err := tx.Fields(call.Workspace.ID)
			if err != nil {
				return err
			}
			was := bytesOf(f.Options)
			f.Options = optionsOf(f.Type, *patch.Options)
			if err := checkTotal("options", svcx.MaxOptionBytes, all, fieldBytes, bytesOf(f.Options), was); err != nil {
				return err
			}
		}
		set(&f.Name, patch.Name)
		set(&f.Required, patch.Required)
		set(&f.Position, patch.Position)
		if err := tx.UpdateField(f); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditFieldUpdate, "field", f.ID)
	})
	return f, err
}

// DeleteField deletes a field with its values in all conversations (R 4.6), whose updatedAt
// stays.
func (s *Service) DeleteField(ctx context.Context, call inbox.Call, id svcx.FieldID) error {
	err := s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		f, err := tx.Field(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteField(call.Workspace.ID, id); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditFieldDelete, "field", f.ID)
	})
	if err == nil {
		s.removal.RemoveTraces(ctx, call.Workspace.ID)
	}
	return err
}
