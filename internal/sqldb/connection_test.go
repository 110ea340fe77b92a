package sqldb_test

import (
	"runtime"
	"testing"

	"modernc.org/sqlite"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Every write goes through the committer: read connections cannot write.
func TestReadsCannotWrite(t *testing.T) {
	db := storetest.SQLite(t)
	if _, err := db.Reads().Exec("DELETE FROM server_setting"); err == nil {
		t.Error("a read connection has written")
	}
}

// With fsync, the driver's default, each commit waited for the file system's journal.
func TestCommitsSyncWithFdatasync(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux is known to have it")
	}
	storetest.SQLite(t)
	if !sqlite.FdatasyncEnabled() {
		t.Error("commits sync with fsync")
	}
}

// A migration of a large table was canceled by the timeout of other statements.
func TestMigrationsHaveNoTimeout(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: pgtest.URL(t)})
	pool, done, err := db.Migrator(t.Context())
	storetest.WantNil(t, err)
	defer done()
	for want, pool := range map[string]interface{ Scan(...any) error }{
		"0": pool.QueryRow("SHOW statement_timeout"), "15s": db.Reads().QueryRow("SHOW statement_timeout"),
	} {
		var got string
		if err := pool.Scan(&got); err != nil || got != want {
			t.Errorf("statement_timeout %q, %v, want %s", got, err, want)
		}
	}
}
