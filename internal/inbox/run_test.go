package inbox

import (
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Fault 4.6: entries of the audit log were kept for ever, without a choice.
func TestAuditLogRetention(t *testing.T) {
	d := newDesk(t, t.TempDir()).fresh(t, "w")
	for _, age := range []time.Duration{3 * time.Hour, 2 * time.Hour, time.Hour, 0} {
		must(t, d.db.Write(t.Context(), d.workspace.ID, func(tx *store.Tx) error {
			return tx.InsertAudit(&svcx.AuditEntry{Workspace: d.workspace.ID, Actor: Operator, Action: svcx.AuditSecretRead, Target: age.String(), At: d.Now().Add(-age)})
		}))
	}
	for _, c := range []struct {
		retention time.Duration // 0 is for ever
		left      int
	}{{0, 4}, {2 * time.Hour, 3}, {time.Minute, 1}} {
		d.auditRetention = c.retention
		d.trim(t.Context())
		list, err := d.Audit(t.Context(), d.workspace, svcx.Page{Limit: 100})
		must(t, err)
		read := 0
		for _, e := range list.Items {
			if e.Action == svcx.AuditSecretRead {
				read++
			}
		}
		if read != c.left || list.Total != len(list.Items) {
			t.Errorf("after %s: %d entries of %d, total %d, want %d", c.retention, read, len(list.Items), list.Total, c.left)
		}
	}
}
