package store_test

import (
	"testing"

	"svcx/internal/store/storetest"
)

// Nodes, which calls with an Idempotency-Key use too, is Unavailable when the
// database does not answer; it was an internal error.
func TestNodesWithoutDatabaseIsUnavailable(t *testing.T) {
	db := storetest.Postgres(t)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := db.Nodes(t.Context())
	storetest.WantUnavailable(t, err)
}
