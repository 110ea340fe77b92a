package removal_test

import (
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/removal"
	"svcx/internal/store"
)

// Fault 4.6: audit log entries were always kept forever.
func TestAuditLogRetention(t *testing.T) {
	d := inboxtest.Open(t, store.Options{Dir: t.TempDir()})
	workspace, _ := d.NewWorkspace(t, "w")
	for _, age := range []time.Duration{3 * time.Hour, 2 * time.Hour, time.Hour, 0} {
		if err := d.DB.Write(t.Context(), workspace.ID, func(tx *store.Tx) error {
			return tx.InsertAudit(&svcx.AuditEntry{Workspace: workspace.ID, Actor: inbox.Operator, Action: svcx.AuditSecretRead, Target: age.String(), At: d.Now().Add(-age)})
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		retention time.Duration // 0 means forever
		left      int
	}{{0, 4}, {2 * time.Hour, 3}, {time.Minute, 1}} {
		removal.New(removal.Options{Core: d.Core, AuditLogRetention: c.retention}).Trim(t.Context())
		list, err := d.AuditLog(t.Context(), workspace, svcx.Page{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
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
	d := inboxtest.Open(t, store.Options{Dir: t.TempDir()})
	workspace, _ := d.NewWorkspace(t, "w")
	ref := store.ChannelRef{Workspace: workspace.ID, Channel: 1}
	for _, age := range []time.Duration{61 * day, 31 * day, 29 * day, 2 * day} {
		if err := d.DB.Write(t.Context(), ref.Workspace, func(tx *store.Tx) error {
			return tx.InsertDeliveries(ref.Workspace, &svcx.Delivery{Workspace: ref.Workspace, Channel: ref.Channel, State: svcx.DeliveryKept, Feed: true, CreatedAt: d.Now().Add(-age)})
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		retention time.Duration // 0 means forever
		left      int
	}{{0, 4}, {60 * day, 3}, {day, 2}} {
		removal.New(removal.Options{Core: d.Core, EventLogRetention: c.retention}).Trim(t.Context())
		events, _, err := d.DB.Read(t.Context()).Feed(ref, 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(events) != c.left {
			t.Errorf("after %s: %d events, want %d", c.retention, len(events), c.left)
		}
	}
}
