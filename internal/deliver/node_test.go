package deliver

import (
	"testing"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// A fault of the kind of 4.6: a lease taken before the node was registered had no node's
// name, and was held until it expired if the process was killed.
func TestLeaseRightAfterStart(t *testing.T) {
	w := fixtureOf(t, storetest.Postgres(t))
	d, _ := w.start()
	name := store.NodeOf(d.Lease("unique"))
	nodes, err := w.db.Nodes(t.Context())
	if err != nil || len(nodes) != 1 || name != nodes[0] {
		t.Errorf("a lease of node %q; registered are %v, %v", name, nodes, err)
	}
}
