package store_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Acknowledged writes are on the disk, however synchronous_commit is set for the
// database or the role; stricter values stay.
func TestCommitsAreSynchronous(t *testing.T) {
	t.Parallel()
	url := pgtest.Owned(t, "")
	name := pgtest.Name(t, url)
	admin := storetest.Open(t, store.Options{URL: url})
	for _, test := range []struct{ database, role, want string }{
		{"off", "on", "on"}, {"on", "off", "on"}, {"off", "off", "on"}, {"local", "local", "local"}, {"remote_apply", "remote_apply", "remote_apply"},
	} {
		pgtest.Run(t, "ALTER DATABASE "+name+" SET synchronous_commit = "+test.database)
		pgtest.Run(t, "ALTER ROLE "+query(t, admin, "SELECT current_user::text")[0][0]+" SET synchronous_commit = "+test.role)
		db := storetest.Open(t, store.Options{URL: url})
		storetest.WantNil(t, db.Write(t.Context(), 1, func(tx *store.Tx) error {
			return storetest.Execute(tx, "INSERT INTO server_setting SELECT 'during', current_setting('synchronous_commit') ON CONFLICT (name) DO UPDATE SET value = excluded.value")
		}))
		if got, err := db.Read(t.Context()).ServerSetting("during"); err != nil || got != test.want {
			t.Errorf("database %s, role %s: synchronous_commit is %q, %v, want %s", test.database, test.role, got, err, test.want)
		}
	}
}

// A node warns at its start about a server that runs with fsync off.
func TestFsyncOffIsLogged(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	for _, conns := range []int{0, 1} {
		log := new(logLines)
		db := storetest.Open(t, store.Options{URL: url, MaxConns: conns, Log: slog.New(log)})
		off := query(t, db, "SHOW fsync")[0][0] == "off"
		logged := slices.ContainsFunc(log.take(), func(line string) bool { return strings.Contains(line, "fsync off") })
		if logged != (off && conns != 1) {
			t.Errorf("fsync is off: %t; logged: %t, with %d connections", off, logged, conns)
		}
	}
}
