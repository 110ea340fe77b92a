package store_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// written returns the names of the stored settings.
func written(t *testing.T, db *store.DB) string {
	t.Helper()
	rows, err := db.Raw().QueryContext(context.Background(), "SELECT name FROM server_setting ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

func checkIntegrity(t *testing.T, db *store.DB) {
	t.Helper()
	var answer string
	if err := db.Raw().QueryRow("PRAGMA integrity_check").Scan(&answer); err != nil || answer != "ok" {
		t.Errorf("integrity: %s, %v", answer, err)
	}
}

type writer func(context.Context, svcx.WorkspaceID, func(*store.Tx) error) error

func everyWorkerWrites(t *testing.T, db *store.DB) {
	t.Helper()
	everyWorker(t, db.Write)
}

// everyWorker makes each of PostgreSQL's four writers write something: they wait
// for each other.
func everyWorker(t *testing.T, write writer) {
	t.Helper()
	var all, done sync.WaitGroup
	var errs [4]error
	all.Add(len(errs))
	for i := range errs {
		done.Go(func() {
			var arrived sync.Once
			errs[i] = write(context.Background(), svcx.WorkspaceID(i+1), func(*store.Tx) error {
				arrived.Do(all.Done)
				all.Wait()
				return nil
			})
		})
	}
	done.Wait()
	storetest.WantNil(t, errs[:]...)
}
