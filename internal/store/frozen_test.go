package store_test

import (
	"context"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// A node that freezes, or is cut off, in the middle of a write does not block the
// workspace on other nodes until it comes back; its own write is not stored.
func TestFrozenNodeLetsTheOthersWrite(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	frozen, other := storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url})
	insert := func(tx *store.Tx) error { return tx.InsertEvents(&svcx.EventLogEntry{Workspace: 1, Channel: 1}) }
	inside, thaw, thawed := make(chan struct{}, 2), make(chan struct{}), make(chan error, 1)
	go func() {
		thawed <- frozen.Write(context.Background(), 1, func(tx *store.Tx) error {
			err := insert(tx)
			inside <- struct{}{}
			<-thaw
			return err
		})
	}()
	<-inside
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	storetest.WantNil(t, other.Write(ctx, 1, insert))
	close(thaw)
	// It had one job, whose connection is gone, so the caller gets an error.
	if err := <-thawed; svcx.KindOf(err) != svcx.KindUnavailable {
		t.Errorf("the frozen node's write: %v, want that it was not stored", err)
	}
	storetest.WantNil(t, frozen.Write(t.Context(), 1, insert))
	var n int
	storetest.WantNil(t, other.Raw().QueryRow("SELECT count(*) FROM event_log").Scan(&n))
	if n != 2 {
		t.Errorf("%d rows, want those of the two writes that were confirmed", n)
	}
}
