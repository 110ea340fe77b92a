package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

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

// crowd enqueues writes that wait together.
type crowd struct {
	t    *testing.T
	db   *store.DB
	gate chan struct{}
	done sync.WaitGroup
	errs []*error
}

// newCrowd blocks the workspace's writer until run.
func newCrowd(t *testing.T, db *store.DB) *crowd {
	t.Helper()
	c := &crowd{t: t, db: db, gate: make(chan struct{})}
	running := make(chan struct{})
	var once sync.Once
	c.done.Go(func() {
		if err := db.Write(context.Background(), 1, func(*store.Tx) error {
			once.Do(func() { close(running) })
			<-c.gate
			return nil
		}); err != nil {
			t.Errorf("the write that blocks the others: %v", err)
		}
	})
	<-running
	return c
}

// add enqueues one more call after the ones before it.
func (c *crowd) add(call func() error) {
	c.t.Helper()
	err := new(error)
	c.errs = append(c.errs, err)
	c.done.Go(func() { *err = call() })
	awaitWaiting(c.t, c.db, len(c.errs))
}

// write enqueues a plain write.
func (c *crowd) write(fn func(*store.Tx) error) {
	c.t.Helper()
	c.add(func() error { return c.db.Write(context.Background(), 1, fn) })
}

// run lets the writes run and returns their errors in order.
func (c *crowd) run() []error {
	close(c.gate)
	c.done.Wait()
	errs := make([]error, len(c.errs))
	for i, err := range c.errs {
		errs[i] = *err
	}
	return errs
}

func awaitWaiting(t *testing.T, db *store.DB, n int) {
	t.Helper()
	storetest.Await(t, fmt.Sprintf("%d waiting writes", n), func() bool { return db.Waiting() == n })
}

func wantWritten(t *testing.T, db *store.DB, want string) {
	t.Helper()
	if got := written(t, db); got != want {
		t.Errorf("stored %q, want %q", got, want)
	}
}

// Storage: waiting writes share a commit, bounded in number.
func TestWaitingWritesShareACommit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, test := range []struct{ writes, commits int }{{1, 1}, {100, 1}, {128, 1}, {129, 2}, {300, 3}} {
			spy := db.Watch(nil)
			crowd := newCrowd(t, db)
			for i := range test.writes {
				crowd.write(storetest.Put(fmt.Sprint(i)))
			}
			storetest.WantNil(t, crowd.run()...)
			if got := spy.Commits.Load() - 1; got != int64(test.commits) {
				t.Errorf("%d commits for %d writes, want %d", got, test.writes, test.commits)
			}
			if got := spy.Connections.Load(); got != 1 && db.Dialect() == "sqlite" {
				t.Errorf("%d connections", got)
			}
		}
	})
}

// A write's own error undoes what it wrote and nothing else, whether it runs alone
// or with others.
func TestOwnErrorUndoesOwnWrites(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		fails := func(tx *store.Tx) error {
			if err := storetest.Put("undone")(tx); err != nil {
				return err
			}
			return storetest.ErrOwn
		}
		if err := db.Write(t.Context(), 1, fails); !errors.Is(err, storetest.ErrOwn) {
			t.Errorf("alone: %v", err)
		}
		wantWritten(t, db, "")
		crowd := newCrowd(t, db)
		crowd.write(storetest.Put("a"))
		crowd.write(fails)
		crowd.write(storetest.Put("c"))
		errs := crowd.run()
		storetest.WantNil(t, errs[0], errs[2])
		if errs[1] != storetest.ErrOwn {
			t.Errorf("among others: %v", errs[1])
		}
		wantWritten(t, db, "a c")
	})
}

// A write that violates a unique index fails alone, even if it ignores the error.
func TestConstraintViolationFailsAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clash := func(tx *store.Tx) error { return tx.InsertMessageKeys(1, "key") }
		storetest.WantNil(t, db.Write(t.Context(), 1, clash))
		crowd := newCrowd(t, db)
		crowd.write(storetest.Put("a"))
		crowd.write(clash)
		crowd.write(func(tx *store.Tx) error { storetest.Put("b")(tx); clash(tx); return nil })
		crowd.write(storetest.Put("c"))
		errs := crowd.run()
		storetest.WantNil(t, errs[0], errs[3])
		for _, err := range errs[1:3] {
			if !store.IsConstraint(err, "message_key_pkey") {
				t.Errorf("error %v, want the clash", err)
			}
		}
		wantWritten(t, db, "a c")
	})
}

// A canceled caller's write is dropped while it waits. Once the write runs, its
// caller gets the outcome.
func TestCanceledWriteIsDroppedWhileItWaits(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		crowd := newCrowd(t, db)
		ctx, cancel := context.WithCancel(context.Background())
		canceled := make(chan error)
		go func() { canceled <- db.Write(ctx, 1, storetest.Put("dropped")) }()
		awaitWaiting(t, db, 1)
		cancel()
		err := <-canceled
		storetest.WantUnavailable(t, err)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the cause is lost: %v", err)
		}
		close(crowd.gate)
		crowd.done.Wait()
		wantWritten(t, db, "")

		ctx, cancel = context.WithCancel(context.Background())
		storetest.WantNil(t, db.Write(ctx, 1, func(tx *store.Tx) error { cancel(); return storetest.Put("kept")(tx) }))
		wantWritten(t, db, "kept")
	})
}

// Close waits for the accepted writes and refuses later ones.
func TestCloseWaitsForAcceptedWrites(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		db := storetest.Open(t, o)
		crowd := newCrowd(t, db)
		for i := range 9 {
			crowd.write(storetest.Put(fmt.Sprint(i)))
		}
		closed := make(chan error)
		go func() { closed <- db.Close() }()
		storetest.Await(t, "closing", db.Closing)
		storetest.WantUnavailable(t, db.Write(t.Context(), 1, storetest.Put("late")))
		storetest.WantNil(t, crowd.run()...)
		storetest.WantNil(t, <-closed)
		wantWritten(t, storetest.Open(t, o), "0 1 2 3 4 5 6 7 8")
	})
}
