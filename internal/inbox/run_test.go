package inbox

import (
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Fault 4.6: audit log entries were always kept forever.
func TestAuditLogRetention(t *testing.T) {
	d := newFixture(t, t.TempDir()).fresh(t, "w")
	for _, age := range []time.Duration{3 * time.Hour, 2 * time.Hour, time.Hour, 0} {
		must(t, d.db.Write(t.Context(), d.workspace.ID, func(tx *store.Tx) error {
			return tx.InsertAudit(&svcx.AuditEntry{Workspace: d.workspace.ID, Actor: Operator, Action: svcx.AuditSecretRead, Target: age.String(), At: d.Now().Add(-age)})
		}))
	}
	for _, c := range []struct {
		retention time.Duration // 0 means forever
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

// Interface, feed: an event stays for the event log's retention and at least for 30 days.
func TestFeedRetention(t *testing.T) {
	const day = 24 * time.Hour
	d := newFixture(t, t.TempDir()).fresh(t, "w")
	ref := store.ChannelRef{Workspace: d.workspace.ID, Channel: 1}
	for _, age := range []time.Duration{61 * day, 31 * day, 29 * day, 2 * day} {
		must(t, d.db.Write(t.Context(), ref.Workspace, func(tx *store.Tx) error {
			return tx.InsertDeliveries(ref.Workspace, &svcx.Delivery{Workspace: ref.Workspace, Channel: ref.Channel, State: svcx.DeliveryKept, Feed: true, CreatedAt: d.Now().Add(-age)})
		}))
	}
	for _, c := range []struct {
		retention time.Duration // 0 means forever
		left      int
	}{{0, 4}, {60 * day, 3}, {day, 2}} {
		d.retention = c.retention
		d.trim(t.Context())
		events, _, err := d.db.Read(t.Context()).Feed(ref, 0, 10)
		must(t, err)
		if len(events) != c.left {
			t.Errorf("after %s: %d events, want %d", c.retention, len(events), c.left)
		}
	}
}
