package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// With many concurrent callers of all kinds, a nil error means that all of the write
// is stored, any other error that none of it is.
func TestConcurrentWritesAreAllOrNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		storetest.WantNil(t, db.Write(t.Context(), 1, func(tx *store.Tx) error { return tx.InsertMessageKeys(1, "taken") }))
		q := store.NewQueue(db, func(tx *store.Tx, ws svcx.WorkspaceID, names []string) error {
			for _, name := range names {
				if err := both(tx, name); err != nil {
					return err
				}
			}
			return nil
		})
		const callers, each = 200, 6
		var errs [callers * each]error
		var done sync.WaitGroup
		for caller := range callers {
			done.Go(func() {
				for i := range each {
					n := caller*each + i
					errs[n] = stormCall(db, q, n)
				}
			})
		}
		done.Wait()
		checkStorm(t, db, errs[:])
	})
}

// both stores the name in two tables, so that a partial write would show.
func both(tx *store.Tx, name string) error {
	if err := storetest.Put(name)(tx); err != nil {
		return err
	}
	key := name
	if strings.HasPrefix(name, "clash") {
		key = "taken"
	}
	return tx.InsertMessageKeys(1, key)
}

// stormKinds are the kinds of calls; call n is of kind n modulo their number.
var stormKinds = [...]string{"write", "queue", "own", "clash", "clash-queue", "panic", "broken", "canceled", "lost"}

func stormName(n int) string { return fmt.Sprintf("%s-%d", stormKinds[n%len(stormKinds)], n) }

func stormCall(db *store.DB, q *store.Queue[string], n int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	name := stormName(n)
	// Conflicts are about a key of workspace 1; other calls use several workspaces.
	ws := svcx.WorkspaceID(1)
	kind := stormKinds[n%len(stormKinds)]
	if !strings.HasPrefix(kind, "clash") {
		ws += svcx.WorkspaceID(n % 5)
	}
	after := func(*store.Tx) error { return nil }
	switch kind {
	case "queue", "clash-queue":
		return q.Do(ctx, ws, name)
	case "own":
		after = func(*store.Tx) error { return storetest.ErrOwn }
	case "panic":
		if n%4 == 0 { // panics are slow: each prints a stack
			after = func(*store.Tx) error { panic("a bug") }
		}
	case "broken":
		if n%4 == 0 {
			after = func(tx *store.Tx) error { return storetest.Execute(tx, "SELEC 1") }
		}
	case "canceled":
		cancel()
	case "lost":
		after = func(*store.Tx) error { cancel(); return nil }
	}
	return db.Write(ctx, ws, func(tx *store.Tx) error {
		if err := both(tx, name); err != nil {
			return err
		}
		return after(tx)
	})
}

func checkStorm(t *testing.T, db *store.DB, errs []error) {
	t.Helper()
	names := make(map[string]bool)
	for name := range strings.FieldsSeq(written(t, db)) {
		names[name] = true
	}
	stored, keys := 0, 0
	for n, err := range errs {
		name := stormName(n)
		if names[name] != (err == nil) {
			t.Errorf("%s: stored is %t, the error %v", name, names[name], err)
		}
		if err == nil {
			stored++
		}
		switch kind := stormKinds[n%len(stormKinds)]; {
		case (kind == "write" || kind == "queue" || kind == "lost") && err != nil:
			t.Errorf("%s: %v", name, err)
		case kind == "own" && !errors.Is(err, storetest.ErrOwn):
			t.Errorf("%s: %v", name, err)
		case strings.HasPrefix(kind, "clash") && !store.IsConstraint(err, "message_key_pkey"):
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := db.Raw().QueryRow("SELECT count(*) FROM message_key").Scan(&keys); err != nil || keys != stored+1 || len(names) != stored {
		t.Errorf("%d names and %d keys for %d writes and the one that was there, %v", len(names), keys, stored, err)
	}
}
