package store_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// eachOptions runs fn with the options of an empty database of each kind.
func eachOptions(t *testing.T, fn func(t *testing.T, o store.Options)) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	t.Run("sqlite", func(t *testing.T) { fn(t, store.Options{Dir: t.TempDir(), Now: time.Now, Log: log}) })
	t.Run("postgres", func(t *testing.T) { fn(t, store.Options{URL: pgtest.URL(t), Now: time.Now, Log: log}) })
}

// Nodes, and commands beside a server, may start at the same time: each runs
// what is left to run, all of them succeed, and each migration runs once.
func TestMigrateAtOnce(t *testing.T) {
	eachOptions(t, func(t *testing.T, o store.Options) {
		const nodes = 4
		var ran, failed [nodes]any
		var done sync.WaitGroup
		for i := range nodes {
			db := openUnmigrated(t, o)
			done.Go(func() {
				n, err := db.Migrate(context.Background())
				ran[i] = n
				if err != nil {
					failed[i] = err
				}
			})
		}
		done.Wait()
		total := 0
		for i := range nodes {
			if failed[i] != nil {
				t.Errorf("node %d: %v", i, failed[i])
			}
			total += ran[i].(int)
		}
		db := storetest.Open(t, o)
		version, err := db.SchemaVersion(t.Context())
		if err != nil || total != int(version) {
			t.Errorf("%d migrations ran for version %d, %v", total, version, err)
		}
	})
}

func openUnmigrated(t *testing.T, o store.Options) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// A database that was not migrated answers that, and is not ready.
func TestUnmigrated(t *testing.T) {
	eachOptions(t, func(t *testing.T, o store.Options) {
		db := openUnmigrated(t, o)
		if version, err := db.SchemaVersion(t.Context()); err != nil || version != 0 {
			t.Errorf("version %d, %v of an empty database", version, err)
		}
		if err := db.Ping(t.Context()); err == nil {
			t.Error("an empty database is said to be ready")
		}
	})
}
