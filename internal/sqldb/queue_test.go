package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// keyQueue stores message keys and records the items of each call.
type keyQueue struct {
	*store.Queue[string]
	mu    sync.Mutex
	calls []string
	// before runs before each write.
	before func(tx *store.Tx, keys []string) error
}

func newKeyQueue(db *store.DB) *keyQueue {
	q := &keyQueue{before: func(*store.Tx, []string) error { return nil }}
	q.Queue = store.NewQueue(db, func(tx *store.Tx, ws svcx.WorkspaceID, keys []string) error {
		q.mu.Lock()
		q.calls = append(q.calls, fmt.Sprint(ws, keys))
		q.mu.Unlock()
		if err := q.before(tx, keys); err != nil {
			return err
		}
		// As for inbound messages: a read, then all writes at the end.
		if _, err := tx.AISettings(ws); err != nil {
			return err
		}
		return tx.Finish(func() error { return tx.InsertMessageKeys(ws, keys...) })
	})
	return q
}

func (q *keyQueue) add(c *crowd, key string) {
	c.t.Helper()
	c.add(func() error { return q.Do(context.Background(), 1, key) })
}

func (q *keyQueue) wantCalls(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(q.calls, want) {
		t.Errorf("calls %q, want %q", q.calls, want)
	}
}

// Waiting items of a workspace are written by one call, in order of arrival, in one
// commit with other waiting writes.
func TestQueueWritesTogether(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		spy := db.Watch(nil)
		q, other := newKeyQueue(db), newKeyQueue(db)
		crowd := newCrowd(t, db)
		q.add(crowd, "a")
		other.add(crowd, "x")
		q.add(crowd, "b")
		crowd.write(storetest.Put("plain"))
		q.add(crowd, "c")
		storetest.WantNil(t, crowd.run()...)
		q.wantCalls(t, "1 [a b c]")
		other.wantCalls(t, "1 [x]")
		if got := spy.Commits.Load(); got != 2 {
			t.Errorf("%d commits, want one for all that waited and one for what they waited for", got)
		}
	})
}

// Items of different workspaces are never passed to the same call.
func TestQueueKeepsWorkspacesApart(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		q := newKeyQueue(db)
		crowd := newCrowd(t, db)
		for ws := svcx.WorkspaceID(1); ws <= 3; ws++ {
			for _, key := range []string{"a", "b"} {
				crowd.done.Go(func() { storetest.WantNil(t, q.Do(context.Background(), ws, key)) })
			}
		}
		storetest.WantNil(t, crowd.run()...)
		total := 0
		if err := db.Raw().QueryRow("SELECT count(*) FROM message_key WHERE workspace_id IN (1, 2, 3)").Scan(&total); err != nil || total != 6 {
			t.Errorf("%d keys, %v", total, err)
		}
	})
}

// An item that violates a unique index does not affect the others: the items are run
// again one by one.
func TestQueueItemWithAConflictFailsAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		q := newKeyQueue(db)
		storetest.WantNil(t, q.Do(t.Context(), 1, "taken"))
		q.calls = nil
		crowd := newCrowd(t, db)
		for _, key := range []string{"a", "taken", "b"} {
			q.add(crowd, key)
		}
		errs := crowd.run()
		storetest.WantNil(t, errs[0], errs[2])
		if !store.IsConstraint(errs[1], "message_key_pkey") {
			t.Errorf("the conflict: %v", errs[1])
		}
		q.wantCalls(t, "1 [a taken b]", "1 [a]", "1 [taken]", "1 [b]")
	})
}

// The same for an item with an error of its own, one that breaks the transaction and
// one that panics: the others are stored, once.
func TestQueueItemThatFailsDoesSoAlone(t *testing.T) {
	for name, fail := range map[string]func(*store.Tx) error{
		"its own error": func(*store.Tx) error { return storetest.ErrOwn },
		"a statement":   func(tx *store.Tx) error { return storetest.Execute(tx, "SELEC 1") },
		"a panic":       func(*store.Tx) error { panic("a bug") },
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				q := newKeyQueue(db)
				q.before = func(tx *store.Tx, keys []string) error {
					if slices.Contains(keys, "bad") {
						return fail(tx)
					}
					return nil
				}
				crowd := newCrowd(t, db)
				for _, key := range []string{"a", "bad", "b"} {
					q.add(crowd, key)
				}
				crowd.write(storetest.Put("plain"))
				errs := crowd.run()
				storetest.WantNil(t, errs[0], errs[2], errs[3])
				if name == "its own error" {
					if !errors.Is(errs[1], storetest.ErrOwn) {
						t.Errorf("the item: %v", errs[1])
					}
				} else {
					storetest.WantUnavailable(t, errs[1])
				}
				wantWritten(t, db, "plain")
				q.before = func(*store.Tx, []string) error { return nil }
				for _, key := range []string{"a", "b"} {
					if err := q.Do(t.Context(), 1, key); !store.IsConstraint(err, "message_key_pkey") {
						t.Errorf("%s was not stored: %v", key, err)
					}
				}
				storetest.WantNil(t, q.Do(t.Context(), 1, "bad"))
			})
		})
	}
}

// First commit, then notify: a hook sees what was written, runs before its caller is
// answered, and does not run if nothing was stored.
func TestHooksRunAfterTheCommit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var seen []string
		hook := func(name string) func(*store.Tx) error {
			return func(tx *store.Tx) error {
				tx.OnCommit(func() { seen = append(seen, name+" sees "+written(t, db)) })
				return storetest.Put(name)(tx)
			}
		}
		storetest.WantNil(t, db.Write(t.Context(), 1, hook("a")))
		if err := db.Write(t.Context(), 1, func(tx *store.Tx) error { hook("b")(tx); return storetest.ErrOwn }); err != storetest.ErrOwn {
			t.Error(err)
		}
		storetest.WantUnavailable(t, db.Write(t.Context(), 1, func(tx *store.Tx) error { hook("c")(tx); return storetest.Execute(tx, "SELEC 1") }))
		if want := []string{"a sees a"}; !slices.Equal(seen, want) {
			t.Errorf("hooks %q, want %q", seen, want)
		}

		// A caller that cancels after the commit began: its hooks run, since the change
		// is stored.
		ctx, cancel := context.WithCancel(context.Background())
		storetest.WantNil(t, db.Write(ctx, 1, func(tx *store.Tx) error { cancel(); return hook("d")(tx) }))
		if len(seen) != 2 || seen[1] != "d sees a d" {
			t.Errorf("hooks %q", seen)
		}
	})
}

// The hooks of a batch run once, and those of an attempt that was undone never.
func TestHooksOfABatchRunOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var mu sync.Mutex
		var hooked []string
		q := newKeyQueue(db)
		q.before = func(tx *store.Tx, keys []string) error {
			tx.OnCommit(func() {
				mu.Lock()
				defer mu.Unlock()
				hooked = append(hooked, fmt.Sprint(keys))
			})
			return nil
		}
		crowd := newCrowd(t, db)
		q.add(crowd, "a")
		q.add(crowd, "b")
		storetest.WantNil(t, crowd.run()...)
		crowd = newCrowd(t, db)
		q.add(crowd, "a")
		q.add(crowd, "c")
		if errs := crowd.run(); errs[0] == nil || errs[1] != nil {
			t.Error(errs)
		}
		if want := []string{"[a b]", "[c]"}; !slices.Equal(hooked, want) {
			t.Errorf("hooks ran for %q, want %q", hooked, want)
		}
	})
}
