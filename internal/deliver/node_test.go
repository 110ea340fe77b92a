package deliver

import (
	"testing"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Fault 4.6, its kind: what a server leased before it was present had no node's name,
// and was held for its whole time where the process was killed.
func TestLeaseRightAfterStart(t *testing.T) {
	w := fixtureOf(t, storetest.Postgres(t))
	d, _ := w.start()
	name := store.NodeOf(d.Lease("unique"))
	present, err := w.db.Nodes(t.Context())
	if err != nil || len(present) != 1 || name != present[0] {
		t.Errorf("a lease of node %q; present are %v, %v", name, present, err)
	}
}
