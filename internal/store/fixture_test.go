package store_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
)

// errOwn is an error that a write returns by itself.
var errOwn = errors.New("the write's own failure")

// put writes a setting, whose name shows which write was stored.
func put(name string) func(*store.Tx) error {
	return func(tx *store.Tx) error { return tx.SetServerSetting(name, "x") }
}

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

// await yields until done.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("no %s after 30 s", what)
		}
	}
}

func wantNil(t *testing.T, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if err != nil {
			t.Errorf("write %d: %v", i, err)
		}
	}
}

func wantUnavailable(t *testing.T, err error) {
	t.Helper()
	if err == nil || svcx.KindOf(err) != svcx.KindUnavailable {
		t.Errorf("error %v, want one of kind Unavailable", err)
	}
}

// execute runs any statement in the transaction.
func execute(tx *store.Tx, query string, args ...any) error {
	_, err := tx.Exec(query, args...)
	return err
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
	wantNil(t, errs[:]...)
}
