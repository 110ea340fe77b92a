package store_test

import (
	"testing"

	"svcx/internal/store/storetest"
)

// Who asks which nodes are there, a call with an Idempotency-Key among them, is told
// to try again where the database does not answer; it was an internal error.
func TestPresentWithoutDatabase(t *testing.T) {
	db := storetest.Postgres(t)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := db.Nodes(t.Context())
	wantUnavailable(t, err)
}
