package textsearch_test

import (
	"database/sql"
	"log/slog"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// The tests of the index search the tables of package store.

const epoch svcx.Time = 1_800_000_000_000

// eachOptions runs fn with the options of an empty database of each kind.
func eachOptions(t *testing.T, fn func(t *testing.T, o store.Options)) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	t.Run("sqlite", func(t *testing.T) { fn(t, store.Options{Dir: t.TempDir(), Now: time.Now, Log: log}) })
	t.Run("postgres", func(t *testing.T) { fn(t, store.Options{URL: pgtest.URL(t), Now: time.Now, Log: log}) })
}

// openAt opens an empty database and migrates it to an earlier version.
func openAt(t *testing.T, o store.Options, version int64) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	wantNil(t, db.MigrateTo(t.Context(), version))
	return db
}

func wantNil(t testing.TB, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if err != nil {
			t.Fatalf("call %d: %v", i, err)
		}
	}
}

// raw is the database without the store, also for writing.
func raw(db *store.DB) *sql.DB {
	_, writes := db.Pools()
	return writes
}
