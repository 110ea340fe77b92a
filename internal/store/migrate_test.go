package store_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Nodes, and commands beside a server, may start at the same time: each runs the
// remaining migrations, all of them succeed, and each migration runs once.
func TestConcurrentMigrationsRunOnce(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
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
		if err != nil || total != store.MigrationsAfter(0, version) {
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

// A database that was not migrated reports version 0 and is not ready.
func TestUnmigratedDatabaseIsNotReady(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		db := openUnmigrated(t, o)
		if version, err := db.SchemaVersion(t.Context()); err != nil || version != 0 {
			t.Errorf("version %d, %v of an empty database", version, err)
		}
		if err := db.Ping(t.Context()); err == nil {
			t.Error("an empty database is reported as ready")
		}
		if empty, err := db.Empty(t.Context()); err != nil || !empty {
			t.Errorf("an empty database is reported as not empty: %v", err)
		}
	})
}

// A first start that is interrupted is continued by the next one.
func TestInterruptedFirstStartIsContinued(t *testing.T) {
	db := openUnmigrated(t, store.Options{URL: pgtest.URL(t), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	for _, statement := range []string{
		`CREATE FUNCTION cut() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
			IF to_regclass('rating') IS NOT NULL THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; END $$`,
		"CREATE EVENT TRIGGER cut ON ddl_command_end EXECUTE FUNCTION cut()",
	} {
		if _, err := db.Raw().Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Migrate(t.Context()); err == nil {
		t.Error("an interrupted migration succeeded")
	}
	whole, err := db.SchemaVersion(t.Context())
	storetest.WantNil(t, err)
	if _, err := db.Raw().Exec("DROP EVENT TRIGGER cut"); err != nil {
		t.Fatal(err)
	}
	if ran, err := db.Migrate(t.Context()); err != nil || ran != store.MigrationsAfter(whole, db.LatestMigration()) {
		t.Errorf("%d migrations ran after version %d, %v", ran, whole, err)
	}
	storetest.WantNil(t, db.Ping(t.Context()))
}

// Fault 2.15: a database with a migration that the program does not know was accepted
// without a word. A start is now refused and changes nothing; a node that was running
// when the database was migrated continues.
func TestNewerSchemaRefusesAStart(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		running := openUnmigrated(t, o)
		if _, err := running.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		newer := running.LatestMigration() + 1
		if _, err := running.Raw().Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, $2)", newer, true); err != nil {
			t.Fatal(err)
		}
		db := openUnmigrated(t, o)
		_, migrating := db.Migrate(t.Context())
		for _, err := range []error{migrating, db.Ping(t.Context())} {
			if want := fmt.Sprintf("is version %d, this program knows versions up to %d", newer, newer-1); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("a start: %v", err)
			}
		}
		storetest.WantNil(t, running.Ready(t.Context()))
		storetest.WantNil(t, running.Write(t.Context(), 0, func(tx *store.Tx) error { return tx.SetServerSetting("name", "value") }))
	})
}
