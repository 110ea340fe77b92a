package sqldb_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Storage: any error but a constraint violation ends the batch and discards the
// connection; the items are run again one by one, and only the one that fails again
// gets Unavailable.

// guilty are the ways in which a write can break its transaction.
var guilty = map[string]func(tx *store.Tx) error{
	"a statement that does not parse": func(tx *store.Tx) error { return storetest.Execute(tx, "SELEC 1") },
	"a statement that fails, ignored": func(tx *store.Tx) error { storetest.Execute(tx, "INSERT INTO nothing VALUES (1)"); return nil },
	"a value that is not allowed":     func(tx *store.Tx) error { return storetest.Execute(tx, "INSERT INTO counter VALUES (1, NULL, 1)") },
	"a panic":                         func(tx *store.Tx) error { panic("a bug") },
	"a connection that is gone":       func(tx *store.Tx) error { tx.Kill(); return storetest.Execute(tx, "SELECT 1") },
	"a connection that is gone, ignored": func(tx *store.Tx) error {
		tx.Kill()
		return nil
	},
}

func TestBrokenWriteFailsAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for name, breaks := range guilty {
			t.Run(name, func(t *testing.T) {
				if _, err := db.Raw().Exec("DELETE FROM server_setting"); err != nil {
					t.Fatal(err)
				}
				breakAmongOthers(t, db, breaks)
			})
		}
	})
}

func breakAmongOthers(t *testing.T, db *store.DB, breaks func(*store.Tx) error) {
	spy := db.Watch(nil)
	var hooks atomic.Int32
	hooked := func(name string) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			tx.OnCommit(func() { hooks.Add(1) })
			return storetest.Put(name)(tx)
		}
	}
	crowd := newCrowd(t, db)
	crowd.write(hooked("a"))
	crowd.write(func(tx *store.Tx) error {
		if err := hooked("guilty")(tx); err != nil {
			return err
		}
		return breaks(tx)
	})
	crowd.write(hooked("c"))
	crowd.write(func(tx *store.Tx) error { return storetest.ErrOwn })
	errs := crowd.run()
	storetest.WantNil(t, errs[0], errs[2])
	storetest.WantUnavailable(t, errs[1])
	if errs[3] != storetest.ErrOwn {
		t.Errorf("own error: %v", errs[3])
	}
	wantWritten(t, db, "a c")
	if got := hooks.Load(); got != 2 {
		t.Errorf("%d hooks ran, want those of the two that were stored", got)
	}
	// PostgreSQL's workers take a connection for each transaction.
	if got := spy.Connections.Load(); got != 3 && db.Dialect() == "sqlite" {
		t.Errorf("%d connections, want the first, one after the batch and one after the guilty write", got)
	}
	// Alone, and right afterwards, on whatever connection there is now.
	storetest.WantUnavailable(t, db.Write(t.Context(), 1, breaks))
	storetest.WantNil(t, db.Write(t.Context(), 1, storetest.Put("d")))
	wantWritten(t, db, "a c d")
}

// The public text of a failed write does not have its cause, which is for the log
// (rule 5).
func TestUnavailableKeepsItsCause(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		err := db.Write(t.Context(), 1, func(tx *store.Tx) error { return storetest.Execute(tx, "SELEC 1") })
		var e *svcx.Error
		if !errors.As(err, &e) || strings.Contains(e.Public(), "SELEC") || !strings.Contains(e.Error(), "SELEC 1") {
			t.Errorf("public %q, in full %q", e.Public(), e.Error())
		}
	})
}

// When a connection cannot be made, or a transaction cannot begin, no write is at
// fault: a write whose second attempt succeeds is stored.
func TestWriteSurvivesAFailedBegin(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var failures atomic.Int32
		fail := func() error {
			if failures.Add(-1) >= 0 {
				return fmt.Errorf("the database is away: %w", io.ErrUnexpectedEOF)
			}
			return nil
		}
		db.Watch(func(s *sqldb.Spy) {
			s.OnBegin = fail
			s.OnConnect = func(*sql.Conn) error { return nil }
		})
		failures.Store(100)
		storetest.WantUnavailable(t, db.Write(t.Context(), 1, storetest.Put("away")))
		failures.Store(0)
		storetest.WantNil(t, db.Write(t.Context(), 1, storetest.Put("back")))
		// An idle connection may be dead; a new one is tried at once.
		if db.Dialect() == "postgres" {
			everyWorkerWrites(t, db)
		}
		failures.Store(1)
		storetest.WantNil(t, db.Write(t.Context(), 1, storetest.Put("idle")))
		wantWritten(t, db, "back idle")
	})
}

// A connection that died while it was idle does not fail a write.
func TestDeadIdleConnectionFailsNoWrite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		if db.Dialect() != "postgres" {
			t.Skip("an embedded database has no server that ends connections")
		}
		batches := store.NewQueue(db, func(tx *store.Tx, _ svcx.WorkspaceID, items []func(*store.Tx) error) error {
			if err := storetest.Execute(tx, "SELECT 1"); err != nil {
				return err
			}
			return items[0](tx)
		})
		for name, write := range map[string]writer{"write": db.Write, "batch": batches.Do} {
			t.Run(name, func(t *testing.T) {
				everyWorker(t, write)
				if _, err := db.Raw().Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
					t.Fatal(err)
				}
				everyWorker(t, write)
			})
		}
	})
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

// A full disk rolls SQLite's whole transaction back: the writes that still fit are
// stored, the one that does not is refused and leaves nothing.
func TestFullDiskRefusesOnlyWhatDoesNotFit(t *testing.T) {
	db := storetest.SQLite(t)
	var pages int
	if err := db.Raw().QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	var full atomic.Bool
	full.Store(true)
	db.Watch(func(s *sqldb.Spy) {
		s.OnConnect = func(c *sql.Conn) error {
			if !full.Load() {
				return nil
			}
			_, err := c.ExecContext(context.Background(), fmt.Sprintf("PRAGMA max_page_count = %d", pages+20))
			return err
		}
	})
	big := func(tx *store.Tx) error {
		if err := storetest.Put("half")(tx); err != nil {
			return err
		}
		return tx.SetServerSetting("big", strings.Repeat("x", 1<<20))
	}
	crowd := newCrowd(t, db)
	crowd.write(storetest.Put("a"))
	crowd.write(big)
	crowd.write(storetest.Put("c"))
	errs := crowd.run()
	storetest.WantNil(t, errs[0], errs[2])
	storetest.WantUnavailable(t, errs[1])
	wantWritten(t, db, "a c")
	storetest.WantUnavailable(t, db.Write(t.Context(), 1, big))

	full.Store(false)
	storetest.WantNil(t, db.Write(t.Context(), 1, big))
	wantWritten(t, db, "a big c half")
	checkIntegrity(t, db)
}

func checkIntegrity(t *testing.T, db *store.DB) {
	t.Helper()
	var answer string
	if err := db.Raw().QueryRow("PRAGMA integrity_check").Scan(&answer); err != nil || answer != "ok" {
		t.Errorf("integrity: %s, %v", answer, err)
	}
}
