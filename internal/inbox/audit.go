package inbox

import (
	"context"

	"svcx"
)

// Audit lists the workspace's audit log, newest first.
func (in *Inbox) Audit(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.AuditEntry], error) {
	return in.db.Read(ctx).Audit(w.ID, page)
}
