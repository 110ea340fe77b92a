package admin

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// AuditLog lists the workspace's audit log, newest first.
func (s *Service) AuditLog(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.AuditEntry], error) {
	return s.db.Read(ctx).Audit(w.ID, page)
}

// AuditEntries lists entries of the workspace's audit log that match a filter, newest first: at
// most limit of those with ids below before, 0 for no bound. next is the bound for those after
// them, 0 if there are none. There may be more where fewer than limit are returned.
func (s *Service) AuditEntries(ctx context.Context, w *svcx.Workspace, f svcx.AuditFilter, before int64, limit int) (found []*svcx.AuditEntry, next int64, err error) {
	return store.PeopleOf(s.db.Read(ctx)).AuditEntries(w.ID, f, before, limit)
}
