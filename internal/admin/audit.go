package admin

import (
	"context"

	"svcx"
)

// AuditLog lists the workspace's audit log, newest first.
func (s *Service) AuditLog(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.AuditEntry], error) {
	return s.db.Read(ctx).Audit(w.ID, page)
}
