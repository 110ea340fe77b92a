package admin

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Categories lists the workspace's categories by position (R 4.6).
func (s *Service) Categories(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.Category], error) {
	all, err := s.db.Read(ctx).Categories(w.ID)
	return svcx.Window(all, page), err
}

// Category finds one category.
func (s *Service) Category(ctx context.Context, w *svcx.Workspace, id svcx.CategoryID) (*svcx.Category, error) {
	return s.db.Read(ctx).Category(w.ID, id)
}

// CreateCategory adds a category after the others. A name that another category has,
// without regard to case, is a validation error naming the field and that category's
// id (D 5); so is one category too many.
func (s *Service) CreateCategory(ctx context.Context, call inbox.Call, draft svcx.CategoryDraft) (c *svcx.Category, err error) {
	err = inbox.Write(ctx, s.core, call, &c, func(tx *store.Tx) error {
		if err := checkCategoryName(tx, call.Workspace.ID, 0, draft.Name); err != nil {
			return err
		}
		all, err := tx.Categories(call.Workspace.ID)
		if err != nil {
			return err
		}
		if len(all) >= svcx.MaxCategories {
			return svcx.Invalid("name", "cannot be added: a workspace has at most %d categories", svcx.MaxCategories)
		}
		if err := checkTotal("description", svcx.MaxDescriptionBytes, all, categoryBytes, len(draft.Description), 0); err != nil {
			return err
		}
		c = &svcx.Category{Workspace: call.Workspace.ID, Name: draft.Name, Color: draft.Color, Description: draft.Description}
		if err := tx.InsertCategory(c); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditCategoryCreate, "category", c.ID)
	})
	return c, err
}

func categoryBytes(c *svcx.Category) int { return len(c.Description) }

// UpdateCategory changes what the patch sets. Errors as of CreateCategory.
func (s *Service) UpdateCategory(ctx context.Context, call inbox.Call, id svcx.CategoryID, patch svcx.CategoryPatch) (*svcx.Category, error) {
	return s.EditCategory(ctx, call, id, func(*svcx.Category) (svcx.CategoryPatch, error) { return patch, nil })
}

// EditCategory is UpdateCategory with a patch that depends on what the category is in the
// transaction. edit may be called several times.
func (s *Service) EditCategory(ctx context.Context, call inbox.Call, id svcx.CategoryID, edit func(*svcx.Category) (svcx.CategoryPatch, error)) (c *svcx.Category, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if c, err = tx.Category(call.Workspace.ID, id); err != nil {
			return err
		}
		patch, err := edit(c)
		if err != nil {
			return err
		}
		if patch.Name != nil && *patch.Name != c.Name {
			if err := checkCategoryName(tx, call.Workspace.ID, id, *patch.Name); err != nil {
				return err
			}
			c.Name = *patch.Name
		}
		set(&c.Color, patch.Color)
		if patch.Description != nil {
			all, err := tx.Categories(call.Workspace.ID)
			if err != nil {
				return err
			}
			if err := checkTotal("description", svcx.MaxDescriptionBytes, all, categoryBytes, len(*patch.Description), len(c.Description)); err != nil {
				return err
			}
			c.Description = *patch.Description
		}
		set(&c.Position, patch.Position)
		if err := tx.UpdateCategory(c); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditCategoryUpdate, "category", c.ID)
	})
	return c, err
}

// set assigns value if a patch sets it.
func set[T any](to *T, value *T) {
	if value != nil {
		*to = *value
	}
}

// checkCategoryName is a validation error naming the category that has the name. The
// writes of a workspace are serialized, so the name stays free.
func checkCategoryName(tx *store.Tx, ws svcx.WorkspaceID, self svcx.CategoryID, name string) error {
	owner, err := tx.CategoryByName(ws, name)
	if err != nil || owner == nil || owner.ID == self {
		return err
	}
	return svcx.Invalid("name", "must be unique in the workspace: category %s has it", strconv.FormatInt(int64(owner.ID), 10))
}

// DeleteCategory deletes a category with its fields and their values, and clears it on
// conversations (R 4.6), whose updatedAt stays: nothing happened in them. The
// definitions are deleted first, so that they are no longer used; the rest follows in
// small steps, for which no other write waits.
func (s *Service) DeleteCategory(ctx context.Context, call inbox.Call, id svcx.CategoryID) error {
	err := s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		c, err := tx.Category(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteCategory(call.Workspace.ID, id); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditCategoryDelete, "category", c.ID)
	})
	if err == nil {
		s.removal.RemoveTraces(ctx, call.Workspace.ID)
	}
	return err
}
