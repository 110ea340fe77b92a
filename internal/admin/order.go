package admin

import (
	"context"
	"slices"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// MoveCategory moves a category in the list of all, and returns its place there, counted from
// 1, and how many there are. A move beyond the ends of the list leads to the end.
func (s *Service) MoveCategory(ctx context.Context, call inbox.Call, id svcx.CategoryID, to svcx.Move[svcx.CategoryID]) (place, of int, err error) {
	return moveIn(ctx, s, call, id, to, ordered[*svcx.Category, svcx.CategoryID]{
		all: (*store.Tx).Categories, update: (*store.Tx).UpdateCategory,
		of:    func(c *svcx.Category) (svcx.CategoryID, *int) { return c.ID, &c.Position },
		audit: svcx.AuditCategoryUpdate, kind: "category",
	})
}

// MoveField is MoveCategory for a field.
func (s *Service) MoveField(ctx context.Context, call inbox.Call, id svcx.FieldID, to svcx.Move[svcx.FieldID]) (place, of int, err error) {
	return moveIn(ctx, s, call, id, to, ordered[*svcx.Field, svcx.FieldID]{
		all: (*store.Tx).Fields, update: (*store.Tx).UpdateField,
		of:    func(f *svcx.Field) (svcx.FieldID, *int) { return f.ID, &f.Position },
		audit: svcx.AuditFieldUpdate, kind: "field",
	})
}

// ordered is a kind of record that a workspace has in an order.
type ordered[T any, ID ~int64] struct {
	all    func(*store.Tx, svcx.WorkspaceID) ([]T, error)
	update func(*store.Tx, T) error
	of     func(T) (ID, *int)
	audit  svcx.AuditAction
	kind   string
}

func moveIn[T any, ID ~int64](ctx context.Context, s *Service, call inbox.Call, id ID, to svcx.Move[ID], o ordered[T, ID]) (place, of int, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		all, err := o.all(tx, call.Workspace.ID)
		if err != nil {
			return err
		}
		moved, err := move(all, o.of, id, to)
		if err != nil {
			return err
		}
		place, of = moved.place, len(all)
		for _, one := range moved.changed {
			if err := o.update(tx, one); err != nil {
				return err
			}
		}
		if len(moved.changed) == 0 {
			return nil
		}
		return s.core.Audit(tx, call, o.audit, o.kind, id)
	})
	return place, of, err
}

// moved is a list after a move: the place of what was moved, counted from 1, and all that have
// another position now.
type moved[T any] struct {
	place   int
	changed []T
}

// move moves one of a list that is ordered by position and gives it and those that it passes
// other positions: the same numbers in the new order, as far as they differ. Integrators may have
// set them.
func move[T any, ID ~int64](all []T, of func(T) (ID, *int), id ID, to svcx.Move[ID]) (m moved[T], err error) {
	at := func(id ID) int {
		return slices.IndexFunc(all, func(one T) bool { this, _ := of(one); return this == id })
	}
	from, before := at(id), at(to.Before)
	var place int
	switch {
	case from < 0:
		return m, svcx.NotFound("entry of the list")
	case to.By != 0:
		place = min(max(from+to.By, 0), len(all)-1)
	case to.Before == 0:
		place = len(all) - 1
	case before < 0:
		return m, svcx.Invalid("before", "must be in the list")
	case before > from:
		place = before - 1
	default:
		place = before
	}
	m.place = place + 1
	if place == from {
		return m, nil
	}
	next := slices.Insert(slices.Delete(slices.Clone(all), from, from+1), place, all[from])
	positions := make([]int, len(all))
	for i, one := range all {
		_, p := of(one)
		positions[i] = *p
		if i > 0 {
			positions[i] = max(*p, positions[i-1]+1)
		}
	}
	if positions[len(all)-1] > svcx.MaxPosition {
		for i := range positions {
			positions[i] = i
		}
	}
	for i, one := range next {
		if _, p := of(one); *p != positions[i] {
			*p = positions[i]
			m.changed = append(m.changed, one)
		}
	}
	return m, nil
}
