package store_test

import (
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// A migration may take as long as it needs: no timeout of a statement or transaction
// ends it. The log says when it begins and ends, if there is data to migrate.
func TestLongMigrationIsNotCutOff(t *testing.T) {
	t.Parallel()
	starts := map[string]int64{"new": 0, "older": 3}
	atOnce(t, slices.Collect(maps.Keys(starts)), func(t *testing.T, name string) {
		from := starts[name]
		log := new(logLines)
		db := openUnmigrated(t, store.Options{URL: pgtest.URL(t), Patience: shortPatience, Now: time.Now, Log: slog.New(log)})
		if from > 0 {
			storetest.WantNil(t, db.MigrateTo(t.Context(), from))
		}
		sleepInMigration(t, db, 5*shortPatience)
		if ran, err := db.Migrate(t.Context()); err != nil || ran != store.MigrationsAfter(from, db.LatestMigration()) {
			t.Errorf("%d migrations ran, %v", ran, err)
		}
		if from > 0 {
			log.want(t, "migrating the database, which may take long", "the database is migrated")
		} else {
			log.want(t)
		}
		storetest.WantNil(t, db.Ready(t.Context()))
	})
}

// Fault 102: a migration whose server falls silent ends with an error, and continues
// at the next start.
func TestMigrationEndsWhileTheServerIsSilent(t *testing.T) {
	t.Parallel()
	starts := map[string]int64{"new": 0, "older": 3}
	atOnce(t, slices.Collect(maps.Keys(starts)), func(t *testing.T, name string) {
		from := starts[name]
		url := pgtest.URL(t)
		address, proxy := pgtest.NewProxy(t, url)
		quiet := slog.New(slog.DiscardHandler)
		direct := openUnmigrated(t, store.Options{URL: url, Now: time.Now, Log: quiet})
		db := openUnmigrated(t, store.Options{URL: address, Patience: shortPatience, Now: time.Now, Log: quiet})
		t.Cleanup(proxy.Thaw)
		if from > 0 {
			storetest.WantNil(t, direct.MigrateTo(t.Context(), from))
		}
		sleepInMigration(t, direct, time.Minute)
		failed := make(chan error, 1)
		go func() { _, err := db.Migrate(t.Context()); failed <- err }()
		storetest.Await(t, "migration", func() bool { return len(query(t, direct, sleeping)) > 0 })
		proxy.Freeze()
		var err error
		select {
		case err = <-failed:
		case <-time.After(2 * ends):
		}
		if err == nil || !strings.Contains(err.Error(), "did not answer") || !strings.Contains(err.Error(), "gave up") {
			t.Errorf("error %v", err)
		}
		query(t, direct, strings.Replace(sleeping, "pid::text", "pg_terminate_backend(pid)::text", 1))
		if _, err := direct.Raw().Exec("DROP EVENT TRIGGER slow"); err != nil {
			t.Fatal(err)
		}
		proxy.Thaw()
		storetest.Await(t, "migrated database", func() bool { _, err := db.Migrate(t.Context()); return err == nil })
		storetest.WantNil(t, db.Ready(t.Context()))
	})
}

const sleeping = "SELECT pid::text FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"

// sleepInMigration makes the first statement of a migration that changes the schema
// take d.
func sleepInMigration(t *testing.T, db *store.DB, d time.Duration) {
	t.Helper()
	for _, statement := range []string{
		"CREATE SEQUENCE slow_once",
		`CREATE FUNCTION slow() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
			IF nextval('slow_once') = 1 THEN PERFORM pg_sleep(` + strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + `); END IF; END $$`,
		"CREATE EVENT TRIGGER slow ON ddl_command_end EXECUTE FUNCTION slow()",
	} {
		if _, err := db.Raw().Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}
