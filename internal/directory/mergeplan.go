package directory

import (
	"context"
	"slices"

	"svcx"
	"svcx/internal/inbox"
)

// MergePlan is what a merge, or undoing one, would do to two contacts: both as they are
// and as they would be.
type MergePlan struct {
	Merged, Into           *svcx.Contact
	MergedAfter, IntoAfter *svcx.Contact
	// Conversations is how many would move.
	Conversations int
}

// PlanMerge is what MergeContact would do; errors are those of it. The plan lacks the
// number of conversations: they are those of the merged contact.
func (s *Service) PlanMerge(ctx context.Context, w *svcx.Workspace, id, into svcx.ContactID) (p MergePlan, err error) {
	r := s.db.Read(ctx)
	if p.Merged, err = r.ContactRow(w.ID, id); err != nil {
		return p, err
	}
	if p.Into, err = r.ContactRow(w.ID, into); err != nil {
		return p, inbox.Missing(err, "into", "a contact")
	}
	p.copy()
	_, err = joinIfAllowed(p.MergedAfter, p.IntoAfter)
	return p, err
}

// PlanUnmerge is what UnmergeContact would do. A contact that is not merged is not found.
func (s *Service) PlanUnmerge(ctx context.Context, w *svcx.Workspace, id svcx.ContactID) (p MergePlan, err error) {
	r := s.db.Read(ctx)
	if p.Merged, err = r.ContactRow(w.ID, id); err != nil {
		return p, err
	}
	if p.Merged.MergedInto == nil {
		return p, svcx.NotFound("merge")
	}
	if p.Into, err = r.ContactRow(w.ID, *p.Merged.MergedInto); err != nil {
		return p, err
	}
	p.copy()
	if err := part(r, p.MergedAfter, p.IntoAfter); err != nil {
		return p, err
	}
	p.Conversations, err = r.CountMoved(w.ID, id)
	return p, err
}

func (p *MergePlan) copy() {
	clone := func(c *svcx.Contact) *svcx.Contact {
		of := *c
		of.Tags, of.Aliases = slices.Clone(c.Tags), slices.Clone(c.Aliases)
		return &of
	}
	p.MergedAfter, p.IntoAfter = clone(p.Merged), clone(p.Into)
}
