package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Every user of the machine could read the database in a folder that existed before
// with mode 0755.
func TestDatabaseFilesArePrivate(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	files := []string{"svcx.db", "svcx.db-wal", "svcx.db-shm", "svcx-search.db", "svcx-search.db-wal", "svcx-search.db-shm"}
	check := func() {
		t.Helper()
		db := storetest.Open(t, store.Options{Dir: dir})
		storetest.WantNil(t, db.Write(t.Context(), 1, storetest.Put("a")), db.Index.Update(t.Context(), 1))
		for _, name := range files {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if mode := info.Mode().Perm(); mode != 0o600 {
				t.Errorf("%s has mode %o", name, mode)
			}
		}
	}
	check()
	// Also if an earlier version has created them.
	for _, name := range files {
		if err := os.Chmod(filepath.Join(dir, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	check()
}

// The same new user was added in two workspaces at once: the second call failed with
// a conflict.
func TestAddTheSameUserInTwoWorkspacesAtOnce(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: pgtest.URL(t)})
	inserted := make(chan struct{}, 2)
	var ids [2]svcx.UserID
	first := make(chan error, 1)
	go func() {
		first <- db.Write(t.Context(), 1, func(tx *store.Tx) (err error) {
			if ids[0], err = tx.AddMember(1, "new@example.com", "New", svcx.RoleAgent, 1); err != nil {
				return err
			}
			inserted <- struct{}{}
			return waitForLock(t, db)
		})
	}()
	<-inserted
	storetest.WantNil(t, db.Write(t.Context(), 2, func(tx *store.Tx) (err error) {
		ids[1], err = tx.AddMember(2, "New@example.com", "New", svcx.RoleAdmin, 2)
		return err
	}), <-first)
	if ids[0] == 0 || ids[0] != ids[1] {
		t.Errorf("the user is %d in one workspace and %d in the other", ids[0], ids[1])
	}
}

// waitForLock returns when a session waits for a lock in the database.
func waitForLock(t *testing.T, db *store.DB) error {
	for {
		var waiting int
		err := db.Raw().QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
		if err != nil || waiting > 0 {
			return err
		}
	}
}
