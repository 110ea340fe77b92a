package textsearch_test

import (
	"database/sql"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// The tests of the index search the tables of package store.

const epoch svcx.Time = 1_800_000_000_000

// openAt opens an empty database and migrates it to an earlier version.
func openAt(t *testing.T, o store.Options, version int64) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	storetest.WantNil(t, db.MigrateTo(t.Context(), version))
	return db
}

// raw is the database without the store, also for writing.
func raw(db *store.DB) *sql.DB {
	_, writes := db.Pools()
	return writes
}
