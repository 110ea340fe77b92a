package store_test

import (
	"net/url"
	"strconv"
	"testing"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// A session's settings that svcx relies on override the defaults of the database
// and the role. At a higher isolation level a node would decide by a snapshot from
// before it had the workspace's lock.
func TestSettingsOverrideTheDatabasesDefaults(t *testing.T) {
	t.Parallel()
	address := pgtest.Owned(t, "")
	for _, setting := range []struct{ name, value, want string }{
		{"default_transaction_isolation", "'repeatable read'", "read committed"},
		{"lock_timeout", "'1s'", "0"},
		{"statement_timeout", "'1s'", "10s"},
		{"idle_in_transaction_session_timeout", "'1s'", "5s"},
		{"standard_conforming_strings", "off", "on"},
		{"jit", "on", "off"},
	} {
		pgtest.Run(t, "ALTER DATABASE "+pgtest.Name(t, address)+" SET "+setting.name+" = "+setting.value)
		db := storetest.Open(t, store.Options{URL: address})
		storetest.WantNil(t, db.Write(t.Context(), 1, func(tx *store.Tx) error {
			return storetest.Execute(tx, "INSERT INTO server_setting SELECT 'during', current_setting('"+setting.name+"') ON CONFLICT (name) DO UPDATE SET value = excluded.value")
		}))
		if got, err := db.Read(t.Context()).ServerSetting("during"); err != nil || got != setting.want {
			t.Errorf("%s is %q, %v, want %s", setting.name, got, err, setting.want)
		}
	}
	t.Run("two nodes", func(t *testing.T) {
		const each = 50
		ended := make(chan error, 6)
		for range cap(ended) {
			db := storetest.Open(t, store.Options{URL: address})
			go func() {
				for range each {
					if err := db.Write(t.Context(), 1, func(tx *store.Tx) error {
						text, err := tx.ServerSetting("count")
						if err != nil {
							return err
						}
						n, _ := strconv.Atoi(text) // "" at first
						return tx.SetServerSetting("count", strconv.Itoa(n+1))
					}); err != nil {
						ended <- err
						return
					}
				}
				ended <- nil
			}()
		}
		for range cap(ended) {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		if got, err := storetest.Open(t, store.Options{URL: address}).Read(t.Context()).ServerSetting("count"); err != nil || got != strconv.Itoa(cap(ended)*each) {
			t.Errorf("%s writes of %d are there, %v", got, cap(ended)*each, err)
		}
	})
}

// What the URL leaves open comes from the environment, as in PostgreSQL's client
// library.
func TestPostgresEnvironmentVariablesApply(t *testing.T) {
	whole := pgtest.URL(t)
	u, err := url.Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PGDATABASE", pgtest.Name(t, whole))
	u.Path = ""
	db := storetest.Open(t, store.Options{URL: u.String()})
	if got := query(t, db, "SELECT current_database()::text")[0][0]; got != pgtest.Name(t, whole) {
		t.Errorf("the database is %s", got)
	}
}
