package store_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Fault 103: while another program held a lock (a database browser with unsaved
// changes, VACUUM FULL), writes waited for it one after the other, for a patience
// each. Now a failure that concerns all waiting writes is the answer to all of them.

// eachPatience runs fn on each database with the given patience.
func eachPatience(t *testing.T, patience time.Duration, fn func(t *testing.T, db *store.DB, log *logLines)) {
	t.Helper()
	atOnce(t, []string{"sqlite", "postgres"}, func(t *testing.T, name string) {
		log := new(logLines)
		o := store.Options{Dir: t.TempDir(), Patience: patience, Log: slog.New(log)}
		if name == "postgres" {
			o.URL = storetest.PostgresURL(t)
		}
		fn(t, openImpatient(t, o), log)
	})
}

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

// waiters runs writes of all kinds, of several workspaces, and records their outcomes
// and the longest time.
type waiters struct {
	mu    sync.Mutex
	acked map[string]bool
	errs  []error
	most  time.Duration
}

func (w *waiters) run(db *store.DB, queue *store.Queue[string], round, n int) {
	var all sync.WaitGroup
	for i := range n {
		name := fmt.Sprintf("waiter-%d-%d", round, i)
		ws := svcx.WorkspaceID(1)
		if i%4 == 3 {
			ws += svcx.WorkspaceID(i)
		}
		all.Go(func() {
			began := time.Now()
			var err error
			if i%2 == 0 {
				err = queue.Do(context.Background(), ws, name)
			} else {
				err = db.Write(context.Background(), ws, func(tx *store.Tx) error { return both(tx, name) })
			}
			w.mu.Lock()
			defer w.mu.Unlock()
			w.most = max(w.most, time.Since(began))
			w.errs = append(w.errs, err)
			if err == nil {
				w.acked[name] = true
			}
		})
	}
	all.Wait()
}

func newBothQueue(db *store.DB) *store.Queue[string] {
	return store.NewQueue(db, func(tx *store.Tx, ws svcx.WorkspaceID, names []string) error {
		for _, name := range names {
			if err := both(tx, name); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *waiters) check(t *testing.T, db *store.DB) {
	t.Helper()
	stored := make(map[string]bool)
	for name := range strings.FieldsSeq(written(t, db)) {
		if strings.HasPrefix(name, "waiter") {
			stored[name] = true
		}
	}
	for name := range w.acked {
		if !stored[name] {
			t.Errorf("%s was acknowledged and is not stored", name)
		}
	}
	if len(stored) != len(w.acked) {
		t.Errorf("%d are stored, %d were acknowledged", len(stored), len(w.acked))
	}
}

func TestLockAnswersAllThatWaitAtOnce(t *testing.T) {
	t.Parallel()
	eachPatience(t, shortPatience, func(t *testing.T, db *store.DB, log *logLines) {
		queue := newBothQueue(db)
		w := &waiters{acked: make(map[string]bool)}
		w.run(db, queue, 0, 4) // opens connections and prepares statements
		free := holdLock(t, db, []string{"message_key"})
		defer free()
		log.take()
		w.most = 0
		// The second time during the outage.
		for round := 1; round <= 2; round++ {
			var probing sync.WaitGroup
			// Ready does not wait with the writes, whatever it returns.
			probing.Go(func() { inTime(t, "the probe", func() error { return db.Ready(context.Background()) }) })
			w.run(db, queue, round, 40)
			probing.Wait()
		}
		for _, err := range w.errs[4:] {
			storetest.WantUnavailable(t, err)
		}
		if w.most > ends {
			t.Errorf("one waited for %s", w.most)
		}
		_, err := db.Read(t.Context()).Workspaces() // reads do not wait
		storetest.WantNil(t, err)
		free()
		storetest.Await(t, "readiness", func() bool { return db.Ready(t.Context()) == nil })
		w.run(db, queue, 3, 40)
		storetest.WantNil(t, w.errs[84:]...)
		w.check(t, db)
		log.drop("read") // the probe's, if the machine was too busy
		log.want(t, "a write failed", "writes succeed again")
	})
}

// A write that waits too long in the queue, because of those before it, is answered
// too.
func TestWaitInTheQueueIsBounded(t *testing.T) {
	t.Parallel()
	eachPatience(t, shortPatience, func(t *testing.T, db *store.DB, _ *logLines) {
		inside, leave, left := make(chan bool, 10), make(chan bool), make(chan error, 1)
		go func() {
			left <- db.Write(context.Background(), 1, func(*store.Tx) error { inside <- true; <-leave; return nil })
		}()
		<-inside
		queue := newBothQueue(db)
		storetest.WantUnavailable(t, inTime(t, "a write", func() error { return db.Write(context.Background(), 1, storetest.Put("late")) }))
		storetest.WantUnavailable(t, inTime(t, "an item", func() error { return queue.Do(context.Background(), 1, "late") }))
		inTime(t, "the probe", func() error { return db.Ready(context.Background()) })
		close(leave)
		<-left
		storetest.Await(t, "write", func() bool { return db.Write(t.Context(), 1, storetest.Put("again")) == nil })
		// After a failed write the probe writes a setting.
		if got := strings.TrimSpace(strings.Replace(written(t, db), "write_check", "", 1)); got != "again" {
			t.Errorf("stored %q, want %q", got, "again")
		}
	})
}

// A lock that ends in time fails no write.
func TestLockThatEndsInTimeFailsNoWrite(t *testing.T) {
	t.Parallel()
	eachPatience(t, 5*time.Second, func(t *testing.T, db *store.DB, log *logLines) {
		queue := newBothQueue(db)
		w := &waiters{acked: make(map[string]bool)}
		w.run(db, queue, 0, 4)
		free := holdLock(t, db, []string{"message_key"})
		defer free()
		time.AfterFunc(shortPatience/2, free)
		w.run(db, queue, 1, 40)
		storetest.WantNil(t, w.errs...)
		w.check(t, db)
		log.want(t)
	})
}

// While everything is locked every method ends in time; on SQLite reads do not wait.
func TestEveryMethodEndsWhileAllIsLocked(t *testing.T) {
	t.Parallel()
	eachPatience(t, shortPatience, func(t *testing.T, db *store.DB, log *logLines) {
		calls := methodCalls(t, db)
		works := func(c methodCall) bool { return svcx.KindOf(c.call(t.Context())) != svcx.KindUnavailable }
		for _, c := range calls {
			storetest.Await(t, c.name, func() bool { return works(c) })
		}
		free := holdLock(t, db, query(t, db, tablesOf[db.Dialect()])...)
		defer free()
		log.take()
		var all sync.WaitGroup
		for _, c := range calls {
			all.Go(func() {
				err := inTime(t, c.name, func() error { return c.call(t.Context()) })
				if svcx.KindOf(err) == svcx.KindInternal && err != nil {
					t.Errorf("%s: error %v", c.name, err)
				}
			})
		}
		all.Wait()
		storetest.WantUnavailable(t, inTime(t, "a write", func() error { return db.Write(context.Background(), 1, storetest.Put("x")) }))
		free()
		for _, c := range calls {
			storetest.Await(t, c.name, func() bool { return works(c) })
		}
		want := []string{"a write failed", "writes succeed again"}
		if db.Dialect() == "postgres" {
			want = append(want, "a read failed", "reads succeed again")
		}
		log.want(t, want...)
	})
}

// tablesOf lists the tables of a database. SQLite has one lock for all.
var tablesOf = map[string]string{
	"sqlite":   "SELECT name FROM sqlite_master WHERE type = 'none'",
	"postgres": "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
}
