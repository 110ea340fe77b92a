package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"svcx/internal/sqldb"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// holdLock locks the tables, or all writing on SQLite, until free.
func holdLock(t *testing.T, db *store.DB, tables ...[]string) (free func()) {
	t.Helper()
	conn, err := db.Raw().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	statements := []string{"BEGIN IMMEDIATE"}
	if db.Dialect() == "postgres" {
		statements = []string{"SET idle_in_transaction_session_timeout = 0", "BEGIN"}
		for _, table := range tables {
			statements = append(statements, "LOCK TABLE "+table[0]+" IN ACCESS EXCLUSIVE MODE")
		}
	}
	for _, s := range statements {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return sync.OnceFunc(func() {
		if _, err := conn.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
		conn.Close()
	})
}

// Writes that run together wait for a lock once, and not each of them again.
func TestBatchWaitsForALockOnce(t *testing.T) {
	t.Parallel()
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		o.Patience = time.Second
		db := storetest.Open(t, o)
		var begun atomic.Int32
		var lock sync.Once
		var free func()
		db.Watch(func(s *sqldb.Spy) {
			s.OnBegin = func() error {
				if begun.Add(1) > 1 { // after the one that blocks the others
					lock.Do(func() { free = holdLock(t, db, []string{"message_key"}) })
				}
				return nil
			}
		})
		crowd := newCrowd(t, db)
		for i := range 20 {
			crowd.write(func(tx *store.Tx) error {
				return errors.Join(storetest.Put(fmt.Sprint(i))(tx), tx.InsertMessageKeys(1, fmt.Sprint(i)))
			})
		}
		for _, err := range crowd.run() {
			storetest.WantUnavailable(t, err)
		}
		free()
		if n := begun.Load() - 1; n != 1 {
			t.Errorf("%d transactions waited for the lock, want one", n)
		}
	})
}
